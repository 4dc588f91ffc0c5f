#include "cli/findings/located.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "sim/frontend/frontend.hpp"

namespace lockstep::cli {
namespace {

// Returns the name of an included file. Bytecode does not contain the names of included files, so the source
// is analysed again.
std::string included_file(const PlanProgram& program, std::uint32_t file) {
  const auto unit = sim::language::analyse(program.source, program.options);
  return unit && file < unit->files.size() ? unit->files[file].path : program.source.path;
}

FilePlace place_in(const Plan& plan, std::size_t program, const sim::SourceRange& range) {
  if (program >= plan.programs.size()) return {plan.id};
  const PlanProgram& it = plan.programs[program];
  return {range.file == 0 ? it.source.path : included_file(it, range.file), range.line, range.column};
}

std::size_t program_of(const Plan& plan, const sim::Finding& finding, const sim::Finding::Party& party) {
  return party.launch < plan.launches.size() ? plan.launches[party.launch].program : finding.program;
}

// Removes a suffix such as ":12" and returns its number.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  if (std::from_chars(text.data() + colon + 1, end, number).ptr != end) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

// Makes a flag such as "[-Wunused-variable]" at the end of a warning the kind of the finding.
void take_flag(LocatedFinding& found) {
  const std::size_t flag = found.message.rfind(" [-W");
  if (flag == std::string::npos || !found.message.ends_with(']')) return;
  found.kind = found.message.substr(flag + 2, found.message.size() - flag - 3);
  found.message.resize(flag);
}

std::optional<LocatedFinding> message_in(std::string_view line) {
  for (const Severity severity : {Severity::error, Severity::warning}) {
    const std::string between = std::string(": ").append(severity_name(severity)) + ": ";
    const std::size_t at = line.find(between);
    if (at == std::string_view::npos) continue;
    std::string_view place = line.substr(0, at);
    const auto column = take_number(place);
    const auto number = column ? take_number(place) : std::nullopt;
    if (!number || place.empty()) continue;
    LocatedFinding found{{std::string(place), *number, *column},
                         std::nullopt,
                         severity,
                         "compiler",
                         std::string(line.substr(at + between.size()))};
    take_flag(found);
    return found;
  }
  return std::nullopt;
}

LocatedFinding located_in(const runtime::ReportedFinding& finding, const std::string& file) {
  LocatedFinding found{{file, finding.line, finding.column},
                       std::nullopt,
                       finding.severity,
                       std::string(finding.kind),
                       finding.message};
  found.occurrences = finding.occurrences;
  return found;
}

// Returns the place of a host call, which is written as "host.c:42".
FilePlace place_of_call(const runtime::CallPlace& call) {
  std::string_view file = call.place;
  const auto line = take_number(file);
  return {std::string(file), line.value_or(0), line ? 1u : 0u};
}

}  // namespace

std::vector<LocatedFinding> located(const Plan& plan, const std::vector<sim::Finding>& findings) {
  std::vector<LocatedFinding> all;
  for (const sim::Finding& finding : findings) {
    LocatedFinding found{place_in(plan, program_of(plan, finding, finding.first), finding.first.range),
                         std::nullopt, finding.severity, std::string(sim::kind_name(finding.kind)),
                         finding.message};
    if (finding.second.present)
      found.other = place_in(plan, program_of(plan, finding, finding.second), finding.second.range);
    found.occurrences = finding.occurrences;
    all.push_back(std::move(found));
  }
  return all;
}

std::vector<LocatedFinding> located(const Plan& plan, const sim::RunVerdict& verdict) {
  if (!verdict.is_wrong()) return {};
  sim::SourceRange range;
  if (verdict.from && verdict.from->line != 0) range = {0, verdict.from->line, 1, verdict.from->line, 1};
  std::string message = verdict.message;
  if (verdict.from) message += " " + verdict.from->sentence;
  return {{place_in(plan, 0, range), std::nullopt, Severity::error, "wrong_result", std::move(message)}};
}

std::vector<LocatedFinding> located(const runtime::Report& report) {
  std::vector<LocatedFinding> all;
  for (const runtime::ReportedLaunch& launch : report.launches)
    for (const runtime::ReportedFinding& finding : launch.findings)
      all.push_back(located_in(finding, launch.program < report.programs.size()
                                            ? report.programs[launch.program].name
                                            : launch.kernel));
  for (const runtime::ReportedFinding& finding : report.between)
    all.push_back(located_in(finding, finding.file));
  for (const runtime::HostFindingLine& finding : report.host_findings) {
    LocatedFinding found{place_of_call(finding.first), std::nullopt, finding.severity,
                         std::string(finding.kind), sentence_of(finding)};
    if (!finding.second.call.empty()) found.other = place_of_call(finding.second);
    all.push_back(std::move(found));
  }
  return all;
}

std::vector<LocatedFinding> located_messages(std::string_view report) {
  std::vector<LocatedFinding> all;
  while (!report.empty()) {
    const std::size_t end = std::min(report.find('\n'), report.size());
    if (auto found = message_in(report.substr(0, end))) all.push_back(std::move(*found));
    report.remove_prefix(std::min(end + 1, report.size()));
  }
  return all;
}

std::vector<LocatedFinding> located_messages(const std::vector<std::string>& reports) {
  std::vector<LocatedFinding> all;
  for (const std::string& report : reports)
    for (LocatedFinding& found : located_messages(std::string_view(report))) all.push_back(std::move(found));
  return all;
}

}  // namespace lockstep::cli
