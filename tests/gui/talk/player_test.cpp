// The player of a talk without a window: pages, steps within them, jumps and covers.
#include "gui/talk/player.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

// Three pages; the second one is stepped through.
Talk three_pages() {
  Talk talk;
  talk.pages.resize(3);
  for (std::size_t i = 0; i < 3; ++i) talk.pages[i].scene.n = 10 + i;
  talk.pages[1].steps = true;
  talk.pages[1].scene.position = 4;
  return talk;
}

// A run of the moments 0 to 6.
PageSteps steps_at(const AppState& state) {
  PageSteps steps{state.position.value_or(0)};
  steps.end = 6;
  if (steps.at < 6) steps.next = steps.at + 1;
  if (steps.at > 0) steps.previous = steps.at - 1;
  return steps;
}

class Playing : public testing::Test {
 protected:
  Playing() {
    player.open(three_pages());
    player.start(0, state);
  }
  void forward() { player.forward(state, steps_at(state)); }
  void back() { player.back(state, steps_at(state)); }

  AppState state;
  TalkPlayer player;
};

TEST_F(Playing, StartsAtTheFirstPage) {
  EXPECT_TRUE(player.is_running());
  EXPECT_TRUE(state.presentation);
  EXPECT_EQ(state.n, 10u);
  EXPECT_EQ(player.position(), "1 / 3");
}

TEST_F(Playing, StepsFirstWhereThePageSaysSo) {
  forward();
  EXPECT_EQ(state.n, 11u);
  EXPECT_EQ(state.position, 4u);
  forward();
  forward();
  EXPECT_EQ(state.position, 6u);
  EXPECT_EQ(player.page(), 1u);
  forward();
  EXPECT_EQ(player.page(), 2u);
}

TEST_F(Playing, ShowsTheAnswerBeforeItStepsOrTurns) {
  Talk talk = three_pages();
  talk.pages[1].text = "Which?";
  talk.pages[1].answer = "This one.";
  talk.pages[1].asking = *parse_show("source");
  player.open(talk);
  player.start(1, state);
  EXPECT_EQ(player.text(), "Which?");
  EXPECT_EQ(to_text(state.show), "source");
  forward();
  EXPECT_EQ(player.text(), "Which?\n\nThis one.");
  EXPECT_EQ(state.show, usual_show());
  EXPECT_EQ(state.position, 4u) << "it has not stepped";
  forward();
  EXPECT_EQ(state.position, 5u);
  back();
  EXPECT_TRUE(player.shows_answer());
  back();
  EXPECT_FALSE(player.shows_answer());
  EXPECT_EQ(to_text(state.show), "source");
  EXPECT_EQ(player.page(), 1u);
  back();
  EXPECT_EQ(player.page(), 0u);
  EXPECT_EQ(player.text(), "");
}

// The source keeps the lines of the question while the answer and the complete figure are shown.
TEST_F(Playing, KnowsTheMomentBeforeTheAnswerAndBeforeTheCompleteFigure) {
  Talk talk = three_pages();
  talk.pages[0].scene.position = 2;
  talk.pages[0].text = "Which?" + answer_block("This one.");
  talk.pages[0].answer_at = 4;
  talk.pages[0].completes = true;
  player.open(talk);
  player.start(0, state);
  const auto before = [&] { return player.moment_before_answer(state.position.value_or(0), 6); };
  EXPECT_EQ(before(), std::nullopt);
  forward();
  EXPECT_EQ(state.position, 4u);
  EXPECT_EQ(before(), 2u);
  forward();
  EXPECT_EQ(state.position, 6u);
  EXPECT_EQ(before(), 2u);
  back();
  EXPECT_EQ(before(), 2u);
  state.position = 5;
  EXPECT_EQ(before(), std::nullopt) << "the reader has stepped";
}

TEST_F(Playing, AnswersStandWhereTheTextHasThem) {
  Talk talk = three_pages();
  talk.pages[0].text = "First.\n\nWhich?" + answer_block("**Answer:** this one.") + "Last.";
  const auto texts = texts_of(talk.pages[0]);
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_EQ(texts[1], (TalkText{"**Answer:** this one.", true}));
  player.open(talk);
  player.start(0, state);
  EXPECT_EQ(player.text().find("this one"), std::string::npos);
  forward();
  EXPECT_EQ(player.page(), 0u);
  const std::string text = player.text();
  EXPECT_LT(text.find("Which?"), text.find("this one"));
  EXPECT_LT(text.find("this one"), text.find("Last."));
}

TEST_F(Playing, AFigureIsCompletedBeforeThePageIsTurned) {
  Talk talk = three_pages();
  talk.pages[0].completes = true;
  talk.pages[0].scene.position = 2;
  talk.pages[0].answer = "This one.";
  player.open(talk);
  player.start(0, state);
  player.begin_at(2);
  forward();
  EXPECT_TRUE(player.shows_answer());
  EXPECT_EQ(state.position, 2u);
  forward();
  EXPECT_EQ(state.position, 6u);
  EXPECT_EQ(player.page(), 0u);
  forward();
  EXPECT_EQ(player.page(), 1u);
  back();
  EXPECT_EQ(player.page(), 0u);
  EXPECT_EQ(state.position, 6u);
  back();
  EXPECT_EQ(state.position, 2u) << "one press back takes one press forward back";
  EXPECT_TRUE(player.shows_answer());
  back();
  EXPECT_FALSE(player.shows_answer());
}

