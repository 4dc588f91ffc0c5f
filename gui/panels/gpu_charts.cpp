#include "gui/panels/gpu_charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/published.hpp"
#include "gui/panels/gpu_view.hpp"
#include "gui/text_layout.hpp"
#include "gui/text_metrics.hpp"

namespace lockstep::gui {
namespace {

constexpr float kHeading = 28, kBar = 22, kValue = 64, kGap = 24, kLeastColumn = 340;
constexpr TextStyle kTitle{Font::text_bold, Role::ink, Align::left, 13};
constexpr TextStyle kNote{Font::text, Role::second_ink, Align::right, 12};
constexpr TextStyle kLabel{Font::text, Role::ink, Align::right, 12};
constexpr TextStyle kNumber{Font::text_bold, Role::ink, Align::left, 12};

BarChart published_chart(const PublishedFigure& first) {
  BarChart chart;
  chart.title = first.device;
  chart.note = first.n ? fmt::format("{}, {} elements", first.unit, format_count(*first.n)) : first.unit;
  chart.published = true;
  double most = 0;
  const auto belongs = [&](const PublishedFigure& figure) {
    return figure.quantity == "throughput" && figure.device == first.device && figure.unit == first.unit;
  };
  for (const PublishedFigure& figure : published_figures())
    if (belongs(figure)) most = std::max(most, figure.value);
  for (const PublishedFigure& figure : published_figures())
    if (belongs(figure))
      chart.bars.push_back({figure.algorithm, fmt::format("{:.3g}", figure.value), figure.value / most});
  return chart;
}

float label_width(const Canvas& canvas, const BarChart& chart) {
  float width = 0;
  for (const BarChart::Bar& bar : chart.bars) width = std::max(width, canvas.text_width(bar.label, kLabel));
  return width + 12;
}

}  // namespace

BarChart throughput_chart(const BenchmarkSnapshot& snapshot) {
  BarChart chart;
  chart.title = "GB/s";
  chart.note = snapshot.device.name;
  for (const ResultRow& row : prepare_results(snapshot))
    if (row.bar > 0) chart.bars.push_back({row.algorithm + " · " + row.n, row.gbps, row.bar});
  return chart;
}

const std::vector<BarChart>& published_charts() {
  static const std::vector<BarChart> charts = [] {
    std::vector<BarChart> all;
    for (const PublishedFigure& figure : published_figures()) {
      const bool seen =
          std::ranges::any_of(all, [&](const BarChart& chart) { return chart.title == figure.device; });
      if (figure.quantity == "throughput" && !seen) all.push_back(published_chart(figure));
    }
    return all;
  }();
  return charts;
}

float bar_chart_height(const BarChart& chart) {
  return kHeading + kBar * static_cast<float>(chart.bars.size());
}

void draw_bar_chart(Canvas& canvas, const Rect& area, const BarChart& chart) {
  canvas.text({area.x, area.y}, chart.title, kTitle);
  canvas.text({area.right(), area.y + 1}, chart.note, kNote);
  float y = area.y + kHeading;
  const float left = area.x + label_width(canvas, chart), width = area.right() - left - kValue;
  for (const BarChart::Bar& bar : chart.bars) {
    const float length = std::max(2.0f, width * static_cast<float>(bar.share)), middle = y + kBar / 2;
    canvas.text({left - 12, top_for_centre(middle, kLabel)}, bar.label, kLabel);
    canvas.fill_rect({left, middle - 7, length, 14}, chart.published ? Role::acted : Role::acts, 2);
    canvas.text({left + length + 8, top_for_centre(middle, kNumber)}, bar.value, kNumber);
    y += kBar;
  }
}

float draw_published(Canvas& canvas, const Rect& area) {
  const auto columns = static_cast<std::size_t>(std::max(1.0f, area.width / (kLeastColumn + kGap)));
  const float width = (area.width + kGap) / static_cast<float>(columns) - kGap;
  float y = area.y, row = 0;
  std::size_t i = 0;
  for (const BarChart& chart : published_charts()) {
    const std::size_t column = i++ % columns;
    if (column == 0) {
      y += row;
      row = 0;
    }
    const Rect place{area.x + static_cast<float>(column) * (width + kGap), y, width, bar_chart_height(chart)};
    draw_bar_chart(canvas, place, chart);
    row = std::max(row, place.height + kGap);
  }
  return y + row;
}

Result<Drawing> benchmark_drawing(const BenchmarkSnapshot& snapshot, float width) {
  constexpr float margin = 20;
  const BarChart chart = throughput_chart(snapshot);
  if (chart.bars.empty()) return failure("Nothing was measured yet: Ctrl+Enter runs the ticked algorithms.");
  const Rect area{margin, margin, width - 2 * margin, bar_chart_height(chart)};
  return Drawing{width, area.height + 2 * margin, "GB/s on " + snapshot.device.name,
                 [area, chart](Canvas& canvas) { draw_bar_chart(canvas, area, chart); }};
}

}  // namespace lockstep::gui
