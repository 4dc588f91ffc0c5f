#include "core/benchmark_data/row_json.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "core/check/error_text.hpp"
#include "core/plan/plan_fields.hpp"

namespace lockstep::measure {
namespace {

constexpr auto kName = [](auto value) { return name(value); };

// JSON has no infinity; null is written instead.
struct RealForm {
  static FieldsJson json(double value) { return value; }
  static std::optional<double> value(const FieldsJson& json) {
    if (json.is_null()) return std::numeric_limits<double>::infinity();
    return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
  }
  static std::string mistake(const FieldsJson&) { return "is not a number"; }
};

struct ErrorForm {
  static FieldsJson json(const std::optional<LargestError>& error) { return largest_error_json(*error); }
  static std::optional<LargestError> value(const FieldsJson& json) {
    const FieldReader fields(json, " of an error");
    LargestError error;
    fields.number("index", error.index);
    fields.form("max_abs", error.absolute, RealForm{});
    fields.form("bound", error.bound, RealForm{});
    fields.form("units", error.in_units, RealForm{});
    fields.form("bound_units", error.bound_in_units, RealForm{});
    fields.form("ulps", error.in_ulps, RealForm{});
    return error;
  }
  static std::string mistake(const FieldsJson&) { return "is not an error"; }
};

std::optional<Stretch::What> parse_what(std::string_view text) {
  using enum Stretch::What;
  for (const Stretch::What what : {total, waiting, result})
    if (name(what) == text) return what;
  return std::nullopt;
}

constexpr auto kStretchFields = [](auto& fields, auto& stretch) {
  fields.word("what", stretch.what, kName, parse_what);
  fields.number("begin_ns", stretch.begin_ns);
  fields.number("end_ns", stretch.end_ns);
};

// Times are only written for a row that passed.
template <class Fields, class Part>
void part_fields(Fields& fields, Part& part, bool passed) {
  fields.text("device", part.device);
  fields.number("device_index", part.device_index);
  fields.number("first", part.slice.first);
  fields.number("n", part.slice.n);
  if (fields.has("group_size")) fields.number("group_size", part.group_size);
  if (Fields::kReads ? fields.has("rank") : part.rank.has_value()) {
    auto rank = part.rank.value_or(0);
    fields.number("rank", rank);
    if constexpr (Fields::kReads) part.rank = rank;
  }
  fields.text_or_none("host", part.host);
  fields.object_or_none("tuning", part.tuning, kTuningFields);
  if (!Fields::kReads && !passed) return;
  spread_field(fields, "device_ns", part.timing.device_ns);
  spread_field(fields, "span_ns", part.timing.span_ns);
  spread_field(fields, "host_ns", part.timing.host_ns);
  if (fields.has("stretches")) fields.list("stretches", part.timing.stretches, kStretchFields);
}

constexpr auto kPrecheckFields = [](auto& fields, auto& look) {
  fields.word("verdict", look.verdict, kName, parse_verdict);
  fields.text("kind", look.kind);
  fields.text("message", look.message);
  fields.number("n", look.n);
  fields.text_or_none("path", look.path);
  if (look.path.empty()) return;
  fields.number("line", look.line);
  fields.number("column", look.column);
};

template <class Fields, class Row>
void row_fields(Fields& fields, Row& row) {
  fields.text("id", row.id);
  type_field(fields, row.type);
  operator_field(fields, row.op);
  fields.number("n", row.n);
  if (fields.has("group_size")) fields.number("group_size", row.group_size);
  fields.word("status", row.status, kName, parse_status);
  if (fields.has("reason")) fields.text("reason", row.reason);
  if (fields.has("exclusive")) fields.flag("exclusive", row.exclusive);
  fields.text_or_none("options", row.options);
  if (fields.has("edited")) fields.flag("edited", row.edited);
  fields.text_or_none("kernel_hash", row.kernel_hash);
  fields.number_or("threads", row.threads, 0);
  const bool passed = row.status == BenchRow::Status::passed;
  fields.list_or_none("parts", row.parts, [&](auto& one, auto& part) { part_fields(one, part, passed); });
  fields.form_or("at_most", row.at_most, 0.0, RealForm{});
  fields.text_or_none("note", row.note);
  fields.object_or_none("first_look", row.precheck, kPrecheckFields);
  fields.object_or_none("tuning", row.tuning, kTuningFields);
  if (!Fields::kReads && !passed) return;
  if (fields.has("launches")) fields.number("launches", row.launches);
  spread_field(fields, "device_ns", row.device_ns);
  spread_field(fields, "span_ns", row.span_ns);
  spread_field(fields, "gap_ns", row.gap_ns);
  spread_field(fields, "host_ns", row.host_ns);
  if (fields.has("gelem_per_s")) fields.form("gelem_per_s", row.gelem_per_s, RealForm{});
  if (fields.has("gbps")) fields.form("gbps", row.gbps, RealForm{});
  if (Fields::kReads ? fields.has("error") : row.error.has_value())
    fields.form("error", row.error, ErrorForm{});
}

template <class Fields, class Done>
void progress_fields(Fields& fields, Done& progress) {
  fields.number("done", progress.done);
  fields.number("total", progress.total);
  fields.text("what", progress.what);
  if (Fields::kReads ? fields.has("is_building") : progress.is_building)
    fields.flag("is_building", progress.is_building);
}

}  // namespace

FieldsJson row_json(const BenchRow& row) {
  return written_fields([&](FieldWriter& fields) { row_fields(fields, row); });
}

FieldsJson progress_json(const Progress& progress) {
  return written_fields([&](FieldWriter& fields) { progress_fields(fields, progress); });
}

Result<BenchRow> read_row(const FieldsJson& json) {
  return read_fields<BenchRow>(json, "a result of a benchmark",
                               [](const FieldReader& fields, BenchRow& row) { row_fields(fields, row); });
}

Result<Progress> read_progress(const FieldsJson& json) {
  return read_fields<Progress>(
      json, "the progress of a benchmark",
      [](const FieldReader& fields, Progress& progress) { progress_fields(fields, progress); });
}

std::optional<BenchRow::Status> parse_status(std::string_view text) {
  using enum BenchRow::Status;
  for (const BenchRow::Status status : {passed, failed, skipped, error})
    if (name(status) == text) return status;
  return std::nullopt;
}

}  // namespace lockstep::measure
