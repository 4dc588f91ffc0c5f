// A wrong result is reported with the moment from which it is wrong; a run without a reference is not
// called correct.
#include "sim/explain/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/machine/state/limits.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;
using VerdictKind = RunVerdict::Kind;

// The kernel of an algorithm with one piece of its text replaced.
Plan mutated(const std::string& id, const std::string& from, const std::string& to,
             const Choice& choice = {.n = 64, .group_size = 64}) {
  Plan plan = catalogue_plan(id, choice);
  for (PlanProgram& program : plan.programs) {
    const std::size_t at = program.source.text.find(from);
    if (at == std::string::npos) {
      ADD_FAILURE() << id << " does not contain " << from;
      return plan;
    }
    program.source.text.replace(at, from.size(), to);
  }
  return plan;
}

// From a trace and from a counted run; both must agree.
RunVerdict verdict(const Plan& plan, const Schedule& schedule = {}) {
  const DeviceModel& model = model_named("cc9.0");
  const auto trace = Trace::record(plan, model, {.schedule = schedule});
  const auto run = run_counted(plan, model, {.schedule = schedule});
  if (!run || !trace) {
    ADD_FAILURE() << (run ? trace.error().message : run.error().message);
    return {};
  }
  const RunVerdict found = verdict_of(**trace);
  const RunVerdict counted = verdict_of(plan, model, schedule, *run);
  EXPECT_EQ(found.message, counted.message);
  EXPECT_EQ(found.from.has_value(), counted.from.has_value());
  if (found.from) {
    EXPECT_EQ(found.from->position, counted.from->position);
    EXPECT_LE(found.from->position, (*trace)->size());
    EXPECT_GE(found.from->position, 1u);
  }
  return found;
}

// A store that copies a variable is not blamed for an error in an earlier line.
TEST(RunVerdict, AStoreThatOnlyCopiesPointsToTheLinesBefore) {
  const RunVerdict found =
      verdict(mutated("reduce/divergent", "scratch[t] = OP(scratch[t], scratch[t + s]);",
                      "{ int sum = OP(scratch[t], scratch[t + s]) + 1;\nscratch[t] = sum; }"));
  ASSERT_TRUE(found.from);
  EXPECT_EQ(found.from->line, 34u);
  EXPECT_THAT(found.from->sentence, HasSubstr("This is the value of sum: the error is before this line."));
  const RunVerdict computed =
      verdict(mutated("reduce/divergent", "scratch[t + s]);", "scratch[t + s]) + 1;"));
  EXPECT_THAT(computed.from->sentence, testing::Not(HasSubstr("before this line")));
}

TEST(RunVerdict, AnAddedConstantIsFoundWhereItIsStored) {
  const RunVerdict found = verdict(mutated("reduce/divergent", "scratch[t + s]);", "scratch[t + s]) + 1;"));
  ASSERT_TRUE(found.is_wrong());
  EXPECT_THAT(found.message, HasSubstr("out[0] is"));
  ASSERT_TRUE(found.first && found.from);
  EXPECT_EQ(found.from->line, 33u);
  EXPECT_THAT(found.from->sentence, HasSubstr("in scratch["));
  EXPECT_THAT(found.from->sentence, HasSubstr(", but Σ x"));
}

TEST(RunVerdict, InputsThatAreCountedTwiceAreFoundWhereTheyAreStored) {
  const RunVerdict found =
      verdict(mutated("reduce/divergent", "OP(scratch[t], scratch[t + s])", "OP(scratch[t], scratch[t])"));
  ASSERT_TRUE(found.is_wrong() && found.from);
  EXPECT_EQ(found.from->line, 33u);
  EXPECT_THAT(found.from->sentence, HasSubstr("counted more than once"));
}

TEST(RunVerdict, MissingInputsAreKnownWhenTheResultIsStored) {
  const RunVerdict found = verdict(mutated("reduce/divergent", "g < n ? in[g]", "g < n - 1 ? in[g]"));
  ASSERT_TRUE(found.is_wrong() && found.from);
  EXPECT_THAT(found.because, HasSubstr("x63 is missing"));
  EXPECT_THAT(found.from->sentence, HasSubstr("the wrong value in out[0]"));
}

// Four work-groups store their sums, and one sum is expected.
TEST(RunVerdict, RightPartsLackALaunch) {
  const auto first_launch_of = [](Plan plan) {
    plan.launches.resize(1);
    plan.expectation->result_buffer = 1;
    return plan;
  };
  const Choice choice{.n = 64, .group_size = 16};
  const RunVerdict found = verdict(first_launch_of(catalogue_plan("reduce/divergent", choice)));
  ASSERT_TRUE(found.is_wrong());
  EXPECT_TRUE(found.lacks_launch);
  EXPECT_FALSE(found.from) << "no line is wrong";
  EXPECT_THAT(found.because, HasSubstr("a launch that adds these 4 values is missing"));
  // A wrong part is reported with its line.
  const RunVerdict wrong = verdict(
      first_launch_of(mutated("reduce/divergent", "scratch[t + s]);", "scratch[t + s]) + 1;", choice)));
  EXPECT_FALSE(wrong.lacks_launch);
  ASSERT_TRUE(wrong.from);
  EXPECT_EQ(wrong.from->line, 33u);
}

