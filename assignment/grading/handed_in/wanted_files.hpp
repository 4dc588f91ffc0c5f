// Finds the files that a task requires among the files of a submission.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct TaskFiles {
  std::vector<SourceText> files;   // required files with the names of the task; all others keep
                                   // their names, for #include
  std::vector<std::string> notes;  // one sentence for each choice
};

// Finds the required files. A required file may be in any folder; the file nearest to the top is used. If
// there is no such file, a file is used whose name differs only in case or in a number that a browser has
// added, such as "scan (1).cl". If the assignment has only one file, the only file with its extension may
// have any name.
TaskFiles task_files(const Assignment& assignment, const Task& task, const std::vector<SourceText>& files);

}  // namespace lockstep::assignment
