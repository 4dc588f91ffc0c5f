#include "runtime/report/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>

#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/sizes_text.hpp"

namespace lockstep::runtime {
namespace {

// Returns the place as "program.cl:12".
std::string kernel_place(const Report& report, const ReportedLaunch& launch, unsigned line) {
  const bool known = launch.program < report.programs.size();
  return fmt::format("{}:{}", known ? report.programs[launch.program].name : launch.kernel, line);
}

// Returns "launch 3", or "launch 3 of process 2" if there are several processes.
std::string numbered(const Report& report, const ReportedLaunch& launch) {
  return report.processes < 2 ? fmt::format("launch {}", launch.number)
                              : fmt::format("launch {} of process {}", launch.number, launch.process);
}

// Returns "launch 3, clEnqueueNDRangeKernel at host.c:42".
std::string launch_name(const Report& report, const ReportedLaunch& launch) {
  const std::string name = fmt::format("{}, {}", numbered(report, launch), launch.call);
  return launch.place.empty() ? name : fmt::format("{} at {}", name, launch.place);
}

using Launches = std::vector<const ReportedLaunch*>;

// Whether the launches share a row, because they are consecutive identical launches of one process.
bool repeats(const ReportedLaunch& a, const ReportedLaunch& b) {
  return a.process == b.process && a.kernel == b.kernel && a.range == b.range && a.counters == b.counters &&
         a.findings.size() == b.findings.size() && a.failure == b.failure && a.ended == b.ended &&
         a.checked == b.checked && a.ended_early == b.ended_early && a.place == b.place;
}

std::vector<Launches> rows_of_launches(const Report& report) {
  std::vector<Launches> rows;
  for (const ReportedLaunch& launch : report.launches) {
    if (rows.empty() || !repeats(*rows.back().back(), launch)) rows.emplace_back();
    rows.back().push_back(&launch);
  }
  return rows;
}

std::vector<Launches> rows_of_kernels(const Report& report) {
  std::vector<Launches> rows;
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::size_t> known;
  for (const ReportedLaunch& launch : report.launches) {
    const auto [place, is_new] =
        known.try_emplace({launch.process, launch.program, launch.kernel}, rows.size());
    if (is_new) rows.emplace_back();
    rows[place->second].push_back(&launch);
  }
  return rows;
}

// Returns "256", or "4…1024" if the sizes of the launches differ.
std::string sizes_of(const Launches& launches, std::array<std::uint64_t, 3> NdRange::*sizes) {
  const auto items = [&](const ReportedLaunch* launch) {
    const auto& all = launch->range.*sizes;
    return all[0] * all[1] * all[2];
  };
  const auto text = [&](const ReportedLaunch* launch) {
    return sizes_text(launch->range.*sizes, launch->range.dimensions, "×");
  };
  const auto [smallest, largest] = std::ranges::minmax_element(launches, {}, items);
  const std::string first = text(*smallest), last = text(*largest);
  return first == last ? first : fmt::format("{}…{}", first, last);
}

std::string what_happened(const Launches& launches) {
  const auto count = [&](auto is) { return static_cast<std::size_t>(std::ranges::count_if(launches, is)); };
  std::vector<std::string> parts;
  const auto add = [&](std::size_t some, std::string_view what) {
    if (some != 0)
      parts.push_back(some == launches.size() ? std::string(what) : fmt::format("{} {}", some, what));
  };
  add(count([](const ReportedLaunch* launch) { return !launch->ended; }), "did not end");
  const auto failed =
      std::ranges::find_if(launches, [](const ReportedLaunch* l) { return !l->failure.empty(); });
  if (failed != launches.end()) parts.push_back((*failed)->failure);
  add(count([](const ReportedLaunch* launch) { return launch->ended_early; }), "stopped");
  add(count([](const ReportedLaunch* launch) { return launch->ended && !launch->checked; }), "not checked");
  std::size_t findings = 0;
  for (const ReportedLaunch* launch : launches) findings += launch->errors();
  if (findings != 0) parts.push_back(plural(findings, "finding"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Returns the counters of a single launch for the table of launches, or sums for the table of kernels.
std::vector<std::string> cells_of(const Launches& launches, bool sums) {
  sim::Counters counters = launches.front()->counters;
  std::uint64_t time = launches.front()->nanoseconds;
  for (const ReportedLaunch* launch : std::span(launches).subspan(1)) {
    if (sums) counters += launch->counters;
    time += launch->nanoseconds;
  }
  return {launches.front()->kernel,
          sizes_of(launches, &NdRange::global_size),
          sizes_of(launches, &NdRange::local_size),
          count_text(counters.instructions),
          count_text(counters.divergent_branches),
          count_text(counters.global_load_transactions + counters.global_store_transactions),
          count_text(counters.local_conflicts),
          time_text(time),
          what_happened(launches)};
}

std::string numbers_of(const Launches& launches) {
  const std::size_t first = launches.front()->number, last = launches.back()->number;
  return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
}

std::string launch_table(const ProgramRun& run) {
  using enum Table::Align;
  const bool has_processes = run.report.processes > 1;
  std::vector<Table::Align> columns{right, left, right, right, right, right, right, right, right, left};
  std::vector<std::string> heads{run.each_launch ? "#" : "launches",
                                 "kernel",
                                 "global",
                                 "local",
                                 "instructions",
                                 "divergent",
                                 "transactions",
                                 "conflicts",
                                 "simulated in",
                                 ""};
  const auto add_process = [&](std::vector<std::string>& row, std::string text) {
    if (has_processes) row.insert(row.begin(), std::move(text));
  };
  if (has_processes) columns.insert(columns.begin(), right);
  add_process(heads, "process");
  Table table(columns);
  table.add(heads);
  for (const Launches& launches :
       run.each_launch ? rows_of_launches(run.report) : rows_of_kernels(run.report)) {
    std::vector<std::string> row = cells_of(launches, !run.each_launch);
    row.insert(row.begin(), run.each_launch ? numbers_of(launches) : count_text(launches.size()));
    add_process(row, std::to_string(launches.front()->process));
    table.add(row);
  }
  return table.text();
}

// A mistake on a line, with the message of the first launch that has this mistake. If a launch has several
// mistakes of one kind on a line, each of them is a separate entry, in order.
struct Mistake {
  std::string where, kind, message;
  Launches launches;
};

std::vector<Mistake> mistakes_of(const Report& report, Severity severity) {
  using Line = std::tuple<std::size_t, std::string, std::string>;  // process, where, kind
  std::vector<Mistake> mistakes;
  std::map<Line, std::vector<std::size_t>> of_line;  // indices of mistakes, in order
  for (const ReportedLaunch& launch : report.launches) {
    std::map<Line, std::size_t> seen;
    for (const ReportedFinding& finding : launch.findings) {
      if (finding.severity != severity) continue;
      const Line line{launch.process, kernel_place(report, launch, finding.line), finding.kind};
      std::vector<std::size_t>& known = of_line[line];
      const std::size_t number = seen[line]++;
      if (number < known.size()) {
        mistakes[known[number]].launches.push_back(&launch);
        continue;
      }
      known.push_back(mistakes.size());
      mistakes.push_back({std::get<1>(line), finding.kind, finding.message, {&launch}});
    }
  }
  return mistakes;
}

// Returns "launch 3, clEnqueueNDRangeKernel at host.c:42, and 5 later launches: 6, 9, 12 …".
std::string launch_names(const Report& report, const Launches& launches) {
  constexpr std::size_t kMax = 10;
  std::string text = launch_name(report, *launches.front());
  if (launches.size() == 1) return text;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 1; i < std::min(launches.size(), kMax); ++i) numbers.push_back(launches[i]->number);
  return fmt::format("{}, and {}: {}{}", text, plural(launches.size() - 1, "later launch"),
                     fmt::join(numbers, ", "), launches.size() > kMax ? " …" : "");
}

std::string host_finding_text(const HostFindingLine& finding) {
  return fmt::format("{}: {}: {}\n", finding.first.place.empty() ? finding.first.call : finding.first.place,
                     finding.kind, sentence_of(finding));
}

// Lists the first mistakes of each line and kind; the remaining mistakes are only counted.
std::string mistakes_text(const Report& report, Severity severity) {
  constexpr std::size_t kMostOfLine = 8;
  std::string text;
  std::map<std::pair<std::string, std::string>, std::size_t> of_line;
  for (const Mistake& mistake : mistakes_of(report, severity))
    if (++of_line[{mistake.where, mistake.kind}] <= kMostOfLine)
      text += fmt::format("{}: {}: {}\n  {}\n", mistake.where, mistake.kind, mistake.message,
                          launch_names(report, mistake.launches));
  for (const auto& [line, count] : of_line)
    if (count > kMostOfLine)
      text += fmt::format("{}: {}: {} more, which the JSON report lists\n", line.first, line.second,
                          count_text(count - kMostOfLine));
  return text;
}

// Lists warnings and notes.
std::string remarks_text(const Report& report) {
  std::string text;
  for (const Severity severity : {Severity::warning, Severity::note}) {
    std::string lines = mistakes_text(report, severity);
    for (const HostFindingLine& finding : report.host_findings)
      if (finding.severity == severity) lines += host_finding_text(finding);
    if (!lines.empty()) text += fmt::format("{}s\n{}", severity_name(severity), lines);
  }
  return text;
}

std::string findings_text(const Report& report) {
  std::string text = mistakes_text(report, Severity::error);
  for (const HostFindingLine& finding : report.host_findings)
    if (finding.severity == Severity::error) text += host_finding_text(finding);
  for (const ReportedFinding& finding : report.between)
    text += fmt::format("{}:{}: {}: {}\n", finding.file, finding.line, finding.kind, finding.message);
  text = text.empty() ? "findings: none\n" : "findings\n" + text;
  if (!report.not_followed.empty())
    text +=
        fmt::format("It is unknown whether a result is lost between launches: {}.\n", report.not_followed);
  return text;
}

std::string transfers_text(const Report& report) {
  std::vector<std::string> parts;
  for (const auto& [call, transfers] : report.transfers)
    parts.push_back(
        fmt::format("{} {}, {}", call, plural(transfers.calls, "time"), bytes_text(transfers.bytes)));
  return parts.empty() ? "" : fmt::format("transfers: {}\n", fmt::join(parts, "; "));
}

std::string error_line(const ReportedError& error) {
  const std::string at = error.place.empty() ? "" : " at " + error.place;
  const std::string times = error.times == 1 ? "" : fmt::format(" ({})", plural(error.times, "time"));
  return fmt::format("  {}{} returned {}{}: {}\n", error.call, at, error.code, times, error.reason);
}

std::string forgotten_text(const Report& report) {
  std::string text;
  if (!report.errors.empty()) text += "errors that OpenCL returned\n";
  for (const ReportedError& error : report.errors) text += error_line(error);
  std::vector<std::string> left;
  for (const auto& [kind, count] : report.left) left.push_back(plural(count, kind));
  if (!left.empty()) text += fmt::format("never released: {}\n", fmt::join(left, ", "));
  return text;
}

}  // namespace

std::string end_text(const ProgramRun& run) {
  if (run.end.timed_out) return fmt::format("{} did not end within its time limit.", run.command[0]);
  if (run.end.stopped) return fmt::format("{} was stopped.", run.command[0]);
  if (!run.end.signal.empty())
    return fmt::format("{} was ended {}. This is an error of the program, not of a kernel.", run.command[0],
                       run.end.signal);
  if (run.end.status != 0) return fmt::format("{} ended with status {}.", run.command[0], run.end.status);
  return "";
}

std::string report_text(const ProgramRun& run) {
  const Report& report = run.report;
  std::string text = end_text(run);
  if (!text.empty()) text += '\n';
  if (report.processes == 0)
    return text + fmt::format(
                      "{} did not use OpenCL, or its OpenCL loader does not take devices from "
                      "OCL_ICD_VENDORS: no call "
                      "reached Lockstep's device.\n",
                      run.command[0]);
  text += fmt::format("Lockstep {} ({}): {}\n", run.model.name, run.model.title,
                      plural(report.launches.size(), "launch"));
  if (!report.launches.empty()) text += launch_table(run);
  return text + transfers_text(report) + findings_text(report) + remarks_text(report) +
         forgotten_text(report);
}

}  // namespace lockstep::runtime
