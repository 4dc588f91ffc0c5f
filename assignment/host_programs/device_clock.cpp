#include "assignment/host_programs/device_clock.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/scratch_folder.hpp"
#include "core/base/process.hpp"

namespace lockstep::assignment {
namespace {

constexpr const char* kProgram = "/lockstep/bin/lockstep";
constexpr const char* kRequestFile = "request.json";
constexpr int kSignalStatus = 128, kOutOfProcessorTime = kSignalStatus + 24;  // SIGXCPU
constexpr std::chrono::seconds kClockTime{60};
constexpr std::size_t kMaxClockMessage = 2000;

TimeAnswer unmeasured(TimeAnswer::State state, std::string message) {
  if (message.size() > kMaxClockMessage) message.resize(kMaxClockMessage);
  TimeAnswer answer;
  answer.state = state;
  answer.message = std::move(message);
  return answer;
}

}  // namespace

Result<Sandbox> DeviceClock::find_sandbox() const {
  SandboxOptions options;
  options.has_devices = true;
  options.processor_time = kClockTime;
  options.output_bytes = std::size_t{256} << 20;
  options.given.emplace_back(lockstep_.empty() ? own_program() : lockstep_, kProgram);
  auto sandbox = Sandbox::find(std::move(options));
  return sandbox ? sandbox : failure("Times are measured in a sandbox. " + sandbox.error().message);
}

std::string DeviceClock::words() const {
  const std::lock_guard lock(mutex_);
  return name_.empty() ? std::string() : fmt::format("times on {} in {}", name_, sandbox_->name());
}

TimeAnswer DeviceClock::measure(const TimeRequest& request) {
  const std::lock_guard lock(mutex_);
  if (!sandbox_) {
    auto sandbox = find_sandbox();
    if (!sandbox) return unmeasured(TimeAnswer::State::lost, sandbox.error().message);
    sandbox_ = std::move(*sandbox);
  }
  const auto folder = ScratchFolder::create();
  if (!folder) return unmeasured(TimeAnswer::State::lost, folder.error().message);
  const auto written = write_atomically(folder->path() + "/" + kRequestFile, to_line(request));
  if (!written) return unmeasured(TimeAnswer::State::lost, written.error().message);
  const auto end = sandbox_->run(fmt::format("{} {} {} <{}/{} 2>/dev/null", kProgram, kClockCommand, device_,
                                             Sandbox::kGiven, kRequestFile),
                                 folder->path());
  if (!end) return unmeasured(TimeAnswer::State::lost, end.error().message);
  TimeAnswer answer = answer_of(*end);
  if (name_.empty()) name_ = answer.device;
  return answer;
}

TimeAnswer DeviceClock::answer_of(const SandboxEnd& end) const {
  const std::string begin = std::string(kReferenceRan) + "\n";
  const bool has_run = end.output.starts_with(begin);
  const std::string line = has_run ? end.output.substr(begin.size()) : end.output;
  if (end.end.status == 0 && !end.has_too_much_output && !end.end.timed_out) {
    auto answer = parse_time_answer(line);
    return answer ? std::move(*answer)
                  : unmeasured(TimeAnswer::State::lost, "The answer with times cannot be read.");
  }
  if (!has_run || end.end.timed_out || end.has_too_much_output)
    return unmeasured(TimeAnswer::State::lost, "The process that measures times was lost.");
  if (end.end.status == kOutOfProcessorTime)
    return unmeasured(TimeAnswer::State::stopped, "The submission does not terminate on the device.");
  return unmeasured(TimeAnswer::State::crash, "The submission crashes the process that uses the device.");
}

}  // namespace lockstep::assignment
