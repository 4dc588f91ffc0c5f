#include "gui/charts/bar_charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/benchmark_data/compare.hpp"
#include "core/catalogue/published.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/charts/line_charts.hpp"

namespace lockstep::gui {
namespace {

constexpr float kBarsHeading = 28, kBarsBar = 22, kBarValue = 64, kBarsGap = 24, kLeastColumn = 340,
                kRoofLine = 20;
constexpr TextStyle kNote{Font::text, Role::second_ink, Align::right, 12};
constexpr TextStyle kBarLabel{Font::text, Role::ink, Align::right, 12};
constexpr TextStyle kBarsRoof{Font::text_bold, Role::costs, Align::right, 11};
constexpr TextStyle kNumber{Font::text_bold, Role::ink, Align::left, 12};

BarChart published_chart(const PublishedFigure& first, const PublishedPredictor& predictor) {
  BarChart chart;
  chart.title = first.device;
  chart.note = first.n ? fmt::format("{}, {} elements", first.unit, format_count(*first.n)) : first.unit;
  if (predictor) chart.note += "; thin: predicted";
  chart.published = true;
  const auto predicted = [&](const PublishedFigure& figure) {
    return predictor ? predictor(figure) : std::nullopt;
  };
  double most = 0;
  const auto belongs = [&](const PublishedFigure& figure) {
    return figure.quantity == "throughput" && figure.device == first.device && figure.unit == first.unit;
  };
  for (const PublishedFigure& figure : published_figures())
    if (belongs(figure)) most = std::max({most, figure.value, predicted(figure).value_or(0)});
  for (const PublishedFigure& figure : published_figures()) {
    if (!belongs(figure)) continue;
    BarChart::Bar bar{
        figure.algorithm, fmt::format("{:.3g}", figure.value), figure.value / most, 0, 0, false};
    if (const std::optional<double> value = predicted(figure)) {
      bar.predicted_share = *value / most;
      bar.value += fmt::format(" : {:.3g} ({:.2f}×)", *value, *value / figure.value);
    }
    chart.bars.push_back(std::move(bar));
  }
  return chart;
}

bool is_measured(const measure::BenchRow& row) {
  return row.status == measure::BenchRow::Status::passed && row.gbps > 0;
}

// Returns the throughput in GB/s of the row for the time `ns` instead of the median time; 0 if `ns` is 0.
double at(const measure::BenchRow& row, std::uint64_t ns) {
  const std::uint64_t median = measure::rate_times(row).median;
  return ns == 0 ? 0 : row.gbps * static_cast<double>(median) / static_cast<double>(ns);
}

BarChart::Bar bar_of(const measure::BenchRow& row, double longest) {
  BarChart::Bar bar{measure::row_label(row), rate_text(row.gbps), row.gbps / longest};
  bar.least = at(row, measure::rate_times(row).max) / longest;
  bar.most = std::min(1.0, at(row, measure::rate_times(row).min) / longest);
  bar.on_host = row.is_on_host();
  return bar;
}

float label_width(const Canvas& canvas, const BarChart& chart) {
  float width = 0;
  for (const BarChart::Bar& bar : chart.bars)
    width = std::max(width, canvas.text_width(bar.label, kBarLabel));
  return width + 12;
}

float value_width(const Canvas& canvas, const BarChart& chart) {
  float width = 0;
  for (const BarChart::Bar& bar : chart.bars) width = std::max(width, canvas.text_width(bar.value, kNumber));
  return width + 12;
}

void draw_bar(Canvas& canvas, const BarChart::Bar& bar, const Rect& track, bool published) {
  const float length = std::max(2.0f, track.width * static_cast<float>(bar.share)), middle = track.centre().y;
  const bool predicted = bar.predicted_share > 0;
  const Rect box{track.x, middle - 7, length, predicted ? 8.0f : 14.0f};
  canvas.text({track.x - 12, top_for_centre(middle, kBarLabel)}, bar.label, kBarLabel);
  canvas.fill_rect(box, (published && !predicted) || bar.on_host ? Role::acted : Role::acts, 2);
  if (bar.on_host) canvas.hatch_rect(box, Role::card, 6);
  const float thin = track.width * static_cast<float>(bar.predicted_share);
  if (predicted) canvas.fill_rect({track.x, middle + 2, std::max(2.0f, thin), 4}, Role::acted, 1);
  const float least = track.x + track.width * static_cast<float>(bar.least);
  const float most = track.x + track.width * static_cast<float>(bar.most);
  if (most - least > 2) {
    canvas.line({least, middle}, {most, middle}, Role::ink, 1);
    for (const float x : {least, most}) canvas.line({x, middle - 4}, {x, middle + 4}, Role::ink, 1);
  }
  // The value is drawn to the right of the bar, so that the bar does not hide it.
  const float value = std::max({track.x + length, most, track.x + thin}) + 8;
  canvas.fill_rect({value - 2, middle - 8, canvas.text_width(bar.value, kNumber) + 4, 16}, Role::card, 2);
  canvas.text({value, top_for_centre(middle, kNumber)}, bar.value, kNumber);
}

void draw_roof(Canvas& canvas, const BarChart::Roof& roof, const Rect& tracks) {
  const float x = tracks.x + tracks.width * static_cast<float>(roof.share);
  canvas.dashed_line({x, tracks.y}, {x, tracks.bottom() + 4}, Role::costs, 1.5f);
  TextStyle style = kBarsRoof;
  const float width = canvas.text_width(roof.label, style);
  style.align = Align::left;
  canvas.text({std::min(x - width / 2, tracks.right() + kBarValue - width), tracks.bottom() + 5}, roof.label,
              style);
}

}  // namespace

std::uint64_t shown_n(const measure::BenchReport& report, std::uint64_t wanted) {
  std::uint64_t most = 0;
  for (const measure::BenchRow& row : report.rows) {
    if (!is_measured(row)) continue;
    if (row.n == wanted) return wanted;
    most = std::max(most, row.n);
  }
  return most;
}

std::vector<BarChart> throughput_charts(const measure::BenchReport& report, std::uint64_t n) {
  using Family = Algorithm::Family;
  const auto wanted = [n](const measure::BenchRow& row) { return is_measured(row) && row.n == n; };
  double longest = report.copy_gbps;
  for (const measure::BenchRow& row : report.rows)
    if (wanted(row)) longest = std::max(longest, row.gbps);
  std::vector<BarChart> charts;
  for (const auto& [family, title] : {std::pair{Family::reduction, "Reductions"},
                                      {Family::scan, "Scans"},
                                      {Family::pattern, "Patterns"},
                                      {Family::hazard, "Hazards"}}) {
    BarChart chart;
    chart.title = title;
    chart.note = "GB/s at n = " + format_count(n);
    if (report.copy_gbps > 0)
      chart.roof = {fmt::format("copy on this device: {} GB/s", rate_text(report.copy_gbps)),
                    report.copy_gbps / longest};
    for (const measure::BenchRow& row : report.rows)
      if (wanted(row) && measure::family_of(row) == family) chart.bars.push_back(bar_of(row, longest));
    if (!chart.bars.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

std::vector<BarChart> published_charts(const PublishedPredictor& predictor) {
  std::vector<BarChart> all;
  for (const PublishedFigure& figure : published_figures()) {
    const bool seen =
        std::ranges::any_of(all, [&](const BarChart& chart) { return chart.title == figure.device; });
    if (figure.quantity == "throughput" && !seen) all.push_back(published_chart(figure, predictor));
  }
  return all;
}

float bar_chart_height(const BarChart& chart) {
  return kBarsHeading + kBarsBar * static_cast<float>(chart.bars.size()) + (chart.roof ? kRoofLine : 0);
}

void draw_bar_chart(Canvas& canvas, const Rect& area, const BarChart& chart) {
  canvas.text({area.x, area.y}, chart.title, kTitle);
  canvas.text({area.right(), area.y + 1}, chart.note, kNote);
  const float left = area.x + label_width(canvas, chart);
  const float value = std::max(kBarValue, value_width(canvas, chart));
  Rect track{left, area.y + kBarsHeading, std::max(1.0f, area.right() - left - value), kBarsBar};
  if (chart.roof)
    draw_roof(canvas, *chart.roof,
              {track.x, track.y, track.width, kBarsBar * static_cast<float>(chart.bars.size())});
  for (const BarChart::Bar& bar : chart.bars) {
    draw_bar(canvas, bar, track, chart.published);
    track.y += kBarsBar;
  }
}

float draw_bar_charts(Canvas& canvas, const Rect& area, const std::vector<BarChart>& charts) {
  const auto most =
      static_cast<std::size_t>(std::max(1.0f, (area.width + kBarsGap) / (kLeastColumn + kBarsGap)));
  const std::size_t columns = std::min(most, std::max<std::size_t>(charts.size(), 1));
  const float width = (area.width + kBarsGap) / static_cast<float>(columns) - kBarsGap;
  float y = area.y, row = 0;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const std::size_t column = i % columns;
    if (column == 0) {
      y += row;
      row = 0;
    }
    draw_bar_chart(
        canvas,
        {area.x + static_cast<float>(column) * (width + kBarsGap), y, width, bar_chart_height(charts[i])},
        charts[i]);
    row = std::max(row, bar_chart_height(charts[i]) + kBarsGap);
  }
  return y + row;
}

}  // namespace lockstep::gui
