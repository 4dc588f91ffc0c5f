#include "gui/pages/theory/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/charts/plot.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPlotsLine = 20;  // px, line height of the sentence
constexpr TextStyle kQuieter{Font::text, Role::second_ink, Align::left, 11};
constexpr TextStyle kPlotsValue{Font::text_bold, Role::acts, Align::right, 13};

PlotAxis over_n(bool narrow) {
  PlotAxis axis{TheoryChoice::kLeastN, TheoryChoice::kMaxN};
  for (unsigned i = 4; i <= TheoryChoice::kMaxN; i += narrow ? 8 : 4)
    axis.ticks.push_back({std::exp2(i), "2" + superscript(i)});
  return axis;
}

PlotAxis over_p(bool narrow) {
  PlotAxis axis{0, TheoryChoice::kMaxP};
  for (unsigned i = 0; i <= TheoryChoice::kMaxP; i += narrow ? 10 : 5)
    axis.ticks.push_back({std::exp2(i), i == 0 ? "1" : "2" + superscript(i)});
  return axis;
}

std::string power_of_ten(int i) {
  return i < 0    ? fmt::format("{:.2g}", std::pow(10, i))
         : i == 0 ? "1"
         : i == 1 ? "10"
                  : "10" + superscript(static_cast<unsigned>(i));
}

// Sets ticks at powers of two on a short axis, otherwise at powers of ten. There are about
// `most` ticks at most.
void set_ticks(PlotAxis& axis, int most) {
  const double powers = axis.high - axis.low;
  if (powers <= 10) {
    const int step = std::max(1, static_cast<int>(std::ceil(powers / most)));
    for (int i = static_cast<int>(axis.low); i <= static_cast<int>(axis.high); i += step)
      axis.ticks.push_back(
          {std::exp2(i), i < 0 ? fmt::format("{:.2g}", std::exp2(i)) : count_text(std::uint64_t{1} << i)});
    return;
  }
  const int first = static_cast<int>(std::ceil(axis.low * std::log10(2)));
  const int last = static_cast<int>(std::floor(axis.high * std::log10(2)));
  const int step = std::max(1, (last - first + most - 1) / most);
  for (int i = first; i <= last; i += step) axis.ticks.push_back({std::pow(10, i), power_of_ten(i)});
}

// Returns an axis for the values of the curves. The axis begins at 1, or at the power of two below the
// smallest value if this is less than 1, and ends at the power of two above the largest value.
PlotAxis fit(std::initializer_list<const std::vector<TheoryPoint>*> curves, float height) {
  PlotAxis axis{0, 1};
  for (const auto* curve : curves)
    for (const TheoryPoint& point : *curve) {
      axis.low = std::min(axis.low, std::floor(std::log2(point.y)));
      axis.high = std::max(axis.high, std::ceil(std::log2(point.y)));
    }
  set_ticks(axis, std::max(2, static_cast<int>(height / 26)));
  return axis;
}

PlotAxis share_axis() {
  PlotAxis axis{0, 1, true};
  for (int i = 0; i <= 4; ++i) axis.ticks.push_back({i * 0.25, fmt::format("{} %", i * 25)});
  return axis;
}

void draw_axes(Canvas& canvas, const PlotFrame& frame, const char* name) {
  draw_x_ticks(canvas, frame, kQuieter);
  const Rect& in = frame.inside;
  canvas.text({in.right() + 24, in.bottom() + 5}, name,
              {Font::text_bold, kQuieter.role, Align::right, kQuieter.size});
  draw_y_ticks(canvas, frame, kQuieter);
}

void draw_curve(Canvas& canvas, const PlotFrame& frame, const std::vector<TheoryPoint>& points, Role role,
                bool dashed) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point from = frame.place(points[i - 1].x, points[i - 1].y),
                to = frame.place(points[i].x, points[i].y);
    dashed ? canvas.dashed_line(from, to, role, 2) : canvas.line(from, to, role, 2);
  }
}

void ring(Canvas& canvas, Point at) {
  canvas.fill_circle(at, 4, Role::ink);
  canvas.fill_circle(at, 2.5f, Role::card);
}

