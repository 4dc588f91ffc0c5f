// Where the shadow of a launch's memory lies: objects have addresses of their own, their shadow is one array.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

struct ProvenanceLayout {
  std::uint32_t register_count = 0;
  std::uint32_t private_bytes = 0;           // of one lane
  std::vector<std::uint64_t> local_bases;    // by object of local addresses
  std::vector<std::uint64_t> private_bases;  // likewise, of private ones
};

ProvenanceLayout make_provenance_layout(const Machine& machine, std::uint32_t launch);

// The narrowest access of any program of the plan, at most 4: how fine the shadow of untyped memory must be.
std::uint32_t provenance_unit_bytes(const Machine& machine);

}  // namespace lockstep::sim
