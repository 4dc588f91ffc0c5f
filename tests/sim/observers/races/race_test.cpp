// Data races in local and global memory: which accesses race, which do not, and the two parties of each race.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/observers/races/detector.hpp"
#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

using ::testing::HasSubstr;

struct Kernel2 {  // a kernel with data (global), scratch (local, 64 ints), t and g
  Assembler a;
  Register data = a.global_parameter("data");
  Register scratch = a.local_parameter("scratch");
  Register t = a.query_int(WorkItemQuery::local_id);
  Register g = a.query_int(WorkItemQuery::global_id);
  Register local(Register index) { return a.element(scratch, index); }
  Register global(Register index) { return a.element(data, index); }
  Register plus(Register r, int n) { return a.binary(Opcode::add, kInt, r, a.integer(n)); }
};

std::vector<Finding> races(const std::function<void(Kernel2&)>& make, std::uint64_t items = 64,
                           std::uint64_t local = 64, const RaceOptions& options = {},
                           std::size_t launches = 1) {
  Kernel2 k;
  make(k);
  Plan plan = plan_of({int_buffer("data", std::vector<std::int32_t>(300, 0))},
                      {BufferArgument{0}, LocalArgument{65 * 4}}, items, local);
  plan.launches.resize(launches, plan.launches[0]);
  MachineOptions machine_options;
  machine_options.track_uninitialised = false;
  const Machine machine = machine_of(plan, k.a.finish(), model_of(32), machine_options);
  FindingLog log;
  RaceDetector detector(machine, log, options);
  Observer* const observers[] = {&log, &detector};
  MachineState state = machine.initial_state();
  machine.run(state, observers);
  return log.findings();
}

// scratch[t] = t; [barrier] data[g] = scratch[t + 1];
std::vector<Finding> neighbour(std::int64_t flags) {
  return races([=](Kernel2& k) {
    k.a.line(10);
    k.a.store(k.local(k.t), k.t);
    if (flags >= 0) k.a.barrier(flags);
    k.a.line(12);
    k.a.store(k.global(k.g), k.a.load(k.local(k.plus(k.t, 1))));
  });
}

TEST(Race, ReadOfANeighboursWriteWithoutABarrier) {
  const auto found = neighbour(-1);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, Finding::Kind::data_race);
  EXPECT_EQ(found[0].space, Space::local);
  EXPECT_EQ(found[0].message,
            "work-item 1 writes 1 to scratch[1] at line 10 and work-item 0 reads scratch[1] at line 12; "
            "there is no barrier(CLK_LOCAL_MEM_FENCE) between them");
  EXPECT_EQ(found[0].first.work_item, 1u);
  EXPECT_TRUE(found[0].first.is_store);
  EXPECT_EQ(found[0].first.range.line, 10u);
  EXPECT_EQ(found[0].second.work_item, 0u);
  EXPECT_FALSE(found[0].second.is_store);
  EXPECT_EQ(found[0].second.range.line, 12u);
  EXPECT_GT(found[0].occurrences, 32u);
}

TEST(Race, ABarrierOrdersTheSpacesInItsFlagsOnly) {
  EXPECT_TRUE(neighbour(1).empty());
  EXPECT_TRUE(neighbour(3).empty());
  EXPECT_EQ(neighbour(2).size(), 1u);
  EXPECT_EQ(neighbour(0).size(), 1u);
}

// The same in global memory, within one group.
std::vector<Finding> global_neighbour(std::int64_t flags, std::uint64_t items, std::uint64_t local) {
  return races(
      [=](Kernel2& k) {
        k.a.store(k.global(k.g), k.g);
        k.a.barrier(flags);
        k.a.store(k.global(k.plus(k.g, 100)), k.a.load(k.global(k.plus(k.g, 1))));
      },
      items, local);
}

TEST(Race, GlobalMemoryNeedsTheGlobalFlag) {
  EXPECT_TRUE(global_neighbour(2, 64, 64).empty());
  EXPECT_EQ(global_neighbour(1, 64, 64).size(), 1u);
}

