// What was handed in for a task, run in single cases of its tests.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assignment/judging/expected.hpp"
#include "assignment/judging/judge.hpp"

namespace lockstep::assignment {

bool is_public(const Test& test);
std::string kind_of(TestState state);  // of a failure: "does not compile", "does not end" …

// A case of a public test, or an example of a failure: nothing in it is hidden.
struct OpenCase {
  std::shared_ptr<const Test> test;
  Case values;
  std::shared_ptr<const Expected> expected;
};

class CaseJudge {
 public:
  // All must outlive it.
  CaseJudge(const AssignmentFolder& folder, const Task& task, const std::vector<SourceText>& files,
            const Runner& run, const Judge::Options& options)
      : folder_(folder), task_(task), files_(files), run_(run), options_(options) {}

  // None: it passes. The result gets the state, the steps, and what was reached.
  std::optional<Failure> judge(const Test& test, const Case& values, const Expected& expected,
                               TestResult& result) const;

  // What is run for it.
  Result<LaunchDescription> launch_of(const Expected& expected, const Case& values) const;
  RunRequest request_of(const Test& test, const LaunchDescription& launch, const Expected& expected,
                        const Case& values) const;
  // Where a host program or a recording is handed in. None: it is in the request, or there is none to be.
  std::optional<Failure> add_recording(const Test& test, const Expected& expected, const Case& values,
                                       RunRequest& request, TestResult& result) const;

  // The same with other files, which must outlive it, or with at most so many warp instructions in a case.
  CaseJudge with_files(const std::vector<SourceText>& files) const {
    return {folder_, task_, files, run_, options_};
  }
  CaseJudge limited_to(std::uint64_t steps) const {
    CaseJudge limited = *this;
    limited.most_steps_ = steps;
    return limited;
  }

  const AssignmentFolder& folder() const { return folder_; }
  const Task& task() const { return task_; }
  const std::vector<SourceText>& files() const { return files_; }
  const Judge::Options& options() const { return options_; }
  RunAnswer run(const RunRequest& request) const { return run_(request); }
  // The launches are those of a host program.
  bool is_recorded() const { return !task_.host_program().empty() || !task_.recording().empty(); }
  std::vector<SourceText> text_files() const;  // recordings are bytes

 private:
  HostAnswer recording_of(const Test& test, const std::string& program, const Case& values,
                          RunRequest& request) const;

  const AssignmentFolder& folder_;
  const Task& task_;
  const std::vector<SourceText>& files_;
  const Runner& run_;
  const Judge::Options& options_;
  std::uint64_t most_steps_ = UINT64_MAX;
};

}  // namespace lockstep::assignment
