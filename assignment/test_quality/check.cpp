#include "assignment/test_quality/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "assignment/format/variant.hpp"
#include "assignment/test_quality/mutants.hpp"
#include "core/plan/language.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

constexpr double kTolerance = 1e-9;  // for comparisons of points

std::string ending_of(std::string_view path) {
  return std::string(path.ends_with(kPlanFileEnding) ? kPlanFileEnding : path.substr(path.rfind('.')));
}

// Returns the reference with `text` in place of the file that has the same extension as `path`.
std::vector<SourceText> with_file(std::vector<SourceText> files, const std::string& path,
                                  const std::string& text) {
  for (SourceText& file : files)
    if (ending_of(file.path) == ending_of(path)) file.text = text;
  return files;
}

// A race has two lines, each of which may be the mistake.
bool names_line(const Failure& failure, std::uint32_t line) {
  return failure.place.line == line || failure.other.line == line;
}

// A statement that is missing between two lines would be in the second line, or would move this line down.
bool names_line(const TriedChange& tried, std::uint32_t line) {
  return tried.place.line == line || std::ranges::find(tried.other_lines, line) != tried.other_lines.end();
}

bool names_line(const TestResult& result, std::uint32_t line) {
  if (result.failure && names_line(*result.failure, line)) return true;
  return std::ranges::any_of(result.tried, [&](const TriedChange& one) { return names_line(one, line); });
}

// Returns a task whose only test requires a right result without findings in many more cases. It tests the
// mutants that lose no points.
Task wide_task(const Task& task, const std::string& second_model) {
  Task wide = task;
  wide.tests.clear();
  Test test;
  test.title = "All sizes, schedules and orders";
  test.name = "wide";
  test.points = 1;
  test.criteria = {*parse_criterion("result right"), *parse_criterion("no finding")};

  std::set<std::uint64_t> n, L;
  for (const Test& one : task.tests) {
    n.insert(one.lists.n.begin(), one.lists.n.end());
    n.insert(one.lists.drawn_n.begin(), one.lists.drawn_n.end());
    L.insert(one.lists.L.begin(), one.lists.L.end());
    if (test.launch.empty()) test.launch = one.launch;
  }
  test.lists.n.assign(n.begin(), n.end());
  test.lists.L.assign(L.begin(), L.end());
  test.lists.seeds = {1, 2};
  test.lists.schedules = {"lockstep", "independent"};
  test.lists.orders = {"fixed", "random:1", "adversarial"};
  test.lists.models = {"cc9.0", second_model};
  wide.tests.push_back(std::move(test));
  return wide;
}

class Check {
 public:
  Check(const Assignment& assignment, const AssignmentFolder& folder, const CheckOptions& options)
      : assignment_(assignment), folder_(folder), options_(options), judge_(make_judge()) {
    judge_options_.finds_examples = false;
    judge_options_.finds_lines = false;
    judge_options_.run_host = options_.run_host;
    judge_options_.clock = options_.clock;
  }

  Result<AssignmentCheck> check() {
    if (const auto problems = judge_.problems(); !problems.empty())
      return usage_error(fmt::format("{}", fmt::join(problems, "\n")));
    check_listed();
    for (const Task& task : assignment_.tasks) check_task(task);
    if (assignment_.variants.are_any()) check_variants();
    return std::move(result_);
  }

 private:
  Judge make_judge() const { return {assignment_, folder_, "check"}; }
  void problem(const Task& task, const std::string& words) {
    result_.problems.push_back(fmt::format("{}: {}", task.title, words));
  }
  void show(const std::string& words) const {
    if (options_.show_progress) options_.show_progress(words);
  }

