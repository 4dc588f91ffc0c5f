// Pages of lessons in a presentation at 1920 by 1080: the source keeps the lines that the page speaks of, the
// figures show all their cells and rows, and the pages count as seen.
#include <gmock/gmock.h>

#include "gui/lesson/player/player.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/seen_text.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::Not;

AppState lesson_at(const std::string& lesson, const std::string& page) {
  AppState state;
  open_lesson(state, lesson, page);
  return state;
}

struct PresentedPage : DrivenWindow {
  PresentedPage(const std::string& lesson, const std::string& page, InterfaceOptions options = {})
      : DrivenWindow(lesson_at(lesson, page), 1920, 1080, std::move(options)) {
    wait();
    press({Key::f5, false, true});
    wait();
  }
  void wait() {
    for (int i = 0; i < 3; ++i) {
      interface().session().wait(kLong);
      frame();
      interface().lab().wait(kLong);
      frame();
    }
  }
  void turn() {
    press({Key::page_down});
    wait();
  }
};

TEST(PresentedPages, TheSourceKeepsTheLinesOfTheQuestionAtTheEndOfTheRun) {
  PresentedPage page("from-the-assignment", "figure-6-why-one-launch-for-each-step");
  page.turn();
  ASSERT_TRUE(page.interface().talk().shows_answer());
  EXPECT_EQ(page.position(), page.interface().session().size());
  const std::string text = seen_text(page);
  EXPECT_THAT(text, HasSubstr(" 30 "));
  EXPECT_THAT(text, HasSubstr("stale read (the newer value is struck out)"));
}

// After the end of a run, no lane is active: the figure has the room of the lanes.
TEST(PresentedPages, ACompletedFigureHasTheRoomOfTheLanes) {
  PresentedPage page("reduction-six-kernels", "kernel-3-adds-what-is-far-apart");
  for (int turns = 0; turns < 3 && page.position() != page.interface().session().size(); ++turns) page.turn();
  ASSERT_EQ(page.position(), page.interface().session().size());
  EXPECT_THAT(seen_text(page), Not(HasSubstr("the run has ended")));
}

TEST(PresentedPages, AQuestionSaysThatSeveralAnswersMayBeRight) {
  const std::string hint = "More than one may be right.";
  PresentedPage several("reduction-six-kernels", "kernel-3-changes-the-order");
  EXPECT_THAT(seen_text(several), HasSubstr(hint));
  PresentedPage one("reduction-six-kernels", "in-kernel-2-whole-warps-agree");
  EXPECT_THAT(seen_text(one), Not(HasSubstr(hint)));
}

TEST(PresentedPages, TheUpSweepEndsBeforeTheDownSweep) {
  PresentedPage page("from-the-assignment", "figure-10-the-up-sweep");
  page.turn();
  page.turn();
  EXPECT_THAT(seen_text(page), Not(HasSubstr("identity")));
  EXPECT_EQ(page.interface().talk().shown()->title, "Figure 10: the up-sweep");
  page.turn();
  page.turn();
  const std::string text = seen_text(page);
  EXPECT_THAT(text, HasSubstr("Figure 11: the down-sweep"));
  EXPECT_THAT(text, HasSubstr("identity"));
}

TEST(PresentedPages, AFigureBesideALongTextShowsAllItsCellsAndRows) {
  PresentedPage page("from-the-assignment", "figure-8-in-one-array");
  page.turn();
  const std::string text = seen_text(page);
  EXPECT_THAT(text, Not(HasSubstr("of 16 cells")));
  EXPECT_THAT(text, Not(HasSubstr("of 13")));
}

// All 32 rows of banks have a number or a neighbour with a number.
TEST(PresentedPages, ALargeMemoryShowsAllRowsOfItsBanks) {
  PresentedPage page("from-the-assignment", "padding-in-a-kernel");
  page.turn();
  EXPECT_THAT(seen_text(page), HasSubstr(" 960 "));
}

TEST(PresentedPages, CountAsSeen) {
  const TemporaryFolder folder;
  InterfaceOptions options;
  options.state_dir = folder.path().string();
  PresentedPage page("first-steps", "", options);
  LessonPlayer& lessons = page.interface().lessons();
  const std::string id = page.state().lesson.name;
  EXPECT_EQ(lessons.progress(id).seen.size(), 1u);
  while (page.interface().talk().page() < 2) page.turn();
  EXPECT_EQ(lessons.progress(id).seen.size(), 3u);
  EXPECT_EQ(lessons.progress(id).page, lessons.page()->name);
}

}  // namespace
}  // namespace lockstep::gui
