// The report of a program's run as text, as `lockstep run` and the window show it.
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
  bool each_launch = false;  // a row of the table for each launch instead of each kernel
};

// "./sums ended with status 3."; empty if it ended normally.
std::string end_text(const ProgramRun& run);
std::string report_text(const ProgramRun& run);

}  // namespace lockstep::runtime
