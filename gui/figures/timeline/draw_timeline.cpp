#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/canvas/label_row.hpp"
#include "gui/figures/timeline/timeline.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;
using Event = TimelineEvent;

constexpr float kLabelWidth = 56, kSummedLabelWidth = 84;
constexpr float kPlayheadTop = 10, kMarkRow = 18;
constexpr float kLabelOverhang = 5;  // px, because a label is higher than the lowest row
constexpr float kHostRow = 16;
constexpr float kRowHeight = 18, kLeastRowHeight = 7, kTimelineRowGap = 8;

struct Scale {
  Rect area;
  std::uint64_t begin = 0, end = 1;
  std::uint64_t known = UINT64_MAX;  // moments after this one are not drawn
  float x(std::uint64_t position) const {
    const double share =
        (static_cast<double>(position) - static_cast<double>(begin)) / static_cast<double>(end - begin);
    return area.x + static_cast<float>(share * area.width);
  }
  bool sees(std::uint64_t position) const { return position >= begin && position <= end; }
  unsigned columns() const { return static_cast<unsigned>(std::max(1.0f, area.width)); }
};

void draw_segment(Canvas& canvas, const Scale& scale, float top, float height, TimelineSegment segment,
                  std::uint64_t playhead) {
  if (segment.begin >= scale.known) return;
  segment.end = static_cast<std::uint32_t>(std::min<std::uint64_t>(segment.end, scale.known));
  const float left = scale.x(segment.begin), right = std::max(left + 1, scale.x(segment.end) - 1.5f);
  if (segment.waits) {
    const bool past = segment.begin < playhead;
    canvas.fill_rect({left, top + height / 2 - 2, right - left, 4}, past ? Role::waiting : Role::line, 2);
    return;
  }
  const float radius = right - left > 5 ? 2.0f : 0.0f;
  const Rect whole{left, top, right - left, height};
  if (segment.begin >= playhead) {
    canvas.fill_rect(whole, Role::acts_pale, radius);
    return;
  }
  // Finished segments are filled. The segment under the playhead is filled up to the playhead and pale after
  // the playhead.
  const bool current = playhead < segment.end;
  canvas.fill_rect(whole, current ? Role::acts_pale : Role::acted, radius);
  if (current)
    canvas.fill_rect({left, top, std::max(1.0f, scale.x(playhead) - left), height}, Role::acts, radius);
}

// Returns the vertical extents of the names of the rows.
std::vector<RowLabel> row_labels(std::size_t rows, float height, float gap) {
  constexpr float half = 7;  // half the height of a label
  std::vector<RowLabel> labels;
  for (std::size_t w = 0; w < rows; ++w) {
    const float middle = static_cast<float>(w) * (height + gap) + height / 2;
    labels.push_back({middle - half, middle + half});
  }
  return labels;
}

void draw_rows(Canvas& canvas, const Scale& scale, const Rect& rows, float height, float gap,
               const Timeline& timeline, std::uint64_t playhead, float scroll, float label_x) {
  // The stride is computed from all rows, so that scrolling does not change which labels are shown.
  const std::vector<RowLabel> labels = row_labels(timeline.warps.size(), height, gap);
  const std::size_t stride = label_stride(labels, 0);
  for (std::size_t w = 0; w < timeline.warps.size(); ++w) {
    const float top = rows.y + static_cast<float>(w) * (height + gap) - scroll;
    if (top < rows.y - 1 || top + height > rows.bottom() + 1) continue;
    if (shows_label(stride, w))
      text_at(canvas, label_x, top + height / 2, fmt::format("{} {}", timeline.of_items ? "item" : "warp", w),
              small_text(Role::second_ink));
    canvas.fill_rect({rows.x, top, rows.width, height}, Role::ground, 2);
    for (const TimelineSegment& segment :
         fold_segments(timeline.warps[w], scale.begin, scale.end, scale.columns()))
      draw_segment(canvas, scale, top, height, segment, playhead);
  }
}