void draw_frame(Canvas& canvas, const Rect& field, std::string_view title, std::string_view growth,
                std::string_view short_growth, std::string_view value) {
  canvas.text({field.x, field.y}, title, kTitle);
  canvas.text({field.right(), field.y}, value, kPlotsValue);
  const float left = field.x + canvas.text_width(title, kTitle) + 10;
  const float room = field.right() - canvas.text_width(value, kPlotsValue) - 10 - left;
  TextStyle style = kQuieter;
  style.size = 12;
  const std::string_view shown = canvas.text_width(growth, style) <= room ? growth : short_growth;
  canvas.text({left, field.y + 1}, fit_text(canvas, shown, style, room), style);
}

void draw_plot(Canvas& canvas, const Rect& field, const TheoryPlot& plot, std::uint64_t n) {
  draw_frame(canvas, field, plot.title, plot.growth, plot.short_growth, plot.own_value);
  const Rect in = curve_area(field);
  PlotFrame frame{in, over_n(in.width < 200),
                  plot.share ? share_axis() : fit({&plot.own, &plot.fixed, &plot.counted}, in.height)};
  // The axis may extend beyond 1, because the efficiency of a scan is relative to the n − 1 steps of a
  // sequential reduction and may exceed 1.
  if (plot.share)
    for (const auto* curve : {&plot.own, &plot.fixed, &plot.counted})
      for (const TheoryPoint& point : *curve) frame.y.high = std::max(frame.y.high, point.y);
  draw_axes(canvas, frame, "n");
  const float x = frame.place(static_cast<double>(n), 1).x;
  canvas.line({x, frame.inside.y}, {x, frame.inside.bottom()}, Role::acted, 1.5f);
  draw_curve(canvas, frame, plot.own, Role::acts, false);
  draw_curve(canvas, frame, plot.fixed, Role::costs, true);
  for (const TheoryPoint& point : plot.counted) ring(canvas, frame.place(point.x, point.y));
}

void draw_isoefficiency(Canvas& canvas, const Rect& field, const TheoryModel& model) {
  draw_frame(canvas, field, "Isoefficiency n(p)", model.isoefficiency_class, model.isoefficiency_class, "");
  const Rect in = curve_area(field);
  if (model.isoefficiency.empty()) {
    float y = in.y + 8;
    for (const std::string& line :
         wrap_text(canvas, model.processors_verdict, {Font::text, Role::ink, Align::left, 13}, field.width)) {
      canvas.text({field.x, y}, line, {Font::text, Role::ink, Align::left, 13});
      y += 19;
    }
    return;
  }
  const PlotFrame frame{in, over_p(in.width < 200), fit({&model.isoefficiency, &model.optimal}, in.height)};
  draw_axes(canvas, frame, "p");
  canvas.push_clip({in.x, in.y - 5, in.width + 5, in.height + 10});
  draw_curve(canvas, frame, model.optimal, Role::good, true);
  draw_curve(canvas, frame, model.isoefficiency, Role::acts, false);
  const Point here =
      frame.place(std::max(2.0, static_cast<double>(model.processors)), static_cast<double>(model.n));
  canvas.fill_circle(here, 5, Role::acted);
  canvas.stroke_rect({here.x - 5, here.y - 5, 10, 10}, Role::acts, 1, 5);
  canvas.pop_clip();
  // Labels at the ends of the curves replace a legend.
  const TextStyle same{Font::text, Role::acts, Align::left, 11},
      most{Font::text, Role::good, Align::right, 11};
  canvas.text({in.x + 8, in.y + 3}, "— same E as at the dot", same);
  canvas.text({in.right(), in.bottom() - 18}, "- - p = p₀(n)", most);
}

PlotAxis p_to(std::uint64_t n) {
  PlotAxis axis{0, std::log2(static_cast<double>(n))};
  for (unsigned i = 0; i <= static_cast<unsigned>(axis.high); i += axis.high > 14 ? 4 : 2)
    axis.ticks.push_back({std::exp2(i), i == 0 ? "1" : "2" + superscript(i)});
  return axis;
}

Role role_of(ProcessorMark::Kind kind) {
  switch (kind) {
    case ProcessorMark::Kind::chosen:
      return Role::acts;
    case ProcessorMark::Kind::cost_optimal:
      return Role::good;
    default:
      return Role::costs;
  }
}

struct PlacedMark {
  const ProcessorMark* mark;
  Point at;
  std::string text;
  float x = 0, width = 0;  // of the label
  std::size_t line = 0;
};

