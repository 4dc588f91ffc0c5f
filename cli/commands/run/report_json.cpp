#include "cli/commands/run/report_json.hpp"

#include <nlohmann/json.hpp>

#include "cli/json.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::cli {
namespace {

Json extents_json(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  return std::vector<std::uint64_t>(sizes.begin(), sizes.begin() + dimensions);
}

Json finding_json(const runtime::ReportedFinding& finding) {
  return {{"kind", finding.kind},       {"severity", severity_name(finding.severity)},
          {"message", finding.message}, {"line", finding.line},
          {"column", finding.column},   {"occurrences", finding.occurrences}};
}

Json call_json(const runtime::CallPlace& call) {
  if (call.call.empty()) return nullptr;
  return {{"call", call.call}, {"place", call.place.empty() ? Json(nullptr) : Json(call.place)}};
}

Json host_finding_json(const runtime::HostFindingLine& finding) {
  return {{"kind", finding.kind},
          {"severity", severity_name(finding.severity)},
          {"message", sentence_of(finding)},
          {"first", call_json(finding.first)},
          {"second", call_json(finding.second)}};
}

Json launch_json(const runtime::ReportedLaunch& launch, const runtime::Report& report) {
  Json findings = Json::array();
  for (const auto& finding : launch.findings) findings.push_back(finding_json(finding));
  Json counters = to_json(launch.counters);
  // These counters are known only for a recording, because they depend on the results of earlier launches.
  for (const char* name : {"steps", "work", "useful_work"}) counters[name] = nullptr;
  const bool known = launch.program < report.programs.size();
  return {{"process", launch.process},
          {"number", launch.number},
          {"kernel", launch.kernel},
          {"file", known ? Json(report.programs[launch.program].name) : Json(nullptr)},
          {"call", launch.call},
          {"place", launch.place.empty() ? Json(nullptr) : Json(launch.place)},
          {"model", launch.model},
          {"global", extents_json(launch.range.global_size, launch.range.dimensions)},
          {"local", extents_json(launch.range.local_size, launch.range.dimensions)},
          {"ended", launch.ended && !launch.ended_early && launch.failure.empty()},
          {"failure", launch.failure.empty() ? Json(nullptr) : Json(launch.failure)},
          {"checked", launch.checked},
          {"counters", std::move(counters)},
          {"simulated_ns", launch.nanoseconds},
          {"findings", std::move(findings)}};
}

}  // namespace

std::string report_json(const runtime::ProgramRun& run) {
  const runtime::Report& report = run.report;
  Json launches = Json::array(), errors = Json::array(), transfers = Json::object(), left = Json::object();
  for (const auto& launch : report.launches) launches.push_back(launch_json(launch, report));
  for (const auto& error : report.errors)
    errors.push_back({{"call", error.call},
                      {"code", error.code},
                      {"reason", error.reason},
                      {"place", error.place.empty() ? Json(nullptr) : Json(error.place)},
                      {"times", error.times}});
  for (const auto& [call, done] : report.transfers)
    transfers[call] = {{"calls", done.calls}, {"bytes", done.bytes}};
  for (const auto& [kind, count] : report.left) left[kind] = count;
  Json host_findings = Json::array();
  for (const auto& finding : report.host_findings) host_findings.push_back(host_finding_json(finding));
  Json between = Json::array();
  for (const auto& finding : report.between) {
    between.push_back(finding_json(finding));
    between.back()["file"] = finding.file;
  }
  return json_text(Json{{"program", run.command},
                        {"exit_status", run.end.status},
                        {"ended_by", run.end.signal.empty() ? Json(nullptr) : Json(run.end.signal)},
                        {"timed_out", run.end.timed_out},
                        {"used_opencl", report.processes != 0},
                        {"complete", report.ended},
                        {"model", run.model.name},
                        {"launches", std::move(launches)},
                        {"findings", report.findings()},
                        {"host_findings", std::move(host_findings)},
                        {"between_launches", std::move(between)},
                        {"transfers", std::move(transfers)},
                        {"errors", std::move(errors)},
                        {"never_released", std::move(left)}}) +
         "\n";
}

}  // namespace lockstep::cli
