// The lanes of a mask, one after another.
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep::sim {

template <class F>
void each_lane(std::uint64_t lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<unsigned>(std::countr_zero(lanes)));
}

}  // namespace lockstep::sim
