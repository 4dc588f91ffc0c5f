#include "cli/commands/trace/text.hpp"

#include <fmt/format.h>

#include "cli/options.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "sim/explain/narration/narration.hpp"

namespace lockstep::cli {

namespace {

constexpr std::size_t kSentenceWidth = 96;

// Breaks text into lines at spaces. All lines except the first begin with `indent`.
std::string wrapped(const std::string& text, const std::string& indent) {
  std::string result;
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (width != 0 && width + 1 + width_of(word) > kSentenceWidth) {
      result += "\n" + indent;
      width = 0;
    }
    if (width != 0) result += ' ';
    result += word;
    width += width_of(word) + (width != 0 ? 1 : 0);
    at = end + 1;
  }
  return result;
}

// Returns a row for each host call before this launch. If `launch` is Plan::launches.size(), returns the
// calls after the last launch.
std::string host_rows(const Plan& plan, std::size_t launch) {
  std::string text;
  for (const HostCall& call : host_calls_before(plan, launch))
    text += fmt::format("host      {}\n", words_of(call));
  return text.empty() ? text : "\n" + text;
}

std::string launch_heading(const sim::Trace& trace, std::uint32_t index) {
  const PlanLaunch& launch = trace.plan().launches[index];
  std::string label = launch.label.empty() || launch.label == launch.kernel ? "" : launch.label + " · ";
  if (!launch.place.empty()) label += launch.place + " · ";
  return fmt::format("\nlaunch {} of {}: {}kernel {} · {} of {}{}\n", index + 1, trace.plan().launches.size(),
                     label, launch.kernel, plural(launch.range.group_count(), "work-group"),
                     launch.range.is_uniform() ? "" : "up to ", launch.range.group_items());
}

std::string step_text(const sim::Trace& trace, sim::Narrator& narrator, std::uint64_t from, std::uint64_t to,
                      bool by_line, int position_width) {
  const std::string indent(static_cast<std::size_t>(position_width) + 10, ' ');
  const std::string sentence = by_line ? narrator.line(from) : narrator.moment(from);
  std::string text = fmt::format("{:>{}}  line {:<3}{}\n", from, position_width, trace.range_at(from).line,
                                 wrapped(sentence, indent));
  for (const std::string& line : changed_cells(trace, from, to)) text += indent + line + "\n";
  return text;
}

}  // namespace

std::string trace_heading(const sim::Trace& trace) {
  const Plan& plan = trace.plan();
  return fmt::format(
      "{} · n = {} · work-groups of {} · {} {}{} · {}, {}\n", plan.id, count_text(plan.n), plan.group_size,
      trace.model().name, trace.model().title, schedule_text(trace.schedule()),
      plan.launches.size() == 1 ? "1 launch" : fmt::format("{} launches", plan.launches.size()),
      plural(trace.size(), "moment"));
}

void write_steps(const sim::Trace& trace, sim::Trace::Step step, const sim::RunVerdict& verdict,
                 const std::function<void(std::string_view)>& write) {
  constexpr std::size_t kWrittenAtOnce = 1 << 16;
  const bool by_line = step != sim::Trace::Step::instruction;
  const int position_width = static_cast<int>(std::to_string(trace.size()).size());
  sim::Narrator narrator(trace);
  std::string text;
  for (std::uint64_t from = 0; from < trace.size();) {
    const sim::Moment moment = trace.at(from).moment;
    const sim::Moment before = trace.at(from == 0 ? 0 : from - 1).moment;
    const bool new_launch = from == 0 || before.launch != moment.launch;
    if (new_launch) text += host_rows(trace.plan(), moment.launch) + launch_heading(trace, moment.launch);
    if (new_launch || before.group != moment.group) text += fmt::format("\nwork-group {}\n", moment.group);
    const std::uint64_t to = trace.next(from, step);
    text += step_text(trace, narrator, from, to, by_line, position_width);
    if (verdict.from && from < verdict.from->position && verdict.from->position <= to)
      text += fmt::format("{:>{}}{}\n", "", position_width + 10,
                          in_red("✗ wrong from here: " + verdict.from->sentence));
    from = to;
    if (text.size() < kWrittenAtOnce) continue;
    write(text);
    text.clear();
  }
  text += host_rows(trace.plan(), trace.plan().launches.size());
  write(text + fmt::format("\n{}\n", narrator.moment(trace.size())));
}

}  // namespace lockstep::cli
