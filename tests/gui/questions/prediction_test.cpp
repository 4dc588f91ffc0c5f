// Predict mode in the whole window: questions about the run that is shown, answered with keys and clicks.
#include "gui/questions/prediction.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "gui/questions/hiding.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"

namespace lockstep::gui {
namespace {

using quiz::Form;
using testing::HasSubstr;
using testing::Not;

AppState state_of(const std::string& algorithm, std::uint64_t n, std::uint64_t group, unsigned level = 1) {
  AppState state;
  choose_algorithm(state, algorithm);
  state.n = n;
  state.group_size = group;
  state.predict.level = level;
  return state;
}

struct PredictWindow : DrivenWindow {
  explicit PredictWindow(AppState state = state_of("reduce/divergent", 64, 64), int width = 1600,
                         int height = 900)
      : DrivenWindow(std::move(state), width, height) {
    interface().note_text(&written);
  }
  Prediction& predict() { return interface().predict(); }
  // Waits until the next question is known.
  void search() {
    for (int i = 0; i < 2; ++i) {
      frame();
      predict().wait(kLong);
    }
    frame();
  }
  void start() {
    press({Key::q});
    search();
  }
  void type_text(const std::string& text) {
    for (const char letter : text) {
      if (letter == ',') press({Key::comma});
      if (letter == '-') press({Key::minus});
      if (letter == '.') press({Key::period});
      if (letter == '0') press({Key::digit0});
      if (letter >= '1' && letter <= '9')
        press({static_cast<Key>(static_cast<int>(Key::digit1) + letter - '1')});
    }
  }
  // With keys only.
  void type_answer(const quiz::Question& question, const quiz::Answer& answer) {
    if (question.form == Form::choice) return type_text(std::to_string(answer.choice + 1));
    std::string text = answer_text(question, answer);
    if (question.form == Form::number) return type_text(text);
    text.clear();
    for (const std::uint64_t item : answer.items) text += (text.empty() ? "" : ",") + std::to_string(item);
    if (text.size() < 50) return type_text(text);
    for (const std::uint64_t item : answer.items) predict().draft().set(item, true);
  }
  void answer_right() {
    const quiz::Question question = *predict().asked();
    type_answer(question, question.answer);
    press({Key::enter});
    search();
  }
  bool shows(std::string_view text) const {
    return std::ranges::any_of(
        written.texts, [&](const WrittenText& each) { return each.text.find(text) != std::string::npos; });
  }
  bool has_card(std::string_view name) {
    const auto& cards = interface().screen().cards();
    return std::ranges::find(cards, name, &PlacedPanel::name) != cards.end();
  }
  const Rect& card(std::string_view name) {
    return std::ranges::find(interface().screen().cards(), name, &PlacedPanel::name)->card;
  }
  // Moves to a question of this form; returns false if the run has none.
  bool go_to_form(Form form) {
    for (int i = 0; i < 400 && predict().asks(); ++i) {
      if (predict().asked()->form == form) return true;
      press({Key::s});
      search();
    }
    return false;
  }

