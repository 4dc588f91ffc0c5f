// The Lessons tab in the whole window: each page of each lesson is legible, and a lesson can be completed
// with keys only and with the mouse only.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <set>

#include "core/catalogue/listings.hpp"
#include "gui/app/pdf_library.hpp"
#include "gui/export/software_renderer.hpp"
#include "gui/lesson/reading/scenes.hpp"
#include "gui/pages/layout.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/session/run_maker.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"
#include "tests/gui/lesson/lessons.hpp"
#include "tests/sweep_part.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::IsEmpty;

AppState at_page(const std::string& lesson, const std::string& page) {
  AppState state;
  open_lesson(state, lesson, page);
  return state;
}

// Draws frames until the page's run is ready, its moment is set and its questions exist.
void settle_page(DrivenWindow& window) {
  for (int i = 0; i < 4; ++i) {
    window.interface().session().wait(DrivenWindow::kLong);
    window.frame();
  }
}

// Stores its progress in a folder, like the program.
struct LessonWindow : DrivenWindow {
  LessonWindow(AppState state, const std::string& state_dir)
      : DrivenWindow(std::move(state), 1600, 900, options_of(state_dir)) {
    settle_page(*this);
  }
  static InterfaceOptions options_of(const std::string& state_dir) {
    InterfaceOptions options;
    options.state_dir = state_dir;
    return options;
  }
  LessonPlayer& lessons() { return interface().lessons(); }
  std::string page() { return lessons().page()->name; }
};

class EachLessonsWindow : public testing::TestWithParam<LessonFolder> {};

TEST_P(EachLessonsWindow, IsLegibleOnEachPage) {
  const auto lesson = load_lesson(GetParam());
  ASSERT_TRUE(lesson);
  constexpr WindowSize sizes[] = {{1280, 720, 1}, {1920, 1080, 1}};
  const std::vector<LessonPage>& pages = lesson->lesson.pages;
  for (std::size_t i = 0; i < pages.size(); ++i)
    for (std::size_t j = 0; j < std::size(sizes); ++j)
      for (std::size_t k = 0; k < std::size(kThemeNames); ++k) {
        if (!is_tried(i + j, k)) continue;
        const LessonPage& page = pages[i];
        const WindowSize& size = sizes[j];
        const ThemeName theme = kThemeNames[k];
        AppState state = at_page(GetParam().name, page.name);
        state.theme = theme;
        DrivenWindow window(std::move(state), size.width, size.height);
        settle_page(window);
        WrittenFrame frame;
        window.interface().note_text(&frame);
        window.frame();
        const std::string where = page.name + " " + to_text(size) + " " + std::string(name(theme));
        EXPECT_THAT(text_faults(frame, theme), IsEmpty()) << where;
        EXPECT_THAT(item_faults(window.interface().places(), frame), IsEmpty()) << where;
        for (const ShownQuestion& question : window.interface().lessons().questions())
          EXPECT_TRUE(question.ready) << where << ": " << question.ready.error().message;
      }
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachLessonsWindow, testing::ValuesIn(lesson_folders()), lesson_test_name);

TEST(LessonsWindow, ListOpensALessonByMouse) {
  AppState state;
  state.tab = LessonChoice::kPage;
  DrivenWindow window(std::move(state), 1280, 720);
  WrittenFrame frame;
  window.interface().note_text(&frame);
  window.frame();
  EXPECT_THAT(text_faults(frame, ThemeName::light), IsEmpty());
  window.click("lesson first-steps");
  settle_page(window);
  EXPECT_EQ(window.state().lesson.name, "first-steps");
  EXPECT_EQ(window.state().n, 16u);
  window.click("lesson-next");
  settle_page(window);
  EXPECT_EQ(window.state().lesson.page, "work-items");
  window.click("lesson-list");
  window.frame();
  EXPECT_EQ(window.state().lesson.name, "");
}

TEST(LessonsWindow, TheTimelineOfAPageIsDragged) {
  LessonWindow window(at_page("first-steps", "work-items"), "");
  const auto timeline = window.interface().item_place("timeline");
  ASSERT_TRUE(timeline);
  const auto at = [&](float share) {
    window.point_at({timeline->x + share * timeline->width, timeline->y + timeline->height / 4});
    window.frame();
    return window.state().position.value_or(0);
  };
  at(0.8f);
  window.hold_button(true);
  window.frame();
  window.frame();
  const std::uint64_t pressed = window.state().position.value_or(0);
  at(0.5f);
  const std::uint64_t dragged = at(0.5f);
  window.hold_button(false);
  window.frame();
  EXPECT_LT(dragged, pressed);
  EXPECT_GT(dragged, 0u);
}

