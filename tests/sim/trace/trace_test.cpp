// Time travel: the state at any position, visited in any order, equals that of stepping from the start.
#include "sim/trace/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "core/base/machine_facts.hpp"
#include "sim/explain/narration/narration.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/trace/replay.hpp"
#include "sim/trace/snapshots.hpp"
#include "sim/trace/trace_maker.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

std::shared_ptr<const Trace> traced(const Plan& plan, const std::string& model = "cc9.0",
                                    const TraceOptions& options = {}) {
  auto trace = Trace::record(plan, model_named(model), options);
  EXPECT_TRUE(trace.has_value()) << trace.error().message;
  return trace ? *trace : nullptr;
}

// Hashes by position, from a separate machine that is only stepped forward.
std::vector<std::uint64_t> hashes_by_stepping(const Plan& plan, const std::string& model) {
  const Result<Machine> machine = compile_machine(plan, model_named(model));
  TraceState state;
  state.machine = machine->initial_state();
  ProvenanceGraph graph;
  ProvenanceObserver provenance(*machine, state, graph);
  if (!state.machine.done(plan.launches.size())) provenance.on_group_begin(state.machine, 0);
  RunningTotal total(state, &machine->model());
  Observer* const observers[] = {&provenance, &total};
  std::vector<std::uint64_t> hashes{state.hash()};
  while (machine->step(state.machine, observers)) {
    ++state.position;
    hashes.push_back(state.hash());
  }
  return hashes;
}

std::shared_ptr<const Trace> beginning_of(const Plan& plan, std::uint64_t moments) {
  auto maker = TraceMaker::begin(plan, model_named("cc9.0"), {}, moments);
  while (maker->go_on(std::chrono::hours(1))) {
  }
  return *maker->finish();
}

// For an interrupted long run, the part up to the interruption is kept.
TEST(Trace, ABeginningIsThatOfTheRun) {
  const Plan plan = catalogue_plan("scan/blelloch", {.n = 64, .group_size = 32});
  const auto whole = traced(plan), beginning = beginning_of(plan, 100);
  ASSERT_GT(whole->size(), 100u);
  EXPECT_FALSE(is_beginning(*whole));
  EXPECT_TRUE(is_beginning(*beginning));
  ASSERT_EQ(beginning->size(), 100u);
  EXPECT_TRUE(beginning->findings().empty());
  for (const std::uint64_t position : {0, 37, 99, 100})
    EXPECT_EQ(beginning->seek(position)->hash(), whole->seek(position)->hash()) << position;
  EXPECT_EQ(narrate(*beginning, 100), "The run has been recorded up to here and continues.");
}

TEST(Trace, AShortRunIsNoBeginning) {
  const Plan plan = catalogue_plan("scan/blelloch", {.n = 64, .group_size = 32});
  const std::uint64_t size = traced(plan)->size();
  const auto trace = beginning_of(plan, size);
  EXPECT_FALSE(is_beginning(*trace));
  EXPECT_EQ(trace->size(), size);
}

struct TravelCase {
  std::string id;
  std::uint64_t n;
  std::uint64_t group_size;
  std::string model;
};

void PrintTo(const TravelCase& travel, std::ostream* out) {
  *out << travel.id << " n " << travel.n << " group " << travel.group_size << " " << travel.model;
}

class Travel : public testing::TestWithParam<TravelCase> {};

