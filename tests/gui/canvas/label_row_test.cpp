// The rule for the labels of a row holds for all widths.
#include "gui/canvas/label_row.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <random>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

// Labels with random widths in cells of one pitch; some of them must stay in their cells.
std::vector<RowLabel> random_row(std::mt19937& random) {
  const auto number = [&](float least, float most) {
    return std::uniform_real_distribution<float>(least, most)(random);
  };
  const float pitch = number(4, 60), widest = number(4, 80);
  const bool bounded = number(0, 1) < 0.3f;
  std::vector<RowLabel> row(std::uniform_int_distribution<std::size_t>(1, 130)(random));
  for (std::size_t i = 0; i < row.size(); ++i) {
    const float centre = (static_cast<float>(i) + 0.5f) * pitch, half = number(2, widest) / 2;
    row[i].begin = centre - half;
    row[i].end = centre + half;
    if (bounded) row[i].room_begin = centre - pitch / 2, row[i].room_end = centre + pitch / 2;
  }
  return row;
}

bool stride_fits(const std::vector<RowLabel>& row, std::size_t stride, float gap) {
  for (std::size_t i = 0; i < row.size(); i += stride) {
    if (row[i].begin < row[i].room_begin || row[i].end > row[i].room_end) return false;
    if (i > 0 && row[i - stride].end + gap > row[i].begin) return false;
  }
  return true;
}

TEST(LabelStride, IsTheSmallestPowerOfTwoAtWhichNoLabelsMeet) {
  std::mt19937 random(1);
  std::size_t none = 0, all = 0, some = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::vector<RowLabel> row = random_row(random);
    const float gap = std::uniform_real_distribution<float>(0, 8)(random);
    const std::size_t stride = label_stride(row, gap);
    ++(stride == 0 ? none : stride == 1 ? all : some);
    if (stride != 0) {
      EXPECT_TRUE(std::has_single_bit(stride));
      EXPECT_TRUE(row.size() == 1 || stride < row.size());
      EXPECT_TRUE(stride_fits(row, stride, gap));
      EXPECT_TRUE(stride == 1 || !stride_fits(row, stride / 2, gap));
    }
    const std::size_t end = stride == 0 ? row.size() : std::max<std::size_t>(2, stride);
    for (std::size_t smaller = 1; smaller < end && smaller < row.size(); smaller *= 2)
      EXPECT_TRUE(smaller == stride || !stride_fits(row, smaller, gap)) << smaller << " of " << row.size();
    for (std::size_t i = 0; i < row.size(); ++i)
      EXPECT_EQ(shows_label(stride, i), stride != 0 && i % stride == 0);
  }
  EXPECT_TRUE(none > 100 && all > 100 && some > 100) << none << ", " << all << ", " << some;
}

TEST(LabelStride, ALabelAloneIsShownIfItHasRoom) {
  EXPECT_EQ(label_stride(std::vector<RowLabel>{{0, 10}}, 4), 1u);
  EXPECT_EQ(label_stride(std::vector<RowLabel>{{0, 10, 2, 20}}, 4), 0u);
  EXPECT_EQ(label_stride({}, 4), 0u);
  // If only one of two labels fits, it would not be informative.
  EXPECT_EQ(label_stride(std::vector<RowLabel>{{0, 10}, {5, 15}}, 4), 0u);
}

TEST(DrawnLabels, AreThoseOfTheStride) {
  CanvasRecorder canvas;
  LabelRow row;
  for (int i = 0; i < 32; ++i) row.add(std::to_string(i), 12.0f * static_cast<float>(i));
  draw_labels(canvas, row, 20, {Font::small, Role::second_ink, Align::left, 11}, 3);
  std::vector<std::string> texts;
  for (const DrawnItem& item : canvas.items()) texts.push_back(item.text);
  EXPECT_THAT(texts, ::testing::ElementsAre("0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22",
                                            "24", "26", "28", "30"));
}

}  // namespace
}  // namespace lockstep::gui
