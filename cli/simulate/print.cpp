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
  Json json{{"status", run.findings.empty() ? "ok" : "findings"}, {"buffers", Json::object()}};
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
  fmt::print("{}\n", json_text(json));
}

void print_simulation(const Job& job, const sim::CountedRun& run, const sim::DeviceModel& model,
                      const sim::RunOptions& options) {
  const PlanLaunch& launch = job.plan.launches.front();
  fmt::print("{} · kernel {} · {} work-items in groups of {} · {}{}\n", job.plan.id, launch.kernel,
             count_text(job.plan.n), job.plan.group_size, model.name, schedule_text(options.schedule));
  fmt::print("{}", run.printed);
  if (!run.printed.empty() && !run.printed.ends_with('\n')) fmt::print("\n");
  for (const Job::Dump& dump : job.dumped) {
    const PlanBuffer& buffer = job.plan.buffers[dump.buffer];
    if (job.one_value_a_line)
      print_lines(buffer, run.buffers[dump.buffer], dump.hex);
    else
      print_rows(buffer, run.buffers[dump.buffer]);
  }
  fmt::print("\n{}{}", counters_table({{"counters", run.total}}, false, options.schedule.lanes),
             schedule_note(options.schedule));
  if (options.detect_findings) print_findings(job, run);
}

}  // namespace lockstep::cli
