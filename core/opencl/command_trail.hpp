// The commands that were enqueued since the queue was last known to be finished. A failure on a device is
// reported by some later call, often a harmless one. The events stored here show which command failed first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cl {
class Event;
}

namespace lockstep::opencl {

class CommandTrail {
 public:
  struct Command {
    enum class Kind : std::uint8_t { fill, write, host_call, launch };
    Kind kind = Kind::launch;
    std::size_t index = 0;  // of the plan's buffer, host call or launch
    bool operator==(const Command&) const = default;
  };

  CommandTrail();
  ~CommandTrail();
  CommandTrail(const CommandTrail&) = delete;
  CommandTrail& operator=(const CommandTrail&) = delete;

  void forget();
  void add(const Command& command, const cl::Event& event);
  std::vector<cl::Event> of_kind(Command::Kind kind) const;

  // For a finished queue, returns the error of the first command that failed, otherwise 0. With some drivers
  // the queue finishes without an error although a command failed.
  std::int32_t first_error() const;

  // To be called after a call has failed. Returns the first command that failed, otherwise the first command
  // that has not ended after a short time; the failed command is then this one or a later one. Returns none
  // if all commands have ended without an error, so the call itself failed.
  struct Suspect {
    Command command;
    bool is_certain = false;
  };
  std::optional<Suspect> first_failed() const;

 private:
  struct Entries;
  std::unique_ptr<Entries> entries_;
};

}  // namespace lockstep::opencl
