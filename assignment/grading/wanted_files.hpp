// Which of the files that were handed in are those that a task asks for.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct FilesOfTask {
  std::vector<SourceText> files;   // the wanted ones by the names that the task has for them; all others as
                                   // they are called, to be included
  std::vector<std::string> notes;  // what was chosen, a sentence each
};

// A wanted file may lie anywhere; of several the one nearest to the top is taken. Without it one whose name
// differs in capitals or a number that a browser adds, "scan (1).cl", is. If the assignment has only one
// file, the only one with its ending may have any name.
FilesOfTask files_of_task(const Assignment& assignment, const Task& task,
                          const std::vector<SourceText>& files);

}  // namespace lockstep::assignment
