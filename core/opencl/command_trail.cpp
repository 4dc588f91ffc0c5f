#include "core/opencl/command_trail.hpp"

#include <chrono>
#include <thread>

#include "core/opencl/driver/cl.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::chrono::milliseconds kLookAgain{1};
constexpr std::chrono::seconds kMoment{1};

// If the driver does not answer a query, the command counts as not ended.
cl_int status_of(const cl::Event& event) {
  cl_int status = CL_QUEUED;
  const cl_int asked =
      clGetEventInfo(event(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return asked == CL_SUCCESS ? status : CL_QUEUED;
}

}  // namespace

struct CommandTrail::Entries {
  struct Entry {
    Command command;
    cl::Event event;
  };
  std::vector<Entry> list;
};

CommandTrail::CommandTrail() : entries_(std::make_unique<Entries>()) {}
CommandTrail::~CommandTrail() = default;

void CommandTrail::forget() { entries_->list.clear(); }

void CommandTrail::add(const Command& command, const cl::Event& event) {
  entries_->list.push_back({command, event});
}

std::vector<cl::Event> CommandTrail::of_kind(Command::Kind kind) const {
  std::vector<cl::Event> events;
  for (const auto& [command, event] : entries_->list)
    if (command.kind == kind) events.push_back(event);
  return events;
}

std::int32_t CommandTrail::first_error() const {
  for (const auto& [command, event] : entries_->list)
    if (const cl_int status = status_of(event); status < 0) return status;
  return CL_SUCCESS;
}

std::optional<CommandTrail::Suspect> CommandTrail::first_failed() const {
  const auto end = std::chrono::steady_clock::now() + kMoment;
  for (const auto& [command, event] : entries_->list) {
    cl_int status = status_of(event);
    while (status > CL_COMPLETE && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(kLookAgain);
      status = status_of(event);
    }
    if (status == CL_COMPLETE) continue;
    // The parts of one fill count as one command.
    const bool is_last = command == entries_->list.back().command;
    return Suspect{command, status < 0 || is_last};
  }
  return std::nullopt;
}

}  // namespace lockstep::opencl
