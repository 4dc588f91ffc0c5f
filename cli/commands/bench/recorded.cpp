#include "cli/commands/bench/recorded.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "core/base/signals.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "core/opencl/executor.hpp"
#include "sim/explain/precheck.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::cli {
namespace {

void print_text(const Plan& plan, const measure::Device& device, const opencl::Timing& timing) {
  fmt::print("{} on {}: {} timed {}\n\n", plan.id, device.name, timing.runs, noun_for(timing.runs, "run"));
  using enum Table::Align;
  Table table({right, left, left, right});
  table.add({"launch", "kernel", "place", "time"});
  for (std::size_t i = 0; i < timing.launches.size(); ++i)
    table.add({std::to_string(i + 1), plan.launches[i].kernel, plan.launches[i].place,
               column_time_text(static_cast<double>(timing.launches[i].device_ns.median))});
  table.add({"", "all launches", "", column_time_text(static_cast<double>(timing.device_ns.median))});
  table.add({"", "with the host's calls", "", column_time_text(static_cast<double>(timing.host_ns.median))});
  fmt::print("{}\nThe result is not checked, because a recording contains no expected result.\n",
             table.text());
}

void print_json(const Plan& plan, const measure::Device& device, const opencl::Timing& timing) {
  Json json{{"id", plan.id},
            {"device", device.name},
            {"runs", timing.runs},
            {"device_ns", timing.device_ns.median},
            {"host_ns", timing.host_ns.median},
            {"launches", Json::array()}};
  for (std::size_t i = 0; i < timing.launches.size(); ++i)
    json["launches"].push_back({{"kernel", plan.launches[i].kernel},
                                {"place", plan.launches[i].place},
                                {"device_ns", timing.launches[i].device_ns.median}});
  fmt::print("{}\n", json_text(json));
}

}  // namespace

Result<int> bench_recording(const std::string& path, const measure::Device& device,
                            const measure::RunOptions& options, bool force, bool json) {
  const auto prepared = sim::prepare_recording(path);
  if (!prepared) return tl::unexpected(prepared.error());
  const Plan& plan = prepared->plan;
  const Precheck look = sim::precheck(plan, device.kind == measure::Device::Kind::cpu ? 1 : 32);
  if (look.verdict == Precheck::Verdict::danger && !force)
    return failure(fmt::format("{} does not run on the device: {} Use --force to run it anyway.", path,
                               as_sentence(look.message)));
  measure::RunOptions shown = options;
  shown.on_progress = [&](const measure::Progress& progress) {
    show_progress_line(fmt::format("{}: {}", plan.id, progress.what));
  };
  const auto report = opencl::run_plan(device, plan, shown);
  clear_progress_line();
  if (!report) return tl::unexpected(report.error());
  if (!report->timing) return stop_status();
  json ? print_json(plan, device, *report->timing) : print_text(plan, device, *report->timing);
  return kDone;
}

}  // namespace lockstep::cli
