// Barriers: the accesses that they order, and the finding if only a part of the work-group reaches them. The
// run always continues.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

using Kind = Finding::Kind;
using ::testing::HasSubstr;

Plan plan_with_scratch(std::uint64_t items, std::uint64_t local) {
  return plan_of({output_buffer("out", items)}, {BufferArgument{0}, LocalArgument{local * 4}}, items, local);
}

// A kernel that reverses a group through local memory, with `before` preceding its barrier on line 20.
Outcome reverse(const std::function<void(Assembler&, Register)>& before, std::uint64_t items = 128,
                std::uint64_t local = 64) {
  Assembler a;
  const Register out = a.global_parameter("out");
  const Register scratch = a.local_parameter("scratch");
  const Register t = a.query_int(WorkItemQuery::local_id);
  const Register g = a.query_int(WorkItemQuery::global_id);
  const Register size = a.query_int(WorkItemQuery::local_size);
  a.line(10);
  a.store(a.element(scratch, t), g);
  before(a, t);
  a.line(20);
  a.barrier();
  a.line(21);
  const Register mirror = a.binary(Opcode::sub, kInt, a.binary(Opcode::sub, kInt, size, a.integer(1)), t);
  a.store(a.element(out, g), a.load(a.element(scratch, mirror)));
  return run(plan_with_scratch(items, local), a.finish());
}

TEST(Barrier, MakesWritesOfOtherWarpsVisible) {
  const Outcome outcome = reverse([](Assembler&, Register) {});
  EXPECT_TRUE(outcome.findings.empty());
  for (int g = 0; g < 128; ++g) {
    EXPECT_EQ(outcome.ints(0)[static_cast<std::size_t>(g)], g / 64 * 64 + 63 - g % 64);
  }
  EXPECT_EQ(outcome.state.group.barriers, 1u);
}

TEST(Barrier, PartialWarpsAreComplete) {
  EXPECT_TRUE(reverse([](Assembler&, Register) {}, 100, 50).findings.empty());
}

TEST(Barrier, AnEarlyReturnIsNamedInTheMessage) {
  const Outcome outcome = reverse([](Assembler& a, Register t) {
    a.line(12);
    a.if_(a.binary(Opcode::cmp_ge, kInt, t, a.integer(37)), [&] { a.return_out(); });
  });
  ASSERT_EQ(outcome.findings.size(), 1u);
  const Finding& finding = outcome.findings[0];
  EXPECT_EQ(finding.kind, Kind::barrier_divergence);
  EXPECT_EQ(
      finding.message,
      "work-item 32 waits at the barrier at line 20, but work-item 37 has already returned at line 12; all "
      "work-items of a group must reach it: return only after the last barrier");
  EXPECT_EQ(finding.first.range.line, 20u);
  EXPECT_EQ(finding.second.work_item, 37u);
  EXPECT_EQ(finding.second.range.line, 12u);
  EXPECT_EQ(finding.occurrences, 2u * 27u);
  EXPECT_EQ(outcome.ints(0)[0], 63);  // and the others continued
}

TEST(Barrier, WholeWarpsThatReturnAreReported) {
  const Outcome outcome = reverse([](Assembler& a, Register t) {
    a.line(12);
    a.if_(a.binary(Opcode::cmp_ge, kInt, t, a.integer(32)), [&] { a.return_out(); });
  });
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_THAT(outcome.findings[0].message, HasSubstr("work-item 32 has already returned at line 12"));
}

// if (condition(t)) barrier;
Outcome barrier_in_if(const std::function<Register(Assembler&, Register)>& condition) {
  return reverse([&](Assembler& a, Register t) {
    a.line(13);
    const Register chosen = condition(a, t);
    a.if_(chosen, [&] {
      a.line(14);
      a.barrier();
    });
  });
}

TEST(Barrier, InAnIfThatSplitsAWarp) {
  const Outcome outcome =
      barrier_in_if([](Assembler& a, Register t) { return a.binary(Opcode::cmp_lt, kInt, t, a.integer(5)); });
  ASSERT_FALSE(outcome.findings.empty());
  EXPECT_EQ(
      outcome.findings[0].message,
      "work-item 0 waits at the barrier at line 14, but work-item 5 is masked off by the if at line 13; all "
      "work-items of a group must reach it: move it out of the if");
}

TEST(Barrier, InAnIfThatAllTakeIsAllowed) {
  EXPECT_TRUE(barrier_in_if([](Assembler& a, Register t) {
                return a.binary(Opcode::cmp_lt, kInt, t, a.integer(500));
              }).findings.empty());
}

TEST(Barrier, InAnIfThatWholeWarpsTakeMeetsAnotherBarrier) {
  const Outcome outcome = barrier_in_if(
      [](Assembler& a, Register t) { return a.binary(Opcode::cmp_lt, kInt, t, a.integer(32)); });
  ASSERT_FALSE(outcome.findings.empty());
  EXPECT_EQ(
      outcome.findings[0].message,
      "work-item 0 waits at the barrier at line 14 while work-item 32 waits at another one at line 20; all "
      "work-items of a group must reach the same one");
}

TEST(Barrier, InALoopThatLanesLeaveAtDifferentTimes) {
  const auto looping = [](int trips_of_odd) {
    return reverse([=](Assembler& a, Register t) {
      const Register i = a.fresh();
      a.line(15);
      const Register odd = a.binary(Opcode::bit_and, kInt, t, a.integer(1));
      const Register trips = a.binary(Opcode::add, kInt, a.integer(2),
                                      a.binary(Opcode::mul, kInt, odd, a.integer(trips_of_odd - 2)));
      a.move(kInt, i, a.integer(0));
      a.loop([&] { return a.binary(Opcode::cmp_lt, kInt, i, trips); },
             [&] {
               a.line(16);
               a.barrier();
             },
             [&] { a.move(kInt, i, a.binary(Opcode::add, kInt, i, a.integer(1))); });
    });
  };
  EXPECT_TRUE(looping(2).findings.empty());
  const Outcome outcome = looping(3);
  ASSERT_FALSE(outcome.findings.empty());
  EXPECT_THAT(outcome.findings[0].message, HasSubstr("work-item 0 has already left the loop at line 15"));
}

TEST(Barrier, OneWarpEndsWhileAnotherWaits) {
  Assembler a;
  a.global_parameter("out");
  a.local_parameter("scratch");
  const Register t = a.query_int(WorkItemQuery::local_id);
  a.line(4);
  a.if_(a.binary(Opcode::cmp_lt, kInt, t, a.integer(32)), [&] {
    a.line(5);
    a.barrier();
  });
  const Outcome outcome = run(plan_with_scratch(64, 64), a.finish());
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_THAT(outcome.findings[0].message,
              HasSubstr("work-item 32 has already reached the end of the kernel, outside the if at line 4"));
}

}  // namespace
}  // namespace lockstep::sim::assembly
