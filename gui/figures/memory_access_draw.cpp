// Two drawings of one access. Local: a column for each bank, a row for each row of words that is touched.
// Global: the lanes above, the segments below, each lane joined to the bytes that it asks for; what is moved
// in vain is hatched.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gui/figures/drawing.hpp"
#include "gui/figures/memory_access.hpp"
#include "sim/machine/address.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kLabelWidth = 44;
constexpr float kBankHeader = 18;
constexpr float kWordPitch = 31, kLeastWordPitch = 14.5f;
constexpr float kLaneHeight = 22, kSegmentLabel = 18;
constexpr float kLaneToSegment = 58, kLeastLaneToSegment = 14;
constexpr float kSegmentHeight = 26, kLeastSegmentHeight = 16;
constexpr float kWords = 3 * kParagraphLine + 4;  // the sentence, and the address arithmetic of a lane
constexpr float kBreak = 16;                      // px between segments that are not neighbours
constexpr unsigned kMostColumns = 32;

bool is_local(const MemoryAccess& access) { return access.detail.space == sim::Space::local; }

// --- local memory

struct Word {
  std::vector<const AccessLane*> lanes;
};

std::map<std::uint64_t, Word> words_of(const MemoryAccess& access) {
  std::map<std::uint64_t, Word> words;
  for (const AccessLane& lane : access.lanes) {
    for (std::uint64_t byte = 0; byte < access.detail.bytes; byte += access.bank_bytes)
      words[(lane.offset + byte) / access.bank_bytes].lanes.push_back(&lane);
  }
  return words;
}

std::vector<std::uint64_t> word_rows(const MemoryAccess& access) {
  std::set<std::uint64_t> rows;
  for (const AccessBank& bank : access.asked_banks) {
    for (const std::uint64_t word : bank.words) rows.insert(word / access.banks);
  }
  return {rows.begin(), rows.end()};
}

bool in_conflict(const MemoryAccess& access, std::uint64_t word) {
  if (!access.costs) return false;
  const auto number = static_cast<unsigned>(word % access.banks);
  // Lanes that update one word in several passes stand in each other's way as well.
  const bool updated = access.detail.kind == sim::AccessKind::atomic && access.passes > 1;
  return std::any_of(access.asked_banks.begin(), access.asked_banks.end(), [&](const AccessBank& bank) {
    return bank.bank == number && (updated || bank.words.size() > 1);
  });
}

enum class Served : std::uint8_t { before, now, later };

Served served(const Word& word, int pass) {
  if (pass < 0) return Served::now;
  Served state = Served::later;
  for (const AccessLane* lane : word.lanes) {
    if (static_cast<int>(lane->pass) == pass) return Served::now;
    if (static_cast<int>(lane->pass) < pass) state = Served::before;
  }
  return state;
}

void draw_word(Canvas& canvas, const Rect& box, const Word& word, Served state, bool conflict, bool bold) {
  const Role strong = conflict ? Role::costs : Role::acts;
  Role ink = strong;
  if (state == Served::now) {
    canvas.fill_rect(box, strong, 3);
    ink = Role::on_acts;
  } else {
    if (state == Served::before) canvas.fill_rect(box, conflict ? Role::costs_pale : Role::acts_pale, 3);
    canvas.stroke_rect(box, strong, 1.2f, 3);
  }
  std::string text = fmt::format("{}", word.lanes.front()->lane);
  if (word.lanes.size() > 1) {
    const std::string many = fmt::format("{}+{}", text, word.lanes.size() - 1);
    if (text_in(canvas, box, many, bold_text(ink, Align::centre, kSmall))) return;
    text += "+";
  }
  text_in(canvas, {box.x - 2, box.y, box.width + 4, box.height}, text,
          bold ? bold_text(ink, Align::centre, kSmall) : small_text(ink, Align::centre));
}

// As far apart as there is room for, and closer before a row is out of sight.
float word_pitch(std::size_t rows, float height) {
  return std::clamp(height / static_cast<float>(std::max<std::size_t>(1, rows)), kLeastWordPitch, kWordPitch);
}

