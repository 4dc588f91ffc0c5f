// The commands that a queue was given since it was last known to be through. What fails on a device shows at
// some later call, often a harmless one: here the events are asked which command was the first.
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
  std::vector<cl::Event> launches() const;

  // Of a queue that is through: the error of the first command that failed, else 0. Some drivers have a queue
  // end well whose commands did not.
  std::int32_t first_error() const;

  // After a call has failed. The first command that failed, else the first that has not ended within a
  // moment: it, or one after it. None where all have ended well, so that the call itself is what failed.
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
