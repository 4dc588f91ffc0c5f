// One run of a program with Lockstep as its only OpenCL device: its options and its results.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/files/scratch_folder.hpp"
#include "core/base/guest.hpp"
#include "core/base/result.hpp"
#include "core/recording/recording.hpp"
#include "runtime/report/report.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::runtime {

struct GuestOptions {
  std::vector<std::string> command;  // the program and its arguments
  std::string folder = {};           // working directory; empty: the working directory of this process
  std::string model = "cc9.0";
  std::string launches = {};  // launches to check and record: "3,7..9"; empty: all
  bool records = false;
  std::chrono::milliseconds launch_timeout{0};  // for a launch in which no work-group ends; 0: no limit
  std::chrono::milliseconds time_limit{0};      // for the program; 0: no limit
  unsigned compute_units = 1;
  bool is_late = true;  // whether commands run as late as OpenCL permits
  bool operator==(const GuestOptions&) const = default;
};

class GuestRun {
 public:
  // Prepares the run. An Error states which option is wrong, or what is not installed.
  static Result<GuestRun> prepare(GuestOptions options);

  const GuestOptions& options() const { return options_; }
  const sim::DeviceModel& model() const { return *model_; }
  GuestStart start() const;

  // Reads the journals of the program after its end, for report_of() and, if the run was recorded, for
  // its recording.
  Result<std::vector<ProcessJournal>> read() const;
  Result<Recording> recording(const std::vector<ProcessJournal>& journals) const;
  // Returns the folder of the journals.
  const std::string& journals() const { return folder_.path(); }

 private:
  GuestRun(GuestOptions options, const sim::DeviceModel* model, ScratchFolder folder)
      : options_(std::move(options)), model_(model), folder_(std::move(folder)) {}

  GuestOptions options_;
  const sim::DeviceModel* model_;
  ScratchFolder folder_;
};

// Simulates the recording, and adds the results that were lost between launches to the report.
void find_lost_results(const Recording& recording, const GuestRun& run, Report& report,
                       std::stop_token stop = {});

}  // namespace lockstep::runtime
