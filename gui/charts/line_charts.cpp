#include "gui/charts/line_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

using measure::BenchRow;
using Family = Algorithm::Family;

constexpr std::size_t kTicks = 8;
// The colours of the lines. The number of shapes differs from the number of colours, so that a pair of colour
// and shape repeats as late as possible.
constexpr std::array kRoles{Role::acts,       Role::costs,       Role::good,  Role::third_warp,
                            Role::second_ink, Role::fourth_warp, Role::acted, Role::warns};
constexpr std::size_t kMarkers = 7;

std::string_view title_of(LineMeasure measure) {
  switch (measure) {
    case LineMeasure::gbps:
      return "GB/s over n";
    case LineMeasure::device_time:
      return "device time over n";
    case LineMeasure::host_time:
      break;
  }
  return "round trip over n";
}

std::string_view title_of(Family family) {
  return family == Family::scan      ? "Scans"
         : family == Family::pattern ? "Patterns"
         : family == Family::hazard  ? "Hazards"
                                     : "Reductions";
}

// Returns the number of bytes that the problem of a passed row must move.
double bytes_of(const BenchRow& row) {
  return row.gbps * static_cast<double>(measure::rate_times(row).median);
}

BenchPoint point_of(LineMeasure measure, double n, double bytes, const measure::Spread& device,
                    const measure::Spread& host) {
  const auto of = [](std::uint64_t ns) { return static_cast<double>(std::max<std::uint64_t>(ns, 1)); };
  if (measure == LineMeasure::gbps)
    return {n, bytes / of(device.median), bytes / of(device.max), bytes / of(device.min), ""};
  const measure::Spread& time = measure == LineMeasure::device_time ? device : host;
  return {n, of(time.median), of(time.min), of(time.max), ""};
}

std::string spread_text(const measure::Spread& time) {
  return fmt::format("{} ({} to {})", time_text(time.median), time_text(time.min), time_text(time.max));
}

std::string point_text(const BenchRow& row, const std::string& id) {
  return fmt::format("{}, n = {}: {}, {} GB/s", id, format_count(row.n), spread_text(row.device_ns),
                     rate_text(row.gbps));
}

std::string earlier_text(const BenchRow& row, const std::string& id) {
  return fmt::format("{}, n = {}, on {} UTC: {}, {} GB/s", id, format_count(row.n),
                     measure::date_text(row.earlier->date), spread_text(row.earlier->times_ns),
                     rate_text(row.earlier->gbps));
}

// Returns the label of a row without its family. The label of a host implementation is complete, because its
// first part says that it runs on the host.
std::string label_of(const BenchRow& row) {
  const std::string id = measure::row_label(row);
  return row.is_on_host() ? id : id.substr(id.find('/') + 1);
}

BenchLine& line_of(std::vector<BenchLine>& lines, const BenchRow& row) {
  const std::string id = measure::row_label(row);
  const auto found = std::ranges::find(lines, id, &BenchLine::id);
  if (found != lines.end()) return *found;
  BenchLine line;
  line.id = id;
  line.label = label_of(row);
  line.role = kRoles[lines.size() % kRoles.size()];
  line.marker = static_cast<Marker>(lines.size() % kMarkers);
  line.on_host = row.is_on_host();
  return lines.emplace_back(std::move(line));
}

void add(std::vector<BenchLine>& lines, const BenchRow& row, LineMeasure measure) {
  BenchLine& line = line_of(lines, row);
  const auto n = static_cast<double>(row.n);
  line.points.push_back(point_of(measure, n, bytes_of(row), measure::rate_times(row), row.host_ns));
  line.points.back().text = point_text(row, line.id);
  // Round trips of earlier runs are not stored.
  if (!row.earlier || measure == LineMeasure::host_time) return;
  line.earlier.push_back(point_of(measure, n, bytes_of(row), row.earlier->times_ns, row.earlier->times_ns));
  line.earlier.back().text = earlier_text(row, line.id);
}

// Returns the roof of a chart. A chart of round trips has no roof, because a round trip contains more
// than data movement.
std::optional<BenchRoof> roof_of(const measure::BenchReport& report, const BenchRow& row, LineMeasure measure,
                                 double least_n, double max_n) {
  if (report.copy_gbps <= 0 || measure == LineMeasure::host_time) return std::nullopt;
  BenchRoof roof{fmt::format("copy: {} GB/s", rate_text(report.copy_gbps)), least_n, max_n, report.copy_gbps,
                 report.copy_gbps};
  if (measure == LineMeasure::gbps) return roof;
  const double bytes_each = bytes_of(row) / static_cast<double>(row.n);
  roof.at_least = least_n * bytes_each / report.copy_gbps;
  roof.at_most = max_n * bytes_each / report.copy_gbps;
  return roof;
}

