#include "runtime/report/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/sizes_text.hpp"

namespace lockstep::runtime {
namespace {

// "program.cl:12"
std::string kernel_place(const Report& report, const ReportedLaunch& launch, unsigned line) {
  const bool known = launch.program < report.programs.size();
  return fmt::format("{}:{}", known ? report.programs[launch.program].name : launch.kernel, line);
}

// "launch 3, clEnqueueNDRangeKernel at host.c:42"
std::string launch_name(const ReportedLaunch& launch) {
  return launch.place.empty() ? fmt::format("launch {}, {}", launch.number, launch.call)
                              : fmt::format("launch {}, {} at {}", launch.number, launch.call, launch.place);
}

// Launches that only repeat the one before them are one row.
bool is_same_row(const ReportedLaunch& a, const ReportedLaunch& b) {
  return a.kernel == b.kernel && a.range == b.range && a.counters == b.counters &&
         a.findings.size() == b.findings.size() && a.failure == b.failure && a.ended == b.ended &&
         a.checked == b.checked && a.ended_early == b.ended_early && a.place == b.place;
}

std::string what_happened(const ReportedLaunch& launch) {
  if (!launch.ended) return "did not end";
  if (!launch.failure.empty()) return launch.failure;
  if (launch.ended_early) return "stopped";
  if (!launch.checked) return "not checked";
  return launch.findings.empty() ? "" : plural(launch.findings.size(), "finding");
}

void add_row(Table& table, const std::vector<ReportedLaunch>& launches, std::size_t first, std::size_t last) {
  const ReportedLaunch& launch = launches[first];
  std::uint64_t time = 0;
  for (std::size_t i = first; i <= last; ++i) time += launches[i].nanoseconds;
  const sim::Counters& counters = launch.counters;
  const std::string numbers = first == last ? std::to_string(launch.number)
                                            : fmt::format("{}–{}", launch.number, launches[last].number);
  table.add({numbers, launch.kernel, sizes_text(launch.range.global_size, launch.range.dimensions, "×"),
             sizes_text(launch.range.local_size, launch.range.dimensions, "×"),
             count_text(counters.instructions), count_text(counters.divergent_branches),
             count_text(counters.global_load_transactions + counters.global_store_transactions),
             count_text(counters.local_conflicts), time_text(time), what_happened(launch)});
}

std::string launch_table(const Report& report) {
  using enum Table::Align;
  Table table({right, left, right, right, right, right, right, right, right, left});
  table.add({"#", "kernel", "global", "local", "instructions", "divergent", "transactions", "conflicts",
             "simulated in", ""});
  const auto& launches = report.launches;
  for (std::size_t first = 0; first < launches.size();) {
    std::size_t last = first;
    while (last + 1 < launches.size() && is_same_row(launches[first], launches[last + 1])) ++last;
    add_row(table, launches, first, last);
    first = last + 1;
  }
  return table.text();
}

// A mistake of a line, with the message of the first launch that has it. A launch may have several of one
// kind there: each is one, in their order.
struct Mistake {
  std::string where, kind, message;
  std::size_t number = 0;  // among those of its kind, line and launch
  std::vector<const ReportedLaunch*> launches;
};

std::vector<Mistake> mistakes_of(const Report& report) {
  std::vector<Mistake> mistakes;
  for (const ReportedLaunch& launch : report.launches) {
    std::map<std::pair<std::string, std::string>, std::size_t> seen;
    for (const ReportedFinding& finding : launch.findings) {
      const std::string where = kernel_place(report, launch, finding.line);
      const std::size_t number = seen[{where, finding.kind}]++;
      const auto known = std::ranges::find_if(mistakes, [&](const Mistake& mistake) {
        return mistake.where == where && mistake.kind == finding.kind && mistake.number == number;
      });
      if (known == mistakes.end())
        mistakes.push_back({where, finding.kind, finding.message, number, {&launch}});
      else
        known->launches.push_back(&launch);
    }
  }
  return mistakes;
}

// "launch 3, clEnqueueNDRangeKernel at host.c:42, and 5 later ones: 6, 9, 12 …"
std::string launch_names(const std::vector<const ReportedLaunch*>& launches) {
  constexpr std::size_t kMax = 10;
  std::string text = launch_name(*launches.front());
  if (launches.size() == 1) return text;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 1; i < std::min(launches.size(), kMax); ++i) numbers.push_back(launches[i]->number);
  return fmt::format("{}, and {}: {}{}", text, plural(launches.size() - 1, "later launch"),
                     fmt::join(numbers, ", "), launches.size() > kMax ? " …" : "");
}

std::string findings_text(const Report& report) {
  std::string text;
  for (const Mistake& mistake : mistakes_of(report))
    text += fmt::format("{}: {}: {}\n  {}\n", mistake.where, mistake.kind, mistake.message,
                        launch_names(mistake.launches));
  for (const ReportedFinding& finding : report.between)
    text += fmt::format("{}:{}: {}: {}\n", finding.file, finding.line, finding.kind, finding.message);
  if (!report.not_followed.empty())
    text +=
        fmt::format("Whether a result gets lost between launches is not known: {}.\n", report.not_followed);
  return text.empty() ? "findings: none\n" : "findings\n" + text;
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
    return fmt::format("{} was ended {}: this is an error of the program, not of a kernel.", run.command[0],
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
  if (!report.launches.empty()) text += launch_table(report);
  return text + transfers_text(report) + findings_text(report) + forgotten_text(report);
}

}  // namespace lockstep::runtime
