// Each proposed cure must help, and each predicted damage must occur.
#include "sim/explain/race_cure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/explain/moved_barrier.hpp"
#include "sim/explain/other_outcome.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/machine/state/limits.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

struct Advised {
  std::vector<RaceCure> cures;  // of each data race
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
  RaceCures cures(plan, model, schedule, *run, advised.other);
  for (const Finding& finding : run->findings)
    if (finding.kind == Finding::Kind::data_race) advised.cures.push_back(cures.of(finding));
  return advised;
}

Advised advise(const std::string& id, std::uint64_t n, std::uint64_t group_size) {
  return advise(
      catalogue_plan(id, {.n = n, .group_size = group_size, .limits = limits_of(model_named("cc9.0"))}));
}

TEST(RaceCure, PutsTheBarrierOutsideOfTheBranchInsideTheLoop) {
  const Advised advised = advise("hazards/missing-barrier", 4096, 256);
  ASSERT_EQ(advised.cures.size(), 1u);
  EXPECT_EQ(advised.cures[0].barrier,
            "Put barrier(CLK_LOCAL_MEM_FENCE) after line 33, outside the branch at line 32 and inside the "
            "loop at line 31: a trial run with it has no such race.");
  EXPECT_EQ(advised.cures[0].values, "Work-item 0 reads 26 at line 33, but should read 47.");
  EXPECT_FALSE(advised.other);  // the first order already shows the damage
}

TEST(RaceCure, NamesTheFlagOfTheExistingBarrier) {
  EXPECT_EQ(advise("hazards/wrong-fence", 256, 64).cures.at(0).barrier,
            "The barrier at line 28 also needs CLK_LOCAL_MEM_FENCE in its flags.");
}

// The findings of a plan whose kernel has this text.
std::vector<Finding> findings_with(Plan plan, const std::string& text) {
  plan.programs[0].source.text = text;
  const auto run = run_counted(plan, model_named("cc9.0"), {});
  EXPECT_TRUE(run) << text;
  return run ? run->findings : std::vector<Finding>{};
}

TEST(RaceCure, TheRepairedTextHasNoSuchRace) {
  for (const char* id :
       {"hazards/missing-barrier", "hazards/wrong-fence", "hazards/hillis-steele-one-buffer"}) {
    const Plan plan = catalogue_plan(id, {.n = 256, .group_size = 64});
    const Advised advised = advise(plan);
    ASSERT_FALSE(advised.cures.empty()) << id;
    for (const RaceCure& cure : advised.cures) {
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

TEST(RaceCure, NeverPutsABarrierIntoABranch) {
  for (const std::uint64_t group_size : {16, 64, 256}) {
    for (const RaceCure& cure : advise("hazards/last-warp", 1024, group_size).cures)
      EXPECT_THAT(cure.barrier, HasSubstr("the branch at line 49"));
  }
}

TEST(RaceCure, NamesTheOrderThatShowsTheDamage) {
  const Advised advised = advise("hazards/last-warp", 4096, 256);
  ASSERT_TRUE(advised.other);
  EXPECT_EQ(schedule_options(advised.other->schedule), "--schedule independent");
  EXPECT_THAT(advised.other->wrong, HasSubstr("only x0"));
  EXPECT_EQ(advised.cures.at(0).values,
            "Work-item 0 should read 83 at line 51, as in this run; with independent lanes it reads 44.");
}

TEST(RaceCure, ReportsRacesThatNoBarrierCures) {
  EXPECT_THAT(advise("hazards/lost-update", 256, 64).cures.at(0).barrier,
              HasSubstr("A barrier does not help"));
  EXPECT_EQ(advise("hazards/in-place-decomposition", 1024, 64).cures.at(0).barrier, "");
}

TEST(RaceCure, SplitsAStatementThatReadsAndWrites) {
  EXPECT_THAT(advise("hazards/hillis-steele-one-buffer", 256, 64).cures.at(0).barrier,
              HasSubstr("between the read and the write of line 36"));
}

TEST(RaceCure, PrefersABarrierThatCuresSeveralRaces) {
  for (const RaceCure& cure : advise("hazards/flag-overwritten", 4096, 256).cures)
    EXPECT_THAT(cure.barrier, HasSubstr("after line 37"));
}

TEST(RaceCure, ACleanRunHasNoCure) {
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
  EXPECT_EQ(advised.other->wrong, "out has other values at the end.");
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
  const auto run = run_counted(plan, model_named("cc9.0"), {.count_work = false});
  ASSERT_TRUE(run);
  for (const Finding& finding : run->findings) {
    const RaceCure cure = moved_barrier(plan, model_named("cc9.0"), {}, *run, finding);
    if (finding.kind != Finding::Kind::barrier_divergence) continue;
    ASSERT_FALSE(cure.repaired.empty());
    EXPECT_TRUE(findings_with(plan, cure.repaired).empty()) << cure.repaired;
  }
}

TEST(MovedBarrier, ABarrierInsideABranchIsMovedBehindIt) {
  const DeviceModel& model = model_named("cc9.0");
  const auto cure = [&](const Plan& plan) -> std::string {
    const auto run = run_counted(plan, model, {.count_work = false});
    if (!run) {
      ADD_FAILURE() << run.error().message;
      return {};
    }
    for (const Finding& finding : run->findings)
      if (finding.kind == Finding::Kind::barrier_divergence)
        return moved_barrier(plan, model, {}, *run, finding).barrier;
    ADD_FAILURE() << "no barrier divergence";
    return {};
  };
  const std::string branch = cure(catalogue_plan("hazards/divergent-barrier", {.n = 256, .group_size = 64}));
  EXPECT_THAT(branch, testing::HasSubstr("outside the branch at line"));
  EXPECT_THAT(branch, testing::HasSubstr("no finding, and its result is right"));
  // Nothing is known to help a barrier outside all branches.
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
