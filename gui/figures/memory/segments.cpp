#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gui/canvas/label_row.hpp"
#include "gui/figures/memory/access.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kLaneHeight = 22, kSegmentLabel = 18;
constexpr float kLaneNumbers = 13;       // part of kLaneHeight, used for numbers above the lanes
constexpr float kSegmentsNumberGap = 4;  // px between two numbers in a row
constexpr float kLaneToSegment = 58, kLeastLaneToSegment = 14;
constexpr float kSegmentHeight = 26, kLeastSegmentHeight = 16;
constexpr float kBreak = 16;  // px between segments that are not adjacent
constexpr unsigned kSegmentsMaxColumns = 32;

struct SegmentPlace {
  Rect box;
  bool broken_before = false;  // there is a gap between the segment and its left neighbour
};

// Returns whether bytes between the two segments are not moved. Several transactions may move the same bytes.
bool skips_bytes(const AccessSegment& segment, const AccessSegment& before) {
  if (segment.object != before.object) return true;
  const bool is_same = segment.offset == before.offset;
  return !is_same && segment.offset != before.offset + std::int64_t{before.bytes};
}

std::vector<SegmentPlace> place_segments(const MemoryAccess& access, const Rect& row) {
  std::vector<SegmentPlace> places(access.segments.size());
  float breaks = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].broken_before = i > 0 && skips_bytes(access.segments[i], access.segments[i - 1]);
    if (places[i].broken_before) ++breaks;
    bytes += access.segments[i].bytes;
  }
  const float gap = places.size() > 40 ? 1.0f : 3.0f;
  const float gaps = gap * static_cast<float>(places.size());
  float break_width = kBreak;
  if (breaks * kBreak > row.width / 3) break_width = row.width / 3 / breaks;
  const float room = row.width - gaps - breaks * break_width;
  const float scale = std::min(room / static_cast<float>(std::max<std::uint64_t>(1, bytes)), 4.5f);
  float x = row.x;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].broken_before) x += break_width;
    const float width = std::max(2.0f, static_cast<float>(access.segments[i].bytes) * scale);
    places[i].box = {x, row.y, width, row.height};
    x += width + gap;
  }
  return places;
}

// Returns the part of a segment's box that contains the bytes of a lane; no value if the segment does not
// serve the lane.
std::optional<Rect> lane_bytes(const MemoryAccess& access, const AccessLane& lane,
                               const AccessSegment& segment, const Rect& box) {
  if ((segment.lanes >> lane.lane & 1) == 0) return std::nullopt;
  const std::int64_t begin = std::max(lane.offset, segment.offset);
  const std::int64_t end =
      std::min(lane.offset + std::int64_t{access.detail.bytes}, segment.offset + std::int64_t{segment.bytes});
  if (begin >= end) return std::nullopt;
  const float scale = box.width / static_cast<float>(segment.bytes);
  return Rect{box.x + static_cast<float>(begin - segment.offset) * scale, box.y,
              static_cast<float>(end - begin) * scale, box.height};
}

void segment_labels(Canvas& canvas, const MemoryAccess& access, const std::vector<SegmentPlace>& places) {
  const TextStyle style = small_text(Role::second_ink, Align::centre);
  std::vector<std::string> counts, ranges;
  std::vector<RowLabel> of_counts, of_ranges;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const AccessSegment& segment = access.segments[i];
    const Rect& box = places[i].box;
    counts.push_back(fmt::format("{}", i + 1));
    ranges.push_back(fmt::format("{} · bytes {} to {}", i + 1, segment.offset,
                                 segment.offset + std::int64_t{segment.bytes} - 1));
    of_counts.push_back(centred_label(canvas, counts.back(), style, box.centre().x));
    of_ranges.push_back(centred_label(canvas, ranges.back(), style, box.centre().x, box.width - 6));
  }
  const bool wide = label_stride(of_ranges, 0) == 1;
  const std::size_t stride = wide ? 1 : label_stride(of_counts, kSegmentsNumberGap);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (shows_label(stride, i))
      text_at(canvas, places[i].box.centre().x, places[i].box.bottom() + kSegmentLabel / 2 + 1,
              wide ? ranges[i] : counts[i], style);
}

void draw_boxes(Canvas& canvas, const MemoryAccess& access, const std::vector<SegmentPlace>& places) {
  const Role edge = access.costs ? Role::costs : Role::acts;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Rect& box = places[i].box;
    if (access.segments[i].used_bytes < access.segments[i].bytes) canvas.hatch_rect(box, Role::costs, 5);
    if (places[i].broken_before) {
      const float middle = (places[i - 1].box.right() + box.x) / 2;
      if (box.x - places[i - 1].box.right() >= 12)
        text_at(canvas, middle, box.centre().y, "…", small_text(Role::second_ink, Align::centre));
    }
    for (const AccessLane& lane : access.lanes) {
      const auto bytes = lane_bytes(access, lane, access.segments[i], box);
      if (!bytes) continue;
      const float inset = bytes->width > 6 ? 0.5f : 0.0f;
      canvas.fill_rect({bytes->x + inset, bytes->y, std::max(1.0f, bytes->width - 2 * inset), bytes->height},
                       Role::acted, 1);
    }
    canvas.stroke_rect(box, edge, 1.2f, 2);
  }
}