TEST_F(Playing, ALessonIsShownAgainWhenItEnds) {
  Talk talk = three_pages();
  talk.tab = LessonChoice::kPage;
  talk.pages[0].scene.lesson = {"first-steps", "masks", true};
  player.open(talk);
  player.start(0, state);
  EXPECT_EQ(state.tab, kStepPage);
  player.leave(state);
  EXPECT_EQ(state.tab, LessonChoice::kPage);
  EXPECT_EQ(state.lesson, (LessonChoice{"first-steps", "masks", false}));
}

TEST_F(Playing, TurningBackFindsThePageAnswered) {
  Talk talk = three_pages();
  talk.pages[0].answer = "This one.";
  player.open(talk);
  player.start(0, state);
  forward();
  EXPECT_EQ(player.page(), 0u);
  forward();
  EXPECT_EQ(player.page(), 1u);
  back();
  EXPECT_EQ(player.page(), 0u);
  EXPECT_TRUE(player.shows_answer());
}

TEST_F(Playing, OnePressBackTakesOnePressForwardBack) {
  forward();
  forward();
  forward();
  forward();
  ASSERT_EQ(player.page(), 2u);
  back();
  EXPECT_EQ(player.page(), 1u);
  EXPECT_EQ(state.position, 6u);
  back();
  back();
  EXPECT_EQ(state.position, 4u) << "the page begins there";
  back();
  EXPECT_EQ(player.page(), 0u);
}

TEST_F(Playing, TheEndsStay) {
  back();
  EXPECT_EQ(player.page(), 0u);
  player.turn(1, state, steps_at(state));
  player.turn(1, state, steps_at(state));
  forward();
  EXPECT_EQ(player.page(), 2u);
}

TEST_F(Playing, DigitsAndEnterJump) {
  player.type_digit(0);
  EXPECT_EQ(player.typed(), "");
  player.type_digit(3);
  EXPECT_EQ(player.enter(state, steps_at(state)), std::nullopt);
  EXPECT_EQ(player.page(), 2u);
  player.type_digit(1);
  player.type_digit(2);
  EXPECT_EQ(player.enter(state, steps_at(state)), "There is no page 12: the talk has 3.");
  EXPECT_EQ(player.page(), 2u);
  player.type_digit(7);
  player.leave(state);
  EXPECT_EQ(player.typed(), "");
  EXPECT_TRUE(state.presentation);
}

TEST_F(Playing, ACoverIsTakenAwayBeforeAnythingMoves) {
  player.cover(Cover::black);
  forward();
  EXPECT_EQ(player.cover(), Cover::none);
  EXPECT_EQ(player.page(), 0u);
  player.cover(Cover::white);
  player.cover(Cover::white);
  EXPECT_EQ(player.cover(), Cover::none);
}

TEST_F(Playing, TheNextPageIsPreparedFirst) {
  ASSERT_EQ(player.likely_views(state).size(), 1u);
  EXPECT_EQ(player.likely_views(state)[0].n, 11u);
  forward();
  ASSERT_EQ(player.likely_views(state).size(), 2u);
  EXPECT_EQ(player.likely_views(state)[0].n, 12u);
  EXPECT_EQ(player.likely_views(state)[1].n, 10u);
}

TEST_F(Playing, TheRoomDecidesThemeSizeAndTerms) {
  state.theme = ThemeName::projector;
  state.ui_scale = 1.25f;
  state.words = Words::cuda;
  forward();
  EXPECT_EQ(state.theme, ThemeName::projector);
  EXPECT_EQ(state.ui_scale, 1.25f);
  EXPECT_EQ(state.words, Words::cuda);
}

TEST(TalkPlayer, TheUsersEditsAreLaidAsideAndComeBack) {
  AppState state;
  state.edited_texts["reduce/divergent"] = "mine";
  TalkPlayer player;
  player.open(three_pages());
  player.start(0, state);
  EXPECT_TRUE(state.edited_texts.empty());
  EXPECT_EQ(player.laid_aside().at("reduce/divergent"), "mine");
  player.leave(state);
  EXPECT_FALSE(state.presentation);
  EXPECT_FALSE(player.is_running());
  EXPECT_EQ(state.edited_texts.at("reduce/divergent"), "mine");
}

TEST(TalkPlayer, WithoutATalkPageDownSteps) {
  AppState state;
  TalkPlayer player;
  player.start(0, state);
  EXPECT_TRUE(state.presentation);
  player.forward(state, {2, 3, 1});
  EXPECT_EQ(state.position, 3u);
  player.back(state, {3, 4, 2});
  EXPECT_EQ(state.position, 2u);
  player.forward(state, {9, std::nullopt, 8});
  EXPECT_EQ(state.position, 2u);
}

TEST(Talk, APageIsNamedByItsTitleOrItsScene) {
  TalkPage page;
  page.scene.algorithm = "scan/blelloch";
  page.scene.n = 16;
  EXPECT_EQ(page_title(page), "scan/blelloch, n = 16");
  page.scene.title = "Bread";
  EXPECT_EQ(page_title(page), "Bread");
  page.title = "Stale bread";
  EXPECT_EQ(page_title(page), "Stale bread");
}

}  // namespace
}  // namespace lockstep::gui
