// The options of `lockstep simulate`.
#pragma once

#include <string>

#include "cli/findings/format.hpp"
#include "cli/options.hpp"
#include "cli/run_control.hpp"
#include "cli/terms.hpp"

namespace lockstep::cli {

struct SimulateOptions {
  std::string file;
  LaunchArguments launch;
  ModelOption model;
  ScheduleOptions schedule;
  TimeoutOption timeout{"20"};
  bool no_findings = false;
  bool same_value_races = false;
  FormatOption format;
  WordsOption words;
  bool json = false;
};

}  // namespace lockstep::cli
