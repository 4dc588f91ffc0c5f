// Each proposed repair must help, and each predicted error must occur.
#include "sim/explain/cures/cures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/explain/cures/other_outcome.hpp"
#include "sim/explain/kernel_edits/statement_places.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

struct Advised {
  std::vector<Cure> cures;  // of each data race
  std::optional<OtherOutcome> other;
};

Advised advise(const Plan& plan, const Schedule& schedule = {}) {
  const DeviceModel& model = model_named("cc9.0");
  const auto run = run_counted(plan, model, {.schedule = schedule});
  if (!run) {
    ADD_FAILURE() << run.error().message;
    return {};
  }
  Advised advised{{}, find_other_outcome(plan, model, schedule, *run)};
  Cures cures(plan, model, schedule, *run, advised.other);
  for (const Finding& finding : run->findings)
    if (finding.kind == Finding::Kind::data_race) advised.cures.push_back(cures.of(finding));
  return advised;
}

Advised advise(const std::string& id, std::uint64_t n, std::uint64_t group_size) {
  return advise(
      catalogue_plan(id, {.n = n, .group_size = group_size, .limits = limits_of(model_named("cc9.0"))}));
}

TEST(Cures, PutsTheBarrierOutsideOfTheBranchInsideTheLoop) {
  const Advised advised = advise("hazards/missing-barrier", 4096, 256);
  ASSERT_EQ(advised.cures.size(), 1u);
  EXPECT_EQ(advised.cures[0].sentence,
            "Put barrier(CLK_LOCAL_MEM_FENCE) after line 33, outside the branch at line 32 and inside the "
            "loop at line 31: a trial run with it has no error, and its result is right.");
  EXPECT_EQ(advised.cures[0].values, "Work-item 0 reads 26 at line 33, but should read 47.");
  EXPECT_FALSE(advised.other);  // the first order already shows the damage
}

TEST(Cures, NamesTheFlagOfTheExistingBarrier) {
  EXPECT_EQ(advise("hazards/wrong-fence", 256, 64).cures.at(0).sentence,
            "Add CLK_LOCAL_MEM_FENCE to the flags of each barrier(CLK_GLOBAL_MEM_FENCE): a trial run with it "
            "has no error, and its result is right.");
}

// The cure of the first finding.
Cure first_cure(const Plan& plan) {
  const DeviceModel& model = model_named("cc9.0");
  const auto run = run_counted(plan, model, {});
  if (!run || run->findings.empty()) {
    ADD_FAILURE() << (run ? "no error." : run.error().message);
    return {};
  }
  const std::optional<OtherOutcome> other;
  return Cures(plan, model, {}, *run, other).of(run->findings.front());
}

// The findings of a plan whose kernel has this text.
std::vector<Finding> findings_with(Plan plan, const std::string& text) {
  plan.programs[0].source.text = text;
  const auto run = run_counted(plan, model_named("cc9.0"), {});
  EXPECT_TRUE(run) << text;
  return run ? run->findings : std::vector<Finding>{};
}

TEST(Cures, TheRepairedTextHasNoSuchRace) {
  for (const char* id :
       {"hazards/missing-barrier", "hazards/wrong-fence", "hazards/hillis-steele-one-buffer"}) {
    const Plan plan = catalogue_plan(id, {.n = 256, .group_size = 64});
    const Advised advised = advise(plan);
    ASSERT_FALSE(advised.cures.empty()) << id;
    for (const Cure& cure : advised.cures) {
      if (cure.repaired.empty()) continue;
      EXPECT_LT(findings_with(plan, cure.repaired).size(), advised.cures.size()) << id << "\n"
                                                                                 << cure.repaired;
    }
  }
  const std::string repaired = advise("hazards/missing-barrier", 256, 64).cures.at(0).repaired;
  EXPECT_THAT(repaired, HasSubstr("\n        barrier(CLK_LOCAL_MEM_FENCE);\n    }")) << "a line of its own";
  EXPECT_THAT(advise("hazards/wrong-fence", 256, 64).cures.at(0).repaired,
              HasSubstr("| CLK_LOCAL_MEM_FENCE)"));
}

TEST(Cures, NeverPutsABarrierIntoABranch) {
  for (const std::uint64_t group_size : {16, 64, 256}) {
    for (const Cure& cure : advise("hazards/last-warp", 1024, group_size).cures)
      EXPECT_THAT(cure.sentence, HasSubstr("the branch at line 49"));
  }
}

