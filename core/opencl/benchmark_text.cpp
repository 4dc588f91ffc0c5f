// The benchmark as a table for people, as CSV and as JSON. Times stay whole nanoseconds until here.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "core/error_text.hpp"
#include "core/figures_json.hpp"
#include "core/opencl/benchmark.hpp"
#include "core/opencl/benchmark_json.hpp"
#include "core/opencl/parts_text.hpp"
#include "core/opencl/tuning.hpp"
#include "core/sizes.hpp"

namespace lockstep::opencl {
namespace {

using Json = nlohmann::ordered_json;

// What has been published of it is beside it for people, but no part of the row.
Json with_published(const BenchRow& row) {
  Json json = row_json(row);
  json["published"] = Json::array();
  for (const PublishedFigure& figure : published_for(row.id))
    if (!figure.is_of_profiler()) json["published"].push_back(figure_json(figure));
  return json;
}

std::string upper(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

double milliseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1e6; }

// A rate of a run that launched nothing is no number.
std::string rate(double value, int digits) { return value > 0 ? fmt::format("{:.{}f}", value, digits) : "–"; }

// What a row is of: its algorithm and, where a list was asked for, its devices.
std::string label(const BenchRow& row) {
  return row.parts.empty() ? row.id : fmt::format("{} on {}", row.id, devices_label(row));
}

std::string row_text(const BenchRow& row, const std::vector<BenchRow>& rows, std::size_t id_width) {
  const std::string head = fmt::format("{:<{}}  {:<7}", label(row), id_width, upper(name(row.status)));
  if (row.status != BenchRow::Status::passed) return fmt::format("{}  {}\n", head, row.reason);
  std::string text =
      fmt::format("{}  {:>10.4f}  {:>10.4f}  {:>10.4f}  {:>12.4f}  {:>9}  {:>9}  {:>8}\n", head,
                  milliseconds(row.device_ns.median), milliseconds(row.device_ns.min),
                  milliseconds(row.device_ns.max), milliseconds(row.host_ns.median), rate(row.gelem_per_s, 3),
                  rate(row.gbps, 1), row.is_on_host() ? "–" : std::to_string(row.launches));
  text += parts_text(row, rows);
  if (!row.note.empty()) text += fmt::format("{:<{}}  {}\n", "", id_width, row.note);
  if (row.tuning)
    text += fmt::format("{:<{}}  {}\n", "", id_width, tuning_text(*row.tuning, **find_algorithm(row.id)));
  return text;
}

std::string errors_of(const BenchReport& report) {
  std::vector<ErrorRow> errors;
  for (const BenchRow& row : report.rows)
    if (row.error) errors.push_back({row.id, *row.error});
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
  return text;
}

// What the rows have in common.
std::string request_line(const std::vector<BenchRow>& rows) {
  const BenchRow& first = rows.front();
  std::string text =
      fmt::format("{} elements of {}, {}", count_text(first.n), opencl_name(first.type), name(first.op));
  const auto kernel = std::ranges::find_if(rows, [](const BenchRow& row) { return !row.is_on_host(); });
  if (kernel != rows.end()) text += fmt::format(", work-groups of {}", kernel->group_size);
  return text + "\n";
}

std::string legend(const BenchReport& report) {
  std::string text =
      "\ndevice ms: the kernels' own execution, added up over the launches, median of the runs. host ms: "
      "round "
      "trip,\nfrom the first enqueue until the host knows that all is done. GB/s: bytes that the problem "
      "must "
      "move, by device time.\n";
  const auto way = std::ranges::find_if(report.rows, [](const BenchRow& row) { return row.is_on_host(); });
  if (way != report.rows.end())
    text += fmt::format(
        "Without launches: not OpenCL but C++ on {}, {}; both times are\nfrom the call until the result is "
        "there.\n",
        report.processor,
        way->threads == 1 ? "1 thread" : fmt::format("{} threads or processes", way->threads));
  return text;
}

}  // namespace

std::string bench_text(const BenchReport& report) {
  std::string text = header(report);
  if (report.rows.empty()) return text;
  text += request_line(report.rows) + "\n";
  std::size_t width = 2;
  for (const BenchRow& row : report.rows) width = std::max(width, label(row).size());
  text += fmt::format("{:<{}}  {:<7}  {:>10}  {:>10}  {:>10}  {:>12}  {:>9}  {:>9}  {:>8}\n", "id", width,
                      "check", "device ms", "min", "max", "host ms", "Gelem/s", "GB/s", "launches");
  for (const BenchRow& row : report.rows) text += row_text(row, report.rows, width);
  text += legend(report);
  text += parts_legend(report.rows);
  text += errors_of(report);
  const std::string published = published_text(report);
  if (!published.empty()) text += "\n" + published;
  return text;
}

static std::string where(const BenchReport& report, const BenchRow& row) {
  if (row.is_on_host()) return report.processor;
  if (row.parts.empty()) return report.device.name;
  std::string names;
  for (const BenchPart& part : row.parts) names += (names.empty() ? "" : " + ") + part.device;
  return names;
}

std::string bench_csv(const BenchReport& report) {
  std::string text =
      "device,id,type,op,n,group_size,status,reason,launches,device_ns_median,device_ns_min,device_ns_max,"
      "host_ns_median,host_ns_min,host_ns_max,gelem_per_s,gbps\n";
  for (const BenchRow& row : report.rows) {
    text +=
        fmt::format("{},{},{},{},{},{},{},{},", csv_field(where(report, row)), row.id, opencl_name(row.type),
                    name(row.op), row.n, row.group_size, name(row.status), csv_field(row.reason));
    if (row.status != BenchRow::Status::passed)
      text += ",,,,,,,,\n";
    else
      text += fmt::format("{},{},{},{},{},{},{},{:.6g},{:.6g}\n", row.launches, row.device_ns.median,
                          row.device_ns.min, row.device_ns.max, row.host_ns.median, row.host_ns.min,
                          row.host_ns.max, row.gelem_per_s, row.gbps);
  }
  return text;
}

static Json to_json(const Device& device) {
  return {{"name", device.name}, {"platform", device.platform}, {"driver", device.driver}};
}

// Those of all lists that were asked for; else the one.
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

std::string bench_json(const BenchReport& report) {
  Json rows = Json::array();
  for (const BenchRow& row : report.rows) rows.push_back(with_published(row));
  const Json json{{"device", to_json(report.device)}, {"devices", devices_json(report)},
                  {"no_device", report.no_device},    {"processor", report.processor},
                  {"copy_gbps", report.copy_gbps},    {"rows", std::move(rows)}};
  return json.dump(2, ' ', false, nlohmann::detail::error_handler_t::replace);
}

}  // namespace lockstep::opencl
