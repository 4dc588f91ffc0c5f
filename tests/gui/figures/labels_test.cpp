// In every figure and at every width, the labels of a row are shown regularly: all of them, every second,
// every fourth …, or none.
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>

#include "gui/figures/figures.hpp"
#include "gui/figures/lab/element_uses.hpp"
#include "gui/figures/lab/warp_timeline.hpp"
#include "gui/figures/tools/drawing.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The visible texts by the height of their line, each line from left to right.
std::map<int, std::vector<const DrawnItem*>> lines_of(const CanvasRecorder& canvas) {
  std::map<int, std::vector<const DrawnItem*>> lines;
  for (const DrawnItem& item : canvas.items())
    if (item.kind == DrawnItem::Kind::text && intersection(item.bounds, item.clip).height > 0)
      lines[static_cast<int>(std::lround(item.bounds.centre().y))].push_back(&item);
  for (auto& [y, line] : lines)
    std::ranges::sort(line, {}, [](const DrawnItem* item) { return item->bounds.x; });
  return lines;
}

// 0, s, 2s … for a power of two s, up to the last one below `count`.
void expect_regular(const std::vector<int>& numbers, int count, const std::string& where) {
  if (numbers.empty()) return;
  const int stride = numbers.size() == 1 ? count : numbers[1] - numbers[0];
  EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(std::max(1, stride))) || numbers.size() == 1)
      << where;
  std::vector<int> expected;
  for (int i = 0; i < count; i += std::max(1, stride)) expected.push_back(i);
  EXPECT_EQ(numbers, expected) << where;
}

// The numbers on the line of the text `name`: "lane", "bank", "item".
std::optional<std::vector<int>> numbers_beside(const CanvasRecorder& canvas, std::string_view name) {
  for (const auto& [y, line] : lines_of(canvas)) {
    if (line.front()->text != name) continue;
    std::vector<int> numbers;
    for (const DrawnItem* item : line)
      if (const auto number = number_in(item->text)) numbers.push_back(*number);
    return numbers;
  }
  return std::nullopt;
}

std::vector<float> widths() {
  std::vector<float> widths;
  for (float width = 240; width < 1900; width += 13) widths.push_back(width);
  return widths;
}

// Launches with warps of 4 to 32 work-items, one and two accesses of each kind.
std::vector<TracePtr> runs() {
  return {record_run("reduce/divergent", 64, 64),
          record_run("reduce/strided-index", 32, 32),
          record_run("reduce/first-add", 16, 8),
          record_run("scan/blelloch", 64, 32),
          record_run("patterns/convolve-1d-constant", 32, 16),
          record_run("patterns/transpose", 64, 16)};
}

TEST(LabelsOfRows, OfLanesAreRegular) {
  std::size_t looked = 0;
  for (const TracePtr& trace : runs()) {
    FigureSet figures(trace);
    for (const std::uint64_t eighth : {1, 3, 5, 7}) {
      const Lanes& lanes = figures.lanes(trace->size() * eighth / 8);
      if (lanes.warps.empty()) continue;
      int count = 0;
      for (const ShownWarp& warp : lanes.warps)
        count = std::max(count, static_cast<int>(warp.lanes.size() - warp.count(LaneState::absent)));
      for (const float width : widths()) {
        CanvasRecorder canvas;
        LanesView view;
        draw_lanes(canvas, {0, 0, width, 240}, lanes, view);
        const std::string where = std::string(trace->plan().id) + " at " + std::to_string(width);
        if (const auto above = numbers_beside(canvas, "lane")) {
          const int columns = above->empty() ? 0 : above->back() + (above->size() > 1 ? (*above)[1] : 1);
          expect_regular(*above, columns, where);
        } else {
          // In the cells: the number of each lane.
          for (int lane = 0; lane < count; ++lane)
            EXPECT_TRUE(std::ranges::any_of(
                canvas.items(), [&](const DrawnItem& item) { return item.text == std::to_string(lane); }))
                << where << ", lane " << lane;
        }
        ++looked;
      }
    }
  }
  EXPECT_GT(looked, 1000u);
}

TEST(LabelsOfRows, OfMemoryAreRegular) {
  std::size_t lanes_looked = 0, banks_looked = 0;
  for (const TracePtr& trace : runs()) {
    FigureSet figures(trace);
    for (std::uint64_t sixteenth = 1; sixteenth < 16; ++sixteenth) {
      const MemoryAccess access = figures.memory_access(trace->size() * sixteenth / 16);
      if (!access.present) continue;
      for (const float width : widths()) {
        CanvasRecorder canvas;
        MemoryAccessView view;
        draw_memory_access(canvas, {0, 0, width, 260}, access, view);
        const std::string where =
            std::string(trace->plan().id) + ", " + access.heading + " at " + std::to_string(width);
        if (const auto lanes = numbers_beside(canvas, "lane")) {
          expect_regular(*lanes, static_cast<int>(access.warp_width), where);
          EXPECT_FALSE(lanes->empty() && width > 400) << where;
          ++lanes_looked;
        }
        if (const auto banks = numbers_beside(canvas, "bank")) {
          expect_regular(*banks, static_cast<int>(access.banks), where);
          EXPECT_FALSE(banks->empty() && width > 400) << where;
          ++banks_looked;
        }
        if (is_constant(access)) {
          // All show their names, or all show their indices, or some show their indices.
          const auto names = std::ranges::count_if(access.addresses, [&](const AccessAddress& address) {
            return canvas.find_text(address.name) != nullptr;
          });
          const bool is_one_address = access.addresses.size() == 1;
          EXPECT_TRUE(is_one_address || names == 0 ||
                      names == static_cast<std::ptrdiff_t>(access.addresses.size()))
              << where;
        }
      }
    }
  }
  EXPECT_TRUE(lanes_looked > 1000 && banks_looked > 500) << lanes_looked << ", " << banks_looked;
}

