// Wrong memory accesses, each with a correct twin: the finding, its text, and that the run continues with 0
// as the loaded value and without the store.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

using FindingKind = Finding::Kind;

std::vector<std::int32_t> counting(int n) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// out[id] = in[id + shift]
std::shared_ptr<const Program> shifted_copy(int shift) {
  Assembler a;
  const Register in = a.global_parameter("in");
  const Register out = a.global_parameter("out");
  const Register id = a.query_int(WorkItemQuery::global_id);
  a.line(7);
  const Register value = a.load(a.element(in, a.binary(Opcode::add, kInt, id, a.integer(shift))));
  a.line(8);
  a.store(a.element(out, id), value);
  return a.finish();
}

Plan copy_plan(int elements, std::uint64_t items) {
  return plan_of({int_buffer("in", counting(elements)), output_buffer("out", items)},
                 {BufferArgument{0}, BufferArgument{1}}, items, items);
}

TEST(Memory, AccessInBoundsFindsNothing) {
  const Outcome outcome = run(copy_plan(40, 40), shifted_copy(0));
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_EQ(outcome.ints(1), counting(40));
}

TEST(Memory, ReadPastTheEndIsFoundOnceAndGivesZero) {
  const Outcome outcome = run(copy_plan(40, 40), shifted_copy(3));
  ASSERT_EQ(outcome.findings.size(), 1u);
  const Finding& finding = outcome.findings[0];
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(
      finding.message,
      "work-item 37 reads in[40] at line 7, one past the end of in (40 ints); the index must stay below 40");
  EXPECT_EQ(finding.first.work_item, 37u);
  EXPECT_EQ(finding.first.range.line, 7u);
  EXPECT_FALSE(finding.first.is_store);
  EXPECT_EQ(finding.occurrences, 3u);
  EXPECT_EQ(outcome.ints(1)[36], 39);
  EXPECT_EQ(outcome.ints(1)[37], 0);
}

TEST(Memory, AReadBeforeTheBeginningIsReportedAsSuch) {
  const Outcome outcome = run(copy_plan(40, 40), shifted_copy(-2));
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(
      outcome.findings[0].message,
      "work-item 0 reads in[-2] at line 7, 2 before the beginning of in (40 ints); the index must not be "
      "negative");
  EXPECT_EQ(outcome.findings[0].occurrences, 2u);
}

TEST(Memory, StorePastTheEndIsDropped) {
  Plan plan = copy_plan(40, 40);
  plan.buffers[1] = output_buffer("out", 30);
  const Outcome outcome = run(plan, shifted_copy(0));
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].message,
            "work-item 30 writes out[30] at line 8, one past the end of out (30 ints); the index must stay "
            "below 30");
  EXPECT_TRUE(outcome.findings[0].first.is_store);
  EXPECT_EQ(outcome.ints(1), counting(30));
}

TEST(Memory, NullPointerIsFoundWithAnyIndex) {
  Plan plan = copy_plan(40, 40);
  plan.launches[0].arguments[0] = NullArgument{};
  const Outcome outcome = run(plan, shifted_copy(1));
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, FindingKind::null_pointer);
  EXPECT_EQ(outcome.findings[0].message, "work-item 0 reads through a null pointer at line 7");
  EXPECT_EQ(outcome.findings[0].occurrences, 40u);
}

// out[0] = *(int *)((char *)in + offset)
Outcome read_at_byte(int offset, std::uint8_t mode, unsigned count) {
  Assembler a;
  const Register in = a.global_parameter("in");
  const Register out = a.global_parameter("out");
  const Register address = a.binary(Opcode::add, LaneType::int64, in,
                                    a.constant(LaneType::int64, static_cast<std::uint64_t>(offset)));
  const Register value = a.load(address, kInt, count, mode);
  a.store(out, value);
  return run(plan_of({int_buffer("in", counting(40)), output_buffer("out", 1)},
                     {BufferArgument{0}, BufferArgument{1}}, 1, 1),
             a.finish());
}

TEST(Memory, MisalignedReadIsFoundAndStillReads) {
  EXPECT_TRUE(read_at_byte(8, 0, 1).findings.empty());
  const Outcome outcome = read_at_byte(2, 0, 1);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, FindingKind::misaligned);
  EXPECT_EQ(outcome.findings[0].message,
            "work-item 0 reads 4 bytes at in[0] + 2 bytes, which is not aligned to 4 bytes, at line 1");
  EXPECT_EQ(outcome.ints(1)[0], 0x10000);
}

TEST(Memory, AlignmentOfAVectorDependsOnHowItIsRead) {
  EXPECT_TRUE(read_at_byte(4, 0, 4).findings.empty());  // vload4
  EXPECT_TRUE(read_at_byte(16, 1, 4).findings.empty());
  EXPECT_EQ(read_at_byte(4, 1, 4).findings.at(0).kind, FindingKind::misaligned);
  EXPECT_EQ(read_at_byte(12, 1, 3).findings.at(0).kind,
            FindingKind::misaligned);  // a 3-vector is a 4-vector here
  EXPECT_TRUE(read_at_byte(2, 2, 1).findings.empty());
}

