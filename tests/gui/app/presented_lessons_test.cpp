// F5 through all lessons: each page is presented from its beginning, with → to the end of its run and to its
// answers, at the sizes of usual projectors and at twice the scale. Nothing is cut, and no card is empty.
// Each question of a lesson can be answered with keys only.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

#include "gui/export/software_renderer.hpp"
#include "gui/lesson/player/player.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"
#include "tests/gui/lesson/lessons.hpp"

namespace lockstep::gui {
namespace {

struct PresentedCase {
  LessonFolder lesson;
  WindowSize size{};
  ThemeName theme = ThemeName::light;
};

std::vector<PresentedCase> presented_cases() {
  std::vector<PresentedCase> cases;
  for (const LessonFolder& lesson : lesson_folders()) {
    cases.push_back({lesson, {1280, 720, 1}, ThemeName::light});
    cases.push_back({lesson, {1920, 1080, 1}, ThemeName::dark});
    cases.push_back({lesson, {1920, 1080, 2}, ThemeName::light});
  }
  return cases;
}

AppState presented_scene(const PresentedCase& presented) {
  AppState state;
  open_lesson(state, presented.lesson.name, "");
  state.theme = presented.theme;
  state.ui_scale = presented.size.ui_scale;
  return state;
}

class EachPresentedLesson : public testing::TestWithParam<PresentedCase> {
 protected:
  EachPresentedLesson()
      : window_(presented_scene(GetParam()), GetParam().size.width, GetParam().size.height) {
    settle_page();
    window_.press({Key::f5});
  }

  const TalkPlayer& talk() { return window_.interface().talk(); }
  Session& session() { return window_.interface().session(); }

  // Waits until the shown page and the next page are ready.
  void settle_page() {
    for (int i = 0; i < 3; ++i) {
      session().wait(DrivenWindow::kLong);
      session().prepared().wait(DrivenWindow::kLong);
      window_.frame();
      window_.interface().lab().wait(DrivenWindow::kLong);
      window_.interface().counting().wait(DrivenWindow::kLong);
    }
  }

  void expect_whole(const std::string& when) {
    const std::string where = fmt::format("{}, page {}: {}", talk().shown()->title, talk().position(), when);
    WrittenFrame frame;
    window_.interface().note_text(&frame);
    window_.frame();
    window_.interface().note_text(nullptr);
    EXPECT_THAT(text_faults(frame, GetParam().theme), testing::IsEmpty()) << where;
    EXPECT_THAT(item_faults(window_.interface().places(), frame), testing::IsEmpty()) << where;
    EXPECT_GT(frame.texts.size(), 2u) << where;
    for (std::size_t card = 1; card < frame.cards.size(); ++card)
      EXPECT_TRUE(std::ranges::any_of(
          frame.texts, [&](const WrittenText& text) { return text.card == card && is_seen(text); }))
          << where << ": the card at " << frame.cards[card].x << ", " << frame.cards[card].y << " is empty";
    keep_picture();
  }

  // For visual inspection of all pages: LOCKSTEP_LOOK names the folder for a picture of each step.
  void keep_picture() {
    const char* folder = std::getenv("LOCKSTEP_LOOK");
    if (folder == nullptr) return;
    EXPECT_TRUE(write_png(window_.picture(), fmt::format("{}/{}-{}-{:03}.png", folder, GetParam().lesson.name,
                                                         to_text(GetParam().size), pictures_++)));
  }

  std::uint64_t at() { return session().moment(window_.state()).position; }