// scratch[t] = t; a barrier of the sub-group; data[g] = scratch[t ^ other].
std::vector<Finding> exchange(int other, std::int64_t flags) {
  return races([=](Kernel2& k) {
    k.a.store(k.local(k.t), k.t);
    k.a.sub_group_barrier(flags);
    const Register partner = k.a.binary(Opcode::bit_xor, kInt, k.t, k.a.integer(other));
    k.a.store(k.global(k.g), k.a.load(k.local(partner)));
  });
}

TEST(Race, ASubGroupsBarrierOrdersItsOwnWorkItems) {
  EXPECT_TRUE(exchange(1, 1).empty());
  EXPECT_EQ(exchange(1, 2).size(), 1u);
  EXPECT_EQ(exchange(32, 1).size(), 1u);
}

// The message names the barrier that does not help.
TEST(Race, ABarrierWithoutTheRightFlagIsNamed) {
  for (const auto& [flags, orders] : {std::pair(std::int64_t{2}, "orders global memory only"),
                                      std::pair(std::int64_t{0}, "orders no memory")}) {
    const auto found = neighbour(flags);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0].message, HasSubstr(std::string("; the barrier at line 10 ") + orders));
  }
}

// A write before the sub-group's barrier still races with the other sub-group.
TEST(Race, ASubGroupsBarrierHidesNoOlderRace) {
  const auto found = races([](Kernel2& k) {
    const Register shared = k.a.binary(Opcode::rem, kInt, k.t, k.a.integer(32));
    k.a.store(k.local(shared), k.t);
    k.a.sub_group_barrier(1);
    k.a.store(k.local(shared), k.t);
  });
  EXPECT_FALSE(found.empty());
}

TEST(Race, NoBarrierOrdersWorkGroups) {
  const auto found = global_neighbour(3, 64, 32);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].message, HasSubstr("no barrier orders accesses of different work-groups"));
}

TEST(Race, LaunchesAreOrdered) {
  const auto kernel = [](Kernel2& k) {
    const Register mirror = k.a.binary(Opcode::sub, kInt, k.a.integer(63), k.g);
    k.a.store(k.global(k.plus(k.g, 100)), k.a.load(k.global(mirror)));
  };
  EXPECT_TRUE(races(kernel, 64, 32, {}, 3).empty());
}

TEST(Race, ALaterGroupFindsAnEarlierOneBehindNewerEpochs) {
  // Group 0 reads data[0], reaches barriers, reads again; group 1 writes it.
  const auto found = races(
      [](Kernel2& k) {
        k.a.if_(k.a.binary(Opcode::cmp_lt, kInt, k.g, k.a.integer(32)), [&] { k.a.load(k.data); }, {});
        k.a.barrier(3);
        k.a.barrier(3);
        k.a.if_(k.a.binary(Opcode::cmp_eq, kInt, k.g, k.a.integer(40)),
                [&] { k.a.store(k.data, k.a.integer(5)); });
      },
      64, 32);
  EXPECT_EQ(found.size(), 1u);
}

TEST(Race, AWriterRacesWithTheOtherReader) {
  // Items 3 and 4 read scratch[0], then item 4 writes it: a race with 3, not with itself.
  const auto found = races([](Kernel2& k) {
    const auto is = [&](int n) { return k.a.binary(Opcode::cmp_eq, kInt, k.t, k.a.integer(n)); };
    k.a.if_(is(3), [&] { k.a.load(k.scratch); });
    k.a.if_(is(4), [&] {
      k.a.load(k.scratch);
      k.a.store(k.scratch, k.a.integer(1));
    });
  });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first.work_item, 3u);
  EXPECT_EQ(found[0].second.work_item, 4u);
}

TEST(Race, WritesOfTheSameValueOnlyOnRequest) {
  const auto same = [](Kernel2& k) { k.a.store(k.scratch, k.a.integer(1)); };
  EXPECT_TRUE(races(same).empty());
  RaceOptions all;
  all.report_same_value = true;
  EXPECT_EQ(races(same, 64, 64, all).size(), 1u);
  EXPECT_EQ(races([](Kernel2& k) { k.a.store(k.scratch, k.t); }).size(), 1u);
}

