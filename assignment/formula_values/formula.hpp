// Values in tests as formulas of n, L and the counters of a run: "2 log n + 1", "1.1 reference", "ceil(n / L)
// * L".
//
//   + - * / % ^ and brackets; two values side by side are multiplied
//   log x (of base 2), ceil(x), floor(x), min(x, y), max(x, y), power(x): the next power of two from x on
//   names of one or several words: "bank conflicts", "work-items"
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::assignment {

// Returns the value of a name; none if the name is unknown.
using Names = std::function<std::optional<double>(std::string_view)>;

// Evaluates a formula. A usage error describes the mistake and its place: `"n +" ends where a value is
// missing`. A value that is not finite, such as 1 / 0, is also an error.
Result<double> evaluate(std::string_view formula, const Names& names);

// Describes the operators and functions for users, in one line each.
std::string formula_help();

}  // namespace lockstep::assignment
