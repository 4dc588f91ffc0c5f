#include "gui/pages/gpu/result_charts.hpp"

#include <algorithm>

#include "core/benchmark_data/compare.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/charts/bar_charts.hpp"
#include "gui/charts/line_charts.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSegments = 24, kResultChartsGap = 26;

// Draws the choices of the line charts. Returns the y below them.
float draw_line_choices(PanelContext& context, const Rect& area) {
  const BenchmarkChoice& choice = context.state.benchmark;
  context.ui.heading({area.x, area.y + 3, 120, 20}, "Lines over n");
  const Rect measures{area.x + 104, area.y, 228, kSegments};
  if (const auto chosen = context.ui.segments(
          "lines-", measures, {"GB/s", "device time", "round trip"}, static_cast<std::size_t>(choice.lines),
          {"Bytes that the problem must read and write, divided by the median device time. Whiskers: "
           "fastest and slowest run. Dashed lines: host implementations. Orange dashes: limits by the copy "
           "bandwidth and by the shortest launch of this run. Grey dashes: earlier runs",
           "Median execution time of the kernels. Whiskers: fastest and slowest run",
           "Median host time, from the first enqueue until the host sees the completion. For small n it is "
           "mostly launch overhead"}))
    context.commands.edit([to = kLineMeasures[*chosen]](AppState& app) { app.benchmark.lines = to; });
  if (choice.lines == LineMeasure::gbps) {
    if (const auto chosen = context.ui.segments("scale-", {measures.right() + 16, area.y, 130, kSegments},
                                                {"log", "linear"}, choice.linear ? 1 : 0,
                                                {"Logarithmic axis, which also separates small n",
                                                 "Linear axis from 0: lengths are proportional"}))
      context.commands.edit([linear = *chosen == 1](AppState& app) { app.benchmark.linear = linear; });
  }
  return area.y + kSegments + 14;
}

float draw_lines(PanelContext& context, const Rect& area, const Rect& sight,
                 const std::vector<BenchLines>& charts) {
  Canvas& canvas = context.ui.canvas;
  const std::vector<Rect> places = place_bench_lines(area, charts);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const Pointer pointer = context.ui.pointer(places[i]);
    BenchHit hit;
    if (pointer.inside && sight.contains(pointer.at))
      hit = bench_hit(canvas, places[i], charts[i], pointer.at);
    draw_bench_lines(canvas, places[i], charts[i], hit.line ? std::string_view(hit.line->id) : "");
    if (hit.point) context.ui.tooltip(hit.point->text);
  }
  return places.back().bottom() + kResultChartsGap;
}

std::vector<std::uint64_t> measured_sizes(const measure::BenchReport& report) {
  std::vector<std::uint64_t> sizes;
  for (const std::uint64_t n : measure::sizes_of(report.rows))
    if (shown_n(report, n) == n) sizes.push_back(n);
  return sizes;
}

float draw_bars(PanelContext& context, const Rect& area, const measure::BenchReport& report) {
  const std::vector<std::uint64_t> sizes = measured_sizes(report);
  const std::uint64_t n = shown_n(report, context.state.benchmark.bars_n);
  context.ui.heading({area.x, area.y + 5, 120, 20}, "Bars");
  std::vector<std::string> names;
  for (const std::uint64_t size : sizes) names.push_back(format_count(size));
  const auto at = static_cast<std::size_t>(std::ranges::find(sizes, n) - sizes.begin());
  const float width = context.ui.combo_box_width("n", names[at]);
  if (const auto chosen =
          context.ui.combo_box("bars-n", {area.x + 48, area.y, width, 26}, "n", names[at], names, at,
                               "n of the bars; the line on a bar spans the slowest to the fastest run"))
    context.commands.edit([size = sizes[*chosen]](AppState& app) { app.benchmark.bars_n = size; });
  return draw_bar_charts(context.ui.canvas, {area.x, area.y + 40, area.width, 0},
                         throughput_charts(report, n));
}

}  // namespace

float draw_result_charts(PanelContext& context, const Rect& area, const Rect& sight,
                         const measure::BenchReport& report) {
  const BenchmarkChoice& choice = context.state.benchmark;
  float y = area.y;
  const std::vector<BenchLines> lines = bench_lines(report, choice.lines, choice.linear);
  if (!lines.empty()) {
    y = draw_line_choices(context, {area.x, y, area.width, 0});
    y = draw_lines(context, {area.x, y, area.width, 0}, sight, lines);
  }
  if (shown_n(report, 0) != 0) y = draw_bars(context, {area.x, y, area.width, 0}, report);
  if (lines.empty() && shown_n(report, 0) != 0)
    y = context.ui.paragraph({area.x, y, area.width, 40},
                             "Lines over n appear when at least two sizes are measured.", kQuiet) +
        22;
  return y;
}

float draw_published_figures(PanelContext& context, LadderRunner& ladder, const Rect& area) {
  context.ui.heading({area.x, area.y, area.width, 20}, "Published, for orientation",
                     "on the devices named in the documents: published, predicted by their rates (ratio)");
  const auto predicted = ladder.published();
  return draw_bar_charts(context.ui.canvas, {area.x, area.y + 34, area.width, 0},
                         published_charts(predicted ? sim::predictor_of(*predicted) : nullptr));
}

}  // namespace lockstep::gui