// Runs whose rows have labels without gaps between them.
TEST(LabelsOfRows, OfInputsInCellsAreRegular) {
  std::size_t looked = 0;
  for (const auto* id : {"reduce/divergent", "reduce/first-add", "scan/hillis-steele-local",
                         "scan/kogge-stone", "reduce/pairs-interleaved"}) {
    for (const std::uint64_t n : {8, 16}) {
      const TracePtr trace = record_run(id, n, n);
      FigureSet figures(trace);
      const sim::Combination& combination = *figures.combination();
      for (const float width : widths()) {
        CanvasRecorder canvas;
        CombinationView view;
        const CombinationFrame frame{trace->size(), 0};
        draw_combination(canvas, {0, 0, width, combination_height(combination)}, *trace, combination,
                         figures.coverage_labels(), frame, view);
        // If cells are hidden, the distances are not those of adjacent cells.
        if (canvas.find_text("…") != nullptr) continue;
        for (const auto& [y, line] : lines_of(canvas)) {
          std::vector<float> labels;
          for (const DrawnItem* item : line) {
            const bool is_label = item->style.font == Font::small && item->style.align == Align::centre &&
                                  item->text.find_first_of("x.") != std::string::npos;
            if (is_label) labels.push_back(item->bounds.centre().x);
          }
          if (labels.size() < 3) continue;
          const float step = labels[1] - labels[0];
          for (std::size_t i = 1; i < labels.size(); ++i)
            EXPECT_NEAR(labels[i] - labels[i - 1], step, 1.5f) << id << ", n = " << n << " at " << width;
          ++looked;
        }
      }
    }
  }
  EXPECT_GT(looked, 500u);
}

TEST(LabelsOfRows, OfTheTimelineAreRegular) {
  for (const std::uint64_t warps : {4, 16, 32}) {
    const TracePtr trace = record_run("reduce/divergent", 32 * warps, 32 * warps);
    FigureSet figures(trace);
    for (float height = 60; height < 700; height += 9) {
      CanvasRecorder canvas;
      TimelineView view;
      draw_timeline(canvas, {0, 0, 900, height}, figures.timeline(), 0, view);
      std::vector<int> names;
      for (const DrawnItem& item : canvas.items())
        if (item.text.starts_with("warp ")) names.push_back(*number_in(item.text.substr(5)));
      std::ranges::sort(names);
      for (std::size_t i = 2; i < names.size(); ++i)
        EXPECT_EQ(names[i] - names[i - 1], names[1] - names[0]) << height;
      const int stride = names.size() > 1 ? names[1] - names[0] : 1;
      EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(stride))) << height;
    }
  }
}

TEST(LabelsOfRows, OfElementUsesAndWarpsAreRegular) {
  lab::ElementUses uses;
  uses.columns = 40;
  uses.uses.assign(40, 5);
  uses.halo = 2;
  uses.first = 96;  // labels with two and three digits
  lab::WarpTimeline warps;
  warps.warps = 48;
  warps.schedulers = 1;
  warps.timeline.cycles = 5000;
  for (const float width : widths()) {
    CanvasRecorder canvas;
    draw_element_uses(canvas, {0, 0, width, element_uses_height(uses, width)}, uses);
    std::vector<int> names;
    for (const DrawnItem& item : canvas.items())
      if (item.text.starts_with("in["))
        names.push_back(*number_in(item.text.substr(3, item.text.size() - 4)) - 96);
    expect_regular(names, 40, "in[…] at " + std::to_string(width));
    CanvasRecorder rows;
    draw_warp_timeline(rows, {0, 0, width, warp_timeline_height(warps)}, warps);
    names.clear();
    for (const DrawnItem& item : rows.items())
      if (item.text.starts_with("warp ")) names.push_back(*number_in(item.text.substr(5)));
    expect_regular(names, 48, "warps at " + std::to_string(width));
  }
}

// A title and the text next to it lose their last parts completely before a word is cut.
TEST(Headings, LoseWholeParts) {
  CanvasRecorder canvas;
  drawing::heading(canvas, {0, 0, 370, 200},
                   {"Local memory · 32 banks · load from scratch", {}, "4 passes, 4-way conflict"});
  ASSERT_NE(canvas.find_text("Local memory"), nullptr);
  EXPECT_EQ(canvas.find_text("load from"), nullptr);
  EXPECT_EQ(canvas.find_text("…"), nullptr);
  CanvasRecorder progress;
  drawing::heading(progress, {0, 0, 280, 200}, {"out · global memory", {}, "after step 3 of 3 · level 1"});
  EXPECT_NE(progress.find_text("after step 3 of 3"), nullptr);
  EXPECT_EQ(progress.find_text("…"), nullptr);
}

}  // namespace
}  // namespace lockstep::gui