// Returns the visible positions of an event, at most one in each column.
std::vector<std::uint64_t> seen_marks(const Timeline& timeline, const Scale& scale, Event event,
                                      unsigned columns) {
  const std::vector<std::uint64_t>& all = timeline.of(event);
  return thin_marks({all.begin(), std::ranges::lower_bound(all, scale.known)}, scale.begin, scale.end,
                    columns);
}

// Draws the boundaries of launches, barriers and work-groups as lines across the rows. Boundaries of one kind
// are omitted if they are too close together.
void draw_boundaries(Canvas& canvas, const Scale& scale, const Rect& rows, const Timeline& timeline) {
  const auto draw = [&](Event event, float room, const auto& line) {
    const std::vector<std::uint64_t> marks = seen_marks(timeline, scale, event, scale.columns() / 4 + 1);
    if (static_cast<float>(marks.size()) * room >= scale.area.width) return;
    for (const std::uint64_t position : marks) {
      const float x = scale.x(position + 1);
      line(Point{x, rows.y - 4}, Point{x, rows.bottom() + 4});
    }
  };
  draw(Event::barrier, 8,
       [&](Point top, Point bottom) { canvas.dashed_line(top, bottom, Role::second_ink, 1); });
  draw(Event::group_end, 6, [&](Point top, Point bottom) { canvas.line(top, bottom, Role::waiting, 1); });
  draw(Event::launch_end, 0, [&](Point top, Point bottom) { canvas.line(top, bottom, Role::second_ink, 2); });
}

// Draws the host's calls between launches, with one mark for each position that has calls.
void draw_host(Canvas& canvas, const Scale& scale, float top, const Timeline& timeline,
               std::uint64_t playhead, float label_x, const FigureInput& input, FigureOutput& output) {
  constexpr std::size_t kMaxListed = 8;
  if (timeline.host.empty()) return;
  const float centre = top + kHostRow / 2 - 2;
  text_at(canvas, label_x, centre, "host", small_text(Role::second_ink));
  canvas.line({scale.area.x, centre}, {scale.area.right(), centre}, Role::line, 1);
  for (const TimelineHost& host : timeline.host) {
    if (!scale.sees(host.position)) continue;
    const Rect mark{scale.x(host.position) - 4, centre - 5, 8, 10};
    canvas.fill_rect(mark, host.position <= playhead ? Role::second_ink : Role::waiting, 2);
    const Rect reach{mark.x - 3, mark.y - 3, mark.width + 6, mark.height + 6};
    if (!input.pointer.inside || !reach.contains(input.pointer.at)) continue;
    output.hovered.position = host.position;
    output.tooltip.clear();
    for (std::size_t i = 0; i < std::min(kMaxListed, host.calls.size()); ++i)
      output.tooltip += (i == 0 ? "" : "\n") + host.calls[i];
    if (host.calls.size() > kMaxListed)
      output.tooltip += fmt::format("\nand {} more", host.calls.size() - kMaxListed);
  }
}

// Hatches the moments that are not yet visible to the user, and marks the position of the next question.
void draw_unknown(Canvas& canvas, const Scale& scale, const Rect& rows, const TimelineView& view,
                  std::uint64_t playhead) {
  if (scale.known < scale.end) {
    const float left = std::max(rows.x, scale.x(std::max(scale.known, scale.begin)) + 2);
    canvas.hatch_rect({left, rows.y, std::max(0.0f, rows.right() - left), rows.height}, Role::line, 8);
  }
  if (!view.question || !scale.sees(*view.question)) return;
  // The mark is placed at the right of the playhead, so that the playhead does not cover it.
  const float least = scale.sees(playhead) ? scale.x(playhead) + 12 : rows.x + 8;
  const Point at{std::max(least, scale.x(*view.question)), rows.centre().y};
  canvas.fill_circle(at, 9, Role::acts);
  text_at(canvas, at.x, at.y, "?", bold_text(Role::on_acts, Align::centre, 12));
}

