// The address patterns of tests/data/memory_vectors.csv: an expression in `l`, the lane, in Python's
// notation.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::sim {

// Fails the running test if `text` is not such an expression.
std::int64_t evaluate_for_lane(std::string_view text, std::int64_t lane);

}  // namespace lockstep::sim
