#include "core/check/error_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lockstep {
namespace {

bool is_exact(const LargestError& error) { return error.bound == 0 && error.absolute == 0; }

const char* magnitude(const ErrorContext& context) {
  return context.op == Operator::product ? "u |Π x|" : "u Σ|x|";
}

std::string exact_text(const ErrorContext& context) {
  if (context.op == Operator::min || context.op == Operator::max)
    return fmt::format("No rounding error: {} rounds nothing.", name(context.op));
  return fmt::format(
      "No rounding error: all sums are whole numbers of at most 2^{}. With the input \"fractions\" "
      "they are\nrounded.",
      context.type == ElementType::float64 ? 53 : 24);
}

}  // namespace

std::string error_text(const LargestError& error, const ErrorContext& context, const std::string& buffer) {
  if (is_exact(error)) return exact_text(context);
  return fmt::format(
      "Largest rounding error: {:.3g} in {}[{}], which is {:.2f} ulp and {:.3g} {}.\n"
      "With this order of operations it is at most {:.3g} {} = {:.3g}.",
      error.absolute, buffer, error.index, error.in_ulps, error.in_units, magnitude(context),
      error.bound_in_units, magnitude(context), error.bound);
}

std::string errors_table(std::span<const ErrorRow> rows, const ErrorContext& context) {
  if (rows.empty()) return "";
  if (std::all_of(rows.begin(), rows.end(), [](const ErrorRow& row) { return is_exact(row.error); }))
    return exact_text(context) + "\n";
  std::size_t width = 2;
  for (const ErrorRow& row : rows) width = std::max(width, row.title.size());
  std::string text = fmt::format("{:<{}}  {:>13}  {:>9}  {:>8}  {:>9}  {:>15}  {:>10}\n", "", width,
                                 "largest error", "= ulp", magnitude(context), "at most",
                                 std::string("at most ") + magnitude(context), "in element");
  for (const ErrorRow& row : rows)
    text += fmt::format("{:<{}}  {:>13.3g}  {:>9.2f}  {:>8.3g}  {:>9.3g}  {:>15.4g}  {:>10}\n", row.title,
                        width, row.error.absolute, row.error.in_ulps, row.error.in_units, row.error.bound,
                        row.error.bound_in_units, row.error.index);
  return text + fmt::format(
                    "\nRounding errors relative to a compensated reference in double precision. {}: "
                    "multiples of the error of one rounding.\nThe bounds follow from the longest chain of "
                    "operations.\n",
                    magnitude(context));
}

nlohmann::ordered_json largest_error_json(const LargestError& error) {
  return {{"max_abs", error.absolute},
          {"index", error.index},
          {"ulps", error.in_ulps},
          {"units", error.in_units},
          {"bound", error.bound},
          {"bound_units", error.bound_in_units},
          {"exact", error.bound == 0 && error.absolute == 0}};
}

}  // namespace lockstep
