// The counted measures of parallel algorithms beside the theoretical ones, as tables for people and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/json.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/formulas/complexity.hpp"

namespace lockstep::cli {

// One algorithm's run. The algorithm has formulas.
struct MeasuredRun {
  const Algorithm* algorithm = nullptr;
  PlanRequest request;
  Measures counted;
  std::optional<std::uint64_t> on_processors{};  // also on this many, by formula
};

std::string measures_text(const MeasuredRun& run);
// A row for each of several runs of the same request.
std::string measures_table(const std::vector<MeasuredRun>& runs);

// "formula" and "counted" of a row.
Json formula_json(const MeasuredRun& run);
// "on_processors" only if the run requests it.
Json on_processors_json(const MeasuredRun& run);
Json counted_json(const Measures& counted);

}  // namespace lockstep::cli