TEST(Cures, NamesTheOrderThatShowsTheDamage) {
  const Advised advised = advise("hazards/last-warp", 4096, 256);
  ASSERT_TRUE(advised.other);
  EXPECT_EQ(schedule_options(advised.other->schedule), "--schedule independent");
  EXPECT_THAT(advised.other->wrong, HasSubstr("only x0"));
  EXPECT_EQ(advised.cures.at(0).values,
            "Work-item 0 should read 83 at line 51, as in this run; with independent lanes it reads 44.");
}

TEST(Cures, TakesAtomicFunctionsWhereNoBarrierHelps) {
  EXPECT_THAT(advise("hazards/lost-update", 256, 64).cures.at(0).sentence,
              HasSubstr("Write atomic_add(&total[0], in[g]) in place of total[0] += in[g]"));
  EXPECT_EQ(advise("hazards/in-place-decomposition", 1024, 64).cures.at(0).sentence, "");
}

TEST(Cures, SplitsAStatementThatReadsAndWrites) {
  EXPECT_THAT(advise("hazards/hillis-steele-one-buffer", 256, 64).cures.at(0).sentence,
              HasSubstr("Divide line 36: read into a variable"));
}

// A kernel of one buffer `out` with zeros and one input of ones.
std::string cure_of(const std::string& text, std::uint64_t global, std::uint64_t local) {
  return first_cure(kernel_plan(text, global, local)).sentence;
}

TEST(Cures, GuardsATreeWithoutAGuardBeforeItsRaces) {
  const std::string text = R"(kernel void k(global int *out, global const int *in) {
  local int box[64];
  uint t = get_local_id(0);
  box[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = get_local_size(0) / 2; d != 0; d /= 2) {
    box[t] += box[t + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = box[0];
})";
  EXPECT_EQ(cure_of(text, 128, 64), "Guard line 7 with if (t < d): a trial run with it has no error.");
}

TEST(Cures, PutsABarrierWhereTheFewestAreExecuted) {
  const std::string text = R"(kernel void k(global int *out, global const int *in) {
  local int box[64];
  int l = get_local_id(0), sum = 0;
  for (int j = 0; j < 4; j++) {
    box[l] = in[l] + j;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 64; i++)
      sum += box[i];
  }
  out[l] = sum;
})";
  EXPECT_EQ(
      cure_of(text, 64, 64),
      "Put barrier(CLK_LOCAL_MEM_FENCE) after line 8, inside the loop at line 4: a trial run with it has "
      "no error.");
}

TEST(Cures, MemoryGetsAFirstValue) {
  EXPECT_EQ(first_cure(catalogue_plan("hazards/missing-identity", {.n = 100, .group_size = 64})).sentence,
            "Put scratch[get_local_id(0)] = 0; before line 28: a trial run with it has no error, and its "
            "result is "
            "right.");
  EXPECT_EQ(first_cure(catalogue_plan("hazards/uninitialised-local", {.n = 128, .group_size = 64})).sentence,
            "Put if (get_local_id(0) == 0) total[0] = 0; barrier(CLK_LOCAL_MEM_FENCE); before line 26: a "
            "trial run with "
            "it has no error, and its result is right.");
}

TEST(Cures, WaitForACopyThatIsInFlight) {
  const std::string head = "kernel void k(global int *out, global const int *in) {\n  local int t[64];\n";
  const std::string use = "\n  out[get_global_id(0)] = t[63 - get_local_id(0)];\n}";
  EXPECT_EQ(
      cure_of(
          head + "  event_t e = async_work_group_copy(t, in, 64, 0);\n  barrier(CLK_LOCAL_MEM_FENCE);" + use,
          64, 64),
      "Put wait_group_events(1, &e); after line 3: a trial run with it has no error.");
  EXPECT_EQ(cure_of(head + "  event_t e;\n  e = async_work_group_copy(t, in, 64, 0);" + use, 64, 64),
            "Put wait_group_events(1, &e); after line 4: a trial run with it has no error.");
  EXPECT_EQ(cure_of(head + "  async_work_group_copy(t, in, 64, 0);" + use, 64, 64),
            "Keep the event of the copy at line 3, and wait for it there: a trial run with it has no error.");
}

// The kernel adds; with ones as its input, the first addend alone equals the maximum.
TEST(Cures, AChangeThatIsRightForOneInputOnlyIsNotSaid) {
  Plan plan = kernel_plan(R"(kernel void k(global int *out, global const int *in) {
  int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < 4; j++)
    if (j < 0) sum += in[j];
  if (i == 0) out[0] = sum;
})",
                          4, 4);
  plan.buffers[1].content = {Content::Pattern::constant, 1, 1, nullptr};
  plan.expectation = Expectation{
      .kind = Expectation::Kind::reduction, .op = Operator::max, .input_buffer = 1, .result_buffer = 0};
  const auto run = run_counted(plan, model_named("cc9.0"), {});
  ASSERT_TRUE(run) << run.error().message;
  const std::optional<OtherOutcome> other;
  EXPECT_EQ(Cures(plan, model_named("cc9.0"), {}, *run, other).of_wrong_result(0, 5).sentence, "");
  plan.expectation->op = Operator::sum;
  EXPECT_THAT(Cures(plan, model_named("cc9.0"), {}, *run, other).of_wrong_result(0, 5).sentence,
              HasSubstr("at line 5: the result of a trial run with it is right"));
}

