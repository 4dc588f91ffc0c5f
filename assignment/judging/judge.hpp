// Judges a submission to a task: each test's state, points and, where it did not pass, why.
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

// not_gradable: the submission does not compile or does not take the arguments. not_handed_in: a file of the
// task is missing. not_graded is our fault, and never 0 points.
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

// Why a test did not pass.
struct Failure {
  std::string kind;    // "wrong result", "data race", "barriers", "does not compile" …
  std::string reason;  // a sentence with everything; only for graders where the test is hidden
  SourcePlace place;   // in the submission
  std::optional<Case> which;
  std::string without_limit = {};        // of a comparison: the reason without what the test allows
  std::string in_words = {};             // of a comparison: the kind as a sentence
  const Criterion* criterion = nullptr;  // that does not hold
  // For graders: the launch of the case, with its numbers, and where it fails. Empty: it is not shown.
  std::string launch = {};
  std::optional<ShownMoment> moment = {};
  SourcePlace other = {};     // the second place of a race
  bool is_unwritten = false;  // of a wrong result: nothing has stored it
};

// A small change of the submission that corrects the failing cases.
struct TriedChange {
  SourcePlace place;
  std::string words;  // "<= in place of <"
  // A statement is missing: in the place's line, or, if it is not 0, between `after_line` and that line.
  bool is_missing = false;
  std::uint32_t after_line = 0;
  std::vector<std::uint32_t> other_lines = {};  // that are changed together with the place's
};

struct TestResult {
  const Test* test = nullptr;  // never null
  TestState state = TestState::not_graded;
  double points = 0;
  std::size_t cases = 0, passed_cases = 0;  // of those that were run
  std::uint64_t steps = 0;                  // warp instructions of all cases
  // The left side of the first comparison that the test asks for, the greatest of all cases: what a puzzle's
  // par is compared with.
  std::optional<double> reached;
  std::optional<Failure> failure;
  std::string to_look_at = {};  // by a person: a sentence; empty: nothing
  // What a student may see of the failure's place: that of the same failure with public inputs of the same n,
  // because lines of a kernel could tell the hidden ones.
  SourcePlace public_place = {};
  // The same failure in a case that hides nothing: small, with public seeds, and with nothing else of a
  // hidden test than its lists. Also for graders.
  std::optional<Failure> example;
  // Found in public tests or the example. Students are told the lines, graders the changes as well.
  std::vector<TriedChange> tried = {};
  bool is_passed() const { return state == TestState::passed; }
};

struct TaskResult {
  const Task* task = nullptr;  // never null
  std::vector<TestResult> tests;
  double points = 0, bonus = 0;
  double hint_cost = 0;          // of hints that were taken; the points are without it
  bool is_by_person = false;     // these are points by a person
  bool has_other_files = false;  // a file is missing, and some were handed in that no task asks for
  bool is_graded() const;        // no test is not_graded
  bool has_all_points() const;
};

using Runner = std::function<RunAnswer(const RunRequest&)>;
using HostRunner = std::function<HostAnswer(const HostRequest&)>;
using Clock = std::function<TimeAnswer(const TimeRequest&)>;

class Judge {
 public:
  // Both must outlive it. `secret`: what hidden seeds are drawn from.
  Judge(const Assignment& assignment, const AssignmentFolder& folder, std::string secret);
  ~Judge();
  Judge(Judge&&) noexcept;

  // What is wrong with the assignment: a plan that is not understood, a reference that does not compile.
  // Errors name the task and the test.
  std::vector<std::string> problems();

  struct Options {
    std::uint64_t memory_bytes = std::uint64_t{256} << 20;  // of a simulated run
    bool only_public = false;                               // leave out the others
    bool finds_examples = true;
    bool finds_lines = true;     // of failures, by small changes that are tried (tried_lines.hpp)
    bool shows_moments = false;  // of failures: figures and scenes for graders
    HostRunner run_host = {};    // empty: tests of host programs are not graded
    Clock clock = {};            // of a device; empty: tests that measure times are not graded
  };
  // The Error is one of problems(). May be called by several threads after problems(); pieces() may not.
  Result<TaskResult> judge(const Task& task, const std::vector<SourceText>& files, const Runner& run,
                           const Options& options);
  // The same result in pieces, without lines that are found by trials, for who has no thread for it: each
  // call works for about so long, and the last one returns the result. The runs are executed in this process.
  // The task must outlive it, as the judge must.
  using Pieces = std::function<std::optional<Result<TaskResult>>(std::chrono::milliseconds most)>;
  Pieces pieces(const Task& task, std::vector<SourceText> files, Options options, std::stop_token stop);
  // All files that the author gives for a task: "reference", "skeleton".
  std::vector<SourceText> author_files(const Task& task, const std::string& from) const;

 private:
  class Judging;
  class JudgingInPieces;
  struct Prepared;
  Result<const Prepared*> prepare(const Task& task, const Test& test);
  // One more of the test's cases, of which a first call may have none; true: it was the last one.
  Result<bool> prepare_next(const Task& task, const Test& test);

  const Assignment& assignment_;
  const AssignmentFolder& folder_;
  std::string secret_;
  std::map<const Test*, std::unique_ptr<Prepared>> prepared_;
};

}  // namespace lockstep::assignment
