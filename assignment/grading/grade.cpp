#include "assignment/grading/grade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "assignment/format/variant.hpp"
#include "assignment/grading/handed_in/wanted_files.hpp"
#include "assignment/grading/taken_hints.hpp"
#include "assignment/host_programs/device_clock.hpp"
#include "assignment/host_programs/host_programs.hpp"
#include "core/base/hash.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

std::string hash_of(const std::vector<SourceText>& files) {
  std::string all;
  for (const SourceText& file : files) all += file.path + '\0' + file.text + '\0';
  return text_hash(all);
}

std::string hash_of(const AssignmentFolder& folder) {
  std::string all;
  for (const std::string& file : folder.files())
    all += file + '\0' + folder.read(file).value_or(std::string()) + '\0';
  return text_hash(all);
}

// The judges: one for each variant of the submissions, or a single judge if there are no variants.
class Judges {
 public:
  Judges(const Assignment& assignment, const AssignmentFolder& folder, const GradeOptions& options)
      : assignment_(assignment), folder_(folder), options_(options) {}

  // Checks the assignment before the threads start. The Error describes mistakes in the assignment.
  Result<void> prepare(const HandedIn& submission) {
    std::unique_ptr<One>& one = all_[variant_of(assignment_.variants, submission.submitter).text()];
    if (one) return {};
    one = std::make_unique<One>(
        with_variant(assignment_, variant_of(assignment_.variants, submission.submitter)), folder_,
        options_.secret);
    const auto problems = one->judge.problems();
    return problems.empty() ? Result<void>() : usage_error(fmt::format("{}", fmt::join(problems, "\n")));
  }

  // Judges the files with the tasks and tests of the submitter's variant. The result refers to the
  // corresponding tasks and tests of the assignment.
  Result<TaskResult> judge(const HandedIn& submission, std::size_t task, const std::vector<SourceText>& files,
                           const Runner& run, const Judge::Options& options) {
    One& one = *all_.at(variant_of(assignment_.variants, submission.submitter).text());
    const Task& varied = one.assignment.tasks[task];
    auto result = one.judge.judge(varied, files, run, options);
    if (!result) return result;
    result->task = &assignment_.tasks[task];
    for (TestResult& test : result->tests) {
      test.test = &result->task->tests[static_cast<std::size_t>(test.test - varied.tests.data())];
      for (std::optional<Failure>* const failure : {&test.failure, &test.example})
        if (*failure) (*failure)->criterion = nullptr;  // the criterion belongs to the variant
    }
    return result;
  }

 private:
  struct One {
    One(Assignment varied, const AssignmentFolder& folder, const std::string& secret)
        : assignment(std::move(varied)), judge(assignment, folder, secret) {}
    Assignment assignment;
    Judge judge;
  };

  const Assignment& assignment_;
  const AssignmentFolder& folder_;
  const GradeOptions& options_;
  std::map<std::string, std::unique_ptr<One>> all_;
};

// The work of one thread, which takes submissions until none remains.
class Grader {
 public:
  // `clock` is null if there is no device.
  Grader(const Assignment& assignment, Judges& judges, const GradeOptions& options, DeviceClock* clock)
      : assignment_(assignment),
        judges_(judges),
        options_(options),
        clock_(clock),
        workers_(options.worker) {}

  Result<SubmissionResult> grade(const HandedIn& submission) {
    SubmissionResult result;
    result.id = submission.id;
    result.shown = submission.shown;
    result.submitter = submission.submitter;
    result.original = submission.original;
    result.due = submission.due;
    result.members = submission.members;
    result.attempt = submission.attempt;
    result.handed_in = submission.handed_in;
    result.files = renamed(submission.files);
    result.hash = hash_of(submission.files);
    result.notes = submission.notes;
    result.problem = submission.problem;
    add_notes_of_files(submission, result);
    if (const std::string own = variant_of(assignment_.variants, submission.submitter).text(); !own.empty())
      result.notes.push_back(fmt::format("The variant of {} is {}.", submission.submitter, own));
    workers_.renew();
    programs_.renew();
    for (const Task& task : assignment_.tasks) {
      const bool is_readable = submission.problem.empty() || submission.is_empty;
      auto judged = is_readable ? judge(task, submission) : unreadable(task, submission);
      if (!judged) return tl::unexpected(judged.error());
      result.tasks.push_back(std::move(*judged));
    }
    take_off_hints(submission.files, result);
    add_final_points(assignment_, result);
    return result;
  }
  // Returns the confinement: "seccomp, landlock, limits; host programs in bubblewrap".
  std::string confinement() const {
    const std::string sandbox = programs_.sandbox();
    return workers_.confinement() + (sandbox.empty() ? "" : "; host programs in " + sandbox);
  }

