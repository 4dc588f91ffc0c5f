// The explanation of a wrong result agrees with its provenance; a correct result has no explanation.
#include "sim/explain/wrong_result/wrong_result.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/machine/state/limits.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

constexpr Schedule kIndependent{LaneSchedule::independent, {}};
constexpr Schedule kAdversarial{LaneSchedule::lockstep, {ExecutionOrder::Kind::adversarial, 0}};

// From a counted run and from a trace; both must agree.
std::string because(const Plan& plan, const Schedule& schedule = {}) {
  const DeviceModel& model = model_named("cc9.0");
  const auto run = run_counted(plan, model, {.schedule = schedule});
  const auto trace = Trace::record(plan, model, {.schedule = schedule});
  if (!run || !trace) {
    ADD_FAILURE() << (run ? trace.error().message : run.error().message);
    return {};
  }
  const CheckResult check = check_run(plan, *run);
  const std::string text = wrong_because(plan, model, schedule, *run, check);
  EXPECT_EQ(wrong_because(**trace, check_run(plan, (*trace)->counted())), text);
  EXPECT_EQ(check.passed(), text.empty());
  return text;
}

std::string because(const std::string& id, std::uint64_t n, std::uint64_t group_size,
                    const Schedule& schedule = {}) {
  return because(
      catalogue_plan(id, {.n = n, .group_size = group_size, .limits = limits_of(model_named("cc9.0"))}),
      schedule);
}

TEST(WrongResult, AMissingBarrierLosesTheSumsOfOtherWarps) {
  EXPECT_EQ(because("hazards/missing-barrier", 256, 256), "x96..x127, x160..x255 are missing");
}

TEST(WrongResult, AScanIsExplainedAtItsFirstWrongCell) {
  EXPECT_EQ(because("hazards/hillis-steele-one-buffer", 4096, 256, kAdversarial),
            "x0, x30 are counted twice");
  EXPECT_EQ(because("hazards/hillis-steele-one-buffer", 64, 64, kIndependent), "x0 is counted twice");
}

// In each warp only the update of the last lane remains, and of all warps only that of the last warp.
TEST(WrongResult, LostUpdatesLeaveOneOfEachWarp) {
  EXPECT_EQ(because("hazards/lost-update", 256, 64), "it contains only x31,x63,…,x255 of x0..x255");
}

TEST(WrongResult, GroupsThatReadTooEarlyMissInputsOfOthers) {
  EXPECT_EQ(because("hazards/in-place-global-steps", 256, 64), "it contains only x0..x64, x128 of x0..x255");
  EXPECT_EQ(because("hazards/in-place-decomposition", 4096, 256, kAdversarial),
            "x15 is missing, x3840..x4095 are counted twice");
}

TEST(WrongResult, IndependentLanesMissTheLastSteps) {
  EXPECT_EQ(because("hazards/last-warp", 256, 64), "");
  EXPECT_THAT(because("hazards/last-warp", 256, 64, kIndependent), HasSubstr("only x0"));
}

TEST(WrongResult, ARightResultHasNoExplanation) {
  EXPECT_EQ(because("reduce/sequential-local", 1000, 64), "");
  EXPECT_EQ(because("hazards/missing-barrier-repaired", 1000, 64), "");
}

class OneCell : public testing::Test {
 protected:
  // A sum of four inputs in out[0], computed by this statement.
  static std::string of(const std::string& statement, Expectation::Kind kind = Expectation::Kind::reduction) {
    Plan plan =
        kernel_plan("kernel void k(global int *out, global const int *in) {\n" + statement + "\n}", 4, 4);
    plan.expectation = Expectation{kind, Operator::sum, 1, 0, kind == Expectation::Kind::reduction ? 1u : 4u};
    return because(plan);
  }
};

TEST_F(OneCell, ComesFromAnotherOperator) {
  EXPECT_EQ(of("out[0] = in[0] - in[1] - in[2] - in[3];"),
            "all inputs are included once, but line 2 combines them by subtraction instead of sum");
}

