#include "assignment/judging/failing_moment.hpp"

#include <algorithm>
#include <utility>

#include "sim/explain/narration/narration.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::uint64_t kMaxTraceBytes = std::uint64_t{512} << 20;

std::string kind_in_words(const sim::Finding& finding) {
  std::string words(sim::kind_name(finding.kind));
  std::ranges::replace(words, '_', ' ');
  return words;
}

// Returns the first moment at which a line of the kernel file is executed; none if it is not executed.
std::optional<std::uint64_t> first_of_line(const sim::Trace& trace, std::uint32_t line) {
  for (std::uint64_t at = 0; line != 0 && at < trace.size(); ++at) {
    const sim::SourceRange& range = trace.range_at(at);
    if (range.file == 0 && range.line == line) return at;
  }
  return std::nullopt;
}

// The position of the state to display, and the moment to describe. If a value is wrong in the state, the
// moment before it is the cause.
struct Place {
  std::uint64_t position = 0, told = 0;
};

Place place_of(const RunRequest& request, const sim::Trace& trace, const sim::RunVerdict& verdict) {
  const auto found = std::ranges::find(trace.findings(), request.shown_failure, kind_in_words);
  if (found != trace.findings().end()) {
    const std::uint64_t at = std::min(found->step, trace.size());
    return {at, at};
  }
  if (verdict.from) {
    const std::uint64_t at = std::min(verdict.from->position, trace.size());
    return {at, at == 0 ? 0 : at - 1};
  }
  const std::uint64_t at = first_of_line(trace, request.shown_line).value_or(trace.size());
  return {at, at};
}

}  // namespace

std::optional<ShownMoment> failing_moment(const RunRequest& request, const Plan& plan,
                                          const sim::DeviceModel& model, const sim::Schedule& schedule,
                                          const DrawMoment& draw, const std::stop_token& stop) {
  sim::TraceOptions options;
  options.max_moments = sim::kMaxTracedMoments;
  options.max_bytes = kMaxTraceBytes;
  options.schedule = schedule;
  options.stop = stop;
  const auto trace = sim::Trace::record(plan, model, options);
  if (!trace) return std::nullopt;
  const sim::RunVerdict verdict = sim::verdict_of(**trace);
  const Place place = place_of(request, **trace, verdict);
  ShownMoment moment;
  moment.position = place.position;
  moment.sentence = sim::narrate(**trace, place.told);
  if (draw) moment.figure = draw(*trace, moment.position, verdict);
  return moment;
}

}  // namespace lockstep::assignment