TEST_P(Travel, RandomPositionsEqualStepping) {
  const auto& [id, n, group_size, model] = GetParam();
  const Plan plan = catalogue_plan(id, {.n = n, .group_size = group_size});
  const auto trace = traced(plan, model);
  const std::vector<std::uint64_t> expected = hashes_by_stepping(plan, model);
  ASSERT_EQ(trace->size() + 1, expected.size());
  std::mt19937_64 random(n);
  for (int turn = 0; turn < 1000; ++turn) {
    // Positions near the last one are as frequent as all others, because the window mostly moves
    // to neighbours.
    const std::uint64_t anywhere = random() % expected.size();
    const std::uint64_t position =
        turn % 2 == 0 ? anywhere : std::min<std::uint64_t>(anywhere / 8, trace->size());
    ASSERT_EQ(trace->seek(position)->hash(), expected[position]) << id << " position " << position;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Travel,
                         testing::Values(TravelCase{"reduce/divergent", 64, 16, "cc9.0"},
                                         TravelCase{"reduce/divergent", 1, 2, "cc2.0"},
                                         TravelCase{"reduce/divergent", 517, 128, "cc2.0"},
                                         TravelCase{"reduce/sequential-local", 64, 64, "cc2.0"},
                                         TravelCase{"reduce/sequential-local", 333, 32, "cc9.0"},
                                         TravelCase{"reduce/interleaved-global", 64, 16, "cc2.0"},
                                         TravelCase{"reduce/interleaved-global", 77, 8, "cc9.0"}));

// A buffer in another person's recording may have any size that the recording states.
TEST(Trace, OfPiecesIsThatOfTheWhole) {
  const Plan plan = catalogue_plan("scan/blelloch", {.n = 512, .group_size = 64});
  const auto whole = traced(plan);
  auto maker = TraceMaker::begin(plan, model_named("cc9.0"), {});
  ASSERT_TRUE(maker.has_value()) << maker.error().message;
  std::size_t pieces = 1;
  while (maker->go_on(std::chrono::milliseconds(0))) ++pieces;
  const auto divided = maker->finish();
  ASSERT_TRUE(divided.has_value()) << divided.error().message;
  EXPECT_GT(pieces, 1u);
  ASSERT_EQ((*divided)->size(), whole->size());
  for (const std::uint64_t position : {std::uint64_t{0}, whole->size() / 2, whole->size()})
    EXPECT_EQ((*divided)->seek(position)->hash(), whole->seek(position)->hash()) << position;
  EXPECT_EQ((*divided)->counted().total.work, whole->counted().total.work);
  const ProvenanceId last = whole->seek(whole->size())->buffer_provenance.back().read().front();
  EXPECT_EQ((*divided)->provenance().label(last), whole->provenance().label(last));
}

TEST(Trace, WhatDoesNotFitIntoMemoryIsRefusedBeforeItIsMade) {
  Plan plan = catalogue_plan("reduce/divergent");
  plan.buffers.push_back(plan.buffers[0]);
  plan.buffers.back().name = "large";
  plan.buffers.back().content = {};
  for (const std::uint64_t bytes : {available_memory_bytes(), std::uint64_t{1} << 50}) {
    plan.buffers.back().elements = bytes / 4;
    const auto trace = Trace::record(plan, model_named("cc9.0"));
    ASSERT_FALSE(trace);
    EXPECT_NE(trace.error().message.find("of memory"), std::string::npos) << trace.error().message;
  }
}

// A loop of two warps, long enough for several snapshots, that writes to a buffer and takes different paths.
Plan long_plan() {
  return kernel_plan(
      "kernel void k(global int *out, global const int *in) {\n"
      "  int i = get_global_id(0), sum = 0;\n"
      "  for (int k = 0; k < 1200; ++k) {\n"
      "    if ((k ^ i) & 3) sum += in[(k * 7 + i * i) & 63];\n"
      "    if ((k & 15) == 0) { out[i] = sum; "
      "barrier(CLK_GLOBAL_MEM_FENCE); }\n"
      "  }\n"
      "}\n",
      64, 64);
}

// Hashes at `positions`, ascending, from a machine that is only stepped forward.
std::vector<std::uint64_t> hashes_at(const Plan& plan, const std::vector<std::uint64_t>& positions) {
  const Result<Machine> machine = compile_machine(plan, model_named("cc9.0"));
  TraceState state;
  state.machine = machine->initial_state();
  ProvenanceGraph graph;
  ProvenanceObserver provenance(*machine, state, graph);
  provenance.on_group_begin(state.machine, 0);
  RunningTotal total(state, &machine->model());
  Observer* const observers[] = {&provenance, &total};
  std::vector<std::uint64_t> hashes;
  for (const std::uint64_t position : positions) {
    while (state.position < position && machine->step(state.machine, observers)) ++state.position;
    hashes.push_back(state.hash());
  }
  return hashes;
}

TEST(LongTrace, RandomPositionsAndStepsBackEqualStepping) {
  const Plan plan = long_plan();
  const auto trace = traced(plan);
  ASSERT_GT(trace->size(), 20'000u);
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> positions;
  for (int i = 0; i < 150; ++i) positions.push_back(random() % (trace->size() + 1));
  for (std::uint64_t back = 0; back < 150; ++back) positions.push_back(trace->size() - back);
  std::ranges::sort(positions);
  const std::vector<std::uint64_t> expected = hashes_at(plan, positions);
  for (std::size_t i = positions.size(); i > 0; --i)
    ASSERT_EQ(trace->seek(positions[i - 1])->hash(), expected[i - 1]) << "back to " << positions[i - 1];
  for (int turn = 0; turn < 600; ++turn) {
    const std::size_t i = random() % positions.size();
    ASSERT_EQ(trace->seek(positions[i])->hash(), expected[i]) << "position " << positions[i];
    ASSERT_EQ(trace->kept_state(positions[i]).position, trace->kept_position(positions[i]));
  }
}

TEST(LongTrace, EventsAreThoseOfTheRecords) {
  const auto trace = traced(long_plan());
  const std::uint16_t flags = TraceRecord::barrier_release | TraceRecord::launch_end;
  std::optional<std::uint64_t> before;
  std::uint64_t events = 0;
  for (std::uint64_t position = 1; position < trace->size(); ++position) {
    if ((trace->at(position).flags & flags) == 0) continue;
    ASSERT_EQ(trace->next_event(before.value_or(0), flags), position);
    ASSERT_EQ(trace->previous_event(position, flags), before);
    before = position;
    ++events;
  }
  EXPECT_EQ(events, trace->counted().total.barriers + 1);
  EXPECT_EQ(trace->next_event(trace->size() - 1, flags), std::nullopt);
  EXPECT_EQ(trace->previous_event(trace->size(), flags), before);
}

TEST(LongTrace, TakesLittleMemoryForAMoment) {
  const auto trace = traced(long_plan());
  EXPECT_LT(trace->size_bytes(), (std::uint64_t{4} << 20) + 400 * trace->size());
}

TEST(Trace, AWorkGroupThatTakesLongerThanItMayEndsTheTrace) {
  const auto trace = traced(long_plan(), "cc9.0", {.max_moments_of_group = 5000});
  ASSERT_NE(trace, nullptr);
  EXPECT_LT(trace->size(), 8000u);
  ASSERT_FALSE(trace->findings().empty());
  EXPECT_EQ(trace->findings().back().kind, Finding::Kind::step_budget);
  EXPECT_EQ(trace->seek(trace->size())->position, trace->size());
}

TEST(Trace, KeepsTheBeginningOfAWorkGroupThatSeemsEndless) {
  const auto trace =
      traced(long_plan(), "cc9.0", {.max_moments_of_group = 20'000, .kept_moments_of_endless_group = 5000});
  ASSERT_NE(trace, nullptr);
  EXPECT_LT(trace->size(), 8000u);
  ASSERT_FALSE(trace->findings().empty());
  const Finding& stop = trace->findings().back();
  EXPECT_EQ(stop.kind, Finding::Kind::step_budget);
  EXPECT_NE(stop.message.find("warp instructions, of which the first"), std::string::npos) << stop.message;
  EXPECT_EQ(trace->seek(trace->size())->position, trace->size());
}

TEST(Trace, TooMuchMemoryIsReportedInASentence) {
  const auto trace = Trace::record(long_plan(), model_named("cc9.0"), {.max_bytes = 1 << 20});
  ASSERT_FALSE(trace);
  EXPECT_NE(trace.error().message.find("1 MiB of memory"), std::string::npos) << trace.error().message;
}

TEST(Trace, AReturnedStateNeverChanges) {
  const auto trace = traced(catalogue_plan("reduce/divergent"));
  const auto early = trace->seek(10);
  const std::uint64_t before = early->hash();
  trace->seek(40);
  trace->seek(trace->size());
  EXPECT_EQ(early->hash(), before);
  EXPECT_EQ(early->position, 10u);
}

TEST(Trace, PositionsBeyondTheEndAreTheEnd) {
  const auto trace = traced(catalogue_plan("reduce/divergent"));
  EXPECT_EQ(trace->seek(UINT64_MAX)->position, trace->size());
  EXPECT_EQ(buffers_of(trace->seek(trace->size())->machine), trace->counted().buffers);
}

TEST(Trace, CountersAtTheEndAreThoseOfTheRun) {
  for (const std::string& id : kAlgorithms) {
    const Plan plan = catalogue_plan(id, {.n = 100, .group_size = 32});
    const auto trace = traced(plan);
    EXPECT_EQ(trace->seek(0)->counters, Counters{});
    EXPECT_EQ(trace->seek(trace->size())->counters, trace->counted().total) << id;
    const auto counted = run_counted(plan, model_named("cc9.0"));
    ASSERT_TRUE(counted);
    EXPECT_EQ(counted->total, trace->counted().total) << id;
    EXPECT_EQ(counted->lines, trace->counted().lines) << id;
    EXPECT_EQ(counted->buffers, trace->counted().buffers) << id;
  }
}

TEST(Trace, InputsHaveTheirNamesFromTheStart) {
  const auto trace = traced(catalogue_plan("reduce/divergent"));
  const auto start = trace->seek(0);
  const std::size_t input = trace->plan().expectation->input_buffer;
  EXPECT_EQ(trace->provenance().label(start->buffer_provenance[input][3]), "x3");
  EXPECT_FALSE(start->register_provenance.empty());
}

TEST(Trace, AccessesAreThoseThatWereCounted) {
  const auto trace =
      traced(catalogue_plan("reduce/interleaved-global", {.n = 256, .group_size = 32}), "cc2.0");
  std::uint64_t loads = 0, stores = 0;
  for (std::uint64_t position = 0; position < trace->size(); ++position) {
    for (const AccessDetail& access : trace->accesses(position)) {
      if (access.space != Space::global) continue;
      EXPECT_EQ(access.transactions.size(), access.global.transactions);
      (access.kind == AccessKind::load ? loads : stores) += access.transactions.size();
    }
  }
  EXPECT_EQ(loads, trace->counted().total.global_load_transactions);
  EXPECT_EQ(stores, trace->counted().total.global_store_transactions);
}

TEST(Trace, FlagsAgreeWithTheCounters) {
  const auto trace = traced(catalogue_plan("reduce/divergent", {.n = 64, .group_size = 32}));
  std::uint64_t divergent = 0, releases = 0, launches = 0, groups = 0;
  for (std::uint64_t position = 0; position < trace->size(); ++position) {
    const std::uint16_t flags = trace->at(position).flags;
    divergent += (flags & TraceRecord::divergent) != 0;
    releases += (flags & TraceRecord::barrier_release) != 0;
    launches += (flags & TraceRecord::launch_end) != 0;
    groups += (flags & TraceRecord::group_end) != 0;
  }
  const Counters& total = trace->counted().total;
  EXPECT_EQ(divergent, total.divergent_branches);
  EXPECT_EQ(releases, total.barriers);
  EXPECT_EQ(launches, total.launches);
  EXPECT_EQ(groups, total.work_groups);
}

TEST(Trace, TooManyMomentsAreReportedInASentence) {
  const auto trace = Trace::record(catalogue_plan("reduce/divergent", {.n = 256, .group_size = 64}),
                                   model_named("cc9.0"), {.max_moments = 100});
  ASSERT_FALSE(trace);
  EXPECT_NE(trace.error().message.find("100"), std::string::npos);
}

TEST(Trace, APlanWithoutLaunchesHasNoMoments) {
  const auto trace = traced(catalogue_plan("reduce/interleaved-global", {.n = 1, .group_size = 8}));
  EXPECT_EQ(trace->size(), trace->plan().launches.empty() ? 0u : trace->size());
  EXPECT_EQ(trace->seek(0)->position, 0u);
  EXPECT_TRUE(trace->accesses(trace->size()).empty());
}

// A long trace needs few stored states: they are reduced, and replay still reaches every position.
TEST(Snapshots, StayWithinTheirBudget) {
  const Plan plan = catalogue_plan("reduce/divergent", {.n = 512, .group_size = 128});
  const Result<Machine> machine = compile_machine(plan, model_named("cc9.0"));
  TraceState state;
  state.machine = machine->initial_state();
  const std::uint64_t budget = 6 * size_in_memory(state);
  Snapshots snapshots(budget);
  std::uint64_t kept = 0;
  do {
    snapshots.offer(state);
    kept = std::max<std::uint64_t>(kept, snapshots.count());
    ++state.position;
  } while (machine->step(state.machine, {}));
  EXPECT_LE(kept, 8u);
  EXPECT_EQ(snapshots.before(0).position, 0u);
  for (const std::uint64_t wanted : {std::uint64_t{1}, state.position / 2, state.position}) {
    EXPECT_LE(snapshots.before(wanted).position, wanted);
    EXPECT_LT(wanted - snapshots.before(wanted).position, snapshots.interval());
  }
}

}  // namespace
}  // namespace lockstep::sim
