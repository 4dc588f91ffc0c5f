#include <gtest/gtest.h>

#include "core/base/text/text.hpp"
#include "gui/canvas/recorder.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

TEST(TextLayout, CountsReadBackAsTheyAreWritten) {
  for (const std::uint64_t value :
       {0ull, 64ull, 1000ull, 4096ull, 8192ull, 16777216ull, 1000003ull, 1ull << 30}) {
    EXPECT_EQ(parse_count(format_count(value)), value) << format_count(value);
  }
  EXPECT_EQ(format_count(16 << 20), "16 Mi");
  EXPECT_EQ(format_count(1000003), "1,000,003");
  for (const std::uint64_t value : {0ull, 12ull, 1000ull, 1024ull, 12345ull, 1000003ull})
    EXPECT_EQ(format_count(value), count_text(value)) << "sizes are written as counts";
  EXPECT_EQ(format_count(8192), "8 Ki");
  EXPECT_EQ(parse_count("2k"), 2048u);
}

TEST(TextLayout, OtherTextIsNotReadAsACount) {
  for (const char* text : {"", "x", "-4", "1.5", "12Qi", "99999999999999999999", "99999999999Gi"}) {
    EXPECT_FALSE(parse_count(text)) << text;
  }
}

TEST(TextLayout, WrapsAtBlanksAndKeepsEveryWord) {
  CanvasRecorder canvas;
  const TextStyle style;
  const std::string text =
      "Warp 0: 8 of 32 lanes add scratch[i + 4] to scratch[i]; 24 wait, masked off by line 14.";
  const auto lines = wrap_text(canvas, text, style, 150);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_LE(canvas.text_width(line, style), 150) << line;
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
  EXPECT_EQ(wrap_text(canvas, "a\n\nb", style, 100).size(), 3u);
}

TEST(TextLayout, AWordThatIsTooLongBreaksAfterAComma) {
  CanvasRecorder canvas;
  const TextStyle style;
  const std::string sum = "Σ x256..x259,x288..x291,x320..x323,x352..x355,x384..x387";
  std::string joined;
  for (const std::string& line : wrap_text(canvas, "Lane 0 makes " + sum + " now.", style, 200)) {
    EXPECT_LE(canvas.text_width(line, style), 200) << line;
    joined += line + (line.ends_with(',') ? "" : " ");
  }
  EXPECT_EQ(joined, "Lane 0 makes " + sum + " now. ");
  EXPECT_EQ(wrap_text(canvas, std::string(80, 'x'), style, 100).size(), 1u) << "no place to break the line";
}

TEST(TextLayout, ACallThatIsTooLongBreaksAfterItsBracket) {
  CanvasRecorder canvas;
  const TextStyle style;
  const std::string call = "barrier(CLK_LOCAL_MEM_FENCE)";
  const auto lines = wrap_text(canvas, call, style, canvas.text_width(call, style) - 1);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "barrier(");
  EXPECT_EQ(lines[1], "CLK_LOCAL_MEM_FENCE)");
}

TEST(TextLayout, ASumKeepsItsSign) {
  CanvasRecorder canvas;
  const TextStyle style;
  const std::string text = "Lane 0 makes Σ x0..x7 from Σ x0..x3 and Σ x4..x7.";
  for (float width = 40; width < 300; width += 7) {
    for (const std::string& line : wrap_text(canvas, text, style, width))
      EXPECT_FALSE(line.ends_with("Σ")) << line;
  }
}

TEST(TextLayout, FitTextEndsWithAnEllipsisOnlyIfNeeded) {
  CanvasRecorder canvas;
  const TextStyle style;
  EXPECT_EQ(fit_text(canvas, "short", style, 500), "short");
  const std::string cut = fit_text(canvas, "Σ x₀..x₃₁ of a long line", style, 60);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_LE(canvas.text_width(cut, style), 60);
}

TEST(TextLayout, InvalidUtf8IsRead) {
  const std::string broken = "a\xff\xc3";
  std::size_t at = 0;
  EXPECT_EQ(next_code_point(broken, at), U'a');
  EXPECT_EQ(next_code_point(broken, at), char32_t{0xFFFD});
  EXPECT_EQ(next_code_point(broken, at), char32_t{0xFFFD});
  EXPECT_EQ(at, broken.size());
}

}  // namespace
}  // namespace lockstep::gui
