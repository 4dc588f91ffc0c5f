// Missing files of a submission, and submitted files that may be meant instead.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct MissingFiles {
  // They name each missing file of the task, and files with a name like it, in another language, or, where
  // there are none, those that no task asks for. Empty: all are there.
  std::string sentences;
  bool has_others = false;  // a person should look whether these are meant
};
MissingFiles missing_files(const Assignment& assignment, const Task& task,
                           const std::vector<SourceText>& files);

}  // namespace lockstep::assignment