TEST(LessonsWindow, ListOpensALessonByKeys) {
  AppState state;
  state.tab = LessonChoice::kPage;
  DrivenWindow window(std::move(state), 1280, 720);
  for (int i = 0; i < 60 && window.interface().focus() != "lesson first-steps"; ++i) window.press({Key::tab});
  window.press({Key::enter});
  settle_page(window);
  EXPECT_EQ(window.state().lesson.name, "first-steps");
  window.press({Key::page_down});
  settle_page(window);
  EXPECT_EQ(window.state().lesson.page, "work-items");
  window.press({Key::page_up});
  settle_page(window);
  EXPECT_EQ(window.state().lesson.page, "first-steps");
}

TEST(LessonsWindow, PageBeginsAtItsMoment) {
  DrivenWindow window(at_page("first-steps", "masks"));
  settle_page(window);
  const ShownMoment& moment = window.interface().session().moment(window.state());
  EXPECT_EQ(window.interface().session().original().text.empty(), false);
  EXPECT_GT(moment.position, 0u);
  EXPECT_THAT(moment.sentence, testing::HasSubstr("t % (2 * s) == 0"));
  // ← and → step, as in Step.
  const std::uint64_t before = window.position();
  window.press({Key::right});
  EXPECT_GT(window.position(), before);
}

// All text of the frame, joined.
std::string written(DrivenWindow& window) {
  WrittenFrame frame;
  window.interface().note_text(&frame);
  window.frame();
  window.interface().note_text(nullptr);
  std::string all;
  for (const WrittenText& text : frame.texts) all += text.text + "\n";
  return all;
}

TEST(LessonsWindow, RemembersAnswersAndThePage) {
  const TemporaryFolder folder;
  {
    LessonWindow window(at_page("first-steps", "masks"), folder.path().string());
    ASSERT_EQ(window.lessons().questions().size(), 2u);
    window.click("question-1-choice-0");
    EXPECT_FALSE(window.lessons().questions()[1].verdict->is_right);
    EXPECT_EQ(plain_text(window.lessons().questions()[1].verdict->words),
              "Those with an odd number are masked off.");
    window.click("question-1-choice-1");
    EXPECT_TRUE(window.lessons().questions()[1].verdict->is_right);
  }
  LessonWindow window(at_page("first-steps", ""), folder.path().string());
  EXPECT_EQ(window.page(), "masks");
  EXPECT_TRUE(window.lessons().questions()[1].verdict->is_right);
  EXPECT_EQ(window.lessons().progress("first-steps").right_answers(), 1u);
}

TEST(LessonsWindow, LanesAreChosenAndChecked) {
  DrivenWindow window(at_page("first-steps", "masks"));
  settle_page(window);
  for (const int lane : {0, 2, 4, 6, 8, 10, 12}) window.click("question-0-item-" + std::to_string(lane));
  EXPECT_EQ(window.interface().item_place("question-0-solution"), std::nullopt) << "first think";
  window.click("question-0-check");
  const ShownQuestion& question = window.interface().lessons().questions().front();
  ASSERT_TRUE(question.verdict);
  EXPECT_FALSE(question.verdict->is_right);
  EXPECT_THAT(written(window), testing::HasSubstr("1 lane is missing"));
  EXPECT_THAT(written(window), testing::Not(testing::HasSubstr("14 is"))) << "which one is not said yet";
  window.click("question-0-item-14");
  window.click("question-0-check");
  ASSERT_TRUE(question.verdict);
  EXPECT_TRUE(question.verdict->is_right) << plain_text(question.verdict->words);
}

TEST(LessonsWindow, LanesAreChosenByDraggingWithShiftAndTyped) {
  DrivenWindow window(at_page("first-steps", "masks"));
  settle_page(window);
  const ShownQuestion& question = window.interface().lessons().questions().front();
  const auto place = [&](int lane) {
    return window.interface().item_place("question-0-item-" + std::to_string(lane))->centre();
  };
  window.point_at(place(0));
  window.frame();
  window.hold_button(true);
  window.frame();
  window.point_at(place(3));
  window.frame();
  window.hold_button(false);
  window.frame();
  EXPECT_THAT(question.given.chosen, testing::ElementsAre(0, 1, 2, 3));
  window.click("question-0-number");
  window.press({Key::a, true});
  window.type("all");
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(question.given.chosen.size(), 16u);
  ASSERT_TRUE(question.verdict);
  EXPECT_FALSE(question.verdict->is_right);
  // The field keeps the keyboard: another answer replaces this one.
  window.type("0,2,4,6,8,10,12,14");
  window.press({Key::enter});
  window.frame();
  ASSERT_TRUE(question.verdict);
  EXPECT_TRUE(question.verdict->is_right) << question.complaint;
}

