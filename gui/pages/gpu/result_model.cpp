#include "gui/pages/gpu/result_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "core/benchmark_data/tuning.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

using measure::BenchRow;
using Status = BenchRow::Status;

constexpr std::array kResultModelColumns{
    ResultColumn{"median", "Median device time of all runs: execution of the kernels only",
                 &ResultRow::median, 66, true, true},
    ResultColumn{"mean", "Mean device time of all runs", &ResultRow::mean, 66, true, false},
    ResultColumn{"min", "Device time of the fastest run", &ResultRow::min, 66, true, false},
    ResultColumn{"max", "Device time of the slowest run", &ResultRow::max, 66, true, false},
    ResultColumn{"launches", "Kernels that are launched one after another", &ResultRow::launches, 58, true,
                 false},
    ResultColumn{"gaps",
                 "Time between the first kernel's start and the last kernel's end in which no kernel ran",
                 &ResultRow::gaps, 66, true, false},
    ResultColumn{"round trip", "Median host time: from the first enqueue until the host sees the completion",
                 &ResultRow::host, 74, true, false},
    ResultColumn{"Gelem/s", "Elements per second in 10⁹, by the median device time", &ResultRow::gelem, 62,
                 false, true},
    ResultColumn{
        "GB/s",
        "Bytes that the problem must read and write (n in; for scans also n out), divided by the median "
        "device time",
        &ResultRow::gbps, 60, true, true},
    ResultColumn{"of copy",
                 "Share of the bandwidth of a buffer copy on this device; more than 100 % where the array "
                 "stays in the "
                 "cache, or the kernel reads more than it writes",
                 &ResultRow::share, 62, false, true},
    ResultColumn{"speed-up",
                 "Relative to the first passed row of the same n and family, by median device times",
                 &ResultRow::speed_up, 66, false, true},
    ResultColumn{"earlier",
                 "Change of the median device time since the last stored run on this machine; the row's "
                 "tooltip gives its date",
                 &ResultRow::earlier, 72, false, true},
};

std::string remark_of(const BenchRow& row, const measure::BenchReport& report) {
  std::string text = measure::note_of(report, row);
  if (!row.tuning) return text;
  if (const auto algorithm = find_algorithm(row.id))
    text +=
        (text.empty() ? "" : " ") + fmt::format("Tuned: {}.", measure::tuning_text(*row.tuning, **algorithm));
  return text;
}

std::string where_text(const BenchRow& row) {
  if (row.is_on_host())
    return fmt::format(
        "Not OpenCL: C++ with {} on this machine's processor, timed from the call to the complete result.",
        plural(row.threads, row.id.starts_with("cpu/mpi") ? "process" : "thread"));
  return fmt::format("{} in work-groups of {}, {} from the first start to the last end.",
                     plural(row.launches, "launch"), row.group_size, time_text(row.span_ns.median));
}

std::string earlier_text(const BenchRow& row) {
  const auto change = measure::change_percent(row);
  if (!change) return "";
  std::string text =
      fmt::format("\nOn {} UTC: {} ({} to {}); change of the time since then: {}{}.",
                  measure::date_text(row.earlier->date), time_text(row.earlier->times_ns.median),
                  time_text(row.earlier->times_ns.min), time_text(row.earlier->times_ns.max),
                  measure::change_text(*change),
                  measure::is_within_spread(row) ? ", less than the spread of the runs" : "");
  if (const std::string remark = measure::earlier_remark(row); !remark.empty()) text += "\n" + remark;
  return text;
}

// Returns a sentence about the speed-up over the baseline.
std::string speed_words(double factor, const std::string& baseline) {
  const std::string times = fmt::format("{:.3g}", factor);
  return times == "1" ? fmt::format("As fast as {}.", baseline)
                      : fmt::format("{} times as fast as {}.", times, baseline);
}

std::string details_of(const BenchRow& row, const measure::BenchReport& report) {
  std::string text = where_text(row);
  if (!row.is_on_host())
    text += fmt::format("\nDevice time {} to {}, round trip {} to {}.", time_text(row.device_ns.min),
                        time_text(row.device_ns.max), time_text(row.host_ns.min), time_text(row.host_ns.max));
  if (const auto factor = measure::speed_up(report.rows, row); factor && *factor != 1)
    text += "\n" + speed_words(*factor, measure::baseline_of(report.rows, row)->id);
  if (row.error)
    text += fmt::format("\nLargest error {:.3g}, within the bound {:.3g}.", row.error->absolute,
                        row.error->bound);
  if (const std::string remark = remark_of(row, report); !remark.empty()) text += "\n" + remark;
  return text + earlier_text(row);
}

