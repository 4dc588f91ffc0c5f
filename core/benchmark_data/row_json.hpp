// Converts rows of a benchmark to JSON and back: for the output of `lockstep bench --json`, stored results,
// and messages of the worker process. Reading ignores unknown fields and treats missing fields as empty; an
// invalid row is a usage error that names the field.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/text/object_fields.hpp"
#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::measure {

inline constexpr auto kTuningFields = [](auto& fields, auto& tuning) {
  fields.number("group_size", tuning.group_size);
  if (fields.has("rounds")) fields.number("rounds", tuning.rounds);
  if (fields.has("groups_per_unit")) fields.number("groups_per_unit", tuning.groups_per_unit);
};

// Writes or reads times in nanoseconds, which are zero if the field is missing.
template <class Fields, class Times>
void spread_field(Fields& fields, const char* key, Times& spread) {
  if (!fields.has(key)) return;
  fields.object(key, spread, [](auto& one, auto& times) {
    one.number("median", times.median);
    one.number("min", times.min);
    one.number("max", times.max);
    if (one.has("mean")) one.number("mean", times.mean);
  });
}

nlohmann::ordered_json row_json(const BenchRow& row);
nlohmann::ordered_json progress_json(const Progress& progress);

Result<BenchRow> read_row(const nlohmann::ordered_json& json);
Result<Progress> read_progress(const nlohmann::ordered_json& json);

std::optional<BenchRow::Status> parse_status(std::string_view name);

}  // namespace lockstep::measure