void join_lanes(Canvas& canvas, const MemoryAccess& access, const std::vector<Rect>& lanes,
                const std::vector<SegmentPlace>& places, const FigureInput& input) {
  for (const AccessLane& lane : access.lanes) {
    const bool linked = input.link.lane == LaneId{access.warp, lane.lane};
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto bytes = lane_bytes(access, lane, access.segments[i], places[i].box);
      if (!bytes) continue;
      canvas.line({lanes[lane.lane].centre().x, lanes[lane.lane].bottom() + 1},
                  {bytes->centre().x, bytes->y - 1}, linked ? Role::ink : Role::acts, linked ? 2.5f : 1.0f);
    }
  }
}

}  // namespace

void draw_lane_row(Canvas& canvas, const Rect& area, const MemoryAccess& access, const FigureInput& input,
                   std::vector<Rect>& boxes, FigureOutput& output) {
  const unsigned rows = (access.warp_width + kSegmentsMaxColumns - 1) / kSegmentsMaxColumns;
  const unsigned columns = (access.warp_width + rows - 1) / rows;
  const float pitch = std::min((area.width - kMemoryLabelWidth) / static_cast<float>(columns), 44.0f);
  const bool bold = widest_number(canvas, bold_text(Role::ink, Align::left, kSmall)) <= pitch - 4;
  // The numbers are in the boxes. If they do not fit in all boxes, they are above the boxes, which are
  // then lower.
  const bool numbers_inside = widest_number(canvas, small_text(Role::ink)) <= pitch - 4;
  const float numbers = rows == 1 && !numbers_inside ? kLaneNumbers : 0;
  const float height = (kLaneHeight - numbers) / static_cast<float>(rows);
  std::uint64_t active = 0;
  for (const AccessLane& lane : access.lanes) active |= std::uint64_t{1} << lane.lane;
  text_at(canvas, area.x, area.y + (numbers > 0 ? numbers : kLaneHeight) / 2, "lane",
          small_text(Role::second_ink));
  for (unsigned lane = 0; lane < access.warp_width; ++lane) {
    const Rect box{area.x + kMemoryLabelWidth + static_cast<float>(lane % columns) * pitch,
                   area.y + numbers + static_cast<float>(lane / columns) * height, pitch - 3,
                   height - (rows > 1 ? 1.0f : 0.0f)};
    boxes.push_back(box);
    const bool acts = (active >> lane & 1) != 0;
    if (acts) {
      canvas.fill_rect(box, Role::acts, 3);
    } else {
      canvas.hatch_rect(box, Role::masked, 5);
      canvas.stroke_rect(box, Role::line, 1, 3);
    }
    const Role ink = acts ? Role::on_acts : Role::masked;
    if (rows == 1 && numbers_inside)
      text_at(canvas, box.centre().x, box.centre().y, fmt::format("{}", lane),
              acts && bold ? bold_text(ink, Align::centre, kSmall) : small_text(ink, Align::centre));
    if (input.link.lane == LaneId{access.warp, lane})
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 4);
    if (!input.pointer.inside || !box.contains(input.pointer.at)) continue;
    output.hovered.lane = LaneId{access.warp, lane};
    output.tooltip = lane_arithmetic(access, lane);
  }
  if (numbers == 0) return;
  LabelRow above;
  for (std::size_t i = 0; i < boxes.size(); ++i) above.add(fmt::format("{}", i), boxes[i].centre().x);
  draw_labels(canvas, above, area.y + numbers / 2, small_text(Role::second_ink), kSegmentsNumberGap);
}

void draw_segments(Canvas& canvas, const Rect& area, const MemoryAccess& access, const FigureInput& input,
                   FigureOutput& output) {
  std::vector<Rect> lanes;
  draw_lane_row(canvas, area, access, input, lanes, output);
  // If there is little room, the lines are shortened first, and then the labels are omitted; the tooltips
  // also contain their information.
  const bool is_labelled =
      area.height >= kLaneHeight + kLeastLaneToSegment + kLeastSegmentHeight + kSegmentLabel;
  const float room = area.height - kLaneHeight - (is_labelled ? kSegmentLabel : 0);
  const float lines = std::clamp(room - kSegmentHeight, kLeastLaneToSegment, kLaneToSegment);
  const Rect row{area.x + kMemoryLabelWidth, area.y + kLaneHeight + lines, area.width - kMemoryLabelWidth,
                 std::clamp(room - lines, kLeastSegmentHeight, kSegmentHeight)};
  const std::vector<SegmentPlace> places = place_segments(access, row);
  join_lanes(canvas, access, lanes, places, input);
  draw_boxes(canvas, access, places);
  if (is_labelled) segment_labels(canvas, access, places);
  for (std::size_t i = 0; input.pointer.inside && i < places.size(); ++i) {
    if (!places[i].box.contains(input.pointer.at)) continue;
    const AccessSegment& segment = access.segments[i];
    output.tooltip =
        fmt::format("segment {} of {}: bytes {} to {}, {} of {} used", i + 1, places.size(), segment.offset,
                    segment.offset + std::int64_t{segment.bytes} - 1, segment.used_bytes, segment.bytes);
  }
}

float segments_height() { return kLaneHeight + kLaneToSegment + kSegmentHeight + kSegmentLabel; }

}  // namespace lockstep::gui
