// The most memory that this process has had.
#pragma once

#include <cstdint>

namespace lockstep::assignment {

std::uint64_t peak_bytes();

}  // namespace lockstep::assignment