// A press outside the field is still an answer while the field is open.
TEST(LessonsWindow, APressOnALaneAddsToWhatIsTyped) {
  DrivenWindow window(at_page("first-steps", "masks"));
  settle_page(window);
  const ShownQuestion& question = window.interface().lessons().questions().front();
  window.click("question-0-number");
  window.click("question-0-item-1");
  EXPECT_THAT(question.given.chosen, testing::ElementsAre(1));
  window.click("question-0-item-1");
  window.click("question-0-number");
  window.type("0,2");
  window.click("question-0-item-4");
  EXPECT_THAT(question.given.chosen, testing::ElementsAre(0, 2, 4));
  EXPECT_FALSE(window.interface().activity().is_typing());
}

TEST(LessonsWindow, ASolutionIsShownAfterATryAndAskedAgainLater) {
  const TemporaryFolder folder;
  LessonWindow window(at_page("first-steps", "masks"), folder.path().string());
  window.click("question-0-item-5");
  window.click("question-0-check");
  window.frame();
  window.click("question-0-solution");
  window.frame();
  EXPECT_TRUE(window.lessons().questions().front().is_solved);
  EXPECT_THAT(written(window), testing::HasSubstr("The answer:"));
  window.press({Key::page_down});
  settle_page(window);
  window.press({Key::page_up});
  settle_page(window);
  EXPECT_TRUE(window.lessons().questions().front().is_open()) << "it comes again";
  const auto results = window.lessons().results();
  EXPECT_EQ(std::ranges::count(results, QuestionResult::State::wrong, &QuestionResult::state), 1);
  // The summary at the end links to the question.
  window.interface().show(at_page("first-steps", "on-your-own"));
  settle_page(window);
  EXPECT_THAT(written(window), testing::HasSubstr("0 of"));
  window.point_at({200, 400});
  window.turn_wheel(-100);
  window.frame();
  window.click("again-1");
  settle_page(window);
  EXPECT_EQ(window.page(), "masks");
}

TEST(LessonsWindow, TheSummaryListsAllQuestionsThatAreNotAnswered) {
  const TemporaryFolder folder;
  LessonWindow window(at_page("from-the-assignment", "summary"), folder.path().string());
  const std::size_t questions = window.lessons().results().size();
  ASSERT_GT(questions, 40u);
  // Further questions become visible when the text is scrolled.
  std::set<std::size_t> listed;
  window.point_at({800, 400});
  for (int turns = 0; turns < 150; ++turns) {
    for (std::size_t i = 1; i <= questions + 1; ++i)
      if (window.interface().item_place("again-" + std::to_string(i))) listed.insert(i);
    window.turn_wheel(-3);
    window.frame();
  }
  EXPECT_EQ(listed.size(), questions);
}

TEST(LessonsWindow, KeysAnswer) {
  DrivenWindow window(at_page("first-steps", "warps"));
  settle_page(window);
  window.press({Key::digit5});
  window.frame();
  window.press({Key::enter});
  window.frame();
  const ShownQuestion& question = window.interface().lessons().questions().front();
  ASSERT_TRUE(question.verdict) << question.given.typed;
  EXPECT_FALSE(question.verdict->is_right);
  EXPECT_THAT(written(window), testing::HasSubstr("The right number is smaller."));
  // After a wrong answer, the user continues to type.
  window.type("4");
  window.press({Key::enter});
  window.frame();
  EXPECT_TRUE(question.verdict->is_right);
}

// Invalid text can be corrected in place; it is not selected entirely.
TEST(LessonsWindow, MistypedLanesStayToBeMended) {
  DrivenWindow window(at_page("first-steps", "masks"));
  settle_page(window);
  const ShownQuestion& question = window.interface().lessons().questions().front();
  window.click("question-0-number");
  window.type("0,2,4,6,8,10,12,x");
  window.press({Key::enter});
  window.frame();
  EXPECT_FALSE(question.verdict);
  EXPECT_FALSE(question.complaint.empty());
  window.press({Key::backspace});
  window.type("14");
  window.press({Key::enter});
  window.frame();
  ASSERT_TRUE(question.verdict) << question.complaint;
  EXPECT_TRUE(question.verdict->is_right) << question.given.typed;
}

TEST(LessonsWindow, CountersOfAnAnsweredPageAreThoseOfTheWholeRun) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lesson.md"))
      << "# A\n\n```scene\n{\"algorithm\": \"reduce/divergent\", \"n\": 16, \"group_size\": 16}\n```\n\n"
         "at: line \"scratch[t] = OP\", first time\n\nshow: source lanes counters:divergent-branches\n\n"
         "```question\nHow many branches diverge?\nanswer: {divergent_branches}\n```\n";
  DrivenWindow window(at_page(folder.path().string(), ""));
  settle_page(window);
  EXPECT_THAT(written(window), testing::Not(testing::HasSubstr(" of 5\n")));
  window.press({Key::digit5});
  window.frame();
  window.press({Key::enter});
  window.frame();
  ASSERT_FALSE(window.interface().lessons().asks());
  EXPECT_THAT(written(window), testing::HasSubstr(" of 5\n"));
  window.press({Key::f5});
  settle_page(window);
  EXPECT_THAT(written(window), testing::Not(testing::HasSubstr(" of 5\n")));
  window.press({Key::page_down});
  window.frame();
  EXPECT_THAT(written(window), testing::HasSubstr(" of 5\n"));
}

