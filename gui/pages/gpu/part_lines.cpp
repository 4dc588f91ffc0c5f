#include "gui/pages/gpu/part_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/gpu/result_model.hpp"

namespace lockstep::gui {
namespace {

using measure::Stretch;

constexpr float kPartLinesLine = 20, kPartLinesFoot = 24, kPartLinesBar = 12, kPartLinesIndent = 12;
constexpr float kDevice = 62, kShare = 150, kTime = 84, kPartLinesGap = 16;
constexpr float kTexts = kPartLinesIndent + kDevice + kShare + kTime + kPartLinesGap;
constexpr TextStyle kRight{Font::text, Role::second_ink, Align::right, 12};

std::uint64_t end_of(const measure::BenchRow& row) {
  std::uint64_t end = 1;
  for (const measure::BenchPart& part : row.parts)
    if (!part.timing.stretches.empty()) end = std::max(end, part.timing.stretches.back().end_ns);
  return end;
}

PartLines::Bar bar_of(const Stretch& stretch, std::uint64_t end) {
  return {stretch.what, static_cast<double>(stretch.begin_ns) / static_cast<double>(end),
          static_cast<double>(stretch.end_ns) / static_cast<double>(end),
          fmt::format("{}: from {} to {} after the common start, on the host's clock", describe(stretch.what),
                      time_text(stretch.begin_ns), time_text(stretch.end_ns))};
}

// Draws the bar of an interval: filled for work, pale for preparation, hatched for waiting.
void draw_bar(Canvas& canvas, const Rect& bar, Stretch::What what) {
  switch (what) {
    case Stretch::What::waiting:
      canvas.hatch_rect(bar, Role::waiting, 4);
      canvas.stroke_rect(bar, Role::waiting, 1);
      return;
    case Stretch::What::total:
      canvas.fill_rect(bar, Role::acts_pale, 2);
      canvas.stroke_rect(bar, Role::acts, 1, 2);
      return;
    case Stretch::What::result:
      break;
  }
  canvas.fill_rect(bar, Role::acts, 2);
}

void draw_line(Canvas& canvas, const Rect& row, const PartLines::Line& line, std::string_view id,
               const PartHint& hint) {
  const float middle = row.centre().y, top = top_for_centre(middle, kQuiet);
  canvas.text({row.x + kPartLinesIndent, top}, line.device, kQuiet);
  canvas.text({row.x + kPartLinesIndent + kDevice, top}, line.share, kQuiet);
  canvas.text({row.x + kTexts - kPartLinesGap, top}, line.time, kRight);
  const float left = row.x + kTexts, width = row.right() - left;
  for (const PartLines::Bar& bar : line.bars) {
    const float begin = left + width * static_cast<float>(bar.begin);
    const float end = left + width * static_cast<float>(bar.end);
    const Rect rect{begin, middle - kPartLinesBar / 2, std::max(end - begin, 2.0f), kPartLinesBar};
    draw_bar(canvas, rect, bar.what);
    if (hint) hint(fmt::format("{}-{}-{}", id, line.device, bar.begin), rect, bar.tooltip);
  }
}

void draw_foot(Canvas& canvas, const Rect& area, float y, const PartLines& parts) {
  const float left = area.x + kTexts;
  canvas.line({left, y}, {area.right(), y}, Role::line);
  float x = left;
  for (const Stretch::What what : parts.kinds) {
    draw_bar(canvas, {x, y + 7, 14, 8}, what);
    const std::string text = describe(what);
    canvas.text({x + 20, y + 3}, text, kQuiet);
    x += 20 + canvas.text_width(text, kQuiet) + 16;
  }
  canvas.text({area.right(), y + 3}, parts.axis_end, kRight);
  canvas.text({area.x + kPartLinesIndent, y + 3},
              fit_text(canvas, parts.note, kQuiet, kTexts - kPartLinesIndent - 8), kQuiet);
}

}  // namespace

std::string describe(Stretch::What what) {
  switch (what) {
    case Stretch::What::total:
      return "computes its total";
    case Stretch::What::waiting:
      return "waits for earlier totals";
    case Stretch::What::result:
      break;
  }
  return "reduces or scans";
}

PartLines prepare_parts(const measure::BenchRow& row, std::span<const measure::BenchRow> rows) {
  PartLines parts;
  if (row.parts.size() < 2 || row.status != measure::BenchRow::Status::passed) return parts;
  const std::uint64_t end = end_of(row);
  for (const measure::BenchPart& part : row.parts) {
    PartLines::Line line;
    line.device = fmt::format("device {}", part.device_index);
    line.share =
        fmt::format("{:.1f} % · {}", 100 * static_cast<double>(part.slice.n) / static_cast<double>(row.n),
                    format_count(part.slice.n));
    line.time = time_text(part.timing.device_ns.median);
    for (const Stretch& stretch : part.timing.stretches) {
      line.bars.push_back(bar_of(stretch, end));
      if (std::ranges::find(parts.kinds, stretch.what) == parts.kinds.end())
        parts.kinds.push_back(stretch.what);
    }
    parts.lines.push_back(std::move(line));
  }
  std::ranges::sort(parts.kinds);
  parts.axis_end = time_text(end);
  parts.note = measure::speed_up_text(row, rows);
  return parts;
}

float part_lines_height(const PartLines& parts) {
  return parts.lines.empty() ? 0 : kPartLinesLine * static_cast<float>(parts.lines.size()) + kPartLinesFoot;
}

float draw_part_lines(Canvas& canvas, const Rect& area, const PartLines& parts, std::string_view id,
                      const PartHint& hint) {
  float y = area.y;
  if (parts.lines.empty()) return y;
  for (const PartLines::Line& line : parts.lines) {
    draw_line(canvas, {area.x, y, area.width, kPartLinesLine}, line, id, hint);
    y += kPartLinesLine;
  }
  draw_foot(canvas, area, y, parts);
  return y + kPartLinesFoot;
}

}  // namespace lockstep::gui
