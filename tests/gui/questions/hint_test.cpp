// Hints about a wrong answer before the solution: how far it is off, but never the correct answer.
#include "gui/questions/hint.hpp"

#include <gmock/gmock.h>

#include "gui/questions/answer_draft.hpp"

namespace lockstep::gui {
namespace {

using quiz::Form;

quiz::Question lanes() {
  quiz::Question question;
  question.form = Form::lanes;
  question.items = 32;
  question.answer.items = {0, 2, 4, 6};
  return question;
}

TEST(Hint, CountsWhatIsWrongAmongLanes) {
  EXPECT_EQ(hint_of(lanes(), {{0, 2, 4}, 0, 0}), "1 lane is missing.");
  EXPECT_EQ(hint_of(lanes(), {{0, 1, 2, 4, 6}, 0, 0}), "1 of the 5 chosen lanes is wrong.");
  EXPECT_EQ(hint_of(lanes(), {{0, 1, 3}, 0, 0}),
            "2 of the 3 chosen lanes are wrong, and 3 lanes are missing.");
}

TEST(Hint, SaysInWhichDirectionANumberIs) {
  quiz::Question question;
  question.form = Form::number;
  question.answer.number = 8;
  EXPECT_EQ(hint_of(question, {{}, 4, 0}), "The right number is larger.");
  EXPECT_EQ(hint_of(question, {{}, 9, 0}), "The right number is smaller.");
}

TEST(Hint, OfTwoChoicesTheOtherOneIsLeft) {
  quiz::Question question;
  question.form = Form::choice;
  question.choices = {"yes", "no"};
  EXPECT_FALSE(has_second_try(question));
  question.choices.emplace_back("never");
  EXPECT_TRUE(has_second_try(question));
  EXPECT_TRUE(has_second_try(lanes()));
}

TEST(ParseGiven, TakesAllAndNone) {
  EXPECT_EQ(parse_given(lanes(), "all")->items.size(), 32u);
  EXPECT_TRUE(parse_given(lanes(), " none ")->items.empty());
  EXPECT_THAT(parse_given(lanes(), "0-2")->items, testing::ElementsAre(0, 1, 2));
  EXPECT_FALSE(parse_given(lanes(), "some"));
}

}  // namespace
}  // namespace lockstep::gui