  // Reports solutions that the assignment does not list, because they would never be graded.
  void check_listed() {
    std::set<std::string> told;
    for (const std::string& file : folder_.files()) {
      const std::size_t kind_end = file.find('/'), task_end = file.find('/', kind_end + 1);
      const std::string kind = file.substr(0, kind_end);
      if (kind_end == file.npos || (kind != "right" && kind != "wrong")) continue;
      const std::string of_task = file.substr(kind_end + 1, task_end - kind_end - 1);
      const std::string name = task_end == file.npos
                                   ? std::string()
                                   : file.substr(task_end + 1, file.find('/', task_end + 1) - task_end - 1);
      const Task* const task = assignment_.find_task(of_task);
      if (is_listed(task, kind, name) || !told.insert(kind + "/" + of_task + "/" + name).second) continue;
      result_.problems.push_back(
          task == nullptr || name.empty()
              ? fmt::format("{} is in the folder of no task: put it into {}/TASK/.", file, kind)
              : fmt::format("{}: {}/{}/{} is not graded: the page has no line \"{}: {}\"", task->title, kind,
                            of_task, name, kind, kind == "wrong" ? name + ", REASON" : name));
    }
  }

  static bool is_listed(const Task* task, std::string_view kind, const std::string& name) {
    if (task == nullptr) return false;
    if (kind == "right") return std::ranges::find(task->right, name) != task->right.end();
    return std::ranges::find(task->wrong, name, &WrongSolution::file) != task->wrong.end();
  }

  TaskResult graded(const Task& task, const std::vector<SourceText>& files) {
    ++result_.tasks.back().solutions;
    auto result = judge_.judge(task, files, options_.run, judge_options_);
    if (result) return std::move(*result);
    problem(task, result.error().message);
    return {};
  }

  void check_task(const Task& task) {
    result_.tasks.emplace_back().task = &task;
    show(task.title);
    const std::vector<SourceText> reference = judge_.author_files(task, "reference");
    check_right(task, reference, "the reference");
    if (task.par) check_par(task, reference);
    check_skeleton(task);
    for (const std::string& file : task.right)
      if (const auto files = solution(task, "right", file, reference)) check_right(task, *files, file);
    for (const WrongSolution& wrong : task.wrong)
      if (const auto files = solution(task, "wrong", wrong.file, reference)) check_wrong(task, *files, wrong);
    if (options_.with_mutants) check_mutants(task, reference);
  }

  // The reference must pass in each variant.
  void check_variants() {
    for (const Variant& variant : all_variants(assignment_.variants)) {
      const Assignment varied = with_variant(assignment_, variant);
      Judge judge(varied, folder_, "check");
      for (const Task& task : varied.tasks) {
        const auto result =
            judge.judge(task, judge.author_files(task, "reference"), options_.run, judge_options_);
        if (!result)
          problem(task, fmt::format("with {}: {}", variant.text(), result.error().message));
        else if (!result->has_all_points())
          problem(task, fmt::format("the reference does not pass with {}", variant.text()));
      }
    }
  }

  // Returns the reference with one other file. A name without an extension is a folder with one or
  // more files.
  std::optional<std::vector<SourceText>> solution(const Task& task, std::string_view kind,
                                                  const std::string& name,
                                                  const std::vector<SourceText>& reference) {
    const std::string path = fmt::format("{}/{}/{}", kind, task.name, name);
    std::vector<std::pair<std::string, std::string>> others;  // with their paths
    if (name.find('.') != name.npos)
      others.emplace_back(name, path);
    else
      for (const std::string& file : task.files)
        if (folder_.has(path + "/" + file)) others.emplace_back(file, path + "/" + file);
    if (others.empty()) {
      problem(task, fmt::format("{}/ has none of the files that are handed in", path));
      return std::nullopt;
    }
    std::vector<SourceText> files = reference;
    for (const auto& [file, from] : others) {
      const auto text = folder_.read(from);
      if (!text) {
        problem(task, text.error().message);
        return std::nullopt;
      }
      files = with_file(std::move(files), file, *text);
    }
    return files;
  }

