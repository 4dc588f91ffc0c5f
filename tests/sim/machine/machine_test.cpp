// Launches: arguments, work-item queries, partial warps, several launches in order, refusals, determinism.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Machine, AnswersWorkItemQueriesInThreeDimensions) {
  const auto ask = [](WorkItemQuery query, unsigned dimension) {
    Assembler a;
    const Register out = a.global_parameter("out");
    const Register at = a.query_int(WorkItemQuery::global_linear_id);
    a.store(a.element(out, at), a.query_int(query, dimension));
    Plan plan = plan_of({output_buffer("out", 6 * 4 * 2)}, {BufferArgument{0}}, 6, 3);
    plan.launches[0].range = {{6, 4, 2}, {3, 2, 1}, {100, 200, 300}, 3};
    const Outcome outcome = run(plan, a.finish(), 4);
    EXPECT_TRUE(outcome.findings.empty());
    return outcome.ints(0);
  };
  const auto flat = [](std::size_t x, std::size_t y, std::size_t z) { return (z * 4 + y) * 6 + x; };
  EXPECT_EQ(ask(WorkItemQuery::global_id, 0)[flat(4, 1, 1)], 104);
  EXPECT_EQ(ask(WorkItemQuery::global_id, 1)[flat(4, 3, 1)], 203);
  EXPECT_EQ(ask(WorkItemQuery::global_id, 2)[flat(4, 3, 1)], 301);
  EXPECT_EQ(ask(WorkItemQuery::local_id, 0)[flat(4, 3, 1)], 1);
  EXPECT_EQ(ask(WorkItemQuery::local_id, 1)[flat(4, 3, 1)], 1);
  EXPECT_EQ(ask(WorkItemQuery::group_id, 1)[flat(4, 3, 1)], 1);
  EXPECT_EQ(ask(WorkItemQuery::num_groups, 0)[0], 2);
  EXPECT_EQ(ask(WorkItemQuery::global_size, 1)[0], 4);
  EXPECT_EQ(ask(WorkItemQuery::local_size, 1)[0], 2);
  EXPECT_EQ(ask(WorkItemQuery::local_size, 3)[0], 1);
  EXPECT_EQ(ask(WorkItemQuery::global_id, 3)[0], 0);
  EXPECT_EQ(ask(WorkItemQuery::work_dim, 0)[0], 3);
  EXPECT_EQ(ask(WorkItemQuery::global_offset, 2)[0], 300);
  EXPECT_EQ(ask(WorkItemQuery::local_linear_id, 0)[flat(4, 3, 1)], 4);
  EXPECT_EQ(ask(WorkItemQuery::sub_group_size, 0)[flat(0, 0, 0)], 4);
  EXPECT_EQ(ask(WorkItemQuery::sub_group_size, 0)[flat(1, 1, 0)], 2);  // items 4 and 5 of a group
  EXPECT_EQ(ask(WorkItemQuery::sub_group_id, 0)[flat(1, 1, 0)], 1);
}

TEST(Machine, PassesValuesVectorsAndStructures) {
  Assembler a;
  const Register out = a.global_parameter("out");
  const Register number = a.value_parameter("number", LaneType::int16);
  const Register vector = a.value_parameter("vector", kInt, 3);
  const std::uint32_t offset = a.structure_parameter("pair", 8);
  const Register place = a.fresh();
  a.emit({.op = Opcode::private_address, .dst = place, .imm = offset + 4});
  a.store(out, a.convert(kInt, LaneType::int16, number));
  a.store(a.element(out, a.integer(1)), vector, kInt, 3);
  a.store(a.element(out, a.integer(4)), a.load(place));
  const std::int32_t three[4] = {7, 8, 9, 0};
  const std::int32_t pair[2] = {20, 21};
  const Plan plan = plan_of({output_buffer("out", 5)},
                            {BufferArgument{0}, scalar_argument<std::int16_t>(-3),
                             scalar_argument(std::to_array(three)), scalar_argument(std::to_array(pair))},
                            1, 1);
  const Outcome outcome = run(plan, a.finish());
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_THAT(outcome.ints(0), ElementsAre(-3, 7, 8, 9, 21));
}

