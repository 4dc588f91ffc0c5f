// Reports missing files of a submission, and submitted files that may be intended instead.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct MissingFiles {
  // Sentences that name each missing file of the task, and files with a similar name or files in another
  // language. If there are no such files, the sentences name files that match no task. Empty if no file
  // is missing.
  std::string sentences;
  bool has_others = false;  // whether a person should check if other files are intended
};
MissingFiles missing_files(const Assignment& assignment, const Task& task,
                           const std::vector<SourceText>& files);

}  // namespace lockstep::assignment
