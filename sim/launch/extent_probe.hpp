// Observes how far a run accesses each buffer and each local array, including accesses past the end.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "sim/bytecode/address.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::sim {

class ExtentProbe final : public Observer {
 public:
  bool wants_instructions() const override { return false; }
  void on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& observed) override;
  // Returns the number of bytes up to the end of the furthest access; 0: no access.
  std::uint64_t end(Space space, std::uint32_t object) const;
  std::uint64_t accesses() const { return accesses_; }  // the number of accesses by all lanes

 private:
  std::map<std::pair<Space, std::uint32_t>, std::uint64_t> ends_;
  std::uint64_t accesses_ = 0;
};

}  // namespace lockstep::sim
