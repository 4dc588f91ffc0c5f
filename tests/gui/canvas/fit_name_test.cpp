// Names in narrow spaces keep their end.
#include "gui/canvas/fit_name.hpp"

#include <gtest/gtest.h>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

TEST(FitName, LosesItsFolderBeforeItsEnd) {
  const CanvasRecorder canvas;
  const TextStyle style{Font::text, Role::ink, Align::left, 13};
  const std::string_view name = "reduce/sequential-local";
  const float whole = canvas.text_width(name, style), rest = canvas.text_width("sequential-local", style);
  EXPECT_EQ(fit_name(canvas, name, style, whole + 1), name);
  EXPECT_EQ(fit_name(canvas, name, style, rest + 1), "sequential-local");
  EXPECT_TRUE(fit_name(canvas, name, style, rest / 2).ends_with("…"));
  EXPECT_TRUE(fit_name(canvas, name, style, rest / 2).starts_with("seq"));
}

}  // namespace
}  // namespace lockstep::gui
