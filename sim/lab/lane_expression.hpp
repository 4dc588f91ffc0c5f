// A number for each lane, given by a formula in the lane number l: "4 * (5 * l + 3) % 32".
//
// Whole numbers, l, brackets, + - * / % << >> & ^ |, comparisons (== != < <= > >=), "C ? A : B" as in C, and
// "A if C else B", "x in (3, 4, 6)" and // as in Python. Operators bind as in Python; results are 64 bits
// wide.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::lab {

// A usage error states the position and what is expected there.
Result<std::int64_t> evaluate_for_lane(std::string_view text, std::int64_t lane);

}  // namespace lockstep::lab
