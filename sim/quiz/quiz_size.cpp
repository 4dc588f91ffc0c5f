#include "sim/quiz/quiz_size.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "sim/observers/counters/counters.hpp"
#include "sim/quiz/makers/random.hpp"

namespace lockstep::quiz {
namespace {

constexpr std::uint64_t kMaxInstructions = 300'000;
constexpr unsigned kAllSubjects = 4;

// The suitability of a run for questions; a greater value is better.
struct Worth {
  bool shows_error = false;
  unsigned subjects = 0;
  std::uint64_t instructions = 0;
  bool has_all() const { return shows_error && subjects == kAllSubjects; }
  bool operator>(const Worth& other) const {
    if (shows_error != other.shows_error) return shows_error;
    if (subjects != other.subjects) return subjects > other.subjects;
    return instructions < other.instructions;
  }
};

Worth worth_of(const Algorithm& algorithm, const sim::CountedRun& run) {
  const sim::Counters& total = run.total;
  Worth worth;
  worth.instructions = total.instructions;
  const bool waits = total.barriers != 0 && total.warps > total.work_groups;
  for (const bool subject :
       {total.divergent_branches != 0, total.local_conflicts != 0, waits, total.work_groups > total.launches})
    worth.subjects += subject ? 1 : 0;
  worth.shows_error =
      !algorithm.hazard || std::ranges::any_of(run.findings, [&](const sim::Finding& finding) {
        return sim::kind_name(finding.kind) == algorithm.hazard->finding;
      });
  return worth;
}

std::vector<std::uint64_t> sizes_of_groups(const PlanRequest& request, const QuizSize& given) {
  if (given.group_size != 0) return {given.group_size};
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = 8; size <= std::min<std::uint64_t>(256, request.limits.max_group_size); size *= 2)
    sizes.push_back(size);
  return sizes;
}

// Returns the numbers of elements to try: four blocks, which provide as many places to ask about as an
// example in a lecture, or four blocks of which the last is incomplete. The incomplete block has a different
// size for each hazard, because hazards resemble each other.
std::vector<std::uint64_t> numbers_of_elements(const Algorithm& algorithm, const QuizSize& given,
                                               std::uint64_t group_size) {
  if (given.n != 0) return {given.n};
  const std::uint64_t block = std::max<std::uint64_t>(4, algorithm.block_elements(group_size));
  if (algorithm.hazard) return {4 * block - 1 - 2 * (text_number(algorithm.id) % (block / 2)), 4 * block};
  return {4 * block, 4 * block - 3};
}

}  // namespace

Result<QuizSize> choose_size(const Algorithm& algorithm, const PlanRequest& request, const QuizSize& given,
                             const sim::DeviceModel& model) {
  if (algorithm.hazard && !algorithm.hazard->broken)
    return find_algorithm(algorithm.hazard->twin).and_then([&](const Algorithm* broken) {
      return choose_size(*broken, request, given, model);
    });
  const auto source = load_kernel(algorithm, "");
  if (!source) return tl::unexpected(source.error());
  const sim::RunOptions options{.step_budget = kMaxInstructions,
                                .detect_findings = algorithm.hazard.has_value(),
                                .count_work = false,
                                .threads = 1};
  std::optional<QuizSize> best;
  std::optional<Error> refused;
  Worth most;
  for (const std::uint64_t group_size : sizes_of_groups(request, given))
    for (const std::uint64_t n : numbers_of_elements(algorithm, given, group_size)) {
      PlanRequest sized = request;
      sized.n = n;
      sized.group_size = group_size;
      const auto run = make_plan(algorithm, sized, *source).and_then([&](const Plan& plan) {
        return sim::run_counted(plan, model, options);
      });
      if (!run) {
        refused = run.error();
        continue;
      }
      const Worth worth = worth_of(algorithm, *run);
      // Among equally good sizes with the same work-group size, the first is chosen.
      const bool is_as_good = worth.shows_error == most.shows_error && worth.subjects == most.subjects;
      if (best && (!(worth > most) || (is_as_good && best->group_size == group_size))) continue;
      best = {n, group_size};
      most = worth;
      if (most.has_all()) return *best;
    }
  if (!best) return tl::unexpected(*refused);
  return *best;
}

}  // namespace lockstep::quiz