struct EventStyle {
  Event event;
  Swatch swatch;
  Role role;
  std::string_view word;
};
constexpr std::array kEventStyles{EventStyle{Event::divergence, Swatch::diamond, Role::warns, "divergence"},
                                  EventStyle{Event::conflict, Swatch::triangle, Role::costs, "conflict"},
                                  EventStyle{Event::finding, Swatch::cross, Role::ink, "finding"}};

// Draws events below the rows. In a summarised range, only findings are drawn, because they must always
// be visible.
void draw_events(Canvas& canvas, const Scale& scale, float centre, const Timeline& timeline, bool summed,
                 const FigureInput& input, FigureOutput& output) {
  for (const EventStyle& style : kEventStyles) {
    if (summed && style.event != Event::finding) continue;
    for (const std::uint64_t position :
         seen_marks(timeline, scale, style.event, std::max(1u, scale.columns() / 10))) {
      const Point at{scale.x(position), centre};
      swatch(canvas, at, style.swatch, style.role, 9);
      if (!input.pointer.inside || std::abs(input.pointer.at.x - at.x) > 6 ||
          std::abs(input.pointer.at.y - at.y) > 8)
        continue;
      output.tooltip = fmt::format("{} at moment {}", style.word, position);
      output.hovered.position = position;
    }
  }
}

// Scrolls to the executing warp if not all warps fit.
void follow_warp(TimelineView& view, const Timeline& timeline, std::uint64_t playhead, std::size_t shown,
                 float pitch) {
  const std::size_t warps = timeline.warps.size();
  view.scroll = std::max(0.0f, view.scroll);
  if (warps <= shown) {
    view.scroll = 0;
    return;
  }
  const auto executes = [&](const std::vector<TimelineSegment>& segments) {
    const auto segment = std::ranges::upper_bound(segments, playhead, {}, &TimelineSegment::end);
    return segment != segments.end() && !segment->waits && segment->begin <= playhead;
  };
  const auto found = std::ranges::find_if(timeline.warps, executes);
  std::size_t first = static_cast<std::size_t>(std::lround(view.scroll / pitch));
  if (found != timeline.warps.end()) {
    const auto warp = static_cast<std::size_t>(found - timeline.warps.begin());
    first = std::clamp(first, warp + 1 - std::min(warp + 1, shown), warp);
  }
  first = std::min(first, warps - shown);
  view.scroll = static_cast<float>(first) * pitch;
}

// A row of the summary. `share` returns the value of a column: a share of its moments or lanes.
struct SummedRow {
  std::string_view label;
  Role role, later;  // colours before and after the playhead
  double (*share)(const TimelineSum& sum, std::uint32_t lanes_of_warp);
  bool of_most = true;  // the full height is the next round value above the maximum; false: 100 %
};

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

template <Event event>
double share_of_event(const TimelineSum& sum, std::uint32_t) {
  return share_of(sum.of(event), sum.moments);
}

constexpr std::array kSummedRows{
    SummedRow{
        "lanes", Role::acted, Role::acts_pale,
        [](const TimelineSum& sum, std::uint32_t lanes) { return share_of(sum.lanes, sum.moments * lanes); },
        false},
    SummedRow{"diverge", Role::warns, Role::warns, share_of_event<Event::divergence>},
    SummedRow{"conflicts", Role::costs, Role::costs, share_of_event<Event::conflict>},
    SummedRow{"barriers", Role::second_ink, Role::waiting, share_of_event<Event::barrier>}};

