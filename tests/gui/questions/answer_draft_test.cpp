// Answers given by clicks, with the keyboard's cursor, and by typing.
#include "gui/questions/answer_draft.hpp"

#include <gmock/gmock.h>

namespace lockstep::gui {
namespace {

using quiz::Form;
using testing::ElementsAre;
using testing::IsEmpty;

quiz::Question question_of(Form form, std::uint64_t items = 0) {
  quiz::Question question;
  question.form = form;
  question.items = items;
  if (form == Form::choice) question.choices = {"yes", "no", "never"};
  if (form == Form::cells) {
    question.memory = sim::MemoryObject{};
    question.memory->name = "scratch";
    question.memory->elements = items;
  }
  return question;
}

void type(AnswerDraft& draft, std::string_view text) {
  for (const char letter : text) draft.type(letter);
}

TEST(AnswerDraft, ANumberMayHaveADecimalComma) {
  AnswerDraft draft(question_of(Form::number));
  type(draft, "3,,7.5");
  EXPECT_EQ(draft.typed(), "3,75");
  ASSERT_TRUE(draft.answer());
  EXPECT_DOUBLE_EQ(draft.answer()->number, 3.75);
  AnswerDraft thousand(question_of(Form::number));
  type(thousand, "1,024");
  EXPECT_FALSE(thousand.answer()) << "1024 or 1.024";
}

TEST(AnswerDraft, LanesAreChosenOneByOne) {
  AnswerDraft draft(question_of(Form::lanes, 32));
  draft.toggle(5);
  draft.toggle(2);
  draft.toggle(7);
  draft.toggle(5);
  draft.set(40, true);
  EXPECT_THAT(draft.items(), ElementsAre(2, 7)) << "ascending, and of those that there are";
  EXPECT_THAT(draft.answer()->items, ElementsAre(2, 7));
}

TEST(AnswerDraft, BlanksSeparateAsCommasDo) {
  AnswerDraft draft(question_of(Form::lanes, 16));
  type(draft, "0 2");
  draft.press();
  type(draft, "4-6 8 ");
  EXPECT_THAT(draft.answer()->items, ElementsAre(0, 2, 4, 5, 6, 8));
  EXPECT_THAT(parse_answer(draft.question(), "0 2 4 6 8")->items, ElementsAre(0, 2, 4, 6, 8));
  EXPECT_THAT(parse_answer(draft.question(), "0 to 3, 8")->items, ElementsAre(0, 1, 2, 3, 8));
}

TEST(AnswerDraft, OneElementReplacesAnother) {
  quiz::Question question = question_of(Form::cells, 16);
  question.is_single = true;
  AnswerDraft draft(question);
  draft.toggle(5);
  draft.toggle(9);
  EXPECT_THAT(draft.items(), ElementsAre(9));
  EXPECT_EQ(draft.items_text(), "scratch[9]");
  type(draft, "1-3");
  EXPECT_FALSE(draft.answer());
  EXPECT_THAT(draft.items(), ElementsAre(1)) << "as long as it was one";
}

TEST(AnswerDraft, TheCursorMovesInRows) {
  AnswerDraft draft(question_of(Form::lanes, 32));
  draft.set_columns(16);
  draft.move(1, 0);
  EXPECT_EQ(draft.cursor(), 0u) << "the first key shows it";
  draft.move(0, 1);
  EXPECT_EQ(draft.cursor(), 16u);
  draft.move(0, 1);
  EXPECT_EQ(draft.cursor(), 16u) << "there is no third row";
  draft.move(1, 0);
  draft.press();
  draft.move(0, -1);
  draft.press();
  EXPECT_THAT(draft.items(), ElementsAre(1, 17));
  draft.move(-1, 0);
  draft.move(-1, 0);
  EXPECT_EQ(draft.cursor(), 0u);
}

TEST(AnswerDraft, RangesAreTyped) {
  AnswerDraft draft(question_of(Form::lanes, 32));
  type(draft, "0-3,8");
  EXPECT_THAT(draft.items(), ElementsAre(0, 1, 2, 3, 8));
  draft.erase();
  EXPECT_THAT(draft.items(), ElementsAre(0, 1, 2, 3, 8)) << "what ends with a comma is not complete";
  type(draft, "99");
  EXPECT_FALSE(draft.answer()) << "there is no lane 99";
  draft.toggle(4);
  EXPECT_EQ(draft.typed(), "") << "a click goes on from what was understood";
  EXPECT_TRUE(draft.answer());
}

TEST(AnswerDraft, NumbersAreTyped) {
  AnswerDraft draft(question_of(Form::number));
  EXPECT_FALSE(draft.answer());
  type(draft, "-1x2-,5.");
  EXPECT_EQ(draft.typed(), "-12,5");
  EXPECT_EQ(draft.answer()->number, -12.5);
  draft.erase();
  draft.erase();
  EXPECT_EQ(draft.answer()->number, -12);
  draft.set_number(31);
  EXPECT_EQ(draft.answer()->number, 31);
}

TEST(AnswerDraft, AChoiceIsADigitOrAnArrow) {
  AnswerDraft draft(question_of(Form::choice));
  EXPECT_FALSE(draft.answer());
  type(draft, "7");
  EXPECT_FALSE(draft.choice());
  type(draft, "2");
  EXPECT_EQ(draft.choice(), 1u);
  draft.move(0, 1);
  draft.move(0, 1);
  EXPECT_EQ(draft.answer()->choice, 2u);
  draft.press();
  EXPECT_EQ(draft.choice(), 2u);
}

TEST(AnswerDraft, NobodyWaitsIsAnAnswer) {
  EXPECT_FALSE(AnswerDraft(question_of(Form::lanes, 32)).answer());
  EXPECT_THAT(AnswerDraft(question_of(Form::warps, 4)).answer()->items, IsEmpty());
}

}  // namespace
}  // namespace lockstep::gui
