// Runs a submission in the single test cases of a task and judges the results.
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
std::string kind_of(TestState state);  // the kind of a failure: "does not compile", "does not end" …

// A case of a public test, or an example of a failure. The case contains nothing hidden.
struct OpenCase {
  std::shared_ptr<const Test> test;
  Case values;
  std::shared_ptr<const Expected> expected;
};

class CaseJudge {
 public:
  // All arguments must outlive this object.
  CaseJudge(const AssignmentFolder& folder, const Task& task, const std::vector<SourceText>& files,
            const Runner& run, const Judge::Options& options)
      : folder_(folder), task_(task), files_(files), run_(run), options_(options) {}

  // Returns no failure if the case passes. Updates the state, the steps and the reached value in `result`.
  std::optional<Failure> judge(const Test& test, const Case& values, const Expected& expected,
                               TestResult& result) const;

  // Return the launch of a case, and the run request for this launch.
  Result<LaunchDescription> launch_of(const Expected& expected, const Case& values) const;
  RunRequest request_of(const Test& test, const LaunchDescription& launch, const Expected& expected,
                        const Case& values) const;
  // If the task requires a host program or a recording, adds the recording to `request`. Returns the reason
  // if there is no recording.
  std::optional<Failure> add_recording(const Test& test, const Expected& expected, const Case& values,
                                       RunRequest& request, TestResult& result) const;

  // Return a copy with other files, which must outlive the copy, or with a limit on the warp instructions of
  // a case.
  CaseJudge with_files(const std::vector<SourceText>& files) const {
    return {folder_, task_, files, run_, options_};
  }
  CaseJudge limited_to(std::uint64_t steps) const {
    CaseJudge limited = *this;
    limited.max_steps_ = steps;
    return limited;
  }

  const AssignmentFolder& folder() const { return folder_; }
  const Task& task() const { return task_; }
  const std::vector<SourceText>& files() const { return files_; }
  const Judge::Options& options() const { return options_; }
  RunAnswer run(const RunRequest& request) const { return run_(request); }
  // Whether the launches come from a host program.
  bool is_recorded() const { return !task_.host_program().empty() || !task_.recording().empty(); }
  std::vector<SourceText> text_files() const;  // without recordings, which are binary

 private:
  HostAnswer recording_of(const Test& test, const std::string& program, const Case& values,
                          RunRequest& request) const;

  const AssignmentFolder& folder_;
  const Task& task_;
  const std::vector<SourceText>& files_;
  const Runner& run_;
  const Judge::Options& options_;
  std::uint64_t max_steps_ = UINT64_MAX;
};

}  // namespace lockstep::assignment