// Describes the moments of a column, which starts at `begin`.
std::string summed_tooltip(const TimelineSum& sum, std::uint32_t lanes, std::uint64_t begin) {
  std::string text =
      fmt::format("moments {} to {}: {:.0f} % of the lanes are active", count_text(begin),
                  count_text(begin + sum.moments - 1), 100 * share_of(sum.lanes, sum.moments * lanes));
  const auto add = [&](Event event, std::string_view one, std::string_view several) {
    const std::uint64_t count = sum.of(event);
    if (count > 0) text += fmt::format("\n{} {}", count_text(count), count == 1 ? one : several);
  };
  add(Event::divergence, "instruction diverges", "instructions diverge");
  add(Event::conflict, "instruction has bank conflicts", "instructions have bank conflicts");
  add(Event::barrier, "barrier is released", "barriers are released");
  add(Event::group_end, "work-group ends", "work-groups end");
  add(Event::launch_end, "launch ends", "launches end");
  add(Event::finding, "instruction has findings", "instructions have findings");
  return text;
}

// Returns the share that corresponds to the full height of the row: 1, 2, 5, 10 … %.
double ceiling_of(const SummedRow& shown, const std::vector<TimelineSum>& sums, std::uint32_t lanes) {
  double most = 0;
  for (const TimelineSum& sum : sums) most = std::max(most, shown.share(sum, lanes));
  for (const double round : {0.01, 0.02, 0.05, 0.1, 0.2, 0.5})
    if (shown.of_most && most <= round) return round;
  return 1;
}

void draw_summed_row(Canvas& canvas, const Scale& scale, const Rect& row, const SummedRow& shown,
                     const std::vector<TimelineSum>& sums, const Timeline& timeline, std::uint64_t playhead,
                     double most) {
  canvas.fill_rect(row, Role::ground, 2);
  const float width = row.width / static_cast<float>(sums.size()), now = scale.x(playhead);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double share = shown.share(sums[i], timeline.lanes_of_warp);
    if (share <= 0 || scale.x(scale.known) <= row.x + width * static_cast<float>(i)) continue;
    // The minimum height keeps rare events visible.
    const float height = std::max(2.0f, row.height * static_cast<float>(share / most));
    const float x = row.x + width * static_cast<float>(i);
    canvas.fill_rect({x, row.bottom() - height, width, height}, x < now ? shown.role : shown.later);
  }
}

unsigned summed_columns(const Scale& scale) { return std::max(1u, scale.columns() / 2); }

std::uint64_t moments_of_column(const Scale& scale) {
  return std::max<std::uint64_t>(1, (scale.end - scale.begin) / summed_columns(scale));
}

// Draws a summary of the events in each range of moments instead of the rows of warps.
void draw_summary(Canvas& canvas, const Scale& scale, const Rect& rows, const Timeline& timeline,
                  std::uint64_t playhead, float label_x, const FigureInput& input, FigureOutput& output) {
  const unsigned columns = summed_columns(scale);
  const std::vector<TimelineSum> sums = sum_columns(timeline, scale.begin, scale.end, columns);
  TimelineSum all;
  for (const TimelineSum& sum : sums) all += sum;
  std::vector<const SummedRow*> shown;
  for (const SummedRow& row : kSummedRows)
    if (row.share(all, timeline.lanes_of_warp) > 0) shown.push_back(&row);
  if (shown.empty()) return;
  constexpr float gap = 4, least_pitch = 12;  // px between rows; px per row, at least the height of a label
  const float room = std::max(1.0f, std::floor((rows.height + gap) / least_pitch));
  if (static_cast<float>(shown.size()) > room) shown.resize(static_cast<std::size_t>(room));
  const float height = std::min(30.0f, (rows.height + gap) / static_cast<float>(shown.size()) - gap);
  float y = rows.y;
  for (const SummedRow* row : shown) {
    const double most = ceiling_of(*row, sums, timeline.lanes_of_warp);
    draw_summed_row(canvas, scale, {rows.x, y, rows.width, height}, *row, sums, timeline, playhead, most);
    text_at(canvas, label_x, y + height / 2, fmt::format("{} {:.0f} %", row->label, 100 * most),
            small_text(Role::second_ink));
    y += height + gap;
  }
  const Rect reach{rows.x, rows.y, rows.width, y - rows.y};
  if (!input.pointer.inside || !reach.contains(input.pointer.at)) return;
  const auto column = std::min<std::size_t>(
      columns - 1,
      static_cast<std::size_t>((input.pointer.at.x - rows.x) / rows.width * static_cast<float>(columns)));
  const std::uint64_t begin = column_begin(column, scale.begin, scale.end, columns);
  if (begin < scale.known) output.tooltip = summed_tooltip(sums[column], timeline.lanes_of_warp, begin);
}