// data[id] = 2 * data[id] + 1
std::shared_ptr<const Program> double_and_one() {
  Assembler a;
  const Register data = a.global_parameter("data");
  const Register place = a.element(data, a.query_int(WorkItemQuery::global_id));
  const Register value = a.load(place);
  a.store(place, a.binary(Opcode::add, kInt, a.binary(Opcode::add, kInt, value, value), a.integer(1)));
  return a.finish();
}

TEST(Machine, BuffersPersistOverLaunchesInOrder) {
  Plan plan = plan_of({int_buffer("data", {0, 1, 2, 3})}, {BufferArgument{0}}, 4, 2);
  plan.launches.resize(3, plan.launches[0]);
  EXPECT_THAT(run(plan, double_and_one()).ints(0), ElementsAre(7, 15, 23, 31));
}

TEST(Machine, APlanWithoutLaunchesIsDoneAtOnce) {
  Plan plan = plan_of({int_buffer("data", {5})}, {}, 1, 1);
  plan.launches.clear();
  const Machine machine = machine_of(plan, double_and_one(), model_of(32));
  MachineState state = machine.initial_state();
  EXPECT_TRUE(state.done(plan.launches.size()));
  EXPECT_FALSE(machine.step(state, {}));
  EXPECT_EQ(state.buffers[0].size(), 4u);
}

// The events that an observer receives, as text.
class Record : public Observer {
 public:
  void on_launch_begin(const MachineState&, std::uint32_t launch) override { add("launch", launch); }
  void on_launch_end(const MachineState&, std::uint32_t launch) override { add("launch end", launch); }
  void on_group_begin(const MachineState&, std::uint32_t group) override { add("group", group); }
  void on_group_end(const MachineState&, std::uint32_t group) override { add("group end", group); }
  void on_access(const MachineState&, const Moment& moment, const Instruction&,
                 const ObservedAccess& access) override {
    add("access", moment.pc, access.access.active);
  }
  void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch& b) override {
    add("branch", b.lanes, b.taken);
  }
  void on_barrier_arrive(const MachineState&, const Moment& moment, const Instruction&) override {
    add("arrive", moment.warp);
  }
  void on_barrier_release(const MachineState&, std::uint32_t group, const Instruction&) override {
    add("release", group);
  }
  void on_instruction(const MachineState& state, const Moment& moment, const Instruction&) override {
    add("instruction", moment.pc, moment.lanes, hash(state));
  }
  std::vector<std::string> lines;

 private:
  template <class... N>
  void add(std::string text, N... numbers) {
    ((text += " " + std::to_string(numbers)), ...);
    lines.push_back(std::move(text));
  }
};

// A group's tree sum with barriers in a loop, two launches.
struct TreeSum {
  TreeSum() {
    Assembler a;
    const Register in = a.global_parameter("in");
    const Register scratch = a.local_parameter("scratch");
    const Register t = a.query_int(WorkItemQuery::local_id);
    const Register mine = a.element(scratch, t);
    a.store(mine, a.load(a.element(in, a.query_int(WorkItemQuery::global_id))));
    a.barrier();
    const Register s = a.fresh();
    a.move(kInt, s, a.integer(32));
    a.loop([&] { return a.binary(Opcode::cmp_gt, kInt, s, a.integer(0)); },
           [&] {
             a.if_(a.binary(Opcode::cmp_lt, kInt, t, s), [&] {
               const Register other = a.load(a.element(scratch, a.binary(Opcode::add, kInt, t, s)));
               a.store(mine, a.binary(Opcode::add, kInt, a.load(mine), other));
             });
             a.barrier();
           },
           [&] { a.move(kInt, s, a.binary(Opcode::shr, kInt, s, a.integer(1))); });
    a.if_(a.binary(Opcode::cmp_eq, kInt, t, a.integer(0)),
          [&] { a.store(a.element(in, a.query_int(WorkItemQuery::group_id)), a.load(scratch)); });
    program = a.finish();
    std::vector<std::int32_t> ones(192, 1);
    plan = plan_of({int_buffer("in", ones)}, {BufferArgument{0}, LocalArgument{256}}, 192, 64);
    plan.launches.push_back(plan.launches[0]);
  }
  std::shared_ptr<const Program> program;
  Plan plan;
};

