#include "gui/panels/theory_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/sizes.hpp"
#include "gui/text_layout.hpp"
#include "gui/text_metrics.hpp"

namespace lockstep::gui {
namespace {

constexpr float kLine = 20;  // of the sentence
constexpr TextStyle kSentence{Font::text, Role::ink, Align::left, 14};
constexpr TextStyle kTitle{Font::text_bold, Role::ink, Align::left, 13};
constexpr TextStyle kQuiet{Font::text, Role::second_ink, Align::left, 11};
constexpr TextStyle kValue{Font::text_bold, Role::acts, Align::right, 13};

// An axis from `low` to `high`: of logarithms, unless it is linear.
struct Axis {
  double low = 0, high = 1;
  bool linear = false;
  float share(double value) const {
    const double at = linear ? value : std::log2(value);
    return static_cast<float>((at - low) / (high - low));
  }
};

struct Frame {
  Rect inside;
  Axis x, y;
  Point place(const TheoryPoint& point) const {
    return {inside.x + inside.width * x.share(point.x), inside.bottom() - inside.height * y.share(point.y)};
  }
};

const Axis kOverN{TheoryChoice::kLeastN, TheoryChoice::kMostN};
const Axis kOverP{0, TheoryChoice::kMostP};

// From 1, or the power of two below the least value, to the one above the largest.
Axis fit(std::initializer_list<const std::vector<TheoryPoint>*> curves) {
  Axis axis{0, 1};
  for (const auto* curve : curves)
    for (const TheoryPoint& point : *curve) {
      axis.low = std::min(axis.low, std::floor(std::log2(point.y)));
      axis.high = std::max(axis.high, std::ceil(std::log2(point.y)));
    }
  return axis;
}

void draw_x_axis(Canvas& canvas, const Frame& frame, const char* name, unsigned first, unsigned step) {
  const Rect& in = frame.inside;
  TextStyle style = kQuiet;
  style.align = Align::centre;
  for (auto i = first; i <= static_cast<unsigned>(frame.x.high); i += step) {
    const float x = frame.place({std::exp2(i), 1}).x;
    canvas.line({x, in.y}, {x, in.bottom()}, Role::line, 0.5f);
    canvas.text({x, in.bottom() + 5}, i == 0 ? "1" : "2" + superscript(i), style);
  }
  style.align = Align::right;
  style.font = Font::text_bold;
  canvas.text({in.right() + 24, in.bottom() + 5}, name, style);
}

// Powers of two where there are few of them, else powers of ten: at most about `most` lines.
void draw_y_axis(Canvas& canvas, const Frame& frame) {
  const Rect& in = frame.inside;
  TextStyle style = kQuiet;
  style.align = Align::right;
  const auto line = [&](double value, const std::string& label) {
    const float y = frame.place({frame.x.linear ? 1.0 : std::exp2(frame.x.low), value}).y;
    if (y < in.y - 1 || y > in.bottom() + 1) return;
    canvas.line({in.x, y}, {in.right(), y}, Role::line, 0.5f);
    canvas.text({in.x - 6, top_for_centre(y, style)}, label, style);
  };
  if (frame.y.linear) {
    for (int i = 0; i <= 4; ++i) line(i * 0.25, fmt::format("{} %", i * 25));
    return;
  }
  const int most = std::max(2, static_cast<int>(in.height / 26));
  const double powers = frame.y.high - frame.y.low;
  if (powers <= 10) {
    const int step = std::max(1, static_cast<int>(std::ceil(powers / most)));
    for (int i = static_cast<int>(frame.y.low); i <= static_cast<int>(frame.y.high); i += step)
      line(std::exp2(i), i < 0 ? fmt::format("{:.2g}", std::exp2(i)) : count_text(std::uint64_t{1} << i));
    return;
  }
  const int first = static_cast<int>(std::ceil(frame.y.low * std::log10(2)));
  const int last = static_cast<int>(std::floor(frame.y.high * std::log10(2)));
  const int step = std::max(1, (last - first + most - 1) / most);
  for (int i = first; i <= last; i += step)
    line(std::pow(10, i), i < 0    ? fmt::format("{:.2g}", std::pow(10, i))
                          : i == 0 ? "1"
                          : i == 1 ? "10"
                                   : "10" + superscript(static_cast<unsigned>(i)));
}

void draw_curve(Canvas& canvas, const Frame& frame, const std::vector<TheoryPoint>& points, Role role,
                bool dashed) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point from = frame.place(points[i - 1]), to = frame.place(points[i]);
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
  canvas.text({field.right(), field.y}, value, kValue);
  const float left = field.x + canvas.text_width(title, kTitle) + 10;
  const float room = field.right() - canvas.text_width(value, kValue) - 10 - left;
  TextStyle style = kQuiet;
  style.size = 12;
  const std::string_view shown = canvas.text_width(growth, style) <= room ? growth : short_growth;
  canvas.text({left, field.y + 1}, fit_text(canvas, shown, style, room), style);
}

void draw_plot(Canvas& canvas, const Rect& field, const TheoryPlot& plot, std::uint64_t n) {
  draw_frame(canvas, field, plot.title, plot.growth, plot.short_growth, plot.own_value);
  Frame frame{curve_area(field), kOverN,
              plot.share ? Axis{0, 1, true} : fit({&plot.own, &plot.fixed, &plot.counted})};
  // A share may be a little more than 1: scans are measured by what one processor needs for a reduction.
  if (plot.share)
    for (const auto* curve : {&plot.own, &plot.fixed, &plot.counted})
      for (const TheoryPoint& point : *curve) frame.y.high = std::max(frame.y.high, point.y);
  draw_x_axis(canvas, frame, "n", 4, frame.inside.width < 200 ? 8 : 4);
  draw_y_axis(canvas, frame);
  const float x = frame.place({static_cast<double>(n), 1}).x;
  canvas.line({x, frame.inside.y}, {x, frame.inside.bottom()}, Role::acted, 1.5f);
  draw_curve(canvas, frame, plot.own, Role::acts, false);
  draw_curve(canvas, frame, plot.fixed, Role::costs, true);
  for (const TheoryPoint& point : plot.counted) ring(canvas, frame.place(point));
}

void draw_isoefficiency(Canvas& canvas, const Rect& field, const TheoryView& view) {
  draw_frame(canvas, field, "Isoefficiency n(p)", view.isoefficiency_class, view.isoefficiency_class, "");
  const Rect in = curve_area(field);
  if (view.isoefficiency.empty()) {
    float y = in.y + 8;
    for (const std::string& line :
         wrap_text(canvas, view.processors_verdict, {Font::text, Role::ink, Align::left, 13}, field.width)) {
      canvas.text({field.x, y}, line, {Font::text, Role::ink, Align::left, 13});
      y += 19;
    }
    return;
  }
  const Frame frame{in, kOverP, fit({&view.isoefficiency, &view.optimal})};
  draw_x_axis(canvas, frame, "p", 0, in.width < 200 ? 10 : 5);
  draw_y_axis(canvas, frame);
  canvas.push_clip({in.x, in.y - 5, in.width + 5, in.height + 10});
  draw_curve(canvas, frame, view.optimal, Role::good, true);
  draw_curve(canvas, frame, view.isoefficiency, Role::acts, false);
  const Point here =
      frame.place({std::max(2.0, static_cast<double>(view.processors)), static_cast<double>(view.n)});
  canvas.fill_circle(here, 5, Role::acted);
  canvas.stroke_rect({here.x - 5, here.y - 5, 10, 10}, Role::acts, 1, 5);
  canvas.pop_clip();
  // Named at their ends, where no legend has room for them.
  const TextStyle same{Font::text, Role::acts, Align::left, 11},
      most{Font::text, Role::good, Align::right, 11};
  canvas.text({in.x + 8, in.y + 3}, "— same E as at the dot", same);
  canvas.text({in.right(), in.bottom() - 18}, "- - p = p₀(n)", most);
}

// Returns the x behind it.
float legend_entry(Canvas& canvas, float x, const Rect& area, const std::string& text, int kind) {
  const float y = area.centre().y;
  if (kind == 0) canvas.line({x, y}, {x + 26, y}, Role::acts, 2);
  if (kind == 1) canvas.dashed_line({x, y}, {x + 26, y}, Role::costs, 2);
  if (kind == 2) ring(canvas, {x + 20, y});
  TextStyle style = kQuiet;
  style.size = 12;
  canvas.text({x + 32, top_for_centre(y, style)}, text, style);
  return x + 32 + canvas.text_width(text, style) + 24;
}

void draw_legend(Canvas& canvas, const Rect& area, const TheoryView& view) {
  float x = legend_entry(canvas, area.x, area,
                         fmt::format("on all {} work-items", count_text(view.own_processors)), 0);
  x = legend_entry(canvas, x, area, fmt::format("on p = {}", count_text(view.processors)), 1);
  const std::string counted = view.counted < view.to_count
                                  ? fmt::format("counted so far: {} of {}", view.counted, view.to_count)
                                  : "counted by the simulator";
  legend_entry(canvas, x, area, counted, 2);
}

}  // namespace

