// Makes text about the rounding error of a floating-point result: its distance from the compensated
// reference, and the limit.
//
// u is half the type's epsilon, the error of one rounding. Errors are also given as multiples of u Σ|x| (for
// a sum) or u |Π x| (for a product): the number of roundings on the longest chain.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "core/check/check.hpp"

namespace lockstep {

// The properties of the computation that determine the unit of an error.
struct ErrorContext {
  Operator op = Operator::sum;
  ElementType type = ElementType::float32;
};

struct ErrorRow {
  std::string title;
  LargestError error;
};

// Returns one or two sentences, for example "Largest rounding error: 1.2e-05 in out[0], …".
std::string error_text(const LargestError& error, const ErrorContext& context, const std::string& buffer);
// Returns one row for each result, or one sentence if all results are exact.
std::string errors_table(std::span<const ErrorRow> rows, const ErrorContext& context);

// Returns {"max_abs", "index", "ulps", "units", "bound", "bound_units", "exact"}.
nlohmann::ordered_json largest_error_json(const LargestError& error);

}  // namespace lockstep
