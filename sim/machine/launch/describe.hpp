// Describes addresses as expressions of the source.
#pragma once

#include <string>

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// Returns the object at an address in this launch; null if there is no object, for example at address 0.
const NamedObject* object_at(const BoundLaunch& launch, std::uint64_t address);

// Returns the part of an object that an access at the address touches first, written according to the
// declared type: "in[12]", "p[4].y", "tile[3][16]", "v[2] + 1 byte".
std::string describe_place(const BoundLaunch& launch, std::uint64_t address,
                           const AccessedValue& accessed = {});
// Returns the parts that an access of `bytes` bytes touches, such as "in[4] to in[7]".
std::string describe(const BoundLaunch& launch, std::uint64_t address, std::uint32_t bytes);
// Returns the object at an address with its size, such as "in (1000 ints)", "scratch (64 ints of local
// memory)" or "p (4 elements of type struct P)".
std::string describe_extent(const BoundLaunch& launch, std::uint64_t address);
// Returns where an address outside its object is, such as "one past the end of in (1000 ints); the index must
// stay below 1000".
std::string describe_outside(const BoundLaunch& launch, std::uint64_t address);

}  // namespace lockstep::sim