TEST(Cures, AWaitForAnotherWorkItemOfTheGroupIsCalledSo) {
  const std::string text = R"(kernel void k(global int *out, global const int *in) {
  local int go[1];
  if (get_local_id(0) == 0) go[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (go[0] < 1)
    if (get_local_id(0) == 0) atomic_inc(&go[0]);
  out[get_global_id(0)] = in[0];
})";
  EXPECT_THAT(cure_of(text, 64, 64), HasSubstr("need not make independent progress"));
}

TEST(Cures, ACompareAndSwapLoopIsNoError) {
  for (const char* loop :
       {"do { old = *p; } while (atomic_cmpxchg(p, old, old + v) != old);",
        "old = *p; do { seen = old; old = atomic_cmpxchg(p, seen, seen + v); } while (seen != old);",
        "while (1) { old = p[0]; if (atomic_cmpxchg(p, old, old + v) == old) break; }"}) {
    const std::string text =
        std::string("void add(volatile global int *p, int v) { int old, seen; ") + loop +
        "}\nkernel void k(global int *out, global const int *in) { add(out, in[0] + 1); }";
    Plan plan = kernel_plan(text, 64, 64);
    plan.buffers[0].content.pattern = Content::Pattern::constant;
    const auto run = run_counted(plan, model_named("cc9.0"), {});
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_FALSE(run->findings.empty()) << loop;
    EXPECT_FALSE(has_errors(run->findings)) << loop << run->findings.front().message;
    const auto trace = Trace::record(plan, model_named("cc9.0"), {});
    ASSERT_TRUE(trace) << trace.error().message;
    EXPECT_FALSE((*trace)->next_event(0, TraceRecord::finding)) << loop;
  }
}

TEST(Cures, PrefersABarrierThatCuresSeveralRaces) {
  for (const Cure& cure : advise("hazards/flag-overwritten", 4096, 256).cures)
    EXPECT_THAT(cure.sentence, HasSubstr("after line 37"));
}

// The reversed comparison loads nothing, and only for this reason has no error.
TEST(Cures, AKernelThatLoadsNothingIsNoCure) {
  const auto cure_of = [](const std::string& statement) {
    return first_cure(kernel_plan("kernel void k(global int* out, global const int* in) {\n"
                                  "  int g = get_global_id(0), n = get_global_size(0);\n  " +
                                      statement + "\n}\n",
                                  64, 32))
        .sentence;
  };
  EXPECT_EQ(cure_of("out[g] = g <= n ? in[g + 1] : 0;").find("Write >"), std::string::npos);
  EXPECT_THAT(cure_of("if (g + 1 <= n) out[g] = in[g + 1];"), testing::HasSubstr("Write < in place of <="));
}

// The expected result is not known, so a condition is not reversed in order to avoid an access: the other
// branch also loads.
TEST(Cures, AKernelThatLoadsOneElementInPlaceOfAllIsNoCure) {
  const auto cure_of = [](const std::string& statement) {
    return first_cure(kernel_plan("kernel void k(global int* out, global const int* in) {\n"
                                  "  int g = get_global_id(0), n = get_global_size(0);\n  " +
                                      statement + "\n}\n",
                                  64, 32))
        .sentence;
  };
  for (const char* statement :
       {"out[g] = g > 0 ? in[g + 1] : in[0];", "out[g] = g == 0 ? in[0] : in[g + 1];",
        "out[g] = g >= 1 ? in[g + 1] : in[g];", "if (g > 0) out[g] = in[g + 1]; else out[g] = in[0];"})
    EXPECT_THAT(cure_of(statement), testing::Not(HasSubstr("in place of"))) << statement;
  EXPECT_THAT(cure_of("if (g >= n) out[g] = in[g]; else out[g + 64] = in[g];"),
              testing::Not(HasSubstr("in place of >= at line 4")));
  // A guard that only admits the invalid cases is reversed.
  EXPECT_THAT(cure_of("int i = 2 * g; if (i >= n) out[i] = in[g];"), HasSubstr("Write < in place of >="));
}