TEST(Memory, UninitialisedBufferMustBeWrittenFirst) {
  Plan plan = copy_plan(40, 40);
  plan.buffers[0] = output_buffer("in", 40);
  const Outcome outcome = run(plan, shifted_copy(0));
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, FindingKind::uninitialised_read);
  EXPECT_EQ(outcome.findings[0].message,
            "work-item 0 reads in[0] at line 7, but no work-item has written it before");
  MachineOptions untracked;
  untracked.track_uninitialised = false;
  EXPECT_TRUE(run(plan, shifted_copy(0), 32, untracked).findings.empty());
}

// Work-items below `writers` write scratch[id]; then all read scratch[id].
Outcome local_round_trip(int writers, int offset) {
  Assembler a;
  const Register out = a.global_parameter("out");
  const Register scratch = a.local_parameter("scratch");
  const Register id = a.query_int(WorkItemQuery::local_id);
  a.line(3);
  a.if_(a.binary(Opcode::cmp_lt, kInt, id, a.integer(writers)), [&] { a.store(a.element(scratch, id), id); });
  a.barrier();
  a.line(5);
  const Register value = a.load(a.element(scratch, a.binary(Opcode::add, kInt, id, a.integer(offset))));
  a.store(a.element(out, id), value);
  return run(plan_of({output_buffer("out", 64)}, {BufferArgument{0}, LocalArgument{64 * 4}}, 64, 64),
             a.finish());
}

TEST(Memory, LocalMemoryMustBeWrittenFirst) {
  const Outcome good = local_round_trip(64, 0);
  EXPECT_TRUE(good.findings.empty());
  EXPECT_EQ(good.ints(0), counting(64));
  const Outcome bad = local_round_trip(60, 0);
  ASSERT_EQ(bad.findings.size(), 1u);
  EXPECT_EQ(bad.findings[0].message,
            "work-item 60 reads scratch[60] at line 5, but no work-item has written it before");
  EXPECT_EQ(bad.findings[0].space, Space::local);
}

TEST(Memory, AVectorIsReadableWhenAllItsComponentsAreWritten) {
  for (const int written : {0, 1, 4}) {
    Assembler a;
    const Register out = a.global_parameter("out");
    const Register vector = a.constant(LaneType::uint64, a.local_array("vector", kInt, 4));
    for (int i = 0; i < written; ++i) a.store(a.element(vector, a.integer((2 + i) % 4)), a.integer(9 + i));
    const Register first = a.load(vector, kInt, 4);
    a.store(out, static_cast<Register>(first + 2));
    const Outcome outcome = run(plan_of({output_buffer("out", 1)}, {BufferArgument{0}}, 1, 1), a.finish());
    if (written != 0) {
      EXPECT_EQ(outcome.ints(0)[0], 9);
    }
    ASSERT_EQ(outcome.findings.size(), written < 4 ? 1u : 0u);
    if (written < 4) {
      EXPECT_EQ(outcome.findings[0].kind, FindingKind::uninitialised_read);
    }
  }
}

TEST(Memory, LocalArgumentHasItsOwnBounds) {
  const Outcome outcome = local_round_trip(64, 1);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(
      outcome.findings[0].message,
      "work-item 63 reads scratch[64] at line 5, one past the end of scratch (64 ints of local memory); the "
      "index must stay below 64");
}

TEST(Memory, LocalArraysOfAKernelDoNotRunIntoEachOther) {
  for (const int index : {7, 8}) {
    Assembler a;
    const Register out = a.global_parameter("out");
    const Register first = a.constant(LaneType::uint64, a.local_array("first", kInt, 8));
    const Register second = a.constant(LaneType::uint64, a.local_array("second", kInt, 8));
    a.store(second, a.integer(5));
    a.store(a.element(first, a.integer(index)), a.integer(9));
    a.store(out, a.load(second));
    const Outcome outcome = run(plan_of({output_buffer("out", 1)}, {BufferArgument{0}}, 1, 1), a.finish());
    EXPECT_EQ(outcome.ints(0)[0], 5);
    EXPECT_EQ(outcome.findings.size(), index == 8 ? 1u : 0u);
  }
}

// int a[4]; writes a[0..3 or 2], reads a[index], where index is the work-item's number.
Outcome private_array(int written) {
  Assembler a;
  const Register out = a.global_parameter("out");
  const std::uint32_t target = a.private_array("a", kInt, 4);
  const Register id = a.query_int(WorkItemQuery::local_id);
  const Register base = a.fresh();
  a.emit({.op = Opcode::private_address, .dst = base, .target = target, .imm = 0});
  for (int i = 0; i < written; ++i) {
    a.store(a.element(base, a.integer(i)), a.binary(Opcode::add, kInt, id, a.integer(10 * i)));
  }
  a.store(a.element(out, id), a.load(a.element(base, id)));
  return run(plan_of({output_buffer("out", 4)}, {BufferArgument{0}}, 4, 4), a.finish());
}

