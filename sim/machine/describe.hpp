// Addresses as expressions of the source.
#pragma once

#include <string>

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// The object of an address in this launch; null when there is none, as for address 0.
const NamedObject* object_at(const BoundLaunch& launch, std::uint64_t address);

// "in[12]", "scratch[3]", "box (byte 6)": name and index, the byte where it is not the first of an element.
std::string describe_place(const BoundLaunch& launch, std::uint64_t address);
// The same for an access of `bytes`: "in[4] to in[7]".
std::string describe(const BoundLaunch& launch, std::uint64_t address, std::uint32_t bytes);
// "in (1000 ints)", "scratch (64 ints of local memory)".
std::string describe_extent(const BoundLaunch& launch, std::uint64_t address);

}  // namespace lockstep::sim
