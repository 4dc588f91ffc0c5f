// Missing files of a submission, and submitted files that may be intended instead.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct MissingFiles {
  // Sentences that name each missing file of the task, and files with a similar name, files in another
  // language or, if there are none, files that match no task. Empty if no file is missing.
  std::string sentences;
  bool has_others = false;  // a person should check whether these are intended
};
MissingFiles missing_files(const Assignment& assignment, const Task& task,
                           const std::vector<SourceText>& files);

}  // namespace lockstep::assignment