TEST(Memory, PrivateArraysAreEachLanesOwn) {
  const Outcome outcome = private_array(4);
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_EQ(outcome.ints(0), (std::vector<std::int32_t>{0, 11, 22, 33}));
}

TEST(Memory, PrivateArrayMustBeWrittenFirst) {
  const Outcome outcome = private_array(3);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].message, "work-item 3 reads a[3] at line 1, but it has not been initialised");
}

TEST(Memory, ConstantBufferCannotBeWritten) {
  Assembler a;
  const Register table = a.constant_parameter("table");
  const Register out = a.global_parameter("out");
  a.store(out, a.load(table));
  a.store(table, a.integer(9));
  const Outcome outcome = run(plan_of({int_buffer("table", {4}), output_buffer("out", 1)},
                                      {BufferArgument{0}, BufferArgument{1}}, 1, 1),
                              a.finish());
  EXPECT_EQ(outcome.ints(1)[0], 4);
  EXPECT_EQ(outcome.ints(0)[0], 4);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_THAT(outcome.findings[0].message, ::testing::HasSubstr("constant memory cannot be written"));
}

TEST(Memory, TheHighestLaneWinsAndReadsComeBeforeWrites) {
  Assembler a;
  const Register data = a.global_parameter("data");
  const Register id = a.query_int(WorkItemQuery::local_id);
  const Register next = a.load(a.element(data, a.binary(Opcode::add, kInt, id, a.integer(1))));
  a.store(a.element(data, id), next);  // a shift by one in place works in lockstep
  a.store(data, id);
  const Outcome outcome =
      run(plan_of({int_buffer("data", counting(33))}, {BufferArgument{0}}, 32, 32), a.finish());
  EXPECT_EQ(outcome.ints(0)[0], 31);
  for (std::size_t i = 1; i < 32; ++i) EXPECT_EQ(outcome.ints(0)[i], static_cast<int>(i) + 1);
}

TEST(Memory, DivisionByZeroIsFoundAndGivesZero) {
  for (const int divisor : {0, 3}) {
    Assembler a;
    const Register out = a.global_parameter("out");
    const Register id = a.query_int(WorkItemQuery::global_id);
    a.line(4);
    const Register by = a.binary(Opcode::mul, kInt, id, a.integer(divisor));
    a.store(a.element(out, id), a.binary(Opcode::div, kInt, a.integer(12), by));
    const Outcome outcome = run(plan_of({output_buffer("out", 3)}, {BufferArgument{0}}, 3, 3), a.finish());
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].message, "work-item 0 divides an integer by zero");
    EXPECT_EQ(outcome.findings[0].occurrences, divisor == 0 ? 3u : 1u);
    EXPECT_EQ(outcome.ints(0),
              divisor == 0 ? (std::vector<std::int32_t>{0, 0, 0}) : (std::vector<std::int32_t>{0, 4, 2}));
  }
}

TEST(Memory, StructuresAreCopiedWithTheirHoles) {
  Assembler a;
  const Register in = a.global_parameter("in");
  const Register out = a.global_parameter("out");
  const Register id = a.query_int(WorkItemQuery::global_id);
  const Register twice = a.binary(Opcode::mul, kInt, id, a.integer(2));
  a.emit({.op = Opcode::copy, .a = a.element(out, twice), .b = a.element(in, twice), .imm = 8});
  const Outcome outcome = run(copy_plan(40, 40), a.finish());
  ASSERT_EQ(outcome.findings.size(), 2u);  // 40 pairs are 80 ints: a write does not hide behind a read
  EXPECT_FALSE(outcome.findings[0].first.is_store);
  EXPECT_TRUE(outcome.findings[1].first.is_store);
  for (const Finding& finding : outcome.findings) EXPECT_EQ(finding.occurrences, 20u);
  EXPECT_EQ(outcome.ints(1), counting(40));
}

TEST(Memory, AtomicsServeLanesInOrder) {
  Assembler a;
  const Register counter = a.global_parameter("counter");
  const Register old = a.global_parameter("old");
  const Register id = a.query_int(WorkItemQuery::global_id);
  a.store(a.element(old, id), a.atomic(AtomicOp::add, counter, a.integer(2)));
  a.atomic(AtomicOp::max, a.element(counter, a.integer(1)), id);
  a.atomic(AtomicOp::compare_exchange, a.element(counter, a.integer(2)), a.integer(0), id);
  const Outcome outcome = run(plan_of({int_buffer("counter", {100, 0, 0}), output_buffer("old", 40)},
                                      {BufferArgument{0}, BufferArgument{1}}, 40, 20),
                              a.finish());
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_EQ(outcome.ints(0), (std::vector<std::int32_t>{180, 39, 1}));
  for (int id_ = 0; id_ < 40; ++id_) EXPECT_EQ(outcome.ints(1)[static_cast<std::size_t>(id_)], 100 + 2 * id_);
}

}  // namespace
}  // namespace lockstep::sim::assembly