TEST_F(OneCell, ContainsAValueThatIsNotAnInput) {
  EXPECT_THAT(of("out[0] = in[0] + in[1] + in[2] + in[3] + 7;"),
              HasSubstr("all inputs are included once; the error comes from another value added to them"));
}

TEST_F(OneCell, ContainsNoInput) { EXPECT_EQ(of("out[0] = 5;"), "it contains no input"); }

TEST_F(OneCell, OfAnExclusiveScanBeginsWithTheIdentity) {
  EXPECT_EQ(of("out[0] = 5;", Expectation::Kind::exclusive_scan),
            "no input precedes this element, so it should be the identity");
  EXPECT_EQ(of("out[0] = in[1];", Expectation::Kind::exclusive_scan), "x1 must not be included");
}

std::optional<ResultSources> sources(const Plan& plan, std::uint64_t elements) {
  const DeviceModel& model = model_named("cc9.0");
  const auto run = run_counted(plan, model);
  EXPECT_TRUE(run) << run.error().message;
  if (!run || !check_run(plan, *run).passed()) return std::nullopt;
  return sources_of_result(plan, model, {}, run->total.instructions,
                           {plan.expectation->result_buffer, elements});
}

bool has(const ResultSources::Element& element, std::uint64_t input) {
  return std::ranges::any_of(element.runs, [&](const ProvenanceGraph::Source& run) {
    return run.first <= input && input <= run.last;
  });
}

TEST(SourcesOfResult, OfEveryAlgorithmAreItsInputs) {
  std::size_t tried = 0;
  for (const Algorithm& algorithm : catalogue())
    for (const std::uint64_t n : {1, 2, 16, 64, 256}) {
      const Choice choice{.n = n, .group_size = 16, .limits = limits_of(model_named("cc9.0"))};
      const Plan plan = catalogue_plan(algorithm.id, choice);
      if (plan.launches.empty() || !part_of(plan, 0)) continue;
      const auto found = sources(plan, plan.expectation->result_elements);
      if (!found) continue;  // not every algorithm accepts every n
      for (const ResultSources::Element& element : found->elements) {
        const InputPart part = *part_of(plan, element.index);
        for (std::uint64_t i = part.begin; i < part.end; ++i)
          EXPECT_TRUE(has(element, i)) << algorithm.id << " " << n << ": " << element.index << " lacks " << i;
      }
      EXPECT_EQ(found->outside_line, 0u) << algorithm.id << " " << n;
      ++tried;
    }
  EXPECT_GT(tried, 80u);
}

Plan one_group(const std::string& body, std::uint32_t items = 8) {
  Plan plan =
      kernel_plan("kernel void k(global int* out, global const int* in) {" + body + "}", items, items);
  plan.expectation = Expectation{};
  plan.expectation->input_buffer = 1;
  plan.expectation->result_buffer = 0;
  return plan;
}

// An offset added to a pointer, and a value that a branch selects, are not operations on the input.
TEST(SourcesOfResult, SumsByOtherMeansHaveNone) {
  for (const char* const add :
       {"sum = &sum[in[i]];", "for (int b = 0; b < 8; ++b) if (in[i] >> b & 1) sum += 1 << b;"}) {
    const auto found =
        sources(one_group(fmt::format("if (get_local_id(0) > 0) return; global char* sum = 0;"
                                      "for (int i = 0; i < 8; ++i) {{ {} }} out[0] = (int)(long)sum;",
                                      add)),
                1);
    ASSERT_TRUE(found) << add;
    EXPECT_TRUE(found->elements.front().runs.empty()) << add;
  }
}