 private:
  Result<TaskResult> judge(const Task& task, const HandedIn& submission) {
    Judge::Options options;
    options.only_public = options_.only_public;
    options.shows_moments = options_.shows_moments;
    options.run_host = [this](const HostRequest& request) { return programs_.run(request); };
    if (clock_ != nullptr)
      options.clock = [this](const TimeRequest& request) { return clock_->measure(request); };
    const TaskFiles of_task = task_files(assignment_, task, submission.files);
    return judges_.judge(
        submission, static_cast<std::size_t>(&task - assignment_.tasks.data()), of_task.files,
        [this](const RunRequest& request) { return workers_.run(request); }, options);
  }

  void add_notes_of_files(const HandedIn& submission, SubmissionResult& result) const {
    for (const Task& task : assignment_.tasks)
      for (std::string& note : task_files(assignment_, task, submission.files).notes)
        if (std::ranges::find(result.notes, note) == result.notes.end()) {
          result.notes.push_back(note);
          result.choices.push_back(std::move(note));
        }
  }

  // Returns the files of all tasks, under the names that the tasks require.
  std::vector<SourceText> renamed(const std::vector<SourceText>& files) const {
    std::vector<SourceText> all;
    for (const Task& task : assignment_.tasks)
      for (SourceText& file : task_files(assignment_, task, files).files)
        if (!file.path.ends_with(kRecordingEnding) && std::ranges::find(all, file) == all.end())
          all.push_back(std::move(file));
    return all;
  }

  TaskResult unreadable(const Task& task, const HandedIn& submission) const {
    TaskResult result;
    result.task = &task;
    for (const Test& test : task.tests) {
      if (options_.only_public && test.visibility != Visibility::always) continue;
      TestResult one;
      one.test = &test;
      one.state = TestState::not_gradable;
      one.failure = Failure{"the submission cannot be read", submission.problem, {}, {}};
      result.tests.push_back(std::move(one));
    }
    return result;
  }

  const Assignment& assignment_;
  Judges& judges_;
  const GradeOptions& options_;
  DeviceClock* clock_;
  Workers workers_;
  HostPrograms programs_;
};

}  // namespace

Result<Grading> grade(const Assignment& assignment, const AssignmentFolder& folder,
                      const std::vector<HandedIn>& submissions, const GradeOptions& options) {
  Judges judges(assignment, folder, options);
  for (const HandedIn& submission : submissions)
    if (const auto prepared = judges.prepare(submission); !prepared) return tl::unexpected(prepared.error());
  Grading grading;
  grading.assignment = &assignment;
  grading.assignment_hash = hash_of(folder);
  grading.secret_hash = text_hash(options.secret);
  grading.has_secret = !options.secret.empty();
  grading.only_public = options.only_public;
  grading.submissions.resize(submissions.size());

  std::optional<DeviceClock> clock;
  if (options.device) clock.emplace(*options.device);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t done = 0;
  std::optional<Error> error;
  const auto work = [&] {
    Grader grader(assignment, judges, options, clock ? &*clock : nullptr);
    for (std::size_t i = next++; i < submissions.size(); i = next++) {
      auto result = grader.grade(submissions[i]);
      const std::lock_guard lock(mutex);
      if (!result && !error) error = result.error();
      if (result) grading.submissions[i] = std::move(*result);
      if (grader.confinement().size() > grading.confinement.size())
        grading.confinement = grader.confinement();
      if (options.show_progress) options.show_progress(++done);
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 1; i < std::min<std::size_t>(std::max(1U, options.jobs), submissions.size()); ++i)
    threads.emplace_back(work);
  work();
  threads.clear();
  if (error) return tl::unexpected(*error);
  if (clock && !clock->words().empty()) grading.confinement += "; " + clock->words();
  if (options.attempts == Attempts::best) grading.submissions = best_attempts(std::move(grading.submissions));
  return grading;
}

}  // namespace lockstep::assignment