// The finding appears at the sentence of the step, and not before the page's question about it is answered.
TEST(LessonsWindow, F5TellsAFindingAtItsStep) {
  const TemporaryFolder folder;
  const std::string scene =
      "```scene\n{\"algorithm\": \"hazards/missing-barrier\", \"n\": 64, \"group_size\": 64}\n```\n\n"
      "show: source sentence\n\n";
  std::ofstream(folder.file("lesson.md")) << "# A\n\n" + scene + "---\n\n# B\n\n" + scene +
                                                 "```question\nIs there a race?\n- [x] Yes\n- [ ] No\n```\n";
  DrivenWindow window(at_page(folder.path().string(), ""));
  settle_page(window);
  window.press({Key::f5});
  settle_page(window);
  const auto& findings = window.interface().session().run()->trace->findings();
  ASSERT_FALSE(findings.empty());
  const std::uint64_t step = findings.front().step;
  const auto at = [&](std::uint64_t position) {
    window.interface().go_to(position);
    window.frame();
    return written(window);
  };
  EXPECT_THAT(at(0), testing::Not(testing::HasSubstr("work-item 0 reads scratch[16]")));
  EXPECT_THAT(at(step), testing::HasSubstr("work-item 0 reads scratch[16]"));
  EXPECT_THAT(at(window.interface().session().size()), testing::HasSubstr("Found in this run: data race"));
  window.press({Key::page_down});
  settle_page(window);
  EXPECT_THAT(at(step), testing::Not(testing::HasSubstr("work-item 0 reads scratch[16]")))
      << "it is asked for";
  window.press({Key::page_down});
  EXPECT_THAT(at(step), testing::HasSubstr("work-item 0 reads scratch[16]"));
}

// Predicted first, then shown. Until then the timeline ends at the playhead.
TEST(LessonsWindow, AnAnswerIsShownInTheRun) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lesson.md"))
      << "# A\n\n```scene\n{\"algorithm\": \"reduce/divergent\", \"n\": 16, \"group_size\": 16}\n```\n\n"
         "show: source lanes\n\nask: active-lanes at line \"scratch[t] = OP\", second time\n";
  DrivenWindow window(at_page(folder.path().string(), ""));
  settle_page(window);
  LessonPlayer& lessons = window.interface().lessons();
  ASSERT_TRUE(lessons.questions().front().ready) << lessons.questions().front().ready.error().message;
  const quiz::Question asked = *lessons.questions().front().ready->asked;
  EXPECT_EQ(window.position(), asked.position);
  EXPECT_TRUE(lessons.asks());
  EXPECT_FALSE(lessons.shown_cards(window.state(), window.interface().session()).has(ShowCard::lanes));
  window.click("question-0-item-0");
  window.click("question-0-check");
  window.frame();
  EXPECT_TRUE(lessons.asks()) << "a wrong answer shows nothing";
  EXPECT_EQ(window.position(), asked.position);
  window.click("question-0-solution");
  window.frame();
  EXPECT_FALSE(lessons.asks());
  EXPECT_EQ(window.position(), asked.reveal);
  EXPECT_TRUE(lessons.shown_cards(window.state(), window.interface().session()).has(ShowCard::lanes));
}

TEST(LessonsWindow, APageThatIsMissingIsReported) {
  DrivenWindow window(at_page("first-steps", "maks"));
  settle_page(window);
  EXPECT_EQ(window.state().lesson.page, "first-steps");
  WrittenFrame frame;
  window.interface().note_text(&frame);
  window.frame();
  EXPECT_TRUE(std::ranges::any_of(frame.texts, [](const WrittenText& text) {
    return text.text.find("There is no page #maks") != std::string::npos;
  }));
}

TEST(LessonsWindow, NumbersAreTyped) {
  DrivenWindow window(at_page("first-steps", "warps"));
  settle_page(window);
  window.click("question-0-number");
  window.type("4");
  window.press({Key::enter});
  window.frame();
  const ShownQuestion& question = window.interface().lessons().questions().front();
  ASSERT_TRUE(question.verdict) << question.complaint;
  EXPECT_TRUE(question.verdict->is_right);
}