// Moves the zoomed view to the playhead if the playhead has left the view.
void follow_playhead(TimelineView& view, const Timeline& timeline, std::uint64_t playhead) {
  if (std::exchange(view.followed, playhead) == playhead || view.end == 0) return;
  if (playhead >= view.begin && playhead < view.end) return;
  const std::uint64_t moments = view.end - view.begin, before = moments / 4;
  view.begin =
      std::min(playhead - std::min(playhead, before), timeline.size - std::min(timeline.size, moments));
  view.end = view.begin + moments;
}

void draw_playhead(Canvas& canvas, const Scale& scale, const Rect& rows, std::uint64_t playhead) {
  if (!scale.sees(playhead)) return;
  const float x = scale.x(playhead);
  canvas.line({x, rows.y - kPlayheadTop}, {x, rows.bottom() + 6}, Role::ink, 2);
  canvas.fill_circle({x, rows.y - kPlayheadTop}, 5, Role::ink);
}

// Returns the position of the playhead in the longest form that fits.
std::string position_words(const Canvas& canvas, const TextStyle& style, float room, std::uint64_t playhead,
                           const Timeline& timeline, bool summed) {
  const std::string place = fmt::format("moment {} of {}{}", count_text(playhead),
                                        timeline.goes_on ? "the first " : "", count_text(timeline.size));
  std::vector<std::string> words{place, fmt::format("{} / {}", playhead, timeline.size)};
  if (summed) words.insert(words.begin(), {place + " · summed up, the wheel zooms", place + " · summed up"});
  const auto fits = [&](const std::string& each) { return canvas.text_width(each, style) <= room; };
  const auto found = std::ranges::find_if(words, fits);
  return found == words.end() ? words.back() : *found;
}

void footer(Canvas& canvas, const Rect& row, const Timeline& timeline, const Scale& scale,
            std::uint64_t playhead, bool summed) {
  const TextStyle style = small_text(Role::second_ink, Align::right);
  const std::string words = position_words(canvas, style, row.width, playhead, timeline, summed);
  text_at(canvas, row.right(), row.centre().y, words, style);
  const float limit = row.right() - canvas.text_width(words, style) - 20;
  float x = row.x + (summed ? kSummedLabelWidth : kLabelWidth);
  const auto entry = [&](Swatch kind, Role role, std::string_view text) {
    const float width = 16 + canvas.text_width(text, style);
    if (x + width > limit) return;
    swatch(canvas, {x + 5, row.centre().y}, kind, role, 9);
    text_at(canvas, x + 15, row.centre().y, text, small_text(Role::second_ink));
    x += width + 14;
  };
  const auto there = [&](Event event) {
    const std::vector<std::uint64_t>& marks = timeline.of(event);
    return !marks.empty() && marks.front() < scale.known;
  };
  for (const EventStyle& event : kEventStyles)
    if (there(event.event) && (!summed || event.event == Event::finding))
      entry(event.swatch, event.role, event.word);
  if (there(Event::barrier) && !summed) {
    entry(Swatch::dashed, Role::second_ink, "barrier");
    entry(Swatch::bar, Role::waiting, "waits at the barrier");
  }
  if (there(Event::launch_end)) entry(Swatch::upright, Role::second_ink, "launch ends");
  if (!summed) return;
  const std::string key =
      fmt::format("height: share of the {} moments of a column", count_text(moments_of_column(scale)));
  if (x + canvas.text_width(key, style) <= limit)
    text_at(canvas, x, row.centre().y, key, small_text(Role::second_ink));
}