// A value made of all inputs that is multiplied by 0 and added is not an operation either.
TEST(SourcesOfResult, SayWhereAValueFromOutsideIsAdded) {
  const auto line = [](const std::string& sum, const std::string& end) {
    const auto found = sources(one_group("\nint all = 0; for (int i = 0; i < 8; ++i) all += in[i];\n"
                                         "global char* p = 0; int bits = 0, table[16];"
                                         "for (int i = 0; i < 16; ++i) table[i] = i;"
                                         "for (int i = 0; i < 8; ++i) { " +
                                         sum + " }\nif (get_local_id(0) == 0) out[0] = " + end + ";\n"),
                               1);
    EXPECT_TRUE(found) << sum << end;
    return found ? found->outside_line : 0;
  };
  for (const char* const sum :
       {"p += in[i]; bits = (int)(long)p;", "for (int b = 0; b < 8; ++b) if (in[i] >> b & 1) bits += 1 << b;",
        "bits += table[in[i]];", "int y = 0; while (y != in[i]) ++y; bits += y;"})
    for (const char* const end : {"bits + all * 0", "(bits - all) + all", "bits + (all ^ all)",
                                  "(int)ldexp((float)bits, 0) + all * 0", "(bits ^ 0) + (all ^ all)"})
      EXPECT_EQ(line(sum, end), 4u) << sum << end;
  for (const char* const end :
       {"all + (int)get_local_size(0) - 8", "all * 2 / 2", "-(-all)", "mad24(all, 1, 0)"})
    EXPECT_EQ(line("bits += i;", end), 0u) << end;
}

// A value counts only if a work-item combines values that another work-item has stored in local memory.
TEST(SourcesOfResult, SaysWhichGroupsCombineThroughLocalMemory) {
  const auto groups = [](const std::string& body) {
    const auto found =
        sources(one_group("int t = get_local_id(0), x = in[t]; local int block[8];" + body), 1);
    return found ? found->launches.front() : ResultSources::Launch{};
  };
  const auto tree = groups(
      "block[t] = x; for (int s = 4; s > 0; s /= 2) { barrier(CLK_LOCAL_MEM_FENCE);"
      "if (t < s) block[t] += block[t + s]; } if (t == 0) out[0] = block[0];");
  EXPECT_EQ(tree.combining, 1u);
  EXPECT_EQ(tree.through_local, 1u);
  const auto atomics = groups(
      "if (t == 0) block[0] = 0; barrier(CLK_LOCAL_MEM_FENCE); atomic_add(&block[0], x);"
      "barrier(CLK_LOCAL_MEM_FENCE); if (t == 0) out[0] = block[0];");
  EXPECT_EQ(atomics.through_local, 1u);
  for (const char* const dummy : {"block[t] = 1;", "block[t] = x; x = block[t];",
                                  "block[t] = x; barrier(CLK_LOCAL_MEM_FENCE); int other = block[7 - t];"}) {
    const auto function =
        groups(std::string(dummy) + "x = work_group_reduce_add(x); if (t == 0) out[0] = x;");
    EXPECT_EQ(function.combining, 1u) << dummy;
    EXPECT_EQ(function.through_local, 0u) << dummy;
  }
  // A neighbour's value multiplied by 0 is not the exchange that is meant.
  EXPECT_EQ(groups("block[t] = x; barrier(CLK_LOCAL_MEM_FENCE); int zero = (block[7 - t] + x) * 0;"
                   "x = work_group_reduce_add(x) + zero; if (t == 0) out[0] = x;")
                .through_local,
            0u);
  EXPECT_EQ(groups("block[t] = x; if (t == 0) { x = 0; for (int i = 0; i < 8; ++i) x += in[i]; out[0] = x; }")
                .through_local,
            0u);
}

// The usual two stages: the sums of sub-groups are exchanged through local memory.
TEST(SourcesOfResult, SubGroupsCombineThroughLocalMemory) {
  const auto found = sources(
      one_group(
          "int t = get_local_id(0), x = sub_group_reduce_add(in[t]); local int block[8];"
          "if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = x;"
          "barrier(CLK_LOCAL_MEM_FENCE);"
          "if (get_sub_group_id() == 0) x = sub_group_reduce_add(t < get_num_sub_groups() ? block[t] : 0);"
          "if (t == 0) out[0] = x;",
          64),
      1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launches.front().combining, 1u);
  EXPECT_EQ(found->launches.front().through_local, 1u);
}

}  // namespace
}  // namespace lockstep::sim
