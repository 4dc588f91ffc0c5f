#include "assignment/host_programs/host_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/own_library.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/scratch_folder.hpp"
#include "core/base/process.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;
using HostState = HostAnswer::State;

constexpr std::size_t kMaxMessage = 4000;
constexpr int kSignals = 128;              // a greater exit status identifies a signal, as in shells
constexpr int kOutOfTime = kSignals + 24;  // SIGXCPU
constexpr const char* kBinary = "program";
constexpr const char* kRecorded = "/scratch/run.lockstep";
constexpr const char* kStatus = "/scratch/status";
constexpr const char* kLockstep = "/lockstep/bin/lockstep";
constexpr const char* kDeviceLibrary = "liblockstep-opencl.so";

HostAnswer ended(HostState state, std::string message) {
  if (message.size() > kMaxMessage) message.resize(kMaxMessage);
  return {state, std::move(message), {}, {}};
}

// Quotes a word for sh.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

Result<void> write_files(const std::string& folder, const std::vector<SourceText>& files) {
  for (const SourceText& file : files) {
    const fs::path path = system_path(folder) / system_path(file.path);
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    if (auto written = write_atomically(path_text(path), file.text); !written) return written;
  }
  return {};
}

std::string build_script(const std::string& program) {
  const bool is_c = program.ends_with(".c");
  return fmt::format(
      "cd {} && {} -O1 -w -DCL_TARGET_OPENCL_VERSION=300 -fdiagnostics-plain-output -o /work/{} {} "
      "-l:libOpenCL.so.1 -lm -pthread 2>&1 >/dev/null || exit 1; cat /work/{}",
      Sandbox::kGiven, is_c ? "cc -std=gnu17" : "c++ -std=gnu++20", kBinary, quoted(program), kBinary);
}

// The script exits with the status of the program, whether or not there are findings in its kernels.
std::string run_script(const HostRequest& request) {
  std::string command = std::string("./") + kBinary;
  for (const std::string& argument : request.arguments) command += " " + quoted(argument);
  return fmt::format(
      "cp -r {}/. . && chmod -R u+rwX . && chmod u+x {} && {} run --model {} --record {} -- /bin/sh -c {} "
      "</dev/null >/dev/null 2>&1; test ! -f {} || cat {}; exit $(cat {})",
      Sandbox::kGiven, kBinary, kLockstep, quoted(request.model), kRecorded,
      quoted(fmt::format("{}; echo $? >{}", command, kStatus)), kRecorded, kRecorded, kStatus);
}

// Returns the place at the beginning of a compiler's report: "host.cpp:12:5: error: …".
SourcePlace place_of_report(const std::string& report, const std::string& program) {
  SourcePlace place;
  const std::string begin = program + ":";
  const char* const end = report.data() + report.size();
  for (std::size_t at = 0; (at = report.find(begin, at)) != report.npos; ++at) {
    const auto line = std::from_chars(report.data() + at + begin.size(), end, place.line);
    if (line.ec != std::errc() || line.ptr == end || *line.ptr != ':') continue;
    std::from_chars(line.ptr + 1, end, place.column);
    place.file = program;
    return place;
  }
  return {};
}

}  // namespace

Result<Sandbox> HostPrograms::find_sandbox() const {
  SandboxOptions options = options_;
  options.given.emplace_back(lockstep_.empty() ? own_program() : lockstep_, kLockstep);
  options.given.emplace_back(own_library(kDeviceLibrary),
                             std::string("/lockstep/lib/lockstep/") + kDeviceLibrary);
  auto sandbox = Sandbox::find(std::move(options));
  return sandbox ? sandbox : failure("Host programs run in a sandbox. " + sandbox.error().message);
}

void HostPrograms::renew() {
  built_.reset();
  answers_.clear();
}

HostAnswer HostPrograms::run(const HostRequest& request) {
  const auto known = std::ranges::find(answers_, request, &std::pair<HostRequest, HostAnswer>::first);
  if (known != answers_.end()) return known->second;
  return answers_.emplace_back(request, answer_to(request)).second;
}

HostAnswer HostPrograms::answer_to(const HostRequest& request) {
  if (!sandbox_) {
    auto sandbox = find_sandbox();
    if (!sandbox) return ended(HostState::lost, sandbox.error().message);
    sandbox_ = std::move(*sandbox);
  }
  const Built& built = build(request);
  return built.binary.empty() ? built.problem : run_built(request, built);
}

const HostPrograms::Built& HostPrograms::build(const HostRequest& request) {
  if (built_ && built_->files == request.files && built_->program == request.program) return *built_;
  built_ = Built{request.files, request.program, {}, {}};
  const auto folder = ScratchFolder::create();
  const auto written = folder ? write_files(folder->path(), request.files) : Result<void>();
  if (!folder || !written) {
    built_->problem = ended(HostState::lost, (folder ? written.error() : folder.error()).message);
    return *built_;
  }
  auto compiled = sandbox_->run(build_script(request.program), folder->path());
  if (!compiled)
    built_->problem = ended(HostState::lost, compiled.error().message);
  else if (compiled->end.status == 0 && !compiled->has_too_much_output)
    built_->binary = std::move(compiled->output);
  else if (compiled->end.timed_out)
    built_->problem = ended(HostState::lost, "The compiler did not finish in time.");
  else {
    built_->problem = ended(HostState::refused, compiled->output);
    built_->problem.place = place_of_report(compiled->output, request.program);
  }
  return *built_;
}

HostAnswer HostPrograms::run_built(const HostRequest& request, const Built& built) {
  const auto folder = ScratchFolder::create();
  if (!folder) return ended(HostState::lost, folder.error().message);
  std::vector<SourceText> files = request.files;
  files.push_back({kBinary, built.binary});
  for (const auto& [name, bytes] : request.inputs)
    files.push_back({name + ".bin", std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())});
  if (const auto written = write_files(folder->path(), files); !written)
    return ended(HostState::lost, written.error().message);
  auto run = sandbox_->run(run_script(request), folder->path());
  if (!run) return ended(HostState::lost, run.error().message);
  if (run->has_too_much_output) return ended(HostState::stopped, "The program's recording is too large.");
  if (run->end.timed_out) return ended(HostState::lost, "The program did not end in time.");
  if (run->end.status == kOutOfTime)
    return ended(HostState::stopped,
                 "The program exceeded its limit of processor time; it may not terminate.");
  if (run->end.status > kSignals)
    return ended(HostState::crash,
                 fmt::format("The program was terminated by signal {}.", run->end.status - kSignals));
  if (run->output.empty())
    return ended(HostState::crash,
                 fmt::format("The program launched no kernel and exited with status {}.", run->end.status));
  HostAnswer answer;
  answer.state = HostState::done;
  answer.recording = std::move(run->output);
  return answer;
}

}  // namespace lockstep::assignment