// After a wrong number the field keeps the keyboard.
TEST(LessonsWindow, PagesAreTurnedWhileANumberIsTyped) {
  DrivenWindow window(at_page("first-steps", "warps"));
  settle_page(window);
  const std::size_t page = window.interface().lessons().page_index();
  window.click("question-0-number");
  window.type("7");
  window.press({Key::enter});
  window.frame();
  ASSERT_FALSE(window.interface().lessons().questions().front().verdict->is_right);
  window.press({Key::page_down});
  window.frame();
  EXPECT_EQ(window.interface().lessons().page_index(), page + 1);
  settle_page(window);
  window.press({Key::page_up});
  window.frame();
  EXPECT_EQ(window.interface().lessons().page_index(), page);
}

TEST(LessonsWindow, ReadersEditsAreLaidAsideAndComeBack) {
  AppState state = at_page("first-steps", "masks");
  state.edited_texts["reduce/divergent"] = "an edit";
  DrivenWindow window(std::move(state));
  settle_page(window);
  EXPECT_EQ(window.state().edited_text(), nullptr);
  window.click("lesson-list");
  window.frame();
  ASSERT_NE(window.state().edited_text(), nullptr);
  EXPECT_EQ(*window.state().edited_text(), "an edit");
}

TEST(LessonsWindow, AChangedRunCanBeRestored) {
  DrivenWindow window(at_page("first-steps", "masks"));
  settle_page(window);
  const std::string asked = window.interface().lessons().questions().front().ready->asked->text;
  window.press({Key::a});
  settle_page(window);
  EXPECT_NE(window.state().algorithm, "reduce/divergent");
  EXPECT_TRUE(window.interface().lessons().is_changed(window.state()));
  // Text and questions still refer to the page's run.
  const auto& questions = window.interface().lessons().questions();
  ASSERT_EQ(questions.size(), 2u);
  for (const ShownQuestion& question : questions)
    ASSERT_TRUE(question.ready) << question.ready.error().message;
  EXPECT_EQ(questions.front().ready->asked->text, asked);
  EXPECT_THAT(written(window), testing::Not(testing::ContainsRegex("[{][^\n]*[}]")));
  EXPECT_THAT(written(window), testing::HasSubstr("You have changed the run"));
  window.click("lesson-again");
  settle_page(window);
  EXPECT_EQ(window.state().algorithm, "reduce/divergent");
  EXPECT_FALSE(window.interface().lessons().is_changed(window.state()));
}

// In a narrow column, it has several lines.
TEST(LessonsWindow, ThatTheRunWasChangedIsReadAsAWhole) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1456, 819}, std::pair{1600, 900}}) {
    DrivenWindow window(at_page("first-steps", "masks"), width, height);
    settle_page(window);
    window.press({Key::a});
    settle_page(window);
    WrittenFrame frame;
    window.interface().note_text(&frame);
    window.frame();
    EXPECT_TRUE(std::ranges::any_of(frame.texts, [](const WrittenText& text) {
      return text.text.ends_with("own run.") && text.bounds.right() <= text.clip.right();
    })) << width;
  }
}

TEST(LessonsWindow, FollowsTheFileWhileItIsWritten) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& text) { std::ofstream(folder.file("lesson.md")) << text; };
  const std::string scene = "```scene\n{\"algorithm\": \"scan/blelloch\", \"n\": 8}\n```\n";
  write("# A\n\n" + scene + "\n---\n\n# B\n\n```scene\n{}\n```\n");
  DrivenWindow window(at_page(folder.path().string(), "b"));
  settle_page(window);
  EXPECT_EQ(window.state().n, 8u);
  write("# A\n\n" + scene + "\n---\n\n# New\n\n---\n\n# B\n\nText {m}.\n\n```scene\n{\"n\": 16}\n```\n");
  for (int i = 0; i < 3; ++i) window.frame({}, 1.1);
  settle_page(window);
  EXPECT_EQ(window.interface().lessons().page_index(), 2u);
  EXPECT_EQ(window.state().n, 16u);
  write("# A\n\n```scene\n{\"n\": 8,}\n```\n");
  for (int i = 0; i < 3; ++i) window.frame({}, 1.1);
  ASSERT_EQ(window.interface().lessons().faults().size(), 1u);
  EXPECT_EQ(window.interface().lessons().faults().front().place.line, 4u);
}

TEST(LessonsWindow, ScenesOfOtherTabsAreShownBesideTheText) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lesson.md"))
      << "# Banks\n\nText.\n\n```scene\n{\"tab\": \"lab\", \"lab\": {\"scene\": "
         "\"banks\"}}\n```\n\n---\n\n# Curves\n\n```scene\n{\"tab\": \"theory\"}\n```\n";
  DrivenWindow window(at_page(folder.path().string(), ""), 1920, 1080);
  for (const char* page : {"banks", "curves"}) {
    settle_page(window);
    window.interface().lab().wait(DrivenWindow::kLong);
    window.interface().counting().wait(DrivenWindow::kLong);
    window.frame();
    WrittenFrame frame;
    window.interface().note_text(&frame);
    window.frame();
    window.interface().note_text(nullptr);
    EXPECT_EQ(window.state().lesson.page, page);
    EXPECT_THAT(text_faults(frame, ThemeName::light), IsEmpty());
    EXPECT_GT(frame.texts.size(), 30u);
    window.press({Key::page_down});
  }
}

