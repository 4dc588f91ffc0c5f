// The report of a benchmark as JSON. Times are whole nanoseconds until they are written here.
#include "core/benchmark_data/tables/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "core/benchmark_data/row_json.hpp"
#include "core/catalogue/published.hpp"
#include "core/check/error_text.hpp"

namespace lockstep::measure {
namespace {

using Json = nlohmann::ordered_json;

// The comparisons of the row with others.
void add_comparisons(Json& json, const BenchRow& row, const BenchReport& report) {
  if (const auto share = share_of_copy(report, row)) json["share_of_copy"] = *share;
  if (const auto factor = speed_up(report.rows, row)) {
    json["speed_up"] = *factor;
    json["speed_up_over"] = baseline_of(report.rows, row)->id;
  }
  if (const auto change = change_percent(row))
    json["earlier"] = {{"date", row.earlier->date},
                       {"driver", row.earlier->driver},
                       {"median_ns", row.earlier->times_ns.median},
                       {"change_percent", *change},
                       {"within_spread", is_within_spread(row)},
                       {"driver_changed", row.earlier->other_driver},
                       {"kernel_changed", row.earlier->other_kernel},
                       {"tuning_changed", row.earlier->other_tuning}};
}

Json with_prediction(const PublishedFigure& figure, const PublishedPredictor& predicted) {
  Json json = figure_json(figure);
  if (!predicted) return json;
  const std::optional<double> value = predicted(figure);
  json["predicted"] = value ? Json(*value) : Json();
  json["ratio"] = value ? Json(*value / figure.value) : Json();
  return json;
}

// Published figures are shown beside the row, but are not part of it.
Json to_json(const BenchRow& row, const BenchReport& report, const PublishedPredictor& predicted) {
  Json json = row_json(row);
  json["published"] = Json::array();
  for (const PublishedFigure& figure : published_for(row.id))
    if (!figure.is_of_profiler()) json["published"].push_back(with_prediction(figure, predicted));
  if (const std::string note = note_of(report, row); !note.empty()) json["note"] = note;
  if (row.status == BenchRow::Status::passed) add_comparisons(json, row, report);
  return json;
}

std::string errors_of(const BenchReport& report) {
  const bool one_n = sizes_of(report.rows).size() == 1;
  std::vector<ErrorRow> errors;
  for (const BenchRow& row : report.rows)
    if (row.error)
      errors.push_back({one_n ? row.id : fmt::format("{}, n = {}", row.id, count_text(row.n)), *row.error});
  if (errors.empty()) return "";
  return "\n" + errors_table(errors, {report.rows.front().op, report.rows.front().type});
}

std::string devices_header(const BenchReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.devices.size(); ++i) {
    const Device& device = report.devices[i];
    text += fmt::format("{}: {} ({}, driver {})", device.index, device.name, device.platform, device.driver);
    if (i < report.copies_gbps.size())
      text += fmt::format(", copy inside its memory: {:.1f} GB/s", report.copies_gbps[i]);
    text += "\n";
  }
  return text;
}

std::string header(const BenchReport& report) {
  std::string text = report.no_device + "\n";
  if (report.no_device.empty())
    text =
        fmt::format("{} ({}, driver {})\n", report.device.name, report.device.platform, report.device.driver);
  if (!report.devices.empty()) text = devices_header(report);
  if (report.copy_gbps > 0 && report.devices.empty())
    text += fmt::format("Copy inside its memory: {:.1f} GB/s, read and written\n", report.copy_gbps);
  if (!report.copy_reason.empty()) text += report.copy_reason + "\n";
  if (!report.no_worker.empty()) text += report.no_worker + "\n";
  return text;
}

// The common properties of the rows with the same n. A tuned kernel has its own L.
std::string request_line(std::span<const BenchRow> rows, std::uint64_t n) {
  const auto of_n = [n](const BenchRow& row) { return row.n == n; };
  const BenchRow& first = *std::ranges::find_if(rows, of_n);
  std::string text =
      fmt::format("{} elements of {}, {}", count_text(n), opencl_name(first.type), name(first.op));
  const auto kernel = std::ranges::find_if(
      rows, [&](const BenchRow& row) { return of_n(row) && !row.is_on_host() && !row.tuning; });
  if (kernel != rows.end()) text += fmt::format(", work-groups of {}", kernel->group_size);
  return text + "\n";
}

std::string remarks_on_earlier(const BenchReport& report) {
  std::string text;
  for (const BenchRow& row : report.rows)
    if (const std::string remark = earlier_remark(row); !remark.empty()) text += remark + "\n";
  return text.empty() ? "" : "\n" + text;
}

std::string legend(const BenchReport& report) {
  std::string text =
      "\ndevice ms: execution time of the kernels, added up over the launches, median of the runs; "
      "mean, min and max likewise.\n"
      "gaps: time without a kernel between the first kernel's start and the last kernel's end. "
      "host ms: round trip, from the\n"
      "first enqueue until the host knows that all launches are complete. GB/s: bytes that the "
      "problem must move (n in; for\n"
      "scans, convolutions, transposes and splits also n out, for compactions the kept elements, "
      "for histograms the bins), by\n"
      "device time. of copy: share of the rate of a copy inside the device's memory. speed-up: "
      "over the first row with the same\n"
      "n that passed, separately for reductions and scans.\n";
  if (std::ranges::any_of(report.rows, [](const BenchRow& row) { return row.earlier.has_value(); }))
    text += "earlier: change of that time since the last stored run (`lockstep results`).\n";
  unsigned most = 0;
  bool has_one = false;
  for (const BenchRow& row : report.rows) {
    most = std::max(most, row.threads);
    has_one |= row.threads == 1;
  }
  if (most != 0)
    text += fmt::format(
        "Without launches: not OpenCL but C++ on {}, {}; both times are\nfrom the call until the result is "
        "complete.\n",
        report.processor,
        most == 1 ? "1 thread"
                  : fmt::format("{} threads or processes{}", most, has_one ? " (sequential: 1)" : ""));
  return text;
}

}  // namespace