  DrivenWindow window_;
  unsigned pictures_ = 0;
};

TEST_P(EachPresentedLesson, IsWholeFromItsBeginningToItsEnd) {
  const std::size_t pages = talk().talk().pages.size();
  unsigned presses = 0;
  for (std::size_t page = 0; page < pages;) {
    ASSERT_EQ(talk().page(), page);
    settle_page();
    expect_whole("as it begins");
    // The first steps, and the end. If no run is shown, → acts like Page Down.
    const bool has_run = window_.state().tab == kStepPage && !talk().shown()->scene.show.cards.empty();
    for (int step = 0; has_run && step < 3; ++step) {
      window_.press({Key::right});
      settle_page();
      expect_whole(fmt::format("step {}", step + 1));
      ASSERT_EQ(talk().page(), page) << "→ turns no page that has a run";
    }
    if (has_run) {
      window_.press({Key::end});
      settle_page();
      expect_whole("the end of the run");
      EXPECT_EQ(at(), session().size());
      window_.press({Key::home});
    }
    for (bool answered = talk().shows_answer(); talk().page() == page; answered = talk().shows_answer()) {
      ASSERT_LT(++presses, 3000u);
      const std::uint64_t before = at();
      window_.press({Key::page_down});
      settle_page();
      if (talk().page() != page || (page + 1 == pages && answered == talk().shows_answer() && before == at()))
        break;
      if (answered != talk().shows_answer()) expect_whole("answered");
    }
    ++page;
  }
  EXPECT_TRUE(window_.state().presentation);
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachPresentedLesson, testing::ValuesIn(presented_cases()),
                         [](const auto& presented) {
                           return lesson_test_name(
                                      testing::TestParamInfo<LessonFolder>(presented.param.lesson, 0)) +
                                  "At" + to_text(presented.param.size);
                         });

class EachLessonsQuestions : public testing::TestWithParam<LessonFolder> {};

// The keys that a reader would press: digits for a choice, text for a number or for lanes.
void answer_by_keys(DrivenWindow& window, const ReadyQuestion& question, const GivenAnswer& right) {
  const auto press_digit = [&](std::uint64_t digit) {
    const auto key =
        digit == 0 ? Key::digit0 : static_cast<Key>(static_cast<std::uint64_t>(Key::digit1) + digit - 1);
    window.frame({{{key}}, std::to_string(digit), {}});
    window.frame();
  };
  if (question.form == ReadyQuestion::Form::choice || question.form == ReadyQuestion::Form::several) {
    for (const std::uint64_t choice : right.chosen) press_digit(choice + 1);
    if (question.form == ReadyQuestion::Form::several) window.press({Key::enter});
    return;
  }
  const std::string text =
      question.form == ReadyQuestion::Form::number ? right.typed : quiz::ranges_text(right.chosen);
  // The first digit opens the field; all others are typed there.
  std::string rest = text;
  if (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0) {
    press_digit(static_cast<std::uint64_t>(text.front() - '0'));
    rest = text.substr(1);
  } else {
    press_digit(0);
    window.press({Key::backspace});
    window.frame();
  }
  if (!rest.empty()) window.type(rest);
  window.press({Key::enter});
}

TEST_P(EachLessonsQuestions, AreAnsweredByKeys) {
  AppState state;
  open_lesson(state, GetParam().name, "");
  DrivenWindow window(std::move(state), 1280, 720);
  LessonPlayer& lessons = window.interface().lessons();
  const auto settle_page = [&] {
    for (int i = 0; i < 4; ++i) {
      window.interface().session().wait(DrivenWindow::kLong);
      window.frame();
    }
  };
  settle_page();
  const std::size_t pages = lessons.lesson()->lesson.pages.size();
  unsigned answered = 0;
  for (std::size_t page = 0; page < pages; ++page) {
    ASSERT_EQ(lessons.page_index(), page);
    for (std::size_t i = 0; i < lessons.questions().size(); ++i) {
      const std::string where = fmt::format("{}, question {}", lessons.page()->name, i + 1);
      ASSERT_TRUE(lessons.questions()[i].ready) << where;
      const ReadyQuestion question = *lessons.questions()[i].ready;
      answer_by_keys(window, question, right_answer(question));
      settle_page();
      const ShownQuestion& shown = lessons.questions()[i];
      ASSERT_TRUE(shown.verdict) << where << ": " << shown.complaint << " \"" << shown.given.typed << '"';
      EXPECT_TRUE(shown.verdict->is_right) << where << ": " << shown.given.typed;
      ++answered;
    }
    EXPECT_FALSE(lessons.asks());
    for (int i = 0; i < 2000 && page + 1 < pages && lessons.page_index() == page; ++i) {
      window.press({Key::page_down});
      window.frame();
    }
    settle_page();
  }
  EXPECT_GT(answered, pages / 2);
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachLessonsQuestions, testing::ValuesIn(lesson_folders()),
                         lesson_test_name);

}  // namespace
}  // namespace lockstep::gui
