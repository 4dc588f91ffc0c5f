#include "cli/simulate/print.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/cells.hpp"
#include "cli/counters/counters_text.hpp"
#include "cli/json.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"

namespace lockstep::cli {

namespace {

void print_findings(const Job& job, const sim::CountedRun& run) {
  fmt::print("\nfindings: {}\n", run.findings.empty() ? "none" : std::to_string(run.findings.size()));
  for (const sim::Finding& finding : run.findings) {
    fmt::print("{}:{}:{}: {}: {}", job.plan.programs.front().source.path, finding.first.range.line,
               finding.first.range.column, sim::kind_name(finding.kind), finding.message);
    if (finding.occurrences > 1) fmt::print(" ({} times)", finding.occurrences);
    if (finding.ends_with_independent_lanes) fmt::print("; try --schedule independent");
    fmt::print("\n");
  }
}

void print_rows(const PlanBuffer& buffer, std::span<const std::byte> bytes) {
  fmt::print("\n{} ({} × {})\n{}", buffer.name, buffer.elements, opencl_name(buffer.type),
             elements_text(bytes, buffer.type));
}

// In the format of oclgrind-kernel, so that programs can read both.
void print_lines(const PlanBuffer& buffer, std::span<const std::byte> bytes, bool hex) {
  fmt::print("\nArgument '{}': {} bytes\n", buffer.name, bytes.size());
  for (std::uint64_t i = 0; i < buffer.elements; ++i)
    fmt::print("  {}[{}] = {}\n", buffer.name, i, stream_text(bytes, buffer.type, i, hex));
  fmt::print("\n");
}

}  // namespace

void print_simulation_json(const Job& job, const sim::CountedRun& run, const sim::Schedule& schedule) {
  const bool is_interrupted = run.early_end == sim::EarlyEnd::requested;
  Json json{{"status", is_interrupted         ? "interrupted"
                       : run.findings.empty() ? "ok"
                                              : "findings"},
            {"buffers", Json::object()}};
  for (const Job::Dump& dump : job.dumped) {
    const PlanBuffer& buffer = job.plan.buffers[dump.buffer];
    json["buffers"][buffer.name] = elements_to_json(run.buffers[dump.buffer], buffer.type);
  }
  Json counters{{"id", job.plan.id}};
  counters.update(to_json(run.total, schedule.lanes));
  json["schedule"] = to_string(schedule.lanes);
  json["order"] = to_string(schedule.order);
  json["counters"] = counters;
  json["findings"] = Json::array();
  for (const sim::Finding& finding : run.findings) json["findings"].push_back(to_json(finding));
  if (!run.printed.empty()) json["printed"] = run.printed;
  if (run.printed_more) json["printed_is_complete"] = false;
  fmt::print("{}\n", json_text(json));
}

void SimulationText::heading() {
  if (has_heading_) return;
  has_heading_ = true;
  const PlanLaunch& launch = job_.plan.launches.front();
  fmt::print("{} · kernel {} · {} work-items in groups of {} · {}{}\n", job_.plan.id, launch.kernel,
             count_text(job_.plan.n), job_.plan.group_size, model_.name, schedule_text(options_.schedule));
}

void SimulationText::print(std::string_view printed) {
  heading();
  fmt::print("{}", printed);
  std::fflush(stdout);
  if (!printed.empty()) ends_line_ = printed.ends_with('\n');
}

void SimulationText::finish(const sim::CountedRun& run) {
  heading();
  if (!ends_line_) fmt::print("\n");
  if (run.printed_more)
    fmt::print("printf: only the first {} are shown, as much as a device's buffer holds.\n",
               bytes_text(sim::kMostPrinted));
  if (const std::string stopped = interrupted_sentence(run); !stopped.empty()) fmt::print("\n{}\n", stopped);
  for (const Job::Dump& dump : job_.dumped) {
    const PlanBuffer& buffer = job_.plan.buffers[dump.buffer];
    if (job_.one_value_a_line)
      print_lines(buffer, run.buffers[dump.buffer], dump.hex);
    else
      print_rows(buffer, run.buffers[dump.buffer]);
  }
  fmt::print("\n{}{}", counters_table({{"counters", run.total}}, false, options_.schedule.lanes),
             schedule_note(options_.schedule));
  if (options_.detect_findings || !run.findings.empty()) print_findings(job_, run);
}

}  // namespace lockstep::cli
