#include "core/measure/row_json.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/json.hpp"
#include "core/check/error_text.hpp"

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

namespace {

Stretch::What read_what(const std::string& text) {
  using enum Stretch::What;
  for (const Stretch::What what : {total, waiting, result})
    if (name(what) == text) return what;
  throw std::invalid_argument("'" + text + "' is not a stretch of a part's time");
}

Json part_json(const BenchPart& part, bool passed) {
  Json json{{"device", part.device},
            {"device_index", part.device_index},
            {"first", part.slice.first},
            {"n", part.slice.n},
            {"group_size", part.group_size}};
  if (part.rank) json["rank"] = *part.rank;
  if (!part.host.empty()) json["host"] = part.host;
  if (part.tuning) json["tuning"] = tuning_json(*part.tuning);
  if (!passed) return json;
  json["device_ns"] = spread_json(part.timing.device_ns);
  json["span_ns"] = spread_json(part.timing.span_ns);
  json["host_ns"] = spread_json(part.timing.host_ns);
  json["stretches"] = Json::array();
  for (const Stretch& stretch : part.timing.stretches)
    json["stretches"].push_back(
        {{"what", name(stretch.what)}, {"begin_ns", stretch.begin_ns}, {"end_ns", stretch.end_ns}});
  return json;
}

BenchPart read_part(const Json& json) {
  BenchPart part;
  json.at("device").get_to(part.device);
  json.at("device_index").get_to(part.device_index);
  part.slice = {json.at("first").get<std::uint64_t>(), json.at("n").get<std::uint64_t>()};
  part.group_size = json.value("group_size", std::uint64_t{0});
  if (json.contains("rank")) part.rank = json["rank"].get<unsigned>();
  part.host = json.value("host", "");
  if (json.contains("tuning")) part.tuning = read_tuning(json["tuning"]);
  part.timing.device_ns = read_spread(json, "device_ns");
  part.timing.span_ns = read_spread(json, "span_ns");
  part.timing.host_ns = read_spread(json, "host_ns");
  for (const Json& stretch : json.value("stretches", Json::array()))
    part.timing.stretches.push_back({read_what(stretch.at("what").get<std::string>()),
                                     stretch.at("begin_ns").get<std::uint64_t>(),
                                     stretch.at("end_ns").get<std::uint64_t>()});
  return part;
}

}  // namespace

Json parts_json(const BenchRow& row) {
  Json json = Json::array();
  for (const BenchPart& part : row.parts)
    json.push_back(part_json(part, row.status == BenchRow::Status::passed));
  return json;
}

std::vector<BenchPart> read_parts(const Json& json) {
  std::vector<BenchPart> parts;
  for (const Json& part : json) parts.push_back(read_part(part));
  return parts;
}

}  // namespace lockstep::opencl
