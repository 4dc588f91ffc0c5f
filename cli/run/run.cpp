// lockstep run: a program with Lockstep as its OpenCL device.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "cli/command.hpp"
#include "cli/run/report_text.hpp"
#include "cli/version.hpp"
#include "core/base/process.hpp"
#include "core/base/scratch_folder.hpp"
#include "core/base/text.hpp"
#include "runtime/report/launch_numbers.hpp"
#include "runtime/report/recording_of.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::cli {
namespace {

struct RunProgramOptions {
  std::vector<std::string> program;
  std::string model = "cc9.0";
  std::string launches;
  std::string record;  // file
  std::string timeout = "20";
  std::string limit = "0";
  unsigned compute_units = 1;
  bool json = false;
};

// Beside the program in its build folder, or in lib/lockstep where it is installed.
Result<std::string> device_library() {
  const std::filesystem::path own = own_program();
  constexpr const char* kName = "liblockstep-opencl.so";
  for (const std::filesystem::path& path :
       {own.parent_path() / kName, own.parent_path().parent_path() / "lib" / "lockstep" / kName}) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return path.string();
  }
  return failure(fmt::format("{} is not installed beside {}; install Lockstep again.", kName, own.string()));
}

// The loader takes a folder of files, each with the path of one device's library.
Result<std::string> vendor_folder(const ScratchFolder& folder, const std::string& library) {
  const std::string path = folder.path() + "/vendors";
  std::error_code error;
  std::filesystem::create_directory(path, error);
  std::ofstream file(path + "/lockstep.icd");
  file << library << '\n';
  if (error || !file.flush()) return failure(fmt::format("{} cannot be written.", path));
  return path;
}

std::vector<std::string> variables_of(const RunProgramOptions& options, const std::string& model,
                                      const std::string& journal, const std::string& vendors) {
  return {"OCL_ICD_VENDORS=" + vendors,
          "LOCKSTEP_JOURNAL=" + journal,
          "LOCKSTEP_MODEL=" + model,
          "LOCKSTEP_LAUNCHES=" + options.launches,
          "LOCKSTEP_TIMEOUT=" + options.timeout,
          fmt::format("LOCKSTEP_RECORD={}", options.record.empty() ? 0 : 1),
          fmt::format("LOCKSTEP_COMPUTE_UNITS={}", options.compute_units)};
}

Result<std::chrono::milliseconds> seconds_of(const std::string& name, const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(seconds >= 0) || seconds > 1e6)
    return usage_error(fmt::format("{} {}: a number of seconds, 0 for no limit", name, text));
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

Result<void> record(const RunProgramOptions& options, const std::string& folder) {
  if (options.record.empty()) return {};
  auto recording = runtime::recording_of(folder, options.program);
  if (!recording) return tl::unexpected(recording.error());
  recording->made_with = release_name();
  return write_recording(*recording, options.record);
}

// 1 for findings, unless the program itself failed with another status.
int exit_status(const GuestEnd& end, const runtime::Report& report) {
  if (end.status != 0) return end.status;
  return report.findings() != 0 || !report.ended ? kFailed : kDone;
}

Result<int> run_program(const RunProgramOptions& options) {
  const auto model = sim::find_device_model(options.model);
  if (!model) return tl::unexpected(model.error());
  if (auto valid = runtime::parse_launch_numbers(options.launches); !valid)
    return tl::unexpected(valid.error());
  if (auto valid = seconds_of("--timeout", options.timeout); !valid) return tl::unexpected(valid.error());
  const auto limit = seconds_of("--time-limit", options.limit);
  if (!limit) return tl::unexpected(limit.error());
  const Result<std::string> library = device_library();
  if (!library) return tl::unexpected(library.error());
  const auto folder = ScratchFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  const auto vendors = vendor_folder(*folder, *library);
  if (!vendors) return tl::unexpected(vendors.error());
  std::fflush(stdout);
  const auto end = run_guest(options.program, variables_of(options, (*model)->name, folder->path(), *vendors),
                             {"OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"}, *limit);
  if (!end) return tl::unexpected(end.error());
  const Result<runtime::Report> report = runtime::read_report(folder->path());
  if (!report) return tl::unexpected(report.error());
  const ProgramRun run{options.program, **model, *end, *report};
  std::fputs((options.json ? report_json(run) : report_text(run)).c_str(), options.json ? stdout : stderr);
  if (auto recorded = record(options, folder->path()); !recorded) return tl::unexpected(recorded.error());
  return exit_status(*end, *report);
}

}  // namespace

Command add_run(CLI::App& program) {
  auto options = std::make_shared<RunProgramOptions>();
  CLI::App* app = program.add_subcommand(
      "run", "Run an OpenCL program with Lockstep as its only device, and report what its kernels did");
  app->add_option("PROGRAM", options->program, "The program and its arguments, behind --")->required();
  app->add_option("--model", options->model, "Device model")->capture_default_str();
  app->add_option("--launches", options->launches,
                  "Launches to check and record, such as 3,7..9; the others only run, faster");
  app->add_option(
         "--record", options->record,
         "Write launches, contents of buffers and host calls to this file (NAME.lockstep), which the "
         "window and other subcommands open")
      ->option_text("FILE");
  app->add_option("--timeout", options->timeout,
                  "Seconds after which a launch is stopped when no work-group ends; 0: never")
      ->capture_default_str();
  app->add_option("--time-limit", options->limit, "Seconds after which the program is ended; 0: never")
      ->capture_default_str();
  app->add_option("--compute-units", options->compute_units,
                  "Compute units that the device reports: programs scale their work by them")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1024u));
  app->add_flag("--json", options->json, "The report as JSON on standard output, after the program's own");
  app->footer(
      "The program's output goes where it would go; the report goes to standard error. Exit status: the "
      "program's own; 1 when it succeeded but its kernels have errors\n\n"
      "Example: lockstep run --model fermi -- ./my_program 1024\n");
  return {app, [options] { return run_program(*options); }};
}

}  // namespace lockstep::cli
