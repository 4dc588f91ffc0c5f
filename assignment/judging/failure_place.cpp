#include "assignment/judging/failure_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "assignment/formula_values/formula.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::array<std::uint64_t, 14> kExampleSizes{1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 100};
constexpr std::size_t kMaxExampleRuns = 60;
constexpr std::size_t kMaxLocatedExamples = 12;  // each place needs another run
constexpr std::size_t kMaxExampleCases = 4;

class FailurePlaces {
 public:
  explicit FailurePlaces(const CaseJudge& cases) : cases_(cases) {}

  // Finds the line of a wrong result, and the same failure in a small case with public seeds.
  std::vector<OpenCase> explain(const Test& test, TestResult& result) const {
    if (result.state == TestState::not_graded || result.state == TestState::memory) return {};
    // A compiler reports the same place for each case. If the text of the kernel depends on the case, the
    // report could reveal hidden values.
    if (is_public(test)) result.public_place = result.failure->place;
    if (result.state == TestState::not_gradable && is_public(test)) return {};
    const bool is_slow_host = !cases_.task().host_program().empty() && result.state == TestState::stopped;
    if (is_slow_host) return {};
    locate(test, *result.failure);
    if (is_public(test)) result.public_place = result.failure->place;
    if (!cases_.options().finds_examples) return {};
    if (!is_public(test)) result.public_place = find_public_place(test, *result.failure);
    auto example = find_example(test, *result.failure);
    if (!example) {
      if (has_run(*result.failure)) show(test, *result.failure);
      return {};
    }
    result.example = std::move(example->failure);
    return std::move(example->cases);
  }

 private:
  struct Example {
    Failure failure;
    std::size_t at = 0;           // index among the cases of its test
    std::vector<OpenCase> cases;  // the first case is that of the example
  };

  // Whether the submission compiles and accepts the arguments.
  static bool has_run(const Failure& failure) {
    return failure.criterion != nullptr || failure.kind == kind_of(TestState::stopped);
  }

  // Adds the run of the case, and the moment at which it fails. For a host program, the run is in
  // its recording.
  void show(const Test& test, Failure& failure) const {
    const bool is_recorded = cases_.is_recorded();
    if (!cases_.options().shows_moments || !failure.which || is_recorded) return;
    const auto expected = make_expected(cases_.folder(), cases_.task(), test, *failure.which);
    const auto launch =
        expected ? cases_.launch_of(*expected, *failure.which) : tl::unexpected(expected.error());
    if (!launch) return;
    failure.launch = to_text(with_data(*launch, *expected));
    RunRequest request = cases_.request_of(test, *launch, *expected, *failure.which);
    request.launch = failure.launch;
    request.counts_steps = false;
    request.shown_failure = failure.kind;
    request.shown_line = failure.place.line;
    failure.moment = cases_.run(request).moment;
  }

  SourcePlace find_public_place(const Test& test, const Failure& wanted) const {
    if (!wanted.which || !wanted.place.is_known()) return {};
    const Case& which = *wanted.which;
    Test same = test;
    same.visibility = Visibility::always;
    same.lists = {{which.n},
                  {which.L},
                  {which.type},
                  {which.op},
                  {},
                  {sim::to_string(which.schedule.lanes)},
                  {sim::to_string(which.schedule.order)},
                  {std::string(which.model->name)}};
    std::size_t runs = 0;
    for (const std::string& launch : public_launches(test)) {
      same.launch = launch;
      if (const auto found = find_example_of(same, wanted, runs)) return found->failure.place;
    }
    return {};
  }