// Returns the device time of the shortest kernel that needs only one launch; 0 if no such kernel passed.
std::uint64_t shortest_launch(const measure::BenchReport& report) {
  std::uint64_t shortest = 0;
  for (const BenchRow& row : report.rows)
    if (row.status == BenchRow::Status::passed && row.launches == 1 && !row.is_on_host() &&
        row.parts.empty() && (shortest == 0 || row.device_ns.median < shortest))
      shortest = row.device_ns.median;
  return shortest;
}

// Returns the floor of a chart. The floor ends at the n from which the copy takes longer than the
// shortest launch.
std::optional<BenchFloor> floor_of(const measure::BenchReport& report, const BenchRow& row,
                                   LineMeasure measure, const BenchRoof& roof) {
  const auto shortest = static_cast<double>(shortest_launch(report));
  const double bytes_each = bytes_of(row) / static_cast<double>(row.n);
  const double last = std::min(roof.max_n, report.copy_gbps * shortest / bytes_each);
  if (shortest == 0 || last <= roof.least_n) return std::nullopt;
  BenchFloor floor{"shortest launch: " + time_text(shortest)};
  constexpr int steps = 24;  // several steps, because the floor is a curve on a linear axis
  for (int i = 0; i <= steps; ++i) {
    const double n = roof.least_n * std::pow(last / roof.least_n, i / double{steps});
    floor.path.emplace_back(n, measure == LineMeasure::gbps ? n * bytes_each / shortest : shortest);
  }
  return floor;
}

struct Range {
  double least = INFINITY, most = 0;
  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

PlotAxis value_axis(const BenchLines& chart, LineMeasure measure, bool linear) {
  Range range;
  for (const BenchLine& line : chart.lines)
    for (const auto* points : {&line.points, &line.earlier})
      for (const BenchPoint& point : *points) {
        range.add(point.low);
        range.add(point.high);
      }
  // In a chart of times, the lower end of the roof is far below the cost of a launch, so it is not included.
  if (chart.roof) range.add(chart.roof->at_most);
  // Leaves space for the floor's name below the floor.
  if (chart.floor && measure != LineMeasure::gbps) range.add(chart.floor->path.front().second / 2);
  if (measure != LineMeasure::gbps) return log_axis(range.least / 1.3, range.most * 1.3, kTicks, time_text);
  return linear ? linear_axis(range.most * 1.08, kTicks, rate_text)
                : log_axis(range.least / 1.3, range.most * 1.3, kTicks, rate_text);
}

BenchLines chart_of(const measure::BenchReport& report, Family family, LineMeasure measure, bool linear) {
  BenchLines chart;
  chart.title = fmt::format("{}: {}", title_of(family), title_of(measure));
  const BenchRow* any = nullptr;
  Range sizes;
  for (const BenchRow& row : report.rows) {
    // A plan without launches takes no time and has no point in the chart.
    if (row.status != BenchRow::Status::passed || row.device_ns.median == 0 ||
        measure::family_of(row) != family)
      continue;
    add(chart.lines, row, measure);
    sizes.add(static_cast<double>(row.n));
    any = &row;
  }
  if (!any) return chart;
  for (BenchLine& line : chart.lines) {
    std::ranges::sort(line.points, {}, &BenchPoint::n);
    std::ranges::sort(line.earlier, {}, &BenchPoint::n);
  }
  chart.x = count_axis(sizes.least, std::max(sizes.most, sizes.least * 2), kTicks);
  chart.roof = roof_of(report, *any, measure, sizes.least, sizes.most);
  if (chart.roof) chart.floor = floor_of(report, *any, measure, *chart.roof);
  chart.y = value_axis(chart, measure, linear);
  return chart;
}

}  // namespace

std::vector<BenchLines> bench_lines(const measure::BenchReport& report, LineMeasure measure, bool linear) {
  std::vector<BenchLines> charts;
  if (measure::sizes_of(report.rows).size() < 2) return charts;
  for (const Family family : {Family::reduction, Family::scan, Family::pattern, Family::hazard}) {
    BenchLines chart = chart_of(report, family, measure, linear);
    if (!chart.lines.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

std::string rate_text(double value) {
  if (value == 0) return "0";
  if (value >= 1000) return count_text(static_cast<std::uint64_t>(std::llround(value)));
  return fmt::format("{:.3g}", value);
}

}  // namespace lockstep::gui