// Formats a rate with as many significant digits as fit in a column.
std::string rate_cell(double value) {
  if (value >= 1000) return count_text(static_cast<std::uint64_t>(std::llround(value)));
  return fmt::format("{:.{}g}", value, value < 0.01 ? 2 : value < 100 ? 3 : 4);
}

std::string factor_text(double factor) {
  return factor < 0.1 ? fmt::format("{:.2g}×", factor)
                      : fmt::format("{:.{}f}×", factor, factor < 100 ? 2 : 0);
}

void fill_numbers(ResultRow& shown, const BenchRow& row, const measure::BenchReport& report) {
  shown.median = time_text(row.device_ns.median);
  shown.mean = time_text(row.device_ns.mean);
  shown.min = time_text(row.device_ns.min);
  shown.max = time_text(row.device_ns.max);
  shown.host = time_text(row.host_ns.median);
  shown.gelem = rate_cell(row.gelem_per_s);
  shown.gbps = rate_cell(row.gbps);
  if (!row.is_on_host()) {
    shown.launches = std::to_string(row.launches);
    shown.gaps = time_text(row.gap_ns.median);
  }
  if (const auto share = measure::share_of_copy(report, row))
    shown.share = fmt::format("{:.1f} %", 100 * *share);
  if (const auto factor = measure::speed_up(report.rows, row)) shown.speed_up = factor_text(*factor);
  if (const auto change = measure::change_percent(row)) shown.earlier = measure::change_text(*change);
}

ResultRow row_of(const BenchRow& row, const measure::BenchReport& report) {
  ResultRow shown;
  shown.algorithm = measure::row_label(row);
  shown.size = row.n;
  shown.status = measure::name(row.status);
  shown.mood = row.status == Status::passed    ? ResultRow::Mood::good
               : row.status == Status::skipped ? ResultRow::Mood::quiet
                                               : ResultRow::Mood::bad;
  if (row.status != Status::passed) {
    shown.reason = shown.details = row.reason;
    return shown;
  }
  fill_numbers(shown, row, report);
  shown.parts = prepare_parts(row, report.rows);
  shown.remark = remark_of(row, report);
  shown.details = details_of(row, report);
  return shown;
}

ResultRow waiting_row(const measure::BenchRequest& request, bool running) {
  ResultRow shown;
  shown.algorithm = request.id();
  if (!request.devices.empty()) shown.algorithm += " on " + measure::devices_label(request.devices);
  if (request.source) shown.algorithm += " (edited)";
  shown.size = request.request.n;
  shown.mood = running ? ResultRow::Mood::running : ResultRow::Mood::waiting;
  shown.status = running ? "running" : "waiting";
  return shown;
}

}  // namespace

std::vector<ResultRow> prepare_results(const measure::BenchReport& report) {
  std::vector<ResultRow> rows;
  for (const BenchRow& row : report.rows) rows.push_back(row_of(row, report));
  return rows;
}

std::vector<ResultRow> prepare_results(const BenchmarkSnapshot& snapshot) {
  std::vector<ResultRow> rows = prepare_results(bench_report(snapshot));
  const std::size_t finished = rows.size();
  if (snapshot.running && snapshot.again && *snapshot.again < finished)
    rows[*snapshot.again] = waiting_row(snapshot.requests[*snapshot.again], true);
  for (std::size_t i = finished; i < snapshot.requests.size(); ++i)
    rows.push_back(waiting_row(snapshot.requests[i], snapshot.running && i == finished));
  return rows;
}

std::span<const ResultColumn> result_columns() { return kResultModelColumns; }

float columns_width(std::span<const ResultColumn> columns) {
  float width = 0;
  for (const ResultColumn& column : columns) width += column.width;
  return width;
}

std::vector<ResultColumn> shown_columns(float room, ResultColumns chosen) {
  std::vector<ResultColumn> columns(kResultModelColumns.begin(), kResultModelColumns.end());
  if (columns_width(columns) <= room) return columns;
  std::erase_if(columns, [&](const ResultColumn& column) {
    return chosen == ResultColumns::times ? !column.in_times : !column.in_rates;
  });
  return columns;
}

std::string request_text(const measure::BenchReport& report) {
  if (report.rows.empty()) return "";
  const BenchRow& first = report.rows.front();
  std::string text = fmt::format("{}, {}", opencl_name(first.type), name(first.op));
  if (std::ranges::any_of(report.rows, &BenchRow::exclusive)) text += ", scans exclusive";
  const auto kernel =
      std::ranges::find_if(report.rows, [](const BenchRow& row) { return !row.is_on_host() && !row.tuning; });
  if (kernel != report.rows.end()) text += fmt::format(", work-groups of {}", kernel->group_size);
  return text;
}

}  // namespace lockstep::gui
