// How far a floating-point result is from the compensated reference, and how far it may be, as text.
//
// u is half the type's epsilon, one rounding. Errors are also given as multiples of u Σ|x| (of a sum) or u |Π
// x| (of a product): the number of roundings on the longest chain that have added up.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "core/check/check.hpp"

namespace lockstep {

// The part of the computation that decides the unit of an error.
struct ErrorContext {
  Operator op = Operator::sum;
  ElementType type = ElementType::float32;
};

struct ErrorRow {
  std::string title;
  LargestError error;
};

// One or two sentences, for instance "Largest rounding error 1.2e-05 in out[0]: …".
std::string error_text(const LargestError& error, const ErrorContext& context, const std::string& buffer);
// A row each. Rows that are all exact are one sentence.
std::string errors_table(std::span<const ErrorRow> rows, const ErrorContext& context);

// {"max_abs", "index", "ulps", "units", "bound", "bound_units", "exact"}
nlohmann::ordered_json largest_error_json(const LargestError& error);

}  // namespace lockstep