// Places the labels of marks. A label is on the right of its mark, or on the left if there is no space on the
// right. Each label is in the first line in which it touches no other label. Labels on the left of their
// marks are placed last, starting at the right end, so that no line crosses a label.
std::vector<PlacedMark> place_marks(const Canvas& canvas, const PlotFrame& frame, const Rect& field,
                                    const TheoryModel& model, const TextStyle& style) {
  std::vector<PlacedMark> placed, on_left;
  for (const ProcessorMark& mark : model.marks) {
    PlacedMark one{&mark, frame.place(mark.p, mark.steps),
                   fmt::format("{}, T = {}", mark.label, format_measure(Measure::steps, mark.steps))};
    one.width = canvas.text_width(one.text, style);
    const bool has_room = one.at.x + 6 + one.width <= field.right();
    one.x = has_room ? one.at.x + 6 : one.at.x - 6 - one.width;
    (has_room ? placed : on_left).push_back(std::move(one));
  }
  const auto first_of_left = static_cast<std::ptrdiff_t>(placed.size());
  placed.insert(placed.end(), on_left.rbegin(), on_left.rend());
  for (std::size_t i = 0; i < placed.size(); ++i) {
    PlacedMark& one = placed[i];
    const bool follows_left = static_cast<std::ptrdiff_t>(i) > first_of_left;
    if (follows_left) one.line = placed[i - 1].line + 1;
    const auto touches = [&](const PlacedMark& other) {
      return other.line == one.line && other.x < one.x + one.width + 10 && one.x < other.x + other.width + 10;
    };
    while (std::any_of(placed.begin(), placed.begin() + static_cast<std::ptrdiff_t>(i), touches)) ++one.line;
  }
  return placed;
}

// Draws each mark as a dot on the curve with a line up to its label.
void draw_marks(Canvas& canvas, const PlotFrame& frame, const Rect& field, const TheoryModel& model) {
  constexpr float line = 15;
  TextStyle style{Font::text, Role::ink, Align::left, 11};
  for (const PlacedMark& one : place_marks(canvas, frame, field, model, style)) {
    style.role = role_of(one.mark->kind);
    const float y = frame.inside.y + static_cast<float>(one.line) * line;
    canvas.line({one.at.x, std::min(y + 2, one.at.y)}, one.at, style.role, 1);
    canvas.fill_circle(one.at, 4, style.role);
    canvas.text({one.x, y}, one.text, style);
  }
}

// Draws T over p in whole steps. If work-items share the elements, also draws n / p + log p.
void draw_over_p(Canvas& canvas, const Rect& field, const TheoryModel& model) {
  if (model.over_p.empty()) return;
  const std::string title = fmt::format("Steps T over p, n = {}", count_text(model.n));
  draw_frame(canvas, field, title, model.over_p_formula, model.over_p_formula, "");
  const Rect in = curve_area(field);
  const PlotFrame frame{in, p_to(static_cast<std::uint64_t>(model.over_p.back().x)),
                        fit({&model.over_p, &model.over_p_smooth}, in.height)};
  draw_axes(canvas, frame, "p");
  draw_curve(canvas, frame, model.over_p_smooth, Role::acted, true);
  draw_curve(canvas, frame, model.over_p, Role::acts, false);
  draw_marks(canvas, frame, field, model);
}

constexpr TextStyle kPlotsLegend{Font::text, Role::second_ink, Align::left, 12};

float legend_width(const Canvas& canvas, const std::string& text) {
  return 32 + canvas.text_width(text, kPlotsLegend);
}

void legend_entry(Canvas& canvas, float x, const Rect& area, const std::string& text, int kind) {
  const float y = area.centre().y;
  if (kind == 0) canvas.line({x, y}, {x + 26, y}, Role::acts, 2);
  if (kind == 1) canvas.dashed_line({x, y}, {x + 26, y}, Role::costs, 2);
  if (kind == 2) ring(canvas, {x + 20, y});
  canvas.text({x + 32, top_for_centre(y, kPlotsLegend)}, text, kPlotsLegend);
}

