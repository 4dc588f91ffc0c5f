// The lessons of the program, and the example for authors.
#include "tests/gui/lesson/lessons.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "gui/app/lesson_tools.hpp"
#include "gui/canvas/recorder.hpp"
#include "gui/lesson/checking/check.hpp"
#include "gui/lesson/layout/text_layout.hpp"
#include "gui/lesson/reading/parse_lesson.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

std::vector<std::string> faults_of(const LoadedLesson& lesson) {
  std::vector<std::string> faults;
  for (const LessonFault& fault : check_lesson(lesson, lesson_tools()))
    faults.push_back(fault_text(lesson.path(), fault));
  return faults;
}

class EachLesson : public testing::TestWithParam<LessonFolder> {};

TEST_P(EachLesson, HasNoFaults) {
  const auto lesson = load_lesson(GetParam());
  ASSERT_TRUE(lesson);
  EXPECT_THAT(faults_of(*lesson), testing::IsEmpty());
  EXPECT_FALSE(lesson->lesson.summary.empty());
  EXPECT_GT(lesson->lesson.minutes, 0u);
  // A few pages are text only: a list of words, a table, a summary.
  const auto with_scene = std::ranges::count_if(
      lesson->lesson.pages, [](const LessonPage& page) { return page.scene.has_value(); });
  EXPECT_GT(10 * with_scene, 8 * std::ssize(lesson->lesson.pages));
}

TEST_P(EachLesson, FitsIntoAnyColumn) {
  const auto lesson = load_lesson(GetParam());
  const CanvasRecorder canvas;
  for (const float width : {280.0f, 330.0f, 480.0f, 720.0f})
    for (const LessonPage& page : lesson->lesson.pages) {
      const TextLayout layout = lay_out(canvas, page.blocks, {width, 15, {}, {}});
      float below = 0;
      for (const PlacedText& text : layout.texts) {
        EXPECT_LE(text.rect.right(), width + 1) << page.title << ": " << text.text;
        EXPECT_GE(text.rect.x, 0) << page.title << ": " << text.text;
        below = std::max(below, text.rect.bottom());
      }
      EXPECT_LE(below, layout.height + 6) << page.title;
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachLesson, testing::ValuesIn(lesson_folders()), lesson_test_name);

// Names are complete if another column can be narrower; otherwise they are broken after a punctuation mark.
TEST(TextLayout, NamesInTablesAreNotBrokenInside) {
  const ParsedLesson parsed = parse_lesson(
      "# A\n\n| kernel | what it does | counter |\n|---|---|---|\n"
      "| convolve-1d-tiled-cached | Loads a tile and leaves its halo to the cache of the device | "
      "global_load_transactions |\n");
  const CanvasRecorder canvas;
  const auto pieces_at = [&](float width) {
    std::set<std::string> pieces;
    for (const PlacedText& text : lay_out(canvas, parsed.lesson.pages[0].blocks, {width, 15, {}, {}}).texts)
      pieces.insert(text.text);
    return pieces;
  };
  for (const char* name : {"convolve-1d-tiled-cached", "global_load_transactions"})
    EXPECT_TRUE(pieces_at(520).contains(name)) << name;
  for (const std::string& piece : pieces_at(220))
    if (piece.find_first_of("-_") != piece.npos &&
        !std::string("convolve-1d-tiled-cached").ends_with(piece) &&
        !std::string("global_load_transactions").ends_with(piece)) {
      EXPECT_TRUE(piece.ends_with('-') || piece.ends_with('_')) << piece;
    }
}

// "Write a lesson in ten minutes": the text between four backticks.
TEST(AuthorsExample, HasNoFaults) {
  std::ostringstream text;
  text << std::ifstream(LOCKSTEP_SOURCE_DIR "/docs/writing-lessons.md").rdbuf();
  const std::string page = text.str(), begin = "````markdown\n";
  const std::size_t from = page.find(begin), to = page.find("````", from + begin.size());
  ASSERT_NE(to, std::string::npos);
  const TemporaryFolder folder;
  std::ofstream(folder.file("lesson.md")) << page.substr(from + begin.size(), to - from - begin.size());
  const auto lesson = load_lesson(*find_lesson(folder.path().string()));
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->lesson.pages.size(), 2u);
  EXPECT_THAT(faults_of(*lesson), testing::IsEmpty());
}

}  // namespace
}  // namespace lockstep::gui