  // Finds the line that makes a result wrong, or the line that causes most of an excessive count.
  void locate(const Test& test, Failure& failure) const {
    if (!failure.which || failure.criterion == nullptr || failure.place.is_known()) return;
    const bool is_of_counter = failure.criterion->kind == Criterion::Kind::comparison;
    const bool is_located = failure.kind == "wrong result" || failure.kind == "not combined" || is_of_counter;
    if (!is_located) return;
    auto expected = make_expected(cases_.folder(), cases_.task(), test, *failure.which);
    const auto launch =
        expected ? cases_.launch_of(*expected, *failure.which) : tl::unexpected(expected.error());
    if (!launch) return;
    RunRequest request = cases_.request_of(test, *launch, *expected, *failure.which);
    TestResult unused;
    if (cases_.add_recording(test, *expected, *failure.which, request, unused)) return;
    if (!is_of_counter) request.launch = to_text(*launch);
    request.explains = true;
    request.followed_elements = 0;
    const RunAnswer answer = cases_.run(request);
    if (is_of_counter) {
      failure.place = costliest(*failure.criterion, *failure.which, launch->file, answer);
    } else if (failure.is_unwritten || failure.kind == "not combined") {
      locate_store(*launch, answer, failure);
    } else if (!answer.explanation.empty()) {
      failure.reason = answer.explanation;
      failure.place = answer.explained;
      // The result still contains its contents from before the launch.
      if (!failure.place.is_known() && !answer.lacks_launch) locate_store(*launch, answer, failure);
    }
  }

  static SourcePlace costliest(const Criterion& criterion, const Case& values, const std::string& file,
                               const RunAnswer& answer) {
    for (const std::string& count : counts_of_lines(criterion.left)) {
      SourcePlace place;
      double most = 0;
      for (const LineCounts& line : answer.lines) {
        const auto value = evaluate(count, names_of({line.counters, {}}, values.n, values.L));
        if (!value || *value <= most) continue;
        most = *value;
        place = {file, line.line, 0};
      }
      if (place.is_known()) return place;
    }
    return {};
  }

  // Some counters exist for each line; they replace values that exist only for a whole launch.
  static std::vector<std::string> counts_of_lines(const std::string& left) {
    std::vector<std::string> counts{left};
    if (left.find("barriers") != left.npos) counts.emplace_back("barriers");
    if (left == "T" || left == "steps" || left == "scattered sums") counts.emplace_back("work");
    return counts;
  }

  // Names the line that should have stored the missing element: the last line that stores to global memory
  // or, if no line does, the line of the kernel.
  void locate_store(const LaunchDescription& launch, const RunAnswer& answer, Failure& failure) const {
    for (const LineCounts& line : answer.lines)
      if (line.counters.global_store_requests + line.counters.global_atomic_transactions > 0 &&
          line.line >= failure.place.line)
        failure.place = {launch.file, line.line, 0};
    if (failure.place.is_known()) {
      if (failure.is_unwritten)
        failure.reason +=
            fmt::format(" Line {} is the last line that stores to global memory.", failure.place.line);
      return;
    }
    const SourceText* const kernel = find_file(cases_.files(), launch.file);
    if (kernel == nullptr || launch.launches.empty()) return;
    const std::size_t at = kernel->text.find(launch.launches.back().kernel + "(");
    if (at == kernel->text.npos) return;
    const auto lines = std::ranges::count(std::string_view(kernel->text).substr(0, at), '\n');
    failure.place = {launch.file, static_cast<std::uint32_t>(lines) + 1, 0};
    if (failure.is_unwritten) failure.reason += " No executed line stores to global memory.";
  }

  static bool asks_for_powers_of_two(const Test& test) {
    const auto are_powers = [](const std::vector<std::uint64_t>& sizes) {
      return std::ranges::all_of(sizes, [](std::uint64_t n) { return std::has_single_bit(n); });
    };
    return !test.lists.n.empty() && are_powers(test.lists.n) && are_powers(test.lists.drawn_n);
  }

