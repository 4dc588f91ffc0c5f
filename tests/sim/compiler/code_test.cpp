// The targets of structured control flow: an instruction that may leave no active lane jumps to the next
// instruction of its construct that can activate lanes again.
#include "sim/compiler/emit/code.hpp"

#include <gtest/gtest.h>

namespace lockstep::sim::language {
namespace {

std::uint32_t target(Code& code, std::uint32_t index) { return code.drafts()[index].instruction.target; }
Opcode opcode(Code& code, std::uint32_t index) { return code.drafts()[index].instruction.op; }

TEST(Code, IfGoesToElseAndElseToEnd) {
  Code code;
  code.begin_function();
  code.begin_if({}, true);  // 0
  code.begin_else();        // 1
  code.end_if();            // 2
  code.end_function(true);
  EXPECT_EQ(target(code, 0), 1u);
  EXPECT_EQ(target(code, 1), 2u);
  EXPECT_TRUE(code.drafts()[0].instruction.counts_as_branch);
}

TEST(Code, ReturnInTwoIfsLeadsFromEndToEnd) {
  Code code;
  code.begin_function();
  code.begin_if({}, true);  // 0
  code.begin_if({}, true);  // 1
  code.return_out(false);   // 2
  EXPECT_TRUE(code.unreachable());
  code.end_if();  // 3
  EXPECT_FALSE(code.unreachable());
  code.end_if();                                   // 4
  code.end_function(false);                        // 5
  EXPECT_EQ(code.drafts()[2].instruction.imm, 2);  // two If frames above the Call frame
  EXPECT_EQ(target(code, 2), 3u);
  EXPECT_EQ(target(code, 3), 4u);
  EXPECT_EQ(target(code, 4), 5u);
  EXPECT_EQ(opcode(code, 5), Opcode::function_end);
}

TEST(Code, BreakAndContinueCountFramesUpToTheirLoop) {
  Code code;
  code.begin_function();
  code.begin_loop();        // 0
  code.loop_test({});       // 1
  code.begin_if({}, true);  // 2
  code.break_out();         // 3
  code.begin_else();        // 4
  code.continue_out();      // 5
  code.end_if();            // 6
  code.loop_join();         // 7
  code.end_loop();          // 8, 9
  code.end_function(true);
  EXPECT_EQ(code.drafts()[3].instruction.imm, 1);
  EXPECT_EQ(code.drafts()[5].instruction.imm, 1);
  EXPECT_EQ(target(code, 1), 9u);
  EXPECT_EQ(target(code, 3), 4u);
  EXPECT_EQ(target(code, 5), 6u);
  EXPECT_EQ(target(code, 6), 7u);
  EXPECT_EQ(target(code, 7), 9u);
  EXPECT_EQ(opcode(code, 8), Opcode::loop_back);
  EXPECT_EQ(target(code, 8), 1u);
}

TEST(Code, ALoopThatNothingJumpsOutOfNeedsNoJoin) {
  Code code;
  code.begin_function();
  code.begin_loop();   // 0
  code.loop_test({});  // 1
  code.loop_join();
  code.end_loop();  // 2, 3
  code.end_function(true);
  EXPECT_EQ(opcode(code, 2), Opcode::loop_back);
  EXPECT_EQ(target(code, 1), 3u);
}

TEST(Code, ContinueInASwitchPassesItsFrame) {
  Code code;
  code.begin_function();
  code.begin_loop();    // 0
  code.begin_switch();  // 1
  EXPECT_TRUE(code.unreachable());
  code.case_label({});  // 2
  code.continue_out();  // 3
  code.case_label({});  // 4
  code.break_out();     // 5
  code.end_switch();    // 6
  code.loop_join();     // 7
  code.end_loop();      // 8, 9
  code.end_function(true);
  EXPECT_EQ(code.drafts()[3].instruction.imm, 1);
  EXPECT_EQ(code.drafts()[5].instruction.imm, 0);
  EXPECT_EQ(target(code, 2), 4u);
  EXPECT_EQ(target(code, 3), 4u);
  EXPECT_EQ(target(code, 4), 6u);
  EXPECT_EQ(target(code, 5), 6u);
  EXPECT_EQ(target(code, 6), 7u);
}

TEST(Code, KeepsEachRangeOnce) {
  Code code;
  code.begin_function();
  code.set_range({0, 1, 1, 1, 5});
  code.emit({});
  {
    RangeScope inner(code, {0, 2, 1, 2, 5});
    code.emit({});
  }
  code.emit({});
  EXPECT_EQ(code.ranges().size(), 2u);
  EXPECT_EQ(code.drafts()[0].instruction.range, code.drafts()[2].instruction.range);
}

}  // namespace
}  // namespace lockstep::sim::language
