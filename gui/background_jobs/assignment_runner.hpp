// Runs the public tests on a student's texts in the background. When the texts change, running tests are
// stopped, and new tests start after a pause in typing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assignment/format/folder.hpp"
#include "assignment/judging/judge.hpp"
#include "core/base/job.hpp"

namespace lockstep::gui {

struct LoadedAssignment {
  assignment::AssignmentFolder folder;
  assignment::Assignment parsed;
};

// The files that would be submitted for a task.
struct TestedFiles {
  std::shared_ptr<const LoadedAssignment> of;
  const assignment::Task* task = nullptr;  // a task of `of`
  std::vector<assignment::SourceText> files;
  bool operator==(const TestedFiles&) const = default;
};

struct TestAnswer {
  TestedFiles tested;
  Result<assignment::TaskResult> result;  // an Error describes a defect in the assignment
};

class AssignmentRunner {
 public:
  using Clock = std::chrono::steady_clock;

  explicit AssignmentRunner(const JobHost& host = {});

  // Requests tests of these files. Call once per frame with the shown tasks, the edited task first.
  void want(std::vector<TestedFiles> wanted, Clock::time_point now);
  // Starts the wanted tests without waiting for a pause.
  void run_now();
  // Returns the time at which want() must be called again even if there is no input.
  std::optional<Clock::time_point> due() const { return due_; }

  // Returns the latest answer for a task, which may refer to earlier texts; null if there is no answer.
  const TestAnswer* answer(const assignment::Task* task) const;
  // Returns the answer for exactly these texts; null if there is no such answer.
  const TestAnswer* answer(const TestedFiles& tested) const;
  bool is_working() const { return job_.is_working(); }
  // Waits until all wanted tests are answered, but no longer than `most`.
  void wait(std::chrono::milliseconds most);

 private:
  struct Request {
    TestedFiles tested;
    std::uint64_t number = 0;
  };
  struct Answer {
    std::uint64_t number = 0;
    TestAnswer answer;
  };
  void take();
  void ask();
  bool waits_for_pause(const std::vector<TestedFiles>& wanted) const;

  std::vector<TestedFiles> wanted_;
  std::vector<Request> asked_;
  std::vector<TestAnswer> answers_;  // one for each task
  std::optional<Clock::time_point> due_;
  std::uint64_t number_ = 0;
  Job<Request, Answer> job_;
};

}  // namespace lockstep::gui