  std::optional<Example> find_example(const Test& test, const Failure& wanted) const {
    Test small = test;
    small.visibility = Visibility::always;
    small.lists.n.assign(kExampleSizes.begin(), kExampleSizes.end());
    if (wanted.which) small.lists.L = {wanted.which->L};
    if (wanted.which)
      for (std::uint64_t times = 1; times <= 8 || times * wanted.which->L <= wanted.which->n; times *= 2)
        for (const std::uint64_t n : {times * wanted.which->L, times * wanted.which->L + 1})
          small.lists.n.push_back(n);
    if (asks_for_powers_of_two(test))
      std::erase_if(small.lists.n, [](std::uint64_t n) { return !std::has_single_bit(n); });
    small.lists.seeds.clear();
    small.lists.drawn_n.clear();
    std::size_t runs = 0;
    for (const std::string& launch : public_launches(test)) {
      small.launch = launch;
      if (auto found = find_example_of(small, wanted, runs)) {
        if (has_run(wanted)) show(small, found->failure);
        if (cases_.options().finds_lines) found->cases = cases_from(small, found->at, wanted);
        return found;
      }
    }
    return std::nullopt;
  }

  // The changes that a hidden test makes to the plan are omitted, because they may contain its inputs
  // and results.
  std::vector<std::string> public_launches(const Test& test) const {
    if (is_public(test)) return {test.launch};
    std::vector<std::string> launches{"{}"};
    for (const Test& one : cases_.task().tests)
      if (is_public(one) && std::ranges::find(launches, one.launch) == launches.end())
        launches.push_back(one.launch);
    return launches;
  }

  // Returns the first case with the same kind of failure at the same line. If there is none, returns the
  // first case with the same kind of failure, because a kernel with two mistakes can fail at two places.
  std::optional<Example> find_example_of(const Test& small, const Failure& wanted, std::size_t& runs) const {
    const auto cases = cases_of(cases_.task(), small, std::string(kPublicSecret));
    if (!cases) return std::nullopt;
    std::optional<Example> first;
    std::size_t located = 0;
    for (std::size_t i = 0; i < cases->size() && located < kMaxLocatedExamples; ++i) {
      const Case& values = (*cases)[i];
      auto expected = make_expected(cases_.folder(), cases_.task(), small, values);
      if (!expected) continue;
      if (++runs > kMaxExampleRuns) break;
      TestResult tried;
      tried.test = &small;
      auto failure = cases_.judge(small, values, *expected, tried);
      if (!failure || failure->kind != wanted.kind) continue;
      locate(small, *failure);
      failure->criterion = nullptr;  // the criterion belongs to a copy of the test
      const bool is_same_place = !wanted.place.is_known() || (failure->place.file == wanted.place.file &&
                                                              failure->place.line == wanted.place.line);
      if (!first || is_same_place) first = Example{std::move(*failure), i, {}};
      if (is_same_place) break;
      ++located;
    }
    return first;
  }

  // Returns this case, and some later cases with the same failure. If the failure is a limit on counters,
  // only this case is returned, because in another small case no solution may be able to meet the limit.
  std::vector<OpenCase> cases_from(const Test& test, std::size_t first, const Failure& wanted) const {
    std::vector<OpenCase> open;
    const std::vector<Case> cases = cases_of(cases_.task(), test, std::string(kPublicSecret)).value();
    const auto own = std::make_shared<const Test>(test);
    const bool is_of_counter =
        wanted.criterion != nullptr && wanted.criterion->kind == Criterion::Kind::comparison;
    const std::size_t end = is_of_counter ? first + 1 : std::min(cases.size(), first + kMaxExampleCases);
    for (std::size_t i = first; i < end; ++i) {
      auto expected = make_expected(cases_.folder(), cases_.task(), test, cases[i]);
      if (!expected) continue;
      TestResult tried;
      tried.test = &test;
      const auto failure = cases_.judge(test, cases[i], *expected, tried);
      if (failure && failure->kind == wanted.kind)
        open.push_back({own, cases[i], std::make_shared<const Expected>(std::move(*expected))});
    }
    return open;
  }

  const CaseJudge& cases_;
};

}  // namespace

std::vector<OpenCase> explain_failure(const CaseJudge& cases, const Test& test, TestResult& result) {
  return FailurePlaces(cases).explain(test, result);
}

}  // namespace lockstep::assignment
