// lockstep devices: lists the OpenCL platforms and devices of this machine, and the features that each
// device lacks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/command.hpp"
#include "core/bench/worker/worker.hpp"
#include "core/benchmark_data/device.hpp"

namespace lockstep::cli {
namespace {

Result<int> run(bool json) {
  bench::Worker worker({.program = bench::own_worker(), .variables = {}});
  const auto devices = bench::devices_by(&worker);
  if (!devices) return tl::unexpected(devices.error());
  fmt::print("{}\n", json ? measure::devices_json(*devices) : measure::devices_text(*devices));
  return kDone;
}

}  // namespace

Command add_devices(CLI::App& program) {
  auto json = std::make_shared<bool>(false);
  CLI::App* app = program.add_subcommand(
      "devices", "List OpenCL platforms and devices, and the features that each lacks");
  app->add_flag("--json", *json, "As JSON");
  return {app, [json] { return run(*json); }};
}

}  // namespace lockstep::cli
