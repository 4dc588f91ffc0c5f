// Evaluates a formula that gives a number for each lane from the lane number l, such as "4 * (5 * l + 3)
// % 32".
//
// A formula may contain whole numbers, l, brackets, the operators + - * / % << >> & ^ |, comparisons (== != <
// <= > >=), "C ? A : B" as in C, and "A if C else B", "x in (3, 4, 6)" and // as in Python. The operators
// have the precedence of Python; results are 64 bits wide.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::lab {

// Returns the value of the formula for `lane`. A usage error states the position of the mistake and what was
// expected there.
Result<std::int64_t> evaluate_for_lane(std::string_view text, std::int64_t lane);

}  // namespace lockstep::lab