float host_height(const Timeline& timeline) { return timeline.host.empty() ? 0 : kHostRow; }

}  // namespace

float timeline_height(const Timeline& timeline, std::size_t max_warps) {
  const auto rows = static_cast<float>(
      std::clamp<std::size_t>(timeline.warps.size(), 1, std::max<std::size_t>(1, max_warps)));
  return kPlayheadTop + 6 + host_height(timeline) + rows * (kRowHeight + kTimelineRowGap) + kMarkRow +
         kLegendHeight;
}

FigureOutput draw_timeline(Canvas& canvas, const Rect& area, const Timeline& timeline, std::uint64_t playhead,
                           TimelineView& view, const FigureInput& input) {
  FigureOutput output;
  Scale scale;
  view.end = std::min(view.end, timeline.size);
  if (view.begin >= (view.end == 0 ? timeline.size : view.end)) view.begin = view.end = 0;
  follow_playhead(view, timeline, playhead);
  scale.begin = view.begin;
  scale.end = std::max(view.begin + 1, view.end == 0 ? timeline.size : view.end);
  scale.known = view.known;
  const float below = kMarkRow + kLegendHeight;
  const bool summed = is_summed(scale.end - scale.begin, area.width - kLabelWidth - 6);
  const float labels = summed ? kSummedLabelWidth : kLabelWidth;
  const float host = host_height(timeline);
  const Rect rows{area.x + labels, area.y + kPlayheadTop + 6 + host, area.width - labels - 6,
                  std::max(0.0f, area.height - kPlayheadTop - 6 - host - below)};
  scale.area = rows;
  if (rows.width < 20 || rows.height < kLeastRowHeight) return output;

  const auto count = static_cast<float>(std::max<std::size_t>(1, timeline.warps.size()));
  float pitch = std::min(rows.height / count, kRowHeight + kTimelineRowGap);
  float height = std::max(kLeastRowHeight, std::min(kRowHeight, pitch * 0.7f));
  const float gap = std::max(2.0f, std::min(pitch - height, kTimelineRowGap));
  pitch = height + gap;
  const float shown = std::clamp(std::floor((rows.height + gap) / pitch), 1.0f, count);
  Rect used{rows.x, rows.y, rows.width, shown * pitch - gap};
  if (!summed) follow_warp(view, timeline, playhead, static_cast<std::size_t>(shown), pitch);

  if (summed) {
    used.height = rows.height;
    draw_summary(canvas, scale, rows, timeline, playhead, area.x, input, output);
  } else {
    canvas.push_clip({area.x, used.y - kLabelOverhang, area.width, used.height + 2 * kLabelOverhang});
    draw_rows(canvas, scale, used, height, gap, timeline, playhead, view.scroll, area.x);
    canvas.pop_clip();
  }
  draw_boundaries(canvas, scale, used, timeline);
  draw_unknown(canvas, scale, used, view, playhead);
  draw_playhead(canvas, scale, used, playhead);
  const Rect reach{rows.x - 6, area.y, rows.width + 12, used.bottom() + kMarkRow - area.y};
  if (input.pointer.inside && reach.contains(input.pointer.at)) {
    const double share = std::clamp((input.pointer.at.x - rows.x) / rows.width, 0.0f, 1.0f);
    output.hovered.position =
        scale.begin +
        static_cast<std::uint64_t>(std::llround(share * static_cast<double>(scale.end - scale.begin)));
  }
  draw_host(canvas, scale, rows.y - host, timeline, playhead, area.x, input, output);
  draw_events(canvas, scale, used.bottom() + kMarkRow / 2 + 4, timeline, summed, input, output);
  if (input.pointer.clicked && output.hovered.position) output.go_to = output.hovered.position;
  footer(canvas, {area.x, area.bottom() - kLegendHeight, area.width, kLegendHeight}, timeline, scale,
         playhead, summed);
  return output;
}

}  // namespace lockstep::gui