TEST(Machine, StepAndRunReportTheSame) {
  const TreeSum sum;
  const Machine machine = machine_of(sum.plan, sum.program, model_of(32));
  Record by_step, by_run;
  Observer* const step_observers[] = {&by_step};
  Observer* const run_observers[] = {&by_run};
  MachineState stepped = machine.initial_state();
  while (machine.step(stepped, step_observers)) {
  }
  MachineState ran = machine.initial_state();
  machine.run(ran, run_observers);
  EXPECT_EQ(by_step.lines, by_run.lines);
  EXPECT_EQ(stepped, ran);
  EXPECT_EQ(hash(stepped), hash(ran));
  EXPECT_EQ(by_run.lines.front(), "launch 0");
  EXPECT_EQ(by_run.lines.back(), "launch end 1");
}

TEST(Machine, ACopyOfTheStateContinuesInTheSameWay) {
  const TreeSum sum;
  const Machine machine = machine_of(sum.plan, sum.program, model_of(16));
  MachineState state = machine.initial_state();
  std::vector<MachineState> moments;
  std::vector<std::uint64_t> hashes;
  do {
    if (state.executed % 97 == 0) moments.push_back(state);
    hashes.push_back(hash(state));
  } while (machine.step(state, {}));
  ASSERT_GT(moments.size(), 10u);
  for (MachineState& moment : moments) {
    std::size_t at = static_cast<std::size_t>(moment.executed);
    for (int i = 0; i < 200 && machine.step(moment, {}); ++i) ASSERT_EQ(hash(moment), hashes[++at]);
    machine.run(moment, {});
    EXPECT_EQ(moment, state);
  }
}

TEST(Machine, TheHashDistinguishesStates) {
  const TreeSum sum;
  const Machine machine = machine_of(sum.plan, sum.program, model_of(32));
  MachineState state = machine.initial_state();
  MachineState changed = state;
  changed.group.warps[1].registers[17] = std::byte{1};
  EXPECT_NE(hash(state), hash(changed));
  changed = state;
  changed.buffers[0].write()[3] = std::byte{1};
  EXPECT_NE(hash(state), hash(changed));
  changed = state;
  changed.group.warps[0].active = 1;
  EXPECT_NE(hash(state), hash(changed));
}

TEST(Machine, CountsInstructionsForObservers) {
  class Tally : public Observer {
   public:
    explicit Tally(std::size_t size) : counts(size) {}
    bool wants_instructions() const override { return false; }
    std::span<InstructionTally> instruction_tally(std::uint32_t) override { return counts; }
    std::vector<InstructionTally> counts;
  };
  const TreeSum sum;
  const Machine machine = machine_of(sum.plan, sum.program, model_of(32));
  Tally tally(sum.program->code.size());
  Record record;
  Observer* const observers[] = {&tally, &record};
  MachineState state = machine.initial_state();
  machine.run(state, observers);
  std::uint64_t executed = 0, lanes = 0;
  for (const InstructionTally& count : tally.counts) {
    executed += count.executed;
    lanes += count.lanes;
    EXPECT_EQ(count.slots, 32 * count.executed);
  }
  EXPECT_EQ(executed, state.executed);
  EXPECT_LT(lanes, 32 * executed);
}

TEST(Machine, StepBudgetEndsAnEndlessLoopWithAFinding) {
  Assembler a;
  a.line(3);
  a.loop([&] { return a.integer(1); }, [] {});
  MachineOptions options;
  options.step_budget = 1000;
  const Outcome outcome = run(plan_of({}, {}, 64, 64), a.finish(), 32, options);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, Finding::Kind::step_budget);
  EXPECT_THAT(
      outcome.findings[0].message,
      HasSubstr("stopped after 1000 warp instructions: work-item 0 in work-group 0 of kernel k was in "
                "the loop at line 3"));
  EXPECT_TRUE(outcome.state.ended_early());
  EXPECT_TRUE(outcome.state.done(1));
}

