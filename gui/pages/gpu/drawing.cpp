#include "gui/pages/gpu/drawing.hpp"

#include <fmt/format.h>

#include "core/benchmark_data/compare.hpp"
#include "gui/canvas/recorder.hpp"
#include "gui/charts/bar_charts.hpp"
#include "gui/charts/line_charts.hpp"
#include "gui/pages/gpu/result_table.hpp"

namespace lockstep::gui {
namespace {

constexpr float kGpuWidth = 1240, kGpuMargin = 24, kDrawingGap = 30, kDrawingHead = 44;

// The prepared contents of the drawing, which may be drawn several times.
struct Sheet {
  std::string title, note;
  std::vector<ResultRow> rows;
  std::vector<ResultColumn> columns;
  std::vector<BenchLines> lines;
  std::vector<BarChart> bars;
};

Sheet sheet_of(const measure::BenchReport& report, const BenchmarkChoice& choice) {
  Sheet sheet;
  sheet.title =
      report.no_device.empty() && !report.device.name.empty() ? report.device.name : report.processor;
  sheet.note = request_text(report);
  if (!report.device.driver.empty()) sheet.note += ", driver " + report.device.driver;
  sheet.rows = prepare_results(report);
  sheet.columns = table_columns(kGpuWidth - 2 * kGpuMargin, choice.columns);
  sheet.lines = bench_lines(report, choice.lines, choice.linear);
  if (const std::uint64_t n = shown_n(report, choice.bars_n)) sheet.bars = throughput_charts(report, n);
  return sheet;
}

// Draws all contents. Returns the y below them.
float draw_sheet(Canvas& canvas, const Sheet& sheet) {
  const float width = kGpuWidth - 2 * kGpuMargin;
  canvas.text({kGpuMargin, kGpuMargin}, sheet.title, {Font::text_bold, Role::ink, Align::left, 15});
  canvas.text({kGpuWidth - kGpuMargin, kGpuMargin + 1}, sheet.note,
              {Font::text, Role::second_ink, Align::right, 12});
  float y = draw_result_header(canvas, {kGpuMargin, kGpuMargin + kDrawingHead, width, 0}, sheet.columns);
  y = draw_result_rows(canvas, {kGpuMargin, y, width, 0}, sheet.rows, sheet.columns) + kDrawingGap;
  const std::vector<Rect> places = place_bench_lines({kGpuMargin, y, width, 0}, sheet.lines);
  for (std::size_t i = 0; i < places.size(); ++i) draw_bench_lines(canvas, places[i], sheet.lines[i]);
  if (!places.empty()) y = places.back().bottom() + kDrawingGap;
  return draw_bar_charts(canvas, {kGpuMargin, y, width, 0}, sheet.bars) + kGpuMargin;
}

}  // namespace

Result<Drawing> bench_drawing(const measure::BenchReport& report, const BenchmarkChoice& choice) {
  if (report.rows.empty()) return failure("There are no results yet: Ctrl+Enter runs the chosen kernels.");
  const Sheet sheet = sheet_of(report, choice);
  CanvasRecorder measure;
  const float height = draw_sheet(measure, sheet);
  return Drawing{kGpuWidth, height, fmt::format("Benchmark on {}: {}", sheet.title, sheet.note),
                 [sheet](Canvas& canvas) { draw_sheet(canvas, sheet); }};
}

}  // namespace lockstep::gui
