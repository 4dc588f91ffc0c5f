#include "runtime/run_program/guest_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/features.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/own_library.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"
#include "core/base/shortage.hpp"
#include "runtime/journal/launch_numbers.hpp"
#include "runtime/report/recording_of.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/observers/launch_flow.hpp"

namespace lockstep::runtime {
namespace {

namespace fs = std::filesystem;

Result<std::string> device_library() {
  constexpr const char* kName = "liblockstep-opencl.so";
  std::string path = own_library(kName);
  if (path.empty())
    return failure(
        fmt::format("{} is not installed beside {}; install Lockstep again.", kName, own_program()));
  return path;
}

std::string vendors_in(const std::string& folder) { return folder + "/vendors/"; }

// The loader expects a folder of files, each of which contains the path of the library of one device.
Result<void> write_vendors(const std::string& folder, const std::string& library) {
  const std::string path = vendors_in(folder);
  std::error_code error;
  fs::create_directory(system_path(path), error);
  if (error) return failure(fmt::format("{} cannot be created: {}.", path, error_text(error.value())));
  return write_atomically(path + "lockstep.icd", library + "\n");
}

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

Result<void> check_folder(const std::string& folder) {
  std::error_code ignored;
  if (folder.empty() || fs::is_directory(system_path(folder), ignored)) return {};
  return usage_error(fmt::format("The working directory {} does not exist.", folder));
}

}  // namespace

Result<GuestRun> GuestRun::prepare(GuestOptions options) {
  if (std::string why = missing(Feature::programs); !why.empty()) return failure(std::move(why));
  if (options.command.empty()) return usage_error("No program is named.");
  const auto model = sim::find_device_model(options.model);
  if (!model) return tl::unexpected(model.error());
  if (auto valid = parse_launch_numbers(options.launches); !valid) return tl::unexpected(valid.error());
  if (auto exists = check_folder(options.folder); !exists) return tl::unexpected(exists.error());
  const Result<std::string> library = device_library();
  if (!library) return tl::unexpected(library.error());
  auto folder = ScratchFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  if (auto written = write_vendors(folder->path(), *library); !written)
    return tl::unexpected(written.error());
  return GuestRun(std::move(options), *model, std::move(*folder));
}

GuestStart GuestRun::start() const {
  return {.program = options_.command,
          .variables = {"OCL_ICD_VENDORS=" + vendors_in(folder_.path()), "LOCKSTEP_JOURNAL=" + folder_.path(),
                        "LOCKSTEP_MODEL=" + model_->name, "LOCKSTEP_LAUNCHES=" + options_.launches,
                        fmt::format("LOCKSTEP_TIMEOUT={}", seconds(options_.launch_timeout)),
                        fmt::format("LOCKSTEP_DELIVER={}", options_.is_late ? "late" : "early"),
                        fmt::format("LOCKSTEP_RECORD={}", options_.records ? 1 : 0),
                        fmt::format("LOCKSTEP_COMPUTE_UNITS={}", options_.compute_units)},
          .without = {"OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"},
          .folder = options_.folder};
}

Result<std::vector<ProcessJournal>> GuestRun::read() const { return read_journals(folder_.path()); }

Result<Recording> GuestRun::recording(const std::vector<ProcessJournal>& journals) const {
  auto recording = recording_of(journals, options_.command);
  if (recording) recording->made_with = "Lockstep " LOCKSTEP_VERSION;
  return recording;
}

void find_lost_results(const Recording& recording, const GuestRun& run, Report& report,
                       std::stop_token stop) {
  const Plan& plan = recording.plan;
  if (!sim::LaunchFlow::is_needed(plan)) return;
  const bool all_ended = std::ranges::all_of(report.launches, [](const ReportedLaunch& launch) {
    return launch.ended && launch.failure.empty() && !launch.ended_early;
  });
  if (!all_ended) {
    report.not_followed = "not every launch completed";
    return;
  }
  const auto counted = sim::run_counted(
      plan, run.model(), {.stop = stop, .timeout = run.options().launch_timeout, .count_work = false});
  if (!counted) {
    report.not_followed = counted.error().message;
    return;
  }
  if (counted->early_end != sim::EarlyEnd::none) report.not_followed = "the simulation was stopped";
  for (const sim::Finding& finding : counted->findings) {
    if (finding.kind != sim::Finding::Kind::unread_result) continue;
    report.between.push_back(reported(finding));
    report.between.back().file = plan.programs[finding.program].source.path;
  }
}

}  // namespace lockstep::runtime