  WrittenFrame written;
};

TEST(Prediction, BeginsAtTheStartWhereNoMomentIsChosen) {
  PredictWindow window;
  EXPECT_FALSE(window.predict().is_on());
  window.start();
  ASSERT_TRUE(window.predict().asks());
  EXPECT_EQ(window.position(), window.predict().asked()->position);
  EXPECT_TRUE(window.has_card("predict"));
  EXPECT_FALSE(window.has_card("inspector")) << "what it says is the answer";
  window.press({Key::q});
  window.frame();
  EXPECT_FALSE(window.predict().is_on());
  EXPECT_FALSE(window.has_card("predict"));
}

TEST(Prediction, BeginsAtTheMomentThatIsShown) {
  AppState state = state_of("reduce/divergent", 64, 64);
  state.position = 100;
  PredictWindow window(state);
  window.start();
  ASSERT_TRUE(window.predict().asks());
  EXPECT_GE(window.position(), 100u);
}

// Every question up to the end of several runs, answered correctly with keys.
TEST(Prediction, AWholeRunIsAnsweredByKeys) {
  for (const auto& [algorithm, n, group] :
       {std::tuple{"reduce/divergent", 64, 64}, std::tuple{"scan/blelloch", 16, 8},
        std::tuple{"hazards/missing-barrier", 96, 64}, std::tuple{"patterns/transpose-padded", 64, 16}}) {
    SCOPED_TRACE(algorithm);
    PredictWindow window(state_of(algorithm, n, group));
    window.start();
    std::uint64_t questions = 0;
    for (; questions < 500 && window.predict().asks(); ++questions) {
      const quiz::Question question = *window.predict().asked();
      SCOPED_TRACE(question.text);
      window.answer_right();
      ASSERT_EQ(window.predict().walk().phase(), QuestionWalk::Phase::answered);
      EXPECT_TRUE(window.predict().walk().verdict().is_right);
      EXPECT_EQ(window.position(), shown_at(question, window.interface().session().size()));
      EXPECT_TRUE(window.shows("Right"));
      if (window.predict().walk().is_finished()) {
        ++questions;
        break;
      }
      window.press({Key::enter});
      window.search();
    }
    EXPECT_GE(questions, 3u);
    ASSERT_TRUE(window.predict().walk().is_finished());
    const std::uint64_t size = window.interface().session().size();
    EXPECT_GE(window.predict().walk().question()->about, size - size / 8) << "the end is asked about, too";
    EXPECT_EQ(window.predict().score().streak, questions);
    EXPECT_EQ(window.predict().score().wrong, 0u);
    EXPECT_TRUE(questions < 6 || window.state().predict.level == 3) << "it has risen";
    // The button still works: questions start again.
    EXPECT_TRUE(window.shows("That was the last question"));
    EXPECT_TRUE(window.shows("From the start"));
    window.click("predict-answer");
    window.search();
    EXPECT_TRUE(window.predict().asks());
    EXPECT_LT(window.position(), size);
  }
}

TEST(Prediction, AWrongAnswerGetsItsReason) {
  PredictWindow window(state_of("scan/blelloch", 16, 8, 2));
  window.start();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(window.go_to_form(Form::number));
    const quiz::Question question = *window.predict().asked();
    quiz::Answer wrong = question.answer;
    wrong.number += 1000;
    window.type_answer(question, wrong);
    window.press({Key::enter});
    window.search();
    EXPECT_TRUE(window.predict().asks()) << "a hint comes before the solution";
    EXPECT_TRUE(window.shows("Not right. The right number is smaller."));
    EXPECT_FALSE(window.shows("The answer is "));
    window.press({Key::enter});
    window.search();
    EXPECT_FALSE(window.predict().walk().verdict().is_right);
    EXPECT_TRUE(window.shows("Not right"));
    EXPECT_TRUE(window.shows("The answer is "));
    window.press({Key::enter});
    window.search();
  }
  EXPECT_EQ(window.predict().score().wrong, 2u);
  EXPECT_EQ(window.state().predict.level, 1u) << "two wrong ones lower it";
}

// When a question is answered, opened or left, the same button or no button is below the pointer.
TEST(Prediction, NoOtherButtonComesBelowThePointer) {
  for (const auto& [width, height] : {std::pair{1280, 720}, {1600, 900}}) {
    PredictWindow window(state_of("reduce/divergent", 64, 64), width, height);
    window.start();
    ASSERT_TRUE(window.predict().asks());
    const Rect answer = *window.interface().item_place("predict-answer");
    const Rect show = *window.interface().item_place("predict-show");
    const auto is_free = [&](Point at, std::string_view but) {
      for (const NamedPlace& place : window.interface().places())
        EXPECT_TRUE(!place.seen || !place.rect.contains(at) || place.id == but) << place.id << ", " << width;
    };
    for (int i = 0; i < 4 && window.predict().asks(); ++i) {
      window.answer_right();
      window.frame();
      EXPECT_EQ(window.interface().item_place("predict-answer")->centre().x, answer.centre().x);
      EXPECT_EQ(window.interface().item_place("predict-answer")->centre().y, answer.centre().y);
      is_free(answer.centre(), "predict-answer");
      is_free(show.centre(), "predict-show");
      window.press({Key::enter});
      window.search();
    }
    window.press({Key::r});
    window.search();
    window.press({Key::right});
    window.search();
    window.frame();
    if (!window.predict().asks()) is_free(answer.centre(), "predict-answer");
  }
}

TEST(Prediction, ADoubleClickOnAnswerSkipsNothing) {
  PredictWindow window;
  window.start();
  ASSERT_TRUE(window.go_to_form(Form::lanes));
  const quiz::Question question = *window.predict().asked();
  for (const std::uint64_t item : question.answer.items) window.predict().draft().set(item, true);
  window.click("predict-answer");
  window.click("predict-answer");
  window.frame();
  EXPECT_EQ(window.predict().walk().phase(), QuestionWalk::Phase::answered) << "the verdict is still there";
  window.pause();
  window.click("predict-answer");
  window.search();
  EXPECT_TRUE(window.predict().asks());
}

TEST(Prediction, WhatWasWrongIsAskedAgainSoon) {
  PredictWindow window(state_of("reduce/divergent", 64, 64));
  window.start();
  ASSERT_TRUE(window.go_to_form(Form::lanes));
  const quiz::QuestionKind kind = window.predict().asked()->kind;
  window.press({Key::r});
  window.search();
  bool is_again = false;
  for (int i = 0; i < 4 && !is_again; ++i) {
    window.press({Key::enter});
    window.search();
    ASSERT_TRUE(window.predict().asks());
    is_again = window.predict().asked()->kind == kind;
    if (!is_again) window.answer_right();
  }
  EXPECT_TRUE(is_again);
}

TEST(Prediction, ShiftAndALetterChooseMany) {
  PredictWindow window;
  window.start();
  ASSERT_TRUE(window.go_to_form(Form::lanes));
  window.press({Key::right});
  window.press({Key::right, false, true});
  window.press({Key::right, false, true});
  EXPECT_THAT(window.predict().draft().items(), testing::ElementsAre(0, 1, 2));
  window.press({Key::a, true});
  EXPECT_EQ(window.predict().draft().items().size(), window.predict().asked()->items);
}

TEST(Prediction, NothingGivenIsNoAnswer) {
  PredictWindow window;
  window.start();
  const std::uint64_t position = window.position();
  window.press({Key::enter});
  window.frame();
  EXPECT_TRUE(window.predict().asks());
  EXPECT_NE(window.predict().complaint(), "");
  EXPECT_EQ(window.position(), position);
  EXPECT_EQ(window.predict().score().answered(), 0u);
  // The complaint belongs to this question, not to the next one.
  AppState state = window.state();
  window.predict().skip(state);
  EXPECT_EQ(window.predict().complaint(), "");
}

TEST(Prediction, HoweverOneMovesTheRunStopsAtTheQuestion) {
  const std::vector<std::vector<KeyPress>> ways{
      {{Key::end}}, {{Key::right, true}}, {{Key::right, false, true}}, {{Key::f5}}, {{Key::n}, {Key::n}}};
  for (const auto& keys : ways) {
    PredictWindow window;
    window.start();
    const std::uint64_t position = window.position();
    for (const KeyPress& key : keys) window.press(key);
    window.frame();
    EXPECT_EQ(window.position(), position);
    EXPECT_TRUE(window.predict().asks());
  }
}

TEST(Prediction, PlayingStopsAtEachQuestion) {
  PredictWindow window;
  window.start();
  window.answer_right();
  const std::uint64_t before = window.position();
  ASSERT_TRUE(window.predict().walk().next_position());
  window.press({Key::space});
  for (int i = 0; i < 400 && window.interface().activity().playing; ++i) window.frame({}, 0.5);
  EXPECT_TRUE(window.predict().asks());
  EXPECT_GT(window.position(), before);
  EXPECT_EQ(window.position(), window.predict().asked()->position);
  EXPECT_FALSE(window.interface().activity().playing);
}

TEST(Prediction, OneMayLookBackAndReturn) {
  PredictWindow window;
  window.start();
  window.answer_right();
  window.press({Key::enter});
  window.search();
  const std::uint64_t position = window.position();
  window.interface().go_to(position - 5);
  window.frame();
  EXPECT_LT(window.position(), position);
  EXPECT_FALSE(window.predict().asks());
  window.press({Key::end});
  window.frame();
  EXPECT_EQ(window.position(), position);
  EXPECT_TRUE(window.predict().asks());
}

TEST(Prediction, HidesWhatIsToCome) {
  PredictWindow window;
  window.start();
  ASSERT_TRUE(window.predict().asks());
  Session& session = window.interface().session();
  const std::string sentence = session.moment(window.state()).sentence;
  EXPECT_FALSE(window.shows(sentence.substr(0, 20)));
  EXPECT_FALSE(window.shows("divergent branches"));
  EXPECT_FALSE(window.shows("steps remain"));
  const Rect source = window.card("source");
  for (const WrittenText& text : window.written.texts) {
    if (!source.contains(text.bounds.centre())) continue;
    EXPECT_THAT(text.text, Not(HasSubstr("×"))) << "how often a line runs";
  }
}

// If the requested mask is already visible, it is hidden.
TEST(Prediction, HidesTheAskedLanes) {
  const auto window = std::make_unique<PredictWindow>(state_of("reduce/divergent", 64, 64));
  window->start();
  quiz::Question question = *window->predict().asked();
  const std::uint64_t position = window->position();
  Session& session = window->interface().session();
  question.kind = quiz::QuestionKind::active_lanes;
  Lanes lanes = session.run()->figures->lanes(position);
  Hiding hiding;
  hiding.lanes = hiding.masks = true;
  lanes = hide_masks(lanes, question, hiding);
  for (const ShownLane& lane : lanes.warps.at(question.warp).lanes) {
    EXPECT_EQ(lane.state, LaneState::hidden);
    EXPECT_EQ(lane.masked_by, 0u);
  }
  EXPECT_THAT(lanes.headline, Not(HasSubstr("active")));
}

// A lane in the lanes card is in the column of its number and in the row of its warp.
TEST(Prediction, LanesAreChosenInTheLanesCard) {
  PredictWindow window(state_of("reduce/divergent", 64, 64));
  window.start();
  ASSERT_TRUE(window.go_to_form(Form::lanes));
  const std::uint32_t warp = window.predict().asked()->warp;
  window.frame();
  const Rect card = window.card("lanes");
  const auto place = [&](const std::string& text) {
    for (const WrittenText& each : window.written.texts)
      if (each.text == text && card.contains(each.bounds.centre())) return each.bounds.centre();
    ADD_FAILURE() << text;
    return Point{};
  };
  const float y = place("warp " + std::to_string(warp)).y;
  const float x3 = place("3").x, x5 = place("5").x;
  window.click({x3, y});
  EXPECT_THAT(window.predict().draft().items(), testing::ElementsAre(3));
  // Dragging chooses all lanes on the way.
  window.point_at({x3, y});
  window.frame();
  window.hold_button(true);
  window.frame();
  window.hold_button(false);
  window.frame();
  EXPECT_THAT(window.predict().draft().items(), testing::IsEmpty());
  window.hold_button(true);
  window.frame();
  for (const float x : {x3, (x3 + x5) / 2, x5}) {
    window.point_at({x, y});
    window.frame();
  }
  window.hold_button(false);
  window.frame();
  EXPECT_THAT(window.predict().draft().items(), testing::ElementsAre(3, 4, 5));
}

TEST(Prediction, CellsAreChosenInTheFigure) {
  AppState state = state_of("scan/blelloch", 16, 8);
  state.position = 150;
  PredictWindow window(state);
  window.start();
  for (int i = 0; i < 100 && window.predict().asks(); ++i) {
    const quiz::Question& question = *window.predict().asked();
    if (question.form == Form::cells && question.memory && question.memory->is_local) break;
    window.press({Key::s});
    window.search();
  }
  ASSERT_TRUE(window.predict().asks());
  // The figure's newest row of the local array: its cells are found with the pointer.
  const Rect card = window.card("figure");
  bool chosen = false;
  for (float y = card.bottom() - 40; y > card.y + 30 && !chosen; y -= 12)
    for (float x = card.x + 90; x < card.right() - 20 && !chosen; x += 30) {
      window.click({x, y});
      chosen = !window.predict().draft().items().empty();
    }
  EXPECT_TRUE(chosen);
  EXPECT_FALSE(window.state().selected_cell && chosen &&
               window.predict().asked()->memory->index_of(*window.state().selected_cell))
      << "a click that answers selects nothing";
}

TEST(Prediction, ButtonsDoWhatKeysDo) {
  PredictWindow window;
  window.start();
  ASSERT_TRUE(window.go_to_form(Form::choice));
  const quiz::Question question = *window.predict().asked();
  window.click("choice-" + std::to_string(question.answer.choice + 1));
  window.search();
  EXPECT_EQ(window.predict().walk().phase(), QuestionWalk::Phase::answered);
  EXPECT_EQ(window.predict().score().right, 1u);
  window.click("predict-answer");
  window.search();
  ASSERT_TRUE(window.predict().asks());
  const std::uint64_t first = window.predict().asked()->about;
  window.click("predict-skip");
  window.search();
  ASSERT_TRUE(window.predict().asks());
  EXPECT_GT(window.predict().asked()->about, first);
  window.click("predict-show");
  window.search();
  EXPECT_TRUE(window.predict().walk().was_shown());
  EXPECT_EQ(window.predict().score().answered(), 1u);
  EXPECT_EQ(window.predict().score().streak, 0u);
  window.click("predict-level3");
  window.frame();
  EXPECT_EQ(window.state().predict.level, 3u);
  window.click("predict-stop");
  window.frame();
  EXPECT_FALSE(window.state().predict.on);
}

TEST(Prediction, AnotherRunHasItsOwnQuestions) {
  PredictWindow window;
  window.start();
  const sim::Trace* before = &window.predict().trace();
  window.press({Key::a});
  window.pause();
  window.search();
  ASSERT_TRUE(window.predict().asks());
  EXPECT_NE(&window.predict().trace(), before);
  EXPECT_EQ(&window.predict().trace(), window.interface().session().run()->trace.get());
}

TEST(Prediction, AKernelThatDoesNotCompileEndsTheQuestion) {
  PredictWindow window;
  window.start();
  window.press({Key::f2});
  window.frame();
  window.type("x ");
  window.pause();
  window.frame();
  EXPECT_FALSE(window.predict().is_on());
  EXPECT_TRUE(window.shows("This cannot run"));
}

TEST(Prediction, AnswersAtTheStartOfARunComeFromTheWholeRun) {
  PredictWindow window(state_of("scan/blelloch", 16, 8, 2));
  window.start();
  ASSERT_TRUE(window.predict().asks());
  EXPECT_EQ(window.predict().asked()->kind, quiz::QuestionKind::final_value);
  window.answer_right();
  EXPECT_EQ(window.position(), 0u);
  window.press({Key::enter});
  window.search();
  ASSERT_TRUE(window.predict().asks());
  EXPECT_NE(window.predict().asked()->kind, quiz::QuestionKind::final_value);
}

TEST(Prediction, IndependentLanesAreAskedAboutToo) {
  AppState state = state_of("reduce/divergent", 64, 64, 3);
  state.schedule.lanes = sim::LaneSchedule::independent;
  PredictWindow window(state);
  window.start();
  int questions = 0;
  for (; questions < 8 && window.predict().asks(); ++questions) {
    window.answer_right();
    EXPECT_TRUE(window.predict().walk().verdict().is_right);
    window.press({Key::enter});
    window.search();
  }
  EXPECT_GT(questions, 1);
}

void expect_whole(PredictWindow& window, const std::string& when) {
  window.frame();
  window.frame();
  for (const std::string& fault : text_faults(window.written, window.state().theme))
    ADD_FAILURE() << when << ": " << fault;
  for (const std::string& fault : item_faults(window.interface().places(), window.written))
    ADD_FAILURE() << when << ": " << fault;
}

// Open questions of all forms, correct and wrong answers, and moving between them.
TEST(Prediction, IsLegibleInWindowsOfAllSizes) {
  constexpr WindowSize sizes[] = {
      {1280, 720, 1}, {1280, 720, 2}, {1600, 900, 1}, {1920, 1080, 2}, {800, 600, 1}};
  for (const WindowSize& size : sizes)
    for (const ThemeName theme : kThemeNames) {
      AppState state = state_of("scan/blelloch", 16, 8, 2);
      state.ui_scale = size.ui_scale;
      state.theme = theme;
      PredictWindow window(state, size.width, size.height);
      window.start();
      for (int i = 0; i < 6 && window.predict().asks(); ++i) {
        const quiz::Question question = *window.predict().asked();
        const std::string when = fmt::format("{} {}, {}", to_text(size), name(theme), name(question.kind));
        expect_whole(window, when);
        if (i % 2 == 0) {
          window.answer_right();
        } else {
          if (question.form == Form::choice) window.type_text(question.answer.choice == 0 ? "2" : "1");
          if (question.form == Form::number) window.type_text("4711");
          window.predict().draft().set(question.items / 2, true);
          window.press({Key::enter});
          window.search();
        }
        expect_whole(window, when + ", answered");
        window.press({Key::enter});
        window.search();
      }
      window.press({Key::r});
      window.search();
      window.press({Key::right});
      window.search();
      expect_whole(window, to_text(size) + ", walking");
    }
}

TEST(Prediction, InSmallAndLargeWindowsTheCardHasRoom) {
  for (const auto& [width, height] : {std::pair{800, 450}, {1280, 720}, {1600, 900}, {1920, 1080}})
    for (const bool presents : {false, true}) {
      AppState state = state_of("reduce/divergent", 64, 64);
      state.presentation = presents;
      PredictWindow window(state, width, height);
      window.start();
      ASSERT_TRUE(window.predict().asks()) << width;
      ASSERT_TRUE(window.has_card("predict")) << width;
      const Rect card = window.card("predict");
      EXPECT_GE(card.width, 218) << width;
      EXPECT_GE(card.height, 200) << width;
      const auto button = window.interface().item_place("predict-answer");
      ASSERT_TRUE(button) << width;
      EXPECT_LE(button->bottom(), card.bottom());
    }
}

}  // namespace
}  // namespace lockstep::gui
