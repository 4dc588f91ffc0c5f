// Sentences in small spaces.
#include "gui/canvas/fit_sentences.hpp"

#include <gtest/gtest.h>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

TEST(FitSentences, LeavesOutWholeSentencesFromTheEnd) {
  const CanvasRecorder canvas;
  const TextStyle style{Font::text, Role::ink, Align::left, 14};
  const std::string text = "The warp diverges here. Four lanes wait. Two lanes add.";
  const float width = canvas.text_width("The warp diverges here. ", style);
  EXPECT_EQ(fit_sentences(canvas, text, style, 1000, 1), text);
  EXPECT_EQ(fit_sentences(canvas, text, style, width, 1), "The warp diverges here.");
  EXPECT_EQ(fit_sentences(canvas, text, style, width / 3, 1), "The warp diverges here.") << "the first stays";
}

}  // namespace
}  // namespace lockstep::gui
