#include "runtime/objects/command_node.hpp"

namespace lockstep::runtime {

bool happens_before(const CommandNode& first, const CommandNode& second) {
  if (first.known != 0 && first.known <= second.floor) return true;
  const auto last = second.clock.find(first.timeline);
  return last != second.clock.end() && first.index <= last->second;
}

}  // namespace lockstep::runtime
