#include "gui/figures/lab/warp_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/canvas/label_row.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kHead = 28, kAxisHeight = 22, kNames = 64, kTallestRow = 18, kShortestRow = 4, kAllRows = 240;
constexpr float kLabelledRow = 13, kTickGap = 8;

float row_height(const lab::WarpTimeline& shown) {
  return std::clamp(std::floor(kAllRows / static_cast<float>(std::max(1u, shown.warps))), kShortestRow,
                    kTallestRow);
}

float rows_height(const lab::WarpTimeline& shown) {
  return row_height(shown) * static_cast<float>(shown.warps);
}

// Returns the distance between two ticks: 1, 2 or 5 times a power of ten, so that the axis has at most
// six steps.
double axis_step(double whole) {
  const double rough = whole / 6, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

struct CycleScale {
  float left = 0, width = 0;
  double cycles = 1;
  float x(double at) const { return left + width * static_cast<float>(at / cycles); }
};

void draw_axis(Canvas& canvas, const CycleScale& scale, float top, float bottom) {
  canvas.line({scale.left, bottom}, {scale.left + scale.width, bottom}, Role::line);
  const double step = axis_step(scale.cycles);
  const auto ticks = static_cast<std::size_t>(scale.cycles / step) + 1;
  const auto text_of = [&](std::size_t tick) {
    return count_text(static_cast<std::uint64_t>(static_cast<double>(tick) * step + 0.5));
  };
  // The labels of the first and the last tick are aligned so that they stay within the width of the rows.
  const auto align_of = [&](float x) {
    return x <= scale.left ? Align::left : x > scale.left + scale.width - 24 ? Align::right : Align::centre;
  };
  std::vector<RowLabel> labels;
  for (std::size_t tick = 0; tick < ticks; ++tick) {
    const float x = scale.x(static_cast<double>(tick) * step);
    const float width = canvas.text_width(text_of(tick), small_text(Role::second_ink));
    const float left = align_of(x) == Align::left    ? x
                       : align_of(x) == Align::right ? x - width
                                                     : x - width / 2;
    labels.push_back({left, left + width});
  }
  const std::size_t stride = label_stride(labels, kTickGap);
  for (std::size_t tick = 0; tick < ticks; ++tick) {
    const float x = scale.x(static_cast<double>(tick) * step);
    canvas.line({x, top}, {x, bottom + 4}, Role::line);
    if (shows_label(stride, tick))
      text_at(canvas, x, bottom + kAxisHeight / 2 + 2, text_of(tick),
              small_text(Role::second_ink, align_of(x)));
  }
}

void draw_segment(Canvas& canvas, const CycleScale& scale, const Rect& row,
                  const sim::TimelineSegment& segment) {
  const float left = scale.x(segment.begin), width = scale.x(segment.end) - left;
  const float inset = row.height > 8 ? 2 : 1;
  const Rect bar{left, row.y + inset, std::max(1.0f, width), row.height - 2 * inset};
  switch (segment.state) {
    case sim::WarpState::issuing:
      return canvas.fill_rect(bar, Role::acts);
    case sim::WarpState::ready:
      return canvas.fill_rect(bar, Role::costs_pale);
    case sim::WarpState::waiting:
      return canvas.line({bar.x, bar.centre().y}, {bar.right(), bar.centre().y}, Role::second_ink);
  }
}

void draw_labels(Canvas& canvas, const Rect& rows, const lab::WarpTimeline& shown) {
  const float height = row_height(shown);
  const auto middle = [&](unsigned warp) { return rows.y + (static_cast<float>(warp) + 0.5f) * height; };
  std::vector<RowLabel> labels;
  for (unsigned warp = 0; warp < shown.warps; ++warp)
    labels.push_back({middle(warp) - kLabelledRow / 2, middle(warp) + kLabelledRow / 2});
  const std::size_t stride = label_stride(labels, 0);
  for (unsigned warp = 0; warp < shown.warps; ++warp)
    if (shows_label(stride, warp))
      text_at(canvas, rows.x + kNames - 10, middle(warp), fmt::format("warp {}", warp),
              small_text(Role::second_ink, Align::right));
}

std::string words_of(const lab::WarpTimeline& shown) {
  return fmt::format("{}, {} · issue slots {:.0f} % taken, bandwidth {:.0f} %", plural(shown.warps, "warp"),
                     plural(shown.schedulers, "scheduler"), 100 * shown.timeline.issue_share,
                     100 * shown.timeline.bandwidth_share);
}

}  // namespace

float warp_timeline_height(const lab::WarpTimeline& shown) {
  return kHead + rows_height(shown) + kAxisHeight;
}

void draw_warp_timeline(Canvas& canvas, const Rect& area, const lab::WarpTimeline& shown) {
  const std::array<LegendEntry, 3> entries{
      LegendEntry{Swatch::filled, Role::acts, "issues instructions"},
      LegendEntry{Swatch::filled, Role::costs_pale, "ready, another one issues"},
      LegendEntry{Swatch::line, Role::second_ink, "waits for its load"}};
  constexpr std::string_view title = "One multiprocessor";
  const float after_title = canvas.text_width(title, bold_text(Role::ink)) + 12;
  const float left =
      legend(canvas, {area.x + after_title, area.y, area.width - after_title, kLegendHeight}, entries);
  heading(canvas, {area.x, area.y, left - area.x - 12, area.height},
          {title, words_of(shown), {}, Role::second_ink});
  const Rect rows{area.x, area.y + kHead, area.width, rows_height(shown)};
  const CycleScale scale{rows.x + kNames, rows.width - kNames, std::max(1.0, shown.timeline.cycles)};
  draw_axis(canvas, scale, rows.y, rows.bottom());
  text_at(canvas, rows.x + kNames - 10, rows.bottom() + kAxisHeight / 2 + 2, "cycles",
          small_text(Role::second_ink, Align::right));
  draw_labels(canvas, rows, shown);
  const float height = row_height(shown);
  for (const sim::TimelineSegment& segment : shown.timeline.segments)
    draw_segment(canvas, scale,
                 {rows.x, rows.y + static_cast<float>(segment.warp) * height, rows.width, height}, segment);
}

}  // namespace lockstep::gui