  void check_right(const Task& task, const std::vector<SourceText>& files, const std::string& name) {
    const TaskResult result = graded(task, files);
    for (const TestResult& one : result.tests)
      if (!one.is_passed())
        problem(
            task,
            fmt::format("{} does not pass \"{}\": {}.{}", name, one.test->title, assignment::name(one.state),
                        one.failure ? fmt::format(" {} ({})", one.failure->reason,
                                                  one.failure->which ? one.failure->which->text() : "")
                                    : std::string()));
  }

  void check_par(const Task& task, const std::vector<SourceText>& reference) {
    const auto result = judge_.judge(task, reference, options_.run, judge_options_);
    if (!result || result->tests.empty()) return;
    const std::optional<double> reached = result->tests.front().reached;
    if (!reached)
      problem(task, "the task has a par, but its first test compares no counter");
    else if (std::abs(*reached - *task.par) > kTolerance)
      problem(task, fmt::format("par is {}, and the reference reaches {}", points_text(*task.par),
                                points_text(*reached)));
  }

  void check_skeleton(const Task& task) {
    if (!task.recording().empty()) return;  // a program that launches nothing leaves no recording

    const std::vector<SourceText> files = judge_.author_files(task, "skeleton");
    if (files.size() != task.files.size())
      return problem(task, "there is no skeleton of each file in skeleton/");
    const TaskResult result = graded(task, files);
    if (result.points + result.bonus > kTolerance)
      problem(task, fmt::format("the skeleton gets {} points", points_text(result.points + result.bonus)));
    for (const TestResult& one : result.tests)
      if (one.state == TestState::not_gradable)
        problem(task,
                fmt::format("the skeleton does not compile: {}", one.failure ? one.failure->reason : ""));
  }

  void check_wrong(const Task& task, const std::vector<SourceText>& files, const WrongSolution& wrong) {
    const TaskResult result = graded(task, files);
    std::set<std::string> kinds;
    for (const TestResult& one : result.tests)
      if (one.failure) kinds.insert(one.failure->kind);
    if (kinds.contains(wrong.reason)) return;
    problem(task, kinds.empty() ? fmt::format("the wrong solution {} gets all points", wrong.file)
                                : fmt::format("the wrong solution {} fails for {}, not for {}", wrong.file,
                                              fmt::join(kinds, " and "), wrong.reason));
  }

  // Whether the file contains kernels that the author's plan launches.
  void check_mutants(const Task& whole, const std::vector<SourceText>& reference) {
    Task task = whole;
    std::erase_if(task.files, [](const std::string& file) {
      return is_host_program(file) || file.ends_with(kRecordingEnding);
    });

    std::vector<std::pair<std::string, Mutant>> mutants;
    for (const SourceText& file : reference)
      if (is_kernel_file(file.path))
        for (Mutant& mutant : options_.other_mutants ? other_mutants_of(file) : mutants_of(file))
          mutants.emplace_back(file.path, std::move(mutant));
    // Work-groups of cc1.0 have at most 512 work-items.
    Task wide = wide_task(task, "cc1.0");
    if (Judge tried = make_judge(); !passes_all(tried, wide, reference)) wide = wide_task(task, "cc2.0");
    Judge narrow_judge = make_judge(), wide_judge = make_judge();  // each judge caches its own tests
    CheckedTask& checked = result_.tasks.back();
    const std::size_t stride =
        (mutants.size() + options_.max_mutants - 1) / std::max<std::size_t>(options_.max_mutants, 1);
    for (std::size_t i = 0; i < mutants.size(); i += std::max<std::size_t>(stride, 1)) {
      const auto& [path, mutant] = mutants[i];
      ++checked.mutants;
      show(fmt::format("{}: mutant {} of {}", task.title, i + 1, mutants.size()));
      const auto files = with_file(reference, path, mutant.text);
      if (const auto result = narrow_judge.judge(task, files, options_.run, judge_options_);
          !result || !passes_all(*result))
        note_caught(result ? &*result : nullptr, path, mutant, checked,
                    [&] { return trial_of(narrow_judge, task, files, mutant); });
      else if (options_.other_mutants || passes_all(wide_judge, wide, files))
        note_equivalent(path, mutant, checked);
      else
        problem(task, fmt::format("a mistake that loses no points: {}, {}", path, mutant.words));
    }
  }