TEST(LessonsWindow, LinksLeadToPages) {
  DrivenWindow window(at_page("first-steps", "on-your-own"), 1920, 1080);
  settle_page(window);
  window.click("link-0");
  settle_page(window);
  EXPECT_EQ(window.state().lesson.page, "first-steps");
}

// The user's own lesson, with a red square as PNG and a green square as SVG.
void write_pictured_lesson(const TemporaryFolder& folder, const std::string& more = "") {
  Image red(40, 20, {255, 0, 0, 255});
  ASSERT_TRUE(write_png(red, folder.file("red.png")));
  std::ofstream(folder.file("green.svg"))
      << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#0f0"/></svg>)";
  std::ofstream(folder.file("lesson.md"))
      << "# Pictures\n\nA square: ![A red square](red.png)\n\n![A green one](green.svg)\n\n" + more;
}

std::size_t pixels_of(const Image& image, Colour colour) {
  std::size_t count = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) count += image.at(x, y) == colour ? 1 : 0;
  return count;
}

TEST(LessonsWindow, ShowsThePicturesOfItsFolder) {
  const TemporaryFolder folder;
  write_pictured_lesson(folder);
  DrivenWindow window(at_page(folder.path().string(), ""), 1280, 720);
  settle_page(window);
  const Image page = window.picture();
  EXPECT_GT(pixels_of(page, {255, 0, 0, 255}), 700u);
  const bool paints_svg = why_no_pdf().empty();
  EXPECT_EQ(pixels_of(page, {0, 255, 0, 255}) > 700u, paints_svg);
  window.press({Key::f5});
  settle_page(window);
  const Image presented = window.picture();
  EXPECT_GT(pixels_of(presented, {255, 0, 0, 255}), 1500u) << "larger, as the text is";
  EXPECT_EQ(pixels_of(presented, {0, 255, 0, 255}) > 1500u, paints_svg);
  // A job that paints a copy of the frame also has the pictures.
  window.frame();
  EXPECT_EQ(pixels_of(window.copy().paint(), {255, 0, 0, 255}),
            pixels_of(window.picture(), {255, 0, 0, 255}));
}

TEST(LessonsWindow, LinksOfAPresentedPageTurnIt) {
  const TemporaryFolder folder;
  write_pictured_lesson(
      folder,
      "Go to [the end](#the-end) or [figure 6](document:001/figure-6).\n\n---\n\n# Between\n\n"
      "---\n\n# The end\n\nBack to [the pictures](#pictures), on to [steps](lesson:first-steps).\n");
  DrivenWindow window(at_page(folder.path().string(), ""), 1280, 720);
  settle_page(window);
  const TalkPlayer& talk = window.interface().talk();
  window.press({Key::f5});
  settle_page(window);
  window.click("talk-link-1 / 3-0");
  settle_page(window);
  EXPECT_EQ(talk.page(), 2u);
  EXPECT_TRUE(window.state().presentation);
  // Using keys; the focus does not stay on the page that was left.
  window.press({Key::tab});
  EXPECT_EQ(window.interface().focus(), "talk-link-3 / 3-0");
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(talk.page(), 0u);
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(talk.page(), 1u) << "Enter turns the page where no link has the focus";
  window.press({Key::page_down});
  window.click("talk-link-3 / 3-1");
  settle_page(window);
  EXPECT_FALSE(window.state().presentation);
  EXPECT_EQ(window.state().lesson.name, "first-steps");
  EXPECT_EQ(window.state().tab, LessonChoice::kPage);
}

TEST(LessonsWindow, APresentedPageShowsItsNewText) {
  const TemporaryFolder folder;
  write_pictured_lesson(folder, "Before.\n\n---\n\n# Second\n");
  DrivenWindow window(at_page(folder.path().string(), ""), 1280, 720);
  settle_page(window);
  window.press({Key::f5});
  settle_page(window);
  EXPECT_THAT(window.interface().talk().text(), testing::HasSubstr("Before."));
  write_pictured_lesson(folder, "It is new.\n\n---\n\n# Second\n");
  window.frame({}, 1.5);
  window.frame({}, 1.5);
  EXPECT_THAT(window.interface().talk().text(), testing::HasSubstr("It is new."));
  EXPECT_TRUE(window.state().presentation);
}

// Controls that do not exist in a presentation are not mentioned, unless the text says that they are outside
// of it.
TEST(LessonsWindow, PresentedPagesSpeakOfNoControl) {
  for (const LessonFolder& folder : lesson_folders()) {
    const auto lesson = load_lesson(folder);
    for (const LessonPage& page : lesson->lesson.pages)
      for (const char* word : {"button", "▶", "Click ", "Double click", "scroll"})
        if (page.markdown.find(word) != std::string::npos) {
          EXPECT_THAT(page.markdown, testing::ContainsRegex("[Oo]utside of a presentation"))
              << folder.name << " " << word;
        }
  }
}

