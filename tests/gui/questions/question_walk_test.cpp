// Where the run stops, and the effects there.
#include "gui/questions/question_walk.hpp"

#include <gtest/gtest.h>

#include "gui/questions/level_rule.hpp"

namespace lockstep::gui {
namespace {

using WalkPhase = QuestionWalk::Phase;

quiz::Question question_at(std::uint64_t position, std::uint64_t about) {
  quiz::Question question;
  question.form = quiz::Form::number;
  question.position = position;
  question.about = about;
  question.reveal = about + 1;
  question.answer.number = 7;
  question.reason = "it is seven";
  return question;
}

quiz::Answer number(double value) {
  quiz::Answer answer;
  answer.number = value;
  return answer;
}

// 100 moments, and a question at 20 about moment 25.
QuestionWalk walk_to_20() {
  QuestionWalk walk;
  walk.begin(100, 10);
  walk.offer(10, question_at(20, 25));
  return walk;
}

TEST(QuestionWalk, StopsAtTheQuestion) {
  QuestionWalk walk = walk_to_20();
  EXPECT_EQ(walk.follow(15), 15u);
  EXPECT_EQ(walk.phase(), WalkPhase::walking);
  EXPECT_EQ(walk.next_position(), 20u);
  EXPECT_EQ(walk.follow(60), 20u);
  EXPECT_TRUE(walk.asks());
  EXPECT_EQ(walk.follow(21), 20u) << "it stays there";
  EXPECT_EQ(walk.follow(12), 12u) << "one may look back";
  EXPECT_FALSE(walk.asks());
  EXPECT_EQ(walk.follow(20), 20u);
  EXPECT_TRUE(walk.asks());
}

TEST(QuestionWalk, ShowsTheStepAfterTheAnswer) {
  QuestionWalk walk = walk_to_20();
  walk.follow(20);
  EXPECT_EQ(walk.answer(number(7)), 26u);
  EXPECT_TRUE(walk.verdict().is_right);
  EXPECT_EQ(walk.phase(), WalkPhase::answered);
  EXPECT_EQ(walk.wanted(), 26u);
  EXPECT_EQ(walk.follow(26), 26u);
  EXPECT_EQ(walk.phase(), WalkPhase::answered);
  EXPECT_FALSE(walk.go_on()) << "the next one is not known yet";
  walk.offer(26, question_at(26, 30));
  EXPECT_EQ(walk.phase(), WalkPhase::answered) << "the verdict stays until one goes on";
  EXPECT_EQ(walk.go_on(), 26u);
  EXPECT_TRUE(walk.asks());
  EXPECT_EQ(walk.answer(number(8)), 31u);
  EXPECT_FALSE(walk.verdict().is_right);
  EXPECT_EQ(walk.verdict().reason, "it is seven");
}

TEST(QuestionWalk, AnAnswerMayBeSkippedOrShown) {
  QuestionWalk walk = walk_to_20();
  walk.follow(20);
  EXPECT_EQ(walk.skip(), 20u);
  EXPECT_EQ(walk.phase(), WalkPhase::walking);
  EXPECT_EQ(walk.wanted(), 26u);
  walk.offer(26, question_at(40, 40));
  EXPECT_EQ(walk.follow(90), 40u);
  EXPECT_EQ(walk.show(), 41u);
  EXPECT_TRUE(walk.was_shown());
  walk.offer(41, std::nullopt);
  EXPECT_TRUE(walk.is_finished());
  EXPECT_EQ(walk.follow(100), 100u);
}

TEST(QuestionWalk, ALateQuestionThatWasPassedIsAskedForAnew) {
  QuestionWalk walk;
  walk.begin(100, 0);
  walk.follow(50);
  walk.offer(0, question_at(20, 25));
  EXPECT_EQ(walk.wanted(), 50u);
  walk.offer(0, question_at(60, 65));
  EXPECT_EQ(walk.wanted(), 50u) << "an answer to another question";
  walk.offer(50, question_at(50, 52));
  EXPECT_TRUE(walk.asks());
}

TEST(QuestionWalk, TheStartBeginsAnotherRound) {
  QuestionWalk walk = walk_to_20();
  const std::uint64_t round = walk.round();
  walk.follow(20);
  walk.follow(0);
  EXPECT_EQ(walk.round(), round + 1);
  EXPECT_EQ(walk.wanted(), 0u);
  walk.follow(0);
  EXPECT_EQ(walk.round(), round + 1);
}

TEST(QuestionWalk, AQuestionAboutTheWholeRunLeavesThePlayhead) {
  EXPECT_EQ(shown_at(question_at(0, 100), 100), 0u);
  quiz::Question steps = question_at(30, 33);
  steps.reveal = 100;
  EXPECT_EQ(shown_at(steps, 100), 34u);
}

TEST(LevelRule, FollowsTheAnswers) {
  LevelRule rule;
  EXPECT_EQ(rule.after(true, 1), 1u);
  EXPECT_EQ(rule.after(true, 1), 1u);
  EXPECT_EQ(rule.after(true, 1), 2u);
  EXPECT_EQ(rule.after(true, 2), 2u);
  EXPECT_EQ(rule.after(false, 2), 2u);
  EXPECT_EQ(rule.after(true, 2), 2u);
  EXPECT_EQ(rule.after(false, 2), 2u);
  EXPECT_EQ(rule.after(false, 2), 1u);
  EXPECT_EQ(rule.after(false, 1), 1u);
  EXPECT_EQ(rule.after(false, 1), 1u) << "there is no lower one";
  for (int i = 0; i < 9; ++i) EXPECT_LE(rule.after(true, 3), 3u);
}

}  // namespace
}  // namespace lockstep::gui