  static bool passes_all(const TaskResult& result) {
    return std::ranges::all_of(result.tests, &TestResult::is_passed);
  }

  static void note_equivalent(const std::string& path, const Mutant& mutant, CheckedTask& checked) {
    ++checked.equivalent;
    checked.equivalents.push_back(fmt::format("{}, {}", path, mutant.words));
  }

  struct Named {
    bool is_own = false;
    std::set<std::uint32_t> numbers;
    std::string lines;  // lines of the changes found
  };
  Named trial_of(Judge& judge, const Task& task, const std::vector<SourceText>& files,
                 const Mutant& mutant) const {
    Judge::Options options = judge_options_;
    options.finds_examples = options.finds_lines = true;
    const auto result = judge.judge(task, files, options_.run, options);
    Named named;
    if (!result) return named;
    for (const TestResult& one : result->tests) {
      named.is_own = named.is_own || names_line(one, mutant.line);
      if (named.lines.empty())
        for (const TriedChange& tried : one.tried) {
          named.numbers.insert(tried.place.line);
          named.lines += fmt::format(" {} ({})", tried.place.line, tried.words);
        }
    }
    return named;
  }

  template <class Trial>
  void note_caught(const TaskResult* result, const std::string& path, const Mutant& mutant,
                   CheckedTask& checked, Trial trial) {
    ++checked.caught;
    const auto all = [&](auto is) {
      return result != nullptr && std::ranges::any_of(result->tests, [&](const TestResult& one) {
               return one.failure && is(one);
             });
    };
    if (all([](const TestResult& one) { return one.state == TestState::not_gradable; })) {
      ++checked.unbuilt;
      return;
    }
    if (all([&](const TestResult& one) { return names_line(one, mutant.line); }))
      ++checked.at_their_line;
    else if (options_.finds_lines)
      note_found(trial(), result, path, mutant, checked);
    if (all([](const TestResult& one) { return one.failure->place.is_known(); })) {
      ++checked.located;
      return;
    }
    std::string why;
    if (result != nullptr)
      for (const TestResult& one : result->tests)
        if (one.failure && why.empty()) why = one.failure->reason;
    checked.unlocated.push_back(fmt::format("{}, {}: {}", path, mutant.words, why));
  }

  static void note_found(const Named& named, const TaskResult* result, const std::string& path,
                         const Mutant& mutant, CheckedTask& checked) {
    checked.tried_lines += named.numbers.size();
    if (named.is_own) {
      ++checked.found_by_trial;
      return;
    }
    std::string why;
    if (result != nullptr)
      for (const TestResult& one : result->tests)
        if (one.failure && why.empty())
          why = fmt::format("{}, line {}", one.failure->kind, one.failure->place.line);
    checked.elsewhere.push_back(fmt::format("{}, {}: {};{}", path, mutant.words, why,
                                            named.lines.empty() ? " nothing found" : named.lines));
  }

  bool passes_all(Judge& judge, const Task& task, const std::vector<SourceText>& files) const {
    const auto result = judge.judge(task, files, options_.run, judge_options_);
    return result && passes_all(*result);
  }

  const Assignment& assignment_;
  const AssignmentFolder& folder_;
  const CheckOptions& options_;
  Judge judge_;
  Judge::Options judge_options_;
  AssignmentCheck result_;
};

}  // namespace

Result<AssignmentCheck> check_assignment(const Assignment& assignment, const AssignmentFolder& folder,
                                         const CheckOptions& options) {
  return Check(assignment, folder, options).check();
}

}  // namespace lockstep::assignment