// CPU time of the window's own thread, because other tests run in parallel.
double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

// The size in px of presented text on a screen of 1920 by 1080.
constexpr float kPixelsAt1080 = 1080 / kPresentedHeight;

float smallest_size(const WrittenFrame& frame) {
  float smallest = 100;
  for (const WrittenText& text : frame.texts)
    if (is_seen(text) && text.text.find_first_not_of(' ') != text.text.npos)
      smallest = std::min(smallest, text.style.size);
  return smallest;
}

// When a page is left, its figure is complete, or at the position where the next page continues.
void expect_complete_figure(const Talk& talk, std::size_t page, std::uint64_t position, std::uint64_t size,
                            const std::string& where) {
  const AppState& scene = talk.pages[page].scene;
  if (scene.tab != kStepPage || !scene.show.has(ShowCard::figure) || position >= size) return;
  ASSERT_LT(page + 1, talk.pages.size()) << where;
  const AppState& next = talk.pages[page + 1].scene;
  EXPECT_TRUE(next.show.has(ShowCard::figure)) << where;
  EXPECT_TRUE(run_request(next) == run_request(scene)) << where;
  EXPECT_EQ(next.position, position) << where;
}

// For visual inspection of all pages: LOCKSTEP_LOOK names the folder for a picture of each press.
void keep_picture(const DrivenWindow& window, const std::string& lesson, std::size_t press) {
  const char* folder = std::getenv("LOCKSTEP_LOOK");
  if (folder == nullptr) return;
  EXPECT_TRUE(write_png(window.picture(), fmt::format("{}/{}-{:03}.png", folder, lesson, press)));
}

// A lecture given with Page Down only.
class EachLecture : public testing::TestWithParam<LessonFolder> {};

TEST_P(EachLecture, IsHeldWithPageDownAlone) {
  DrivenWindow window(at_page(GetParam().name, ""), 1280, 720);
  settle_page(window);
  const std::size_t pages = window.interface().lessons().lesson()->lesson.pages.size();
  const double before_start = thread_milliseconds();
  window.press({Key::f5});
  const double start = thread_milliseconds() - before_start;
  const TalkPlayer& talk = window.interface().talk();
  std::size_t answers = 0, presses = 0;
  double slowest = 0;
  for (std::size_t page = 0; page < pages;) {
    ASSERT_LT(++presses, 2000u);
    Session& session = window.interface().session();
    session.wait(DrivenWindow::kLong);
    session.prepared().wait(DrivenWindow::kLong);
    window.frame();
    window.interface().lab().wait(DrivenWindow::kLong);
    WrittenFrame frame;
    window.interface().note_text(&frame);
    window.frame();
    window.interface().note_text(nullptr);
    keep_picture(window, GetParam().name, presses);
    const std::string where = talk.shown()->title + (talk.shows_answer() ? ", answered" : "");
    EXPECT_THAT(text_faults(frame, ThemeName::light), IsEmpty()) << where;
    const bool was_answered = talk.shows_answer();
    const std::uint64_t size = session.size(), position = session.moment(window.state()).position;
    const double begin = thread_milliseconds();
    window.press({Key::page_down});
    slowest = std::max(slowest, thread_milliseconds() - begin);
    EXPECT_EQ(session.status(window.state()), Session::RunStatus::current) << "after " << where;
    if (!was_answered && talk.shows_answer()) ++answers;
    EXPECT_GE(smallest_size(frame) * kPixelsAt1080, 19.9f) << where;
    if (talk.page() != page) expect_complete_figure(talk.talk(), page, position, size, where);
    if (talk.page() != page)
      ++page;
    else if (page + 1 == pages && was_answered == talk.shows_answer())
      break;
    EXPECT_EQ(talk.page(), page);
  }
  EXPECT_EQ(talk.page() + 1, pages);
  EXPECT_GT(2 * answers, pages) << "most pages ask";
  std::printf("%s: %zu presses, the slowest %.1f ms; F5 %.1f ms\n", GetParam().name.c_str(), presses, slowest,
              start);
  EXPECT_LT(slowest, 100);
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachLecture, testing::ValuesIn(lesson_folders()), lesson_test_name);