// Draws the entries of the legend on several lines. Returns the y below the legend. If `canvas` is null, the
// legend is only measured.
float draw_legend(Canvas* canvas, const Canvas& measure, const Rect& area, const TheoryModel& model) {
  const std::string counted = model.counted < model.to_count
                                  ? fmt::format("counted so far: {} of {}", model.counted, model.to_count)
                                  : "counted by the simulator";
  const std::string entries[] = {fmt::format("on all {} work-items", count_text(model.own_processors)),
                                 fmt::format("on p = {}", count_text(model.processors)), counted};
  Rect line{area.x, area.y, area.width, kPlotsLine};
  float x = area.x;
  for (int kind = 0; kind < 3; ++kind) {
    const std::string& text = entries[kind];
    const float width = legend_width(measure, text);
    if (x > area.x && x + width > area.right()) {
      line.y += kPlotsLine;
      x = area.x;
    }
    if (canvas != nullptr) legend_entry(*canvas, x, line, text, kind);
    x += width + 24;
  }
  return line.bottom();
}

// Returns the number of fields that are side by side, which is two in a narrow place.
std::size_t fields_beside(float width) { return width < 700 ? 2 : 3; }
// Returns the number of rows of fields, including the row of T over p.
std::size_t rows_of_fields(float width) {
  const std::size_t beside = fields_beside(width), fields = kMeasures.size() + 1;
  return (fields + beside - 1) / beside + 1;
}

}  // namespace

TheoryFrames theory_frames(const Canvas& canvas, const Rect& area, const TheoryModel& model) {
  TheoryFrames frames;
  const auto lines = static_cast<float>(wrap_text(canvas, model.sentence, kSentence, area.width).size());
  frames.sentence = {area.x, area.y, area.width, kPlotsLine * lines};
  frames.legend = {area.x, frames.sentence.bottom() + 6, area.width, 0};
  frames.legend.height = draw_legend(nullptr, canvas, frames.legend, model) - frames.legend.y;
  constexpr float gap_x = 26, gap_y = 16;
  const float top = frames.legend.bottom() + 14;
  const std::size_t beside = fields_beside(area.width), rows = rows_of_fields(area.width);
  const auto columns = static_cast<float>(beside), below = static_cast<float>(rows);
  const float width = (area.width - (columns - 1) * gap_x) / columns,
              height = (area.bottom() - top - (below - 1) * gap_y) / below;
  for (std::size_t i = 0; i < frames.fields.size(); ++i)
    frames.fields[i] = {area.x + static_cast<float>(i % beside) * (width + gap_x),
                        top + static_cast<float>(i / beside) * (height + gap_y), width, height};
  frames.over_p = {area.x, area.bottom() - height, area.width, height};
  return frames;
}

float least_theory_height(const Canvas& canvas, float width, const TheoryModel& model) {
  constexpr float field = 152;
  const TheoryFrames frames = theory_frames(canvas, {0, 0, width, 0}, model);
  return frames.legend.bottom() + 14 + field * static_cast<float>(rows_of_fields(width));
}

Rect curve_area(const Rect& field) {
  constexpr float left = 46, top = 28, bottom = 22, right = 24;
  return {field.x + left, field.y + top, std::max(1.0f, field.width - left - right),
          std::max(1.0f, field.height - top - bottom)};
}

void draw_theory(Canvas& canvas, const Rect& area, const TheoryModel& model) {
  const TheoryFrames frames = theory_frames(canvas, area, model);
  float y = frames.sentence.y;
  for (const std::string& line : wrap_text(canvas, model.sentence, kSentence, area.width)) {
    canvas.text({area.x, y}, line, kSentence);
    y += kPlotsLine;
  }
  draw_legend(&canvas, canvas, frames.legend, model);
  for (std::size_t i = 0; i < model.plots.size(); ++i)
    draw_plot(canvas, frames.fields[i], model.plots[i], model.n);
  draw_isoefficiency(canvas, frames.fields.back(), model);
  draw_over_p(canvas, frames.over_p, model);
}

std::optional<unsigned> log2_n_at(const Rect& field, Point at) {
  const Rect in = curve_area(field);
  if (!Rect{in.x - 6, in.y, in.width + 12, in.height}.contains(at)) return std::nullopt;
  const float share = std::clamp((at.x - in.x) / in.width, 0.0f, 1.0f);
  constexpr double powers = TheoryChoice::kMaxN - TheoryChoice::kLeastN;
  return TheoryChoice::kLeastN + static_cast<unsigned>(std::lround(static_cast<double>(share) * powers));
}

}  // namespace lockstep::gui
