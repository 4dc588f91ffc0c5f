// Judges a submission to a task. The result contains the state and points of each test, and the reason if the
// test did not pass.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/format/folder.hpp"
#include "assignment/judging/cases.hpp"
#include "assignment/judging/host_request.hpp"
#include "assignment/judging/run_request.hpp"
#include "assignment/judging/time_request.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::assignment {

// not_gradable: the submission does not compile or does not accept the arguments. not_handed_in: a file of
// the task is missing. not_graded: the grader failed; this state never means 0 points.
enum class TestState : std::uint8_t {
  passed,
  failed,
  stopped,
  memory,
  crash,
  not_gradable,
  not_handed_in,
  skipped,
  not_graded
};
std::string_view name(TestState state);  // "passed", "not gradable" …

// The reason why a test did not pass.
struct Failure {
  std::string kind;    // "wrong result", "data race", "barriers", "does not compile" …
  std::string reason;  // the complete reason; only for graders if the test is hidden
  SourcePlace place;   // in the submission
  std::optional<Case> which;
  std::string without_limit = {};        // for a comparison: the reason without the limit of the test
  std::string in_words = {};             // for a comparison: the kind as a sentence
  const Criterion* criterion = nullptr;  // the criterion that is not met
  // For graders: the launch of the case, with its numbers, and the moment of the failure. Empty if they are
  // not shown.
  std::string launch = {};
  std::optional<ShownMoment> moment = {};
  SourcePlace other = {};     // the second place of a race
  bool is_unwritten = false;  // for a wrong result: whether no store has written it
};

// A small change of the submission that corrects the failing cases.
struct TriedChange {
  SourcePlace place;
  std::string words;  // "<= in place of <"
  // Whether a statement is missing. It belongs in the line of the place or, if `after_line` is not 0, between
  // `after_line` and this line.
  bool is_missing = false;
  std::uint32_t after_line = 0;
  std::vector<std::uint32_t> other_lines = {};  // lines that are changed together with the line of the place
};

struct TestResult {
  const Test* test = nullptr;  // never null
  TestState state = TestState::not_graded;
  double points = 0;
  std::size_t cases = 0, passed_cases = 0;  // of the executed cases
  std::uint64_t steps = 0;                  // warp instructions of all cases
  // The maximum over all cases of the left side of the test's first comparison, with which the par of a
  // puzzle is compared.
  std::optional<double> reached;
  std::optional<Failure> failure;
  std::string to_look_at = {};  // a sentence if a manual check is needed; else empty
  // The place of the failure that a student may see. It is found with public inputs of the same n, because
  // the lines that a kernel executes could reveal the hidden inputs.
  SourcePlace public_place = {};
  // The same failure in a case that contains nothing hidden: a small case with public seeds, and with no
  // parts of a hidden test except its lists. Graders see it, too.
  std::optional<Failure> example;
  // Changes found in public tests or in the example. Students see the lines; graders also see the changes.
  std::vector<TriedChange> tried = {};
  bool is_passed() const { return state == TestState::passed; }
};

struct TaskResult {
  const Task* task = nullptr;  // never null
  std::vector<TestResult> tests;
  double points = 0, bonus = 0;
  double hint_cost = 0;          // cost of hints taken, which is already deducted from the points
  bool is_by_person = false;     // whether a person assigned the points
  bool has_other_files = false;  // whether a file is missing and some submitted files match no task
  bool is_graded() const;        // whether no test is not_graded
  bool has_all_points() const;
};

using Runner = std::function<RunAnswer(const RunRequest&)>;
using HostRunner = std::function<HostAnswer(const HostRequest&)>;
using Clock = std::function<TimeAnswer(const TimeRequest&)>;

class Judge {
 public:
  // Both must outlive this object. `secret` is the source of hidden seeds.
  Judge(const Assignment& assignment, const AssignmentFolder& folder, std::string secret);
  ~Judge();
  Judge(Judge&&) noexcept;

  // Returns the mistakes in the assignment, such as an invalid plan or a reference that does not compile.
  // They name the task and the test.
  std::vector<std::string> problems();

  struct Options {
    std::uint64_t memory_bytes = std::uint64_t{256} << 20;  // limit of a simulated run
    bool only_public = false;                               // whether to skip the other tests
    bool finds_examples = true;
    bool finds_lines = true;     // whether to find the lines of failures by small changes (tried_lines.hpp)
    bool shows_moments = false;  // for failures: whether to add figures and scenes for graders
    HostRunner run_host = {};    // empty: tests of host programs are not graded
    Clock clock = {};            // runs on a device; empty: tests that measure times are not graded
  };
  // Judges a submission. The Error is one of problems(). Several threads may call this function after
  // problems(), but not pieces().
  Result<TaskResult> judge(const Task& task, const std::vector<SourceText>& files, const Runner& run,
                           const Options& options);
  // Judges in steps, without lines found by trials, for a caller without a second thread. Each call works for
  // about the given time, and the last call returns the result. The runs are executed in this process. The
  // task and the judge must outlive the returned function.
  using Pieces = std::function<std::optional<Result<TaskResult>>(std::chrono::milliseconds most)>;
  Pieces pieces(const Task& task, std::vector<SourceText> files, Options options, std::stop_token stop);
  // Returns all files that the author provides for a task in a folder: "reference", "skeleton".
  std::vector<SourceText> author_files(const Task& task, const std::string& from) const;

 private:
  class Judging;
  class JudgingInPieces;
  struct Prepared;
  Result<const Prepared*> prepare(const Task& task, const Test& test);
  // Prepares one more case of the test (the first call may prepare none). Returns true after the last case.
  Result<bool> prepare_next(const Task& task, const Test& test);

  const Assignment& assignment_;
  const AssignmentFolder& folder_;
  std::string secret_;
  std::map<const Test*, std::unique_ptr<Prepared>> prepared_;
};

}  // namespace lockstep::assignment
