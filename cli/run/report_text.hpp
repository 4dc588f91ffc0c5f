// The report of `lockstep run`.
#pragma once

#include <string>
#include <vector>

#include "core/base/process.hpp"
#include "runtime/report/report.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::cli {

struct ProgramRun {
  std::vector<std::string> command;
  const sim::DeviceModel& model;
  GuestEnd end;
  const runtime::Report& report;
};

std::string report_text(const ProgramRun& run);
std::string report_json(const ProgramRun& run);

}  // namespace lockstep::cli