TEST(LessonsWindow, F5PresentsTheLesson) {
  DrivenWindow window(at_page("first-steps", "masks"));
  settle_page(window);
  window.press({Key::f5, false, true});
  settle_page(window);
  EXPECT_TRUE(window.state().presentation);
  EXPECT_EQ(window.interface().talk().page(), window.interface().lessons().page_index());
  // A resting pointer highlights nothing.
  const auto pixels = [&](Point at) {
    window.point_at(at);
    for (int i = 0; i < 3; ++i) window.frame();
    return window.picture().rgba;
  };
  const auto before = pixels({-1000, -1000});
  for (float x = 300; x < 850; x += 90)
    for (float y = 40; y < 470; y += 70) EXPECT_EQ(pixels({x, y}), before) << x << ", " << y;
  // → steps and does not turn the page; Page Down shows the answer first.
  const std::size_t page = window.interface().talk().page();
  const std::uint64_t at = window.position();
  window.press({Key::right});
  EXPECT_GT(window.position(), at);
  EXPECT_EQ(window.interface().talk().page(), page);
  EXPECT_FALSE(window.interface().talk().shows_answer());
  window.press({Key::page_down});
  EXPECT_TRUE(window.interface().talk().shows_answer());
  window.press({Key::f2});
  window.frame();
  EXPECT_THAT(window.interface().activity().notice, testing::HasSubstr("F2 edits"));
  window.press({Key::escape});
  settle_page(window);
  EXPECT_FALSE(window.state().presentation);
  EXPECT_EQ(window.state().tab, LessonChoice::kPage);
  EXPECT_EQ(window.state().lesson.page, "masks");
  EXPECT_EQ(window.state().edited_text(), nullptr);
}

// The next page shows the same inputs; if it continued the same run, the table would be left in its
// initial state.
TEST(LessonsWindow, F5LeavesTable1Complete) {
  DrivenWindow window(at_page("from-the-assignment", ""));
  settle_page(window);
  const Talk talk = window.interface().lessons().talk();
  const auto page = std::ranges::find_if(
      talk.pages, [](const TalkPage& each) { return each.title.starts_with("Table 1"); });
  ASSERT_NE(page, talk.pages.end());
  EXPECT_TRUE(page->completes);
  EXPECT_FALSE(page->complete_at);
  EXPECT_TRUE(page->answer_at);
}

// Paragraphs and questions stay in the order in which the author wrote them.
TEST(LessonsWindow, F5KeepsTheOrderOfTheText) {
  DrivenWindow window(at_page("first-steps", "a-tree-of-sums"));
  settle_page(window);
  window.press({Key::f5, false, true});
  settle_page(window);
  const std::string text = window.interface().talk().text();
  const std::size_t question = text.find("In how many steps"),
                    after = text.find("Press End to see the result");
  ASSERT_NE(question, text.npos);
  ASSERT_NE(after, text.npos);
  EXPECT_LT(question, after);
  window.press({Key::page_down});
  const std::string answered = window.interface().talk().text();
  EXPECT_LT(answered.find("**Answer:**", answered.find("In how many steps")),
            answered.find("Press End to see the result"));
}

// A lesson about lecture slides runs the documents' own kernels in CUDA's terms; text and questions still
// refer to the page's run.
TEST(LessonsWindow, InCudasTermsTheDocumentsKernelRuns) {
  const TemporaryFolder folder;
  LessonWindow window(at_page("reduction-six-kernels", "kernel-1-diverges"), folder.path().string());
  const std::size_t questions = window.lessons().questions().size();
  const std::uint64_t moment = window.lessons().moment(window.state(), window.interface().session()).position;
  window.press({Key::o});
  settle_page(window);
  EXPECT_EQ(window.interface().session().run()->trace->plan().id, "002/kernel-1.cu");
  EXPECT_TRUE(window.lessons().shows_listing(window.state()));
  EXPECT_EQ(window.lessons().questions().size(), questions);
  for (const ShownQuestion& question : window.lessons().questions()) EXPECT_TRUE(question.ready);
  const TextMoment told = window.lessons().moment(window.state(), window.interface().session());
  EXPECT_EQ(told.position, moment);
  EXPECT_EQ(told.run->trace->plan().id, "reduce/divergent");
}

// Every page of these lessons for whose kernel a document prints a listing.
TEST(LessonsWindow, EveryListingOfALessonRuns) {
  unsigned listings = 0;
  for (const char* name : {"reduction-six-kernels", "prefix-sum", "convolution-trees-scan"}) {
    const auto lesson = load_lesson(*find_lesson(name));
    ASSERT_TRUE(lesson);
    std::vector<LessonFault> faults;
    for (auto& scene : lesson_scenes(*lesson, read_scene, faults)) {
      if (!scene) continue;
      scene->words = Words::cuda;
      if (scene->listing() == nullptr || scene->tab != kStepPage) continue;
      RunRequest request = run_request(*scene);
      request.text = source_of(*scene->listing()).text;
      const auto run = make_run(request);
      EXPECT_TRUE(run) << name << ": " << run.error().message;
      ++listings;
    }
  }
  EXPECT_GT(listings, 20u);
}

}  // namespace
}  // namespace lockstep::gui
