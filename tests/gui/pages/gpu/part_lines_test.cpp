#include "gui/pages/gpu/part_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

using measure::Stretch;
using testing::ElementsAre;
using testing::HasSubstr;

measure::BenchPart part(std::size_t device, std::uint64_t first, std::uint64_t n,
                        std::vector<Stretch> stretches) {
  measure::BenchPart one;
  one.device_index = device;
  one.slice = {first, n};
  one.timing.device_ns.median = 1'500;
  one.timing.stretches = std::move(stretches);
  return one;
}

measure::BenchRow shared_row() {
  using enum Stretch::What;
  measure::BenchRow row;
  row.id = "a scan";
  row.n = 4096;
  row.status = measure::BenchRow::Status::passed;
  row.host_ns.median = 2'000;
  row.parts = {part(0, 0, 3072, {{total, 0, 500}, {result, 500, 1'500}}),
               part(3, 3072, 1024, {{waiting, 0, 500}, {result, 500, 2'000}})};
  return row;
}

TEST(PartLines, OneForEachDeviceOnACommonAxis) {
  const PartLines parts = prepare_parts(shared_row(), {});
  ASSERT_EQ(parts.lines.size(), 2u);
  EXPECT_EQ(parts.lines[0].device, "device 0");
  EXPECT_EQ(parts.lines[1].device, "device 3");
  EXPECT_THAT(parts.lines[0].share, HasSubstr("75.0 %"));
  EXPECT_EQ(parts.lines[1].time, "1.5 µs");
  EXPECT_EQ(parts.axis_end, "2 µs");
  ASSERT_EQ(parts.lines[0].bars.size(), 2u);
  EXPECT_DOUBLE_EQ(parts.lines[0].bars[1].begin, 0.25);
  EXPECT_DOUBLE_EQ(parts.lines[0].bars[1].end, 0.75);
  EXPECT_DOUBLE_EQ(parts.lines[1].bars[1].end, 1);
  EXPECT_THAT(parts.lines[1].bars[0].tooltip, HasSubstr("waits for earlier totals: from 0 ns to 500 ns"));
  using enum Stretch::What;
  EXPECT_THAT(parts.kinds, ElementsAre(total, waiting, result));
}

TEST(PartLines, NameTheCommonSpeedUp) {
  std::vector<measure::BenchRow> rows{shared_row(), shared_row()};
  rows[0].parts.resize(1);
  rows[0].host_ns.median = 3'000;
  EXPECT_EQ(prepare_parts(rows[1], rows).note, "1.50 times as fast as device 0 alone.");
}

TEST(PartLines, NoneWithoutATimeOrWithOneDevice) {
  measure::BenchRow row = shared_row();
  row.status = measure::BenchRow::Status::failed;
  EXPECT_EQ(part_lines_height(prepare_parts(row, {})), 0);
  row = shared_row();
  row.parts.resize(1);
  EXPECT_TRUE(prepare_parts(row, {}).lines.empty());
}

TEST(PartLines, AreDrawnWithTheirStatedHeight) {
  CanvasRecorder canvas;
  const PartLines parts = prepare_parts(shared_row(), {});
  unsigned hints = 0;
  const float below = draw_part_lines(canvas, {10, 20, 800, 0}, parts, "row",
                                      [&](std::string_view, const Rect& rect, std::string_view) {
                                        ++hints;
                                        EXPECT_LE(rect.right(), 810.5f);
                                      });
  EXPECT_EQ(below, 20 + part_lines_height(parts));
  EXPECT_EQ(hints, 4u);
}

}  // namespace
}  // namespace lockstep::gui