void draw_local(Canvas& canvas, const Rect& area, const MemoryAccess& access, MemoryAccessView& view,
                const FigureInput& input, FigureOutput& output) {
  const float pitch = std::min((area.width - kLabelWidth) / static_cast<float>(access.banks), 44.0f);
  const float width = pitch - (pitch >= 18 ? 3.0f : 2.0f);
  const auto left = [&](std::uint64_t bank) {
    return area.x + kLabelWidth + static_cast<float>(bank) * pitch;
  };
  const TextStyle header = small_text(Role::second_ink, Align::centre);
  for (unsigned bank = 0; bank < access.banks; ++bank) {
    if (pitch < 16 && bank % 4 != 0) continue;
    text_at(canvas, left(bank) + width / 2, area.y + kBankHeader / 2 - 2, fmt::format("{}", bank), header);
    if (input.link.bank == bank)
      canvas.fill_rect({left(bank), area.y + kBankHeader - 4, width, 2}, Role::ink);
  }
  text_at(canvas, area.x, area.y + kBankHeader / 2 - 2, "bank", small_text(Role::second_ink));

  const std::vector<std::uint64_t> rows = word_rows(access);
  const std::map<std::uint64_t, Word> words = words_of(access);
  const Rect body{area.x, area.y + kBankHeader, area.width, area.height - kBankHeader};
  const float row_pitch = word_pitch(rows.size(), body.height);
  const float word_height = row_pitch - (row_pitch < 18 ? 1.5f : row_pitch < 24 ? 2.0f : 5.0f);
  const bool bold = widest_number(canvas, bold_text(Role::ink, Align::left, kSmall)) <= width - 1;
  const float content = static_cast<float>(rows.size()) * row_pitch;
  // Whole rows, so that none is cut.
  const float seen = std::max(1.0f, std::floor((body.height + 5) / row_pitch)) * row_pitch;
  view.scroll = std::clamp(view.scroll, 0.0f, std::max(0.0f, content - seen));
  const float scroll = std::round(view.scroll / row_pitch) * row_pitch;
  canvas.push_clip({body.x - 2, body.y - 2, body.width + 4, seen + 2});
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const float top = body.y + static_cast<float>(r) * row_pitch - scroll;
    if (top < body.y - 1 || top + word_height > body.y + seen) continue;
    text_at(canvas, area.x, top + word_height / 2, fmt::format("{}", rows[r] * access.banks),
            small_text(Role::second_ink));
    for (unsigned bank = 0; bank < access.banks; ++bank) {
      const std::uint64_t number = rows[r] * access.banks + bank;
      const Rect box{left(bank), top, width, word_height};
      const auto word = words.find(number);
      if (word == words.end()) {
        canvas.stroke_rect(box, Role::line, 1, 3);
      } else {
        draw_word(canvas, box, word->second, served(word->second, view.pass), in_conflict(access, number),
                  bold);
        const bool linked =
            std::any_of(word->second.lanes.begin(), word->second.lanes.end(), [&](const AccessLane* lane) {
              return input.link.lane == LaneId{access.warp, lane->lane};
            });
        if (linked)
          canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 4);
      }
      if (!input.pointer.inside || !box.contains(input.pointer.at)) continue;
      output.hovered.bank = bank;
      output.tooltip = fmt::format("word {} in bank {}", number, bank);
      if (word == words.end()) continue;
      output.hovered.lane = LaneId{access.warp, word->second.lanes.front()->lane};
      output.tooltip = lane_arithmetic(access, word->second.lanes.front()->lane);
    }
  }
  canvas.pop_clip();
}

// --- global memory

struct SegmentPlace {
  Rect box;
  bool broken_before = false;  // memory that is not touched lies between it and its left neighbour
};

bool follows(const AccessSegment& segment, const AccessSegment& before) {
  return segment.object == before.object && segment.offset == before.offset + before.bytes;
}

std::vector<SegmentPlace> place_segments(const MemoryAccess& access, const Rect& row) {
  std::vector<SegmentPlace> places(access.segments.size());
  float breaks = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].broken_before = i > 0 && !follows(access.segments[i], access.segments[i - 1]);
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

// Where the bytes of a lane lie in a segment that serves it, as a part of its box.
std::optional<Rect> lane_bytes(const MemoryAccess& access, const AccessLane& lane,
                               const AccessSegment& segment, const Rect& box) {
  if ((segment.lanes >> lane.lane & 1) == 0) return std::nullopt;
  const std::uint64_t begin = std::max(lane.offset, segment.offset);
  const std::uint64_t end = std::min(lane.offset + access.detail.bytes, segment.offset + segment.bytes);
  if (begin >= end) return std::nullopt;
  const float scale = box.width / static_cast<float>(segment.bytes);
  return Rect{box.x + static_cast<float>(begin - segment.offset) * scale, box.y,
              static_cast<float>(end - begin) * scale, box.height};
}