// With work-groups of half a warp, the rows read elements that no other group has written: `g > n` would only
// omit these reads.
TEST(Cures, AConditionThatLeavesOutAReadIsNoCureWhileOtherErrorsAreLeft) {
  const DeviceModel& model = model_named("cc9.0");
  const Plan plan = catalogue_plan("scan/warp", {.n = 4096, .group_size = 16, .limits = limits_of(model)});
  const auto run = run_counted(plan, model, {});
  ASSERT_TRUE(run.has_value());
  const std::optional<OtherOutcome> other;
  Cures cures(plan, model, {}, *run, other);
  int reads = 0;
  for (const Finding& finding : run->findings) {
    reads += finding.kind == Finding::Kind::uninitialised_read ? 1 : 0;
    EXPECT_THAT(cures.of(finding).sentence, testing::Not(HasSubstr("in place of")));
  }
  EXPECT_GT(reads, 0);
}

TEST(Cures, ACleanRunHasNoCure) {
  const Advised advised = advise("reduce/sequential-local", 1000, 64);
  EXPECT_TRUE(advised.cures.empty());
  EXPECT_FALSE(advised.other);
}

TEST(OtherOutcome, WithoutAnExpectationNamesTheBufferThatDiffers) {
  const Advised advised = advise(kernel_plan(R"(kernel void k(global int *out, global const int *in) {
  out[0] = in[get_global_id(0)];
})",
                                             64, 64));
  ASSERT_TRUE(advised.other);
  EXPECT_EQ(advised.other->wrong, "out has different values at the end.");
}

language::TranslationUnit unit_of(const std::string& text) {
  auto unit = language::analyse({"test.cl", text, ""}, "");
  if (!unit) throw std::runtime_error(unit.error().message);
  return std::move(*unit);
}

TEST(StatementPlaces, BodiesOfLoopsGetBraces) {
  const std::string text =
      "kernel void k(global int *a) {\n  for (int i = 0; i < 4; ++i)\n    a[i] = 1;\n}\n";
  const Surroundings found = surroundings_of(unit_of(text), {0, 3, 5, 3, 9});
  ASSERT_EQ(found.after.size(), 2u);
  EXPECT_EQ(with_statement(text, found.after[0], "B;"),
            "kernel void k(global int *a) {\n  for (int i = 0; i < 4; ++i)\n    { a[i] = 1; B; }\n}\n");
  EXPECT_EQ(with_statement(text, found.before[1], "B;"),
            "kernel void k(global int *a) {\n  B; for (int i = 0; i < 4; ++i)\n    a[i] = 1;\n}\n");
  EXPECT_EQ(found.branch_line, 0u);
}

TEST(StatementPlaces, StopAtABranch) {
  const std::string text = "kernel void k(global int *a) {\n  if (a[0]) {\n    a[1] = 1;\n  }\n}\n";
  const Surroundings found = surroundings_of(unit_of(text), {0, 3, 5, 3, 9});
  ASSERT_EQ(found.after.size(), 1u);
  EXPECT_EQ(found.after[0].statement.line, 2u);
  EXPECT_EQ(found.branch_line, 2u);
}

TEST(MovedBarrier, TheRepairedTextHasNoFinding) {
  const Plan plan = catalogue_plan("hazards/divergent-barrier", {.n = 256, .group_size = 64});
  const Cure cure = first_cure(plan);
  ASSERT_FALSE(cure.repaired.empty());
  EXPECT_TRUE(findings_with(plan, cure.repaired).empty()) << cure.repaired;
}

TEST(MovedBarrier, ABarrierInsideABranchIsMovedBehindIt) {
  const auto cure = [](const Plan& plan) { return first_cure(plan).sentence; };
  const std::string branch = cure(catalogue_plan("hazards/divergent-barrier", {.n = 256, .group_size = 64}));
  EXPECT_THAT(branch, testing::HasSubstr("outside the branch at line"));
  EXPECT_THAT(branch, testing::HasSubstr("no error, and its result is right"));
  // There is no known repair for a barrier outside all branches.
  EXPECT_EQ(cure(catalogue_plan("hazards/early-return", {.n = 250, .group_size = 64})), "");
  const std::string alone =
      cure(kernel_plan("kernel void k(global int *out, global const int *in) {\n"
                       "  if (get_local_id(0) < 16)\n"
                       "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  out[get_global_id(0)] = in[get_global_id(0)];\n"
                       "}",
                       64, 64));
  EXPECT_THAT(alone,
              testing::HasSubstr("Move the barrier at line 3 to after line 3, outside the branch at line 2"));
}

}  // namespace
}  // namespace lockstep::sim
