// Writes the report of a program's run as text for `lockstep run` and the window.
#pragma once

#include <string>
#include <vector>

#include "core/base/guest.hpp"
#include "runtime/report/report.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::runtime {

struct ProgramRun {
  std::vector<std::string> command;
  const sim::DeviceModel& model;
  GuestEnd end;
  const Report& report;
  bool each_launch = false;  // whether the table has a row for each launch, not for each kernel
};

// Returns "./sums ended with status 3."; empty if the program ended normally.
std::string end_text(const ProgramRun& run);
std::string report_text(const ProgramRun& run);

}  // namespace lockstep::runtime