TEST(Race, AtomicsRaceWithPlainAccessesOnly) {
  EXPECT_TRUE(races([](Kernel2& k) { k.a.atomic(AtomicOp::add, k.scratch, k.t); }).empty());
  const auto found = races([](Kernel2& k) {
    k.a.line(4);
    k.a.atomic(AtomicOp::add, k.scratch, k.a.integer(1));
    k.a.line(5);
    k.a.load(k.scratch);
  });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].message, HasSubstr("atomically updates scratch[0] at line 4"));
}

// An atomic is compared only with earlier accesses to its own bytes. There is no race if a barrier separates
// them or if the bytes differ; otherwise there is one race.
TEST(Race, AtomicsAreComparedWithTheAccessesOfTheirOwnBytes) {
  enum class Before : std::uint8_t { word, byte_of_it, byte_beside_it, read };
  const auto found = [](Before before, bool barrier, AtomicOp op) {
    return races([=](Kernel2& k) {
      const int at = before == Before::byte_of_it ? 2 : before == Before::byte_beside_it ? 4 : 0;
      const bool is_byte = before == Before::byte_of_it || before == Before::byte_beside_it;
      const LaneType type = is_byte ? LaneType::int8 : kInt;
      const Register place = k.a.element(k.scratch, k.a.integer(at), type);
      k.a.line(4);
      k.a.if_(k.a.binary(Opcode::cmp_eq, kInt, k.t, k.a.integer(40)), [&] {
        if (before == Before::read)
          k.a.load(place, type);
        else
          k.a.store(place, is_byte ? k.a.convert(LaneType::int8, kInt, k.t) : k.t, type);
      });
      if (barrier) k.a.barrier(1);
      k.a.line(6);
      k.a.atomic(op, k.scratch, k.a.integer(1));
    });
  };
  for (const AtomicOp op : {AtomicOp::add, AtomicOp::exchange, AtomicOp::max}) {
    for (const Before before : {Before::word, Before::byte_of_it, Before::byte_beside_it, Before::read})
      EXPECT_TRUE(found(before, true, op).empty());
    EXPECT_TRUE(found(Before::byte_beside_it, false, op).empty());
    for (const Before before : {Before::word, Before::byte_of_it, Before::read}) {
      const std::vector<Finding> races = found(before, false, op);
      ASSERT_EQ(races.size(), 1u);
      EXPECT_THAT(races[0].message, HasSubstr("line 4"));
      EXPECT_THAT(races[0].message, HasSubstr("line 6"));
    }
  }
}

TEST(Race, BytesOfOneWordAreDifferentPlaces) {
  const auto store_byte = [](int stride) {
    return races([=](Kernel2& k) {
      const Register index = k.a.binary(Opcode::mul, kInt, k.t, k.a.integer(stride));
      const Register address = k.a.element(k.scratch, index, LaneType::int8);
      k.a.store(address, k.a.convert(LaneType::int8, kInt, k.t), LaneType::int8);
    });
  };
  EXPECT_TRUE(store_byte(1).empty());
  EXPECT_EQ(store_byte(0).size(), 1u);
}

TEST(Race, AWordAndOneOfItsBytesOverlap) {
  const auto found = races([](Kernel2& k) {
    const auto is = [&](int n) { return k.a.binary(Opcode::cmp_eq, kInt, k.t, k.a.integer(n)); };
    k.a.if_(is(3), [&] { k.a.store(k.scratch, k.a.integer(0x01020304)); });
    k.a.if_(is(4), [&] { k.a.load(k.a.element(k.scratch, k.a.integer(2), LaneType::int8), LaneType::int8); });
  });
  EXPECT_EQ(found.size(), 1u);
}

TEST(Race, BothOrdersOfTwoLinesAreOneFinding) {
  const auto found = races([](Kernel2& k) {
    const Register i = k.a.fresh();
    k.a.move(kInt, i, k.a.integer(0));
    k.a.loop([&] { return k.a.binary(Opcode::cmp_lt, kInt, i, k.a.integer(3)); },
             [&] {
               k.a.line(7);
               k.a.store(k.local(k.t), i);
               k.a.line(8);
               k.a.load(k.local(k.plus(k.t, 1)));
             },
             [&] { k.a.move(kInt, i, k.plus(i, 1)); });
  });
  EXPECT_EQ(found.size(), 1u);
}

}  // namespace
}  // namespace lockstep::sim::assembly
