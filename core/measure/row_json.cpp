#include "core/measure/row_json.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/json.hpp"
#include "core/check/error_text.hpp"
#include "core/measure/parts_json.hpp"

namespace lockstep::opencl {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity: it is written as null.
double number(const Json& json, const char* field) {
  const auto found = json.find(field);
  if (found == json.end()) return 0;
  return found->is_null() ? std::numeric_limits<double>::infinity() : found->get<double>();
}

LargestError error_of_json(const Json& json) {
  return {json.at("index").get<std::uint64_t>(),
          number(json, "max_abs"),
          number(json, "bound"),
          number(json, "units"),
          number(json, "bound_units"),
          number(json, "ulps")};
}

// Named values: the error names a value that is not known.
template <class T>
T named(const Json& json, const char* field, std::optional<T> (*parse)(std::string_view)) {
  const auto name = json.at(field).get<std::string>();
  const std::optional<T> value = parse(name);
  if (!value) throw std::invalid_argument(fmt::format("'{}' is not a known {}", name, field));
  return *value;
}

Json look_json(const FirstLook& look) {
  Json json{{"verdict", name(look.verdict)}, {"kind", look.kind}, {"message", look.message}, {"n", look.n}};
  if (look.path.empty()) return json;
  json["path"] = look.path;
  json["line"] = look.line;
  json["column"] = look.column;
  return json;
}

FirstLook look_of_json(const Json& json) {
  return {named<FirstLook::Verdict>(json, "verdict", parse_verdict),
          json.at("kind").get<std::string>(),
          json.at("message").get<std::string>(),
          json.value("path", ""),
          json.value("line", 0u),
          json.value("column", 0u),
          json.at("n").get<std::uint64_t>()};
}

BenchRow row_of_json(const Json& json) {
  BenchRow row;
  json.at("id").get_to(row.id);
  row.type = named<ElementType>(json, "type", parse_element_type);
  row.op = named<Operator>(json, "op", parse_operator);
  json.at("n").get_to(row.n);
  row.group_size = json.value("group_size", std::uint64_t{0});
  row.exclusive = json.value("exclusive", false);
  row.options = json.value("options", "");
  row.edited = json.value("edited", false);
  row.kernel_hash = json.value("kernel_hash", "");
  row.threads = json.value("threads", 0u);
  row.status = named<BenchRow::Status>(json, "status", parse_status);
  row.reason = json.value("reason", "");
  if (json.contains("parts")) row.parts = read_parts(json["parts"]);
  row.at_most = json.value("at_most", 0.0);
  row.note = json.value("note", "");
  if (json.contains("tuning")) row.tuning = read_tuning(json["tuning"]);
  row.device_ns = read_spread(json, "device_ns");
  row.span_ns = read_spread(json, "span_ns");
  row.gap_ns = read_spread(json, "gap_ns");
  row.host_ns = read_spread(json, "host_ns");
  row.launches = json.value("launches", std::size_t{0});
  row.gelem_per_s = number(json, "gelem_per_s");
  row.gbps = number(json, "gbps");
  if (json.contains("first_look")) row.first_look = look_of_json(json["first_look"]);
  if (json.contains("error")) row.error = error_of_json(json["error"]);
  return row;
}

}  // namespace

Json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.min}, {"max", spread.max}, {"mean", spread.mean}};
}

Spread read_spread(const Json& json, const char* field) {
  const auto found = json.find(field);
  if (found == json.end()) return {};
  return {found->at("median").get<std::uint64_t>(), found->at("min").get<std::uint64_t>(),
          found->at("max").get<std::uint64_t>(), found->value("mean", std::uint64_t{0})};
}

Json tuning_json(const Tuning& tuning) {
  return {{"group_size", tuning.group_size},
          {"rounds", tuning.rounds},
          {"groups_per_unit", tuning.groups_per_unit}};
}

Json row_json(const BenchRow& row) {
  Json json{{"id", row.id},        {"type", opencl_name(row.type)}, {"op", name(row.op)},
            {"n", row.n},          {"group_size", row.group_size},  {"status", name(row.status)},
            {"reason", row.reason}};
  json["exclusive"] = row.exclusive;
  if (!row.options.empty()) json["options"] = row.options;
  json["edited"] = row.edited;
  if (!row.kernel_hash.empty()) json["kernel_hash"] = row.kernel_hash;
  if (row.is_on_host()) json["threads"] = row.threads;
  if (!row.parts.empty()) json["parts"] = parts_json(row);
  if (row.at_most > 0) json["at_most"] = row.at_most;
  if (!row.note.empty()) json["note"] = row.note;
  if (row.first_look) json["first_look"] = look_json(*row.first_look);
  if (row.tuning) json["tuning"] = tuning_json(*row.tuning);
  if (row.status != BenchRow::Status::passed) return json;
  json["launches"] = row.launches;
  json["device_ns"] = spread_json(row.device_ns);
  json["span_ns"] = spread_json(row.span_ns);
  json["gap_ns"] = spread_json(row.gap_ns);
  json["host_ns"] = spread_json(row.host_ns);
  json["gelem_per_s"] = row.gelem_per_s;
  json["gbps"] = row.gbps;
  if (row.error) json["error"] = largest_error_json(*row.error);
  return json;
}

Json progress_json(const Progress& progress) {
  Json json{{"done", progress.done}, {"total", progress.total}, {"what", progress.what}};
  if (progress.is_building) json["is_building"] = true;
  return json;
}

Tuning read_tuning(const Json& json) {
  const Tuning defaults;
  return {json.at("group_size").get<unsigned>(), json.value("rounds", defaults.rounds),
          json.value("groups_per_unit", defaults.groups_per_unit)};
}

Result<BenchRow> read_row(const Json& json) {
  try {
    return row_of_json(json);
  } catch (const std::exception& error) {
    return usage_error(fmt::format("This is not a result of a benchmark: {}.", json_reason(error)));
  }
}

Result<Progress> read_progress(const Json& json) {
  try {
    return Progress{json.at("done").get<unsigned>(), json.at("total").get<unsigned>(),
                    json.at("what").get<std::string>(), json.value("is_building", false)};
  } catch (const nlohmann::json::exception& error) {
    return usage_error(fmt::format("This is not the progress of a benchmark: {}.", json_reason(error)));
  }
}

std::optional<BenchRow::Status> parse_status(std::string_view text) {
  using enum BenchRow::Status;
  for (const BenchRow::Status status : {passed, failed, skipped, error})
    if (name(status) == text) return status;
  return std::nullopt;
}

}  // namespace lockstep::opencl
