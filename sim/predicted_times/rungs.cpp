#include "sim/predicted_times/rungs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::sim {
namespace {

struct Count {
  std::string_view name;
  double (*of)(const LaunchWork&, std::size_t launches);
};

double launches_of(const LaunchWork&, std::size_t launches) { return static_cast<double>(launches); }
double over(double a, double b) { return b == 0 ? 0 : a / b; }

// Returns the counts that can explain the change of a part. The explanation names the count whose change is
// nearest to the change of the part, or the first of them if several are equally near.
const std::vector<Count>& counts_behind(TimePart part) {
  using W = const LaunchWork&;
  using N = std::size_t;
  static const std::vector<Count> launches{{"launches", launches_of}};
  static const std::vector<Count> instructions{
      {"warps", [](W w, N) { return w.warps; }},
      {"divergent branches", [](W w, N) { return w.divergent_branches; }},
      {"barriers", [](W w, N) { return w.barriers; }},
      {"warp instructions", [](W w, N) { return w.instructions; }},
  };
  static const std::vector<Count> local{
      {"bank conflicts", [](W w, N) { return w.local_conflicts; }},
      {"passes of local memory", [](W w, N) { return w.local_passes; }},
  };
  static const std::vector<Count> bytes{
      {"transactions per request of global memory", [](W w, N) { return over(w.transactions, w.requests); }},
      {"bytes of global memory", [](W w, N) { return w.bytes; }},
  };
  static const std::vector<Count> waiting{{"barriers", [](W w, N) { return w.barriers; }},
                                          {"waits for global memory", [](W w, N) { return w.memory_waits; }}};
  switch (part) {
    case TimePart::launches:
      return launches;
    case TimePart::instructions:
      return instructions;
    case TimePart::local:
      return local;
    case TimePart::bytes:
      return bytes;
    case TimePart::waiting:
      break;
  }
  return waiting;
}

double fold(double before, double after) { return std::log(std::max(before, 1e-9) / std::max(after, 1e-9)); }

CountedCause cause_of(TimePart part, const CountedRung& below, const CountedRung& rung) {
  const LaunchWork before = sum_of(below.work), after = sum_of(rung.work);
  const double change = fold(below.time[part], rung.time[part]);
  CountedCause cause;
  cause.part = part;
  double nearest = std::numeric_limits<double>::infinity();
  for (const Count& count : counts_behind(part)) {
    const double a = count.of(before, below.work.size()), b = count.of(after, rung.work.size());
    const double distance = std::abs(std::clamp(fold(a, b) / change, -2.0, 1.0) - 1);
    if (distance >= nearest) continue;
    nearest = distance;
    cause.count = count.name;
    cause.before = a;
    cause.after = b;
  }
  cause.saved_ns = below.time.total() - below.time.with(part, rung.time[part]).total();
  return cause;
}

std::string in_words(const CountedCause& cause) {
  return fmt::format("{} {} → {}", cause.count, short_count(cause.before), short_count(cause.after));
}

// Changes of less than the share kMatters of the time are mentioned only if nothing else explains the
// measured gain; changes of less than kLeast are never mentioned.
constexpr double kMatters = 0.04, kLeast = 0.005;
// A count that hardly changed, or that changed in the opposite direction, explains nothing. The time of its
// part then changed because more or fewer compute units share the work.
constexpr double kChanged = 0.03;

std::string sentence_of(const std::vector<CountedCause>& causes) {
  if (causes.empty()) return "No count changed much.";
  std::string helps, costs;
  for (const CountedCause& cause : causes) {
    std::string& list = cause.saved_ns > 0 ? helps : costs;
    const std::string words = in_words(cause);
    if (list.find(words) == std::string::npos) list += (list.empty() ? "" : ", ") + words;
  }
  if (costs.empty()) return fmt::format("Less to do: {}.", helps);
  if (helps.empty()) return fmt::format("More to do: {}.", costs);
  const bool gains = causes.front().saved_ns > 0;
  return gains ? fmt::format("Less to do: {}; but {}.", helps, costs)
               : fmt::format("More to do: {}; but {}.", costs, helps);
}

// Returns all causes, the largest first.
std::vector<CountedCause> all_causes(const CountedRung& below, const CountedRung& rung) {
  std::vector<CountedCause> causes;
  for (std::size_t part = 0; part < kTimeParts; ++part) {
    CountedCause cause = cause_of(static_cast<TimePart>(part), below, rung);
    // An increase is judged by its cost on the new rung, a decrease by its cost on the old rung.
    if (cause.saved_ns < 0)
      cause.saved_ns = rung.time.with(cause.part, below.time[cause.part]).total() - rung.time.total();
    const double fell = fold(cause.before, cause.after);
    if (std::abs(fell) >= kChanged && (fell > 0) == (cause.saved_ns > 0)) causes.push_back(std::move(cause));
  }
  std::ranges::stable_sort(causes, std::ranges::greater{},
                           [](const CountedCause& cause) { return std::abs(cause.saved_ns); });
  return causes;
}

}  // namespace

std::string short_count(double count) {
  if (count < 10 && std::abs(count - std::round(count)) >= 0.05) return fmt::format("{:.1f}", count);
  if (count < 10'000) return fmt::format("{:.0f}", count);
  if (count < 1e6) return fmt::format("{:.3g} k", count / 1e3);
  if (count < 1e9) return fmt::format("{:.3g} M", count / 1e6);
  return fmt::format("{:.3g} G", count / 1e9);
}

RungExplanation explain_rung(const CountedRung& below, const CountedRung& rung,
                             std::optional<double> measured_gain) {
  RungExplanation explanation;
  explanation.predicted_gain = below.time.total() / rung.time.total();
  const bool gains = measured_gain.value_or(explanation.predicted_gain) >= 1;
  const auto helps = [&](const CountedCause& cause) { return (cause.saved_ns > 0) == gains; };
  std::vector<CountedCause> causes = all_causes(below, rung);
  // Causes with the same sign as the total change come first.
  std::ranges::stable_partition(causes, helps);
  const double time = std::min(below.time.total(), rung.time.total());
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const double least = i == 0 && helps(causes[i]) ? kLeast : kMatters;
    if (std::abs(causes[i].saved_ns) >= least * time) explanation.causes.push_back(std::move(causes[i]));
  }
  explanation.sentence = sentence_of(explanation.causes);
  return explanation;
}

}  // namespace lockstep::sim