void segment_labels(Canvas& canvas, const MemoryAccess& access, const std::vector<SegmentPlace>& places) {
  const TextStyle style = small_text(Role::second_ink, Align::centre);
  float taken = -1e9f;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const AccessSegment& segment = access.segments[i];
    const Rect& box = places[i].box;
    const std::string count = fmt::format("{}", i + 1);
    const std::string range =
        fmt::format("{} · bytes {} to {}", i + 1, segment.offset, segment.offset + segment.bytes - 1);
    const bool wide = canvas.text_width(range, style) + 6 <= box.width;
    const std::string& text = wide ? range : count;
    const float half = canvas.text_width(text, style) / 2;
    if (box.centre().x - half < taken + 4) continue;
    taken = box.centre().x + half;
    text_at(canvas, box.centre().x, box.bottom() + kSegmentLabel / 2 + 1, text, style);
  }
}

void draw_segments(Canvas& canvas, const MemoryAccess& access, const std::vector<SegmentPlace>& places) {
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

void draw_lane_row(Canvas& canvas, const Rect& area, const MemoryAccess& access, const FigureInput& input,
                   std::vector<Rect>& boxes, FigureOutput& output) {
  const unsigned rows = (access.warp_width + kMostColumns - 1) / kMostColumns;
  const unsigned columns = (access.warp_width + rows - 1) / rows;
  const float pitch = std::min((area.width - kLabelWidth) / static_cast<float>(columns), 44.0f);
  const float height = kLaneHeight / static_cast<float>(rows);
  const bool bold = widest_number(canvas, bold_text(Role::ink, Align::left, kSmall)) <= pitch - 4;
  std::uint64_t active = 0;
  for (const AccessLane& lane : access.lanes) active |= std::uint64_t{1} << lane.lane;
  text_at(canvas, area.x, area.y + kLaneHeight / 2, "lane", small_text(Role::second_ink));
  for (unsigned lane = 0; lane < access.warp_width; ++lane) {
    const Rect box{area.x + kLabelWidth + static_cast<float>(lane % columns) * pitch,
                   area.y + static_cast<float>(lane / columns) * height, pitch - 3,
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
    if (rows == 1)
      text_in(canvas, {box.x - 2, box.y, box.width + 4, box.height}, fmt::format("{}", lane),
              acts && bold ? bold_text(ink, Align::centre, kSmall) : small_text(ink, Align::centre));
    if (input.link.lane == LaneId{access.warp, lane})
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 4);
    if (!input.pointer.inside || !box.contains(input.pointer.at)) continue;
    output.hovered.lane = LaneId{access.warp, lane};
    output.tooltip = lane_arithmetic(access, lane);
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

void draw_global(Canvas& canvas, const Rect& area, const MemoryAccess& access, const FigureInput& input,
                 FigureOutput& output) {
  std::vector<Rect> lanes;
  draw_lane_row(canvas, area, access, input, lanes, output);
  // Little room is taken from the lines first.
  const float room = area.height - kLaneHeight - kSegmentLabel;
  const float lines = std::clamp(room - kSegmentHeight, kLeastLaneToSegment, kLaneToSegment);
  const Rect row{area.x + kLabelWidth, area.y + kLaneHeight + lines, area.width - kLabelWidth,
                 std::clamp(room - lines, kLeastSegmentHeight, kSegmentHeight)};
  const std::vector<SegmentPlace> places = place_segments(access, row);
  join_lanes(canvas, access, lanes, places, input);
  draw_segments(canvas, access, places);
  segment_labels(canvas, access, places);
  for (std::size_t i = 0; input.pointer.inside && i < places.size(); ++i) {
    if (!places[i].box.contains(input.pointer.at)) continue;
    const AccessSegment& segment = access.segments[i];
    output.tooltip =
        fmt::format("segment {} of {}: bytes {} to {}, {} of {} used", i + 1, places.size(), segment.offset,
                    segment.offset + segment.bytes - 1, segment.used_bytes, segment.bytes);
  }
}

// Another access has its own passes; a click plays them one by one, and all of them after the last.
void play_passes(const MemoryAccess& access, const Rect& picture, MemoryAccessView& view,
                 const FigureInput& input) {
  if (view.position != access.position) {
    view.position = access.position;
    view.pass = -1;
  }
  const int passes = static_cast<int>(access.passes);
  const bool clicked = input.pointer.clicked && input.pointer.inside && picture.contains(input.pointer.at);
  if (clicked && passes > 1) ++view.pass;
  if (view.pass >= passes) view.pass = -1;
}

// --- words below either

// The lane whose arithmetic is written out: the one under the pointer, else one that waited longest.
unsigned lane_in_words(const MemoryAccess& access, const FigureInput& input) {
  if (input.link.lane && input.link.lane->warp == access.warp) {
    const unsigned lane = input.link.lane->lane;
    if (!lane_arithmetic(access, lane).empty()) return lane;
  }
  const auto last =
      std::max_element(access.lanes.begin(), access.lanes.end(),
                       [](const AccessLane& a, const AccessLane& b) { return a.pass < b.pass; });
  return access.costs && is_local(access) ? last->lane : access.lanes.front().lane;
}

std::string verdict_words(const MemoryAccess& access, int pass) {
  if (!is_local(access) || pass < 0 || access.passes <= 1) return access.verdict;
  return fmt::format("pass {} of {}{}", std::min<unsigned>(static_cast<unsigned>(pass) + 1, access.passes),
                     access.passes,
                     access.costs ? fmt::format(", {}-way conflict", access.detail.local.degree) : "");
}

float picture_height(const MemoryAccess& access) {
  if (!access.present || access.lanes.empty()) return 0;
  if (is_local(access)) return kBankHeader + static_cast<float>(word_rows(access).size()) * kWordPitch;
  return kLaneHeight + kLaneToSegment + kSegmentHeight + kSegmentLabel;
}

}  // namespace

float memory_access_height(const MemoryAccess& access, float) {
  return kHeadingHeight + picture_height(access) + 8 + kWords;
}

FigureOutput draw_memory_access(Canvas& canvas, const Rect& area, const MemoryAccess& access,
                                MemoryAccessView& view, const FigureInput& input) {
  FigureOutput output;
  if (!access.present) {
    const Rect body = heading(canvas, area, {"Memory", {}, {}});
    paragraph(canvas, {body.x, body.y}, access.sentence, reading_text(Role::second_ink), body.width);
    return output;
  }
  const auto sentence_lines =
      static_cast<float>(wrap(canvas, access.sentence, reading_text(Role::ink), area.width).size());
  const float words_height = (sentence_lines + 1) * kParagraphLine + 4;
  const float picture =
      std::min(picture_height(access), std::max(0.0f, area.height - kHeadingHeight - words_height - 8));
  const Rect drawn{area.x, area.y + kHeadingHeight, area.width, picture};
  play_passes(access, drawn, view, input);
  const bool playable = access.passes > 1 && input.pointer.inside;
  const std::string words =
      fmt::format("{} {}{}{}", access.warp_width == 1 ? "work-item" : "warp", access.warp,
                  access.upcoming ? "" : " · the last access", playable ? " · click to play the passes" : "");
  const Rect body = heading(canvas, area,
                            {access.heading, words, verdict_words(access, view.pass),
                             access.costs ? Role::costs : Role::second_ink});
  if (access.lanes.empty()) {
    paragraph(canvas, {body.x, body.y}, access.sentence, reading_text(Role::second_ink), body.width);
    return output;
  }
  if (is_local(access)) {
    draw_local(canvas, drawn, access, view, input, output);
  } else {
    canvas.push_clip({drawn.x - 2, drawn.y - 2, drawn.width + 4, drawn.height + 4});
    draw_global(canvas, drawn, access, input, output);
    canvas.pop_clip();
  }
  const float top = body.y + picture + 8;
  canvas.push_clip({area.x, top - 2, area.width, std::max(0.0f, area.bottom() - top + 2)});
  const float next = paragraph(canvas, {body.x, top}, access.sentence, reading_text(Role::ink), body.width);
  const std::string arithmetic = lane_arithmetic(access, lane_in_words(access, input));
  const TextStyle second = reading_text(Role::second_ink);
  canvas.text({body.x, next + 1}, fit_text(canvas, arithmetic, second, body.width), second);
  canvas.pop_clip();
  return output;
}

}  // namespace lockstep::gui
