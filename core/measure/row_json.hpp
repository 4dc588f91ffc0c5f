// Rows of a benchmark as JSON and back: what `lockstep bench --json` prints, what is kept on disk, and what a
// worker process sends. Reading ignores unknown fields, and takes missing ones as empty; anything that cannot
// be a row is a usage error that names the field.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

nlohmann::ordered_json spread_json(const Spread& spread);  // nanoseconds
nlohmann::ordered_json tuning_json(const Tuning& tuning);
nlohmann::ordered_json row_json(const BenchRow& row);
nlohmann::ordered_json progress_json(const Progress& progress);

// A field of a row; zeros if it is missing. Throws as nlohmann::json does.
Spread read_spread(const nlohmann::ordered_json& json, const char* field);
Tuning read_tuning(const nlohmann::ordered_json& json);  // throws as nlohmann::json does
Result<BenchRow> read_row(const nlohmann::ordered_json& json);
Result<Progress> read_progress(const nlohmann::ordered_json& json);

std::optional<BenchRow::Status> parse_status(std::string_view name);

}  // namespace lockstep::opencl