// One launch for each step of the tree, in place: the parts are where the last step stored them.
TEST(RunVerdict, RightPartsInPlaceLackLaunches) {
  const auto after = [](std::size_t launches, Plan plan) {
    plan.launches.resize(launches);
    return verdict(plan);
  };
  const Choice choice{.n = 16, .group_size = 16};
  const Plan plan = catalogue_plan("reduce/interleaved-global", choice);
  ASSERT_EQ(plan.launches.size(), 4u);
  const std::string name = plan.buffers[plan.expectation->result_buffer].name;
  const auto at = [&](int index) { return name + "[" + std::to_string(index) + "]"; };
  for (const auto& [launches, words] :
       {std::pair<std::size_t, std::string>{
            1, at(0) + ", " + at(2) + " … " + at(14) + "; launches that add these 8 values are missing"},
        {2, at(0) + ", " + at(4) + " … " + at(12) + "; launches that add these 4 values are missing"},
        {3, at(0) + ", " + at(8) + "; a launch that adds these 2 values is missing"}}) {
    const RunVerdict found = after(launches, plan);
    EXPECT_TRUE(found.lacks_launch);
    EXPECT_THAT(found.because, HasSubstr(words));
  }
  EXPECT_FALSE(after(4, plan).is_wrong());
}

TEST(RunVerdict, OtherTypesAndOperators) {
  for (const Operator op : all_operators())
    for (const ElementType type :
         {ElementType::int32, ElementType::uint64, ElementType::float32, ElementType::float64}) {
      if (!takes(op, type)) continue;
      const Choice choice{.n = 64, .group_size = 32, .op = op, .type = type};
      EXPECT_EQ(verdict(catalogue_plan("reduce/divergent", choice)).kind, VerdictKind::right);
      const RunVerdict found =
          verdict(mutated("reduce/divergent", "scratch[t + s]);", "scratch[t + s]) + 1;", choice));
      ASSERT_TRUE(found.is_wrong() && found.from) << name(op) << ' ' << opencl_name(type);
      EXPECT_THAT(found.from->sentence, HasSubstr("Line 33 stores")) << found.from->sentence;
    }
}

// The wrong store is the one that exchanges inputs, and the sentence names it.
TEST(RunVerdict, AnOperatorThatDoesNotCommuteShowsTheOrder) {
  for (const Operator op : {Operator::digits, Operator::matrix}) {
    const ElementType type = op == Operator::matrix ? ElementType::uint16x4 : ElementType::int32;
    const Choice choice{.n = 8, .group_size = 8, .op = op, .type = type};
    EXPECT_EQ(verdict(catalogue_plan("reduce/interleaved-global", choice)).kind, VerdictKind::right);
    const RunVerdict found = verdict(catalogue_plan("reduce/sequential-global", choice));
    ASSERT_TRUE(found.is_wrong() && found.from);
    EXPECT_THAT(found.because, HasSubstr("line 25 combines x4 before x2"));
    // With these matrices, a[0] happens to be the same in both orders.
    EXPECT_THAT(found.from->sentence,
                HasSubstr(op == Operator::matrix ? "in a[1]: x5 is combined before x3; in their order"
                                                 : "in a[0]: x4 is combined before x2; in their order"));
    EXPECT_EQ(found.from->line, 25u);
  }
}

TEST(RunVerdict, EveryAlgorithmIsRightAndEveryOwnFileIsNotChecked) {
  for (const Algorithm& algorithm : catalogue()) {
    const Choice choice{.n = 70, .group_size = 32, .limits = limits_of(model_named("cc9.0"))};
    Plan plan = catalogue_plan(algorithm.id, choice);
    EXPECT_EQ(verdict(plan).kind, VerdictKind::right) << algorithm.id;
    plan.expectation.reset();
    EXPECT_EQ(verdict(plan).kind, VerdictKind::not_checked) << algorithm.id;
  }
  EXPECT_EQ(name(VerdictKind::not_checked), "not checked");
}

// If a hazard gives a wrong result, the moment from which it is wrong is reported.
TEST(RunVerdict, AWrongHazardHasAMoment) {
  for (const Algorithm& hazard : hazards())
    for (const LaneSchedule lanes : {LaneSchedule::lockstep, LaneSchedule::independent}) {
      const Choice choice{.n = 64, .group_size = 64, .limits = limits_of(model_named("cc9.0"))};
      const RunVerdict found = verdict(catalogue_plan(hazard.id, choice), {lanes, {}});
      if (hazard.id.ends_with("-repaired")) {
        EXPECT_EQ(found.kind, VerdictKind::right) << hazard.id;
      }
      EXPECT_EQ(found.is_wrong(), !found.message.empty()) << hazard.id;
    }
}

}  // namespace
}  // namespace lockstep::sim
