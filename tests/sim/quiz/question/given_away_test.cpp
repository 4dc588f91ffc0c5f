#include "sim/quiz/question/given_away.hpp"

#include <gtest/gtest.h>

namespace lockstep::quiz {
namespace {

Question value_question(double answer, const std::string& given) {
  Question question;
  question.kind = QuestionKind::written_value;
  question.form = Form::number;
  question.text = "Which value does lane 5 of warp 0 write to scratch[5] in line 28?";
  question.given = {given};
  question.answer.number = answer;
  return question;
}

TEST(GivenAway, AValueIsAmongTheNumbers) {
  EXPECT_TRUE(gives_answer_away(value_question(42, "in[5] is 42.")));
  EXPECT_TRUE(gives_answer_away(value_question(42, "in[0] to in[2]: 7 42 9.")));
  for (const char* other : {"in[5] is 142.", "in[5] is 4.42.", "in[5] is -42.", "in[5] is 42.5."})
    EXPECT_FALSE(gives_answer_away(value_question(42, other))) << other;
}

TEST(GivenAway, AnElementIsNamed) {
  Question question;
  question.kind = QuestionKind::read_cells;
  question.form = Form::cells;
  question.text = "Which element of scratch does lane 0 of warp 0 read for scratch[0] in line 39?";
  question.memory = sim::MemoryObject{};
  question.memory->name = "scratch";
  question.answer.items = {0};
  EXPECT_TRUE(gives_answer_away(question));
  question.answer.items = {1};
  EXPECT_FALSE(gives_answer_away(question));
}

// "Yes" and "1 pass" occur in many texts.
TEST(GivenAway, CountsAndYesAreNot) {
  Question question = value_question(1, "A pass serves 1 word.");
  question.kind = QuestionKind::passes;
  EXPECT_FALSE(gives_answer_away(question));
  question.form = Form::choice;
  question.choices = {"Yes", "No"};
  question.answer.choice = 0;
  question.given = {"Yes"};
  EXPECT_FALSE(gives_answer_away(question));
}

}  // namespace
}  // namespace lockstep::quiz
