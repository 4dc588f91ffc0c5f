// The labels of an axis follow the rule of all rows: all, every second, every fourth …, or none.
#include <gtest/gtest.h>

#include "gui/charts/plot.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

std::string plain(double value) { return std::to_string(static_cast<long>(value)); }

TEST(LabelsOfAxes, AreRegular) {
  const TextStyle style{Font::text, Role::second_ink, Align::left, 11};
  for (float width = 40; width < 900; width += 7) {
    CanvasRecorder canvas;
    PlotFrame frame{{40, 10, width, width / 2}, count_axis(1, 1 << 24, 25), linear_axis(100, 10, plain)};
    draw_x_ticks(canvas, frame, style);
    draw_y_ticks(canvas, frame, style);
    std::vector<float> across, up;
    for (const DrawnItem& item : canvas.items()) {
      if (item.kind != DrawnItem::Kind::text) continue;
      (item.style.align == Align::centre ? across : up)
          .push_back(item.style.align == Align::centre ? item.bounds.centre().x : item.bounds.centre().y);
    }
    const std::size_t ticks = frame.x.ticks.size();
    for (const auto* places : {&across, &up})
      for (std::size_t i = 2; i < places->size(); ++i)
        EXPECT_NEAR((*places)[i] - (*places)[i - 1], (*places)[1] - (*places)[0], 1) << width;
    EXPECT_TRUE(across.size() <= ticks && (across.empty() || across.size() >= 2)) << width;
    expect_readable(canvas, {-100, -100, 2000, 2000});
  }
}

}  // namespace
}  // namespace lockstep::gui