TEST(Machine, DescribesAddressesByTheNamesOfTheSource) {
  const TreeSum sum;
  const Machine machine = machine_of(sum.plan, sum.program, model_of(32));
  const MachineState state = machine.initial_state();
  EXPECT_EQ(machine.describe_address(state, make_address(Space::global, 1, 48), 4), "in[12]");
  EXPECT_EQ(machine.describe_address(state, make_address(Space::local, 2, 12), 4), "scratch[3] (local)");
  EXPECT_EQ(machine.describe_address(state, make_address(Space::local, 0, 12), 4), "scratch[3] (local)");
  EXPECT_EQ(machine.describe_address(state, make_address(Space::private_, 0, 0), 4), "private memory");
  EXPECT_EQ(machine.describe_address(state, make_address(Space::global, 1, 0), 16), "in[0] to in[3]");
}

// Refused launches, each with one error in an otherwise valid launch.
std::string refusal(const std::function<void(Plan&, Program&, DeviceModel&)>& spoil) {
  TreeSum sum;
  Program program = *sum.program;
  DeviceModel model = model_of(32);
  spoil(sum.plan, program, model);
  const auto machine = Machine::create(sum.plan, {std::make_shared<const Program>(program)}, model);
  return machine ? "accepted" : machine.error().message;
}

TEST(Machine, RefusesInvalidLaunchesInOneSentence) {
  EXPECT_EQ(refusal([](Plan&, Program&, DeviceModel&) {}), "accepted");
  EXPECT_EQ(refusal([](Plan& plan, Program&, DeviceModel&) { plan.launches[0].kernel = "sum"; }),
            "there is no kernel sum in test.cl; it has k");
  EXPECT_EQ(refusal([](Plan& plan, Program&, DeviceModel&) { plan.launches[0].arguments.pop_back(); }),
            "kernel k takes 2 arguments (int* in, int* scratch), not 1");
  EXPECT_EQ(
      refusal([](Plan& plan, Program&, DeviceModel&) { plan.launches[0].arguments[0] = LocalArgument{8}; }),
      "argument 0 of kernel k, int* in, takes a buffer, but 8 bytes of local memory was given");
  EXPECT_EQ(refusal([](Plan&, Program& program, DeviceModel&) {
              program.kernels[0].required_group_size[0] = 16;
              program.kernels[0].required_group_size[1] = 2;
              program.kernels[0].required_group_size[2] = 1;
            }),
            "kernel k requires work-groups of 16x2x1 (reqd_work_group_size), but the launch requests 64x1x1");
  EXPECT_THAT(
      refusal([](Plan&, Program&, DeviceModel& model) { model.max_group_size = 32; }),
      HasSubstr("a work-group of 64x1x1 work-items is too large for test model, which takes up to 32"));
  EXPECT_EQ(refusal([](Plan&, Program&, DeviceModel& model) { model.local_bytes = 100; }),
            "kernel k needs 256 bytes of local memory for a work-group, but test model has 100");
  EXPECT_THAT(refusal([](Plan& plan, Program&, DeviceModel&) { plan.launches[0].range.local_size[0] = 0; }),
              HasSubstr("0"));
  EXPECT_NE(refusal([](Plan& plan, Program&, DeviceModel&) { plan.launches[0].range.local_size[0] = 7; }),
            "accepted");
  EXPECT_THAT(refusal([](Plan& plan, Program&, DeviceModel&) {
                plan.buffers.push_back(output_buffer("huge", std::uint64_t{1} << 40));
              }),
              HasSubstr("buffer huge"));
  EXPECT_THAT(refusal([](Plan& plan, Program&, DeviceModel&) {
                plan.buffers.push_back(output_buffer("huge", std::uint64_t{1} << 62, LaneType::int64));
              }),
              HasSubstr("huge"));
  EXPECT_THAT(refusal([](Plan&, Program& program, DeviceModel&) { program.private_bytes = 1u << 30; }),
              HasSubstr("private memory"));
}

}  // namespace
}  // namespace lockstep::sim::assembly
