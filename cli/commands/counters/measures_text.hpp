// Writes the counted measures of parallel algorithms next to the theoretical measures, as tables and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/json.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/formulas/complexity.hpp"

namespace lockstep::cli {

// A run of an algorithm that has formulas.
struct MeasuredRun {
  const Algorithm* algorithm = nullptr;
  PlanRequest request;
  Measures counted;
  std::optional<std::uint64_t> on_processors{};  // number for which formulas are also evaluated
};

std::string measures_text(const MeasuredRun& run);
// Returns a table with one row for each of several runs of the same request.
std::string measures_table(const std::vector<MeasuredRun>& runs);

// Return the fields "formula" and "counted" of a row.
Json formula_json(const MeasuredRun& run);
// Returns the field "on_processors", which is present only if the run requests it.
Json on_processors_json(const MeasuredRun& run);
Json counted_json(const Measures& counted);

}  // namespace lockstep::cli