std::string bench_text(const BenchReport& report, std::size_t width, const PublishedPredictor& predicted) {
  std::string text = header(report);
  if (report.rows.empty()) return text;
  for (const std::uint64_t n : sizes_of(report.rows))
    text += "\n" + request_line(report.rows, n) + "\n" + table_text(report, n, width);
  text += remarks_on_earlier(report) + legend(report) + parts_legend(report.rows) + errors_of(report);
  const std::string published = published_text(report, predicted);
  if (!published.empty()) text += "\n" + published;
  return text;
}

static Json to_json(const Device& device) {
  return {{"name", device.name}, {"platform", device.platform}, {"driver", device.driver}};
}

// The devices of all requested lists, otherwise the single device.
static Json devices_json(const BenchReport& report) {
  Json devices = Json::array();
  for (std::size_t i = 0; i < report.devices.size(); ++i) {
    Json device = to_json(report.devices[i]);
    device["index"] = report.devices[i].index;
    if (i < report.copies_gbps.size()) device["copy_gbps"] = report.copies_gbps[i];
    devices.push_back(std::move(device));
  }
  if (devices.empty() && report.no_device.empty()) devices.push_back(to_json(report.device));
  return devices;
}

std::string bench_json(const BenchReport& report, const PublishedPredictor& predicted) {
  Json rows = Json::array();
  for (const BenchRow& row : report.rows) rows.push_back(to_json(row, report, predicted));
  const Json json{{"device", to_json(report.device)}, {"devices", devices_json(report)},
                  {"no_device", report.no_device},    {"processor", report.processor},
                  {"copy_gbps", report.copy_gbps},    {"rows", std::move(rows)}};
  return json_text(json);
}

}  // namespace lockstep::measure