TheoryFrames theory_frames(const Canvas& canvas, const Rect& area, const TheoryView& view) {
  TheoryFrames frames;
  const auto lines = static_cast<float>(wrap_text(canvas, view.sentence, kSentence, area.width).size());
  frames.sentence = {area.x, area.y, area.width, kLine * lines};
  frames.legend = {area.x, frames.sentence.bottom() + 6, area.width, 20};
  constexpr float gap_x = 26, gap_y = 16;
  const float top = frames.legend.bottom() + 14;
  const float width = (area.width - 2 * gap_x) / 3, height = (area.bottom() - top - gap_y) / 2;
  for (std::size_t i = 0; i < frames.fields.size(); ++i)
    frames.fields[i] = {area.x + static_cast<float>(i % 3) * (width + gap_x),
                        top + static_cast<float>(i / 3) * (height + gap_y), width, height};
  return frames;
}

Rect curve_area(const Rect& field) {
  constexpr float left = 46, top = 28, bottom = 22, right = 24;
  return {field.x + left, field.y + top, std::max(1.0f, field.width - left - right),
          std::max(1.0f, field.height - top - bottom)};
}

void draw_theory(Canvas& canvas, const Rect& area, const TheoryView& view) {
  const TheoryFrames frames = theory_frames(canvas, area, view);
  float y = frames.sentence.y;
  for (const std::string& line : wrap_text(canvas, view.sentence, kSentence, area.width)) {
    canvas.text({area.x, y}, line, kSentence);
    y += kLine;
  }
  draw_legend(canvas, frames.legend, view);
  for (std::size_t i = 0; i < view.plots.size(); ++i)
    draw_plot(canvas, frames.fields[i], view.plots[i], view.n);
  draw_isoefficiency(canvas, frames.fields.back(), view);
}

std::optional<unsigned> log2_n_at(const Rect& field, Point at) {
  const Rect in = curve_area(field);
  if (!Rect{in.x - 6, in.y, in.width + 12, in.height}.contains(at)) return std::nullopt;
  const float share = std::clamp((at.x - in.x) / in.width, 0.0f, 1.0f);
  return static_cast<unsigned>(
      std::lround(kOverN.low + static_cast<double>(share) * (kOverN.high - kOverN.low)));
}

}  // namespace lockstep::gui
