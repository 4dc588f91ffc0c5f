#include "runtime/report/report.hpp"

#include <algorithm>

namespace lockstep::runtime {
namespace {

// Adds the lines of one process to the report.
class Reader {
 public:
  explicit Reader(Report& report)
      : report_(report), first_program_(report.programs.size()), first_launch_(report.launches.size()) {
    ++report.processes;
  }

  void take(const StartLine&) {}
  void take(const EndLine&) { ended_ = true; }
  void take(const LeftLine& line) { report_.left[line.kind] += line.count; }

  void take(const ProgramLine& line) {
    const PlanProgram& program = line.program;
    report_.programs.push_back({program.source.path, program.source.text, program.options, line.file});
  }

  void take(const LaunchLine& line) {
    ReportedLaunch launch;
    launch.process = report_.processes;
    launch.number = line.number;
    launch.kernel = line.launch.kernel;
    launch.call = line.call;
    launch.place = line.launch.place;
    launch.model = line.model;
    launch.program = first_program_ + line.launch.program;
    launch.range = line.launch.range;
    report_.launches.push_back(std::move(launch));
  }

  void take(const ResultLine& line) {
    const auto found = std::find_if(
        report_.launches.begin() + static_cast<std::ptrdiff_t>(first_launch_), report_.launches.end(),
        [&](const ReportedLaunch& launch) { return !launch.ended && launch.number == line.number; });
    if (found == report_.launches.end()) return;
    found->ended = true;
    found->failure = line.failure;
    found->checked = line.is_checked;
    found->ended_early = line.ended_early;
    found->nanoseconds = line.nanoseconds;
    found->counters = line.counters;
    found->findings = line.findings;
  }

  void take(const ErrorLine& line) {
    const auto same = std::ranges::find_if(report_.errors, [&](const ReportedError& known) {
      return known.call == line.call && known.code == line.code && known.reason == line.reason;
    });
    if (same != report_.errors.end())
      ++same->times;
    else
      report_.errors.push_back({line});
  }

  void take(const HostFindingLine& line) { report_.host_findings.push_back(line); }

  void take(const HostLine& line) {
    if (!line.moves_bytes || line.call.text.empty()) return;
    ReportedTransfers& transfers = report_.transfers[line.call.text];
    ++transfers.calls;
    transfers.bytes += line.call.bytes;
  }

  bool ended() const { return ended_; }

 private:
  Report& report_;
  std::size_t first_program_, first_launch_;
  bool ended_ = false;
};

}  // namespace

std::size_t ReportedLaunch::errors() const {
  return static_cast<std::size_t>(std::ranges::count(findings, Severity::error, &ReportedFinding::severity));
}

std::uint64_t Report::findings() const {
  const auto is_error = [](const HostFindingLine& finding) { return finding.severity == Severity::error; };
  std::uint64_t sum =
      between.size() + static_cast<std::uint64_t>(std::ranges::count_if(host_findings, is_error));
  for (const ReportedLaunch& launch : launches) sum += launch.errors();
  return sum;
}

bool Report::all_launches_ended() const { return std::ranges::all_of(launches, &ReportedLaunch::ended); }

Report report_of(const std::vector<ProcessJournal>& journals) {
  Report report;
  for (const ProcessJournal& journal : journals) {
    Reader reader(report);
    for (const JournalLine& line : journal.lines)
      std::visit([&](const auto& known) { reader.take(known); }, line);
    report.ended = report.ended && reader.ended();
  }
  return report;
}

}  // namespace lockstep::runtime
