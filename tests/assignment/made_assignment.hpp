// A small assignment in a folder of its own, for tests: the sum of each group's 2 L elements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/read_assignment.hpp"
#include "assignment/grading/handed_in/handed_in.hpp"
#include "assignment/judging/judge.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::assignment {

// A right kernel, with a line for each step.
extern const std::string kRightKernel;
// The same with `from` replaced once.
std::string right_kernel_with(std::string_view from, std::string_view to);
std::vector<SourceText> handed_in(const std::string& kernel);
HandedIn handed_in_by(const std::string& name, const std::string& kernel);

class MadeAssignment {
 public:
  // `tests`: the blocks of the task.
  explicit MadeAssignment(const std::string& tests, const std::string& first_page = "");

  const AssignmentFolder& folder() const { return folder_; }
  const Assignment& assignment() const { return read_->assignment; }
  const std::vector<TextFault>& faults() const { return read_->faults; }
  const Task& task() const { return assignment().tasks.front(); }
  // A file of the folder.
  void write(const std::string& path, const std::string& text) const;
  std::string path(const std::string& file) const { return temporary_.file(file); }
  // In this process.
  TaskResult judged(const std::string& kernel, bool finds_examples = true) const;
  TaskResult judged(const std::vector<SourceText>& files, bool finds_examples = true) const;

 private:
  TemporaryFolder temporary_;
  AssignmentFolder folder_;
  Result<ReadAssignment> read_ = ReadAssignment{};
};

}  // namespace lockstep::assignment
