// The most expensive lines are those with the highest counts, and each names the counter that
// causes its cost.
#include "sim/explain/advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sim/machine/state/limits.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<CostlyLine> lines_of(const std::string& id, const char* model, std::size_t most = 3) {
  const Plan plan = catalogue_plan(id, {.n = 4096, .group_size = 256});
  const auto run = run_counted(plan, model_named(model), {.count_work = false});
  const auto trials = try_lines(plan, model_named(model), {}, *run);
  return costliest_lines(*run, model_named(model), trials ? &*trials : nullptr, most);
}

std::string text_of(const std::string& id, const CostlyLine& line) {
  std::istringstream text(catalogue_plan(id).programs[0].source.text);
  std::string found;
  for (std::uint32_t i = 0; i < line.line; ++i) std::getline(text, found);
  return found;
}

TEST(Advice, BankConflicts) {
  const CostlyLine first = lines_of("scan/blelloch", "cc9.0").front();
  EXPECT_THAT(text_of("scan/blelloch", first), HasSubstr("scratch[right] = OP("));
  EXPECT_GT(first.counters.local_conflicts, 0u);
  EXPECT_THAT(first.reason, HasSubstr("different words of the same bank"));
  EXPECT_THAT(first.remedy, HasSubstr("Pad scratch by one element after every 32"));
}

TEST(Advice, WideLoadsAreNotReported) {
  for (const CostlyLine& line : lines_of("reduce/tuned", "cc9.0", 10)) {
    if (line.counters.bytes_asked == 0) continue;
    EXPECT_LE(line.counters.bytes_asked, line.counters.bytes_moved);
    EXPECT_EQ(line.remedy, "") << line.line << ": " << line.reason;
    return;
  }
  FAIL() << "no line loads";
}

TEST(Advice, ScatteredGlobalAccess) {
  const CostlyLine first = lines_of("reduce/interleaved-global", "cc2.0").front();
  EXPECT_GT(first.share, 0.9);
  EXPECT_THAT(first.remedy, HasSubstr("consecutive elements"));
  // Coalesced accesses offer no gain.
  EXPECT_EQ(lines_of("reduce/first-add", "cc2.0").front().remedy, "");
}

// Devices that serve each lane separately if the first address is not aligned.
TEST(Advice, ConsecutiveElementsThatAreNotAligned) {
  const Plan plan = kernel_plan(
      "kernel void k(global int *out, global const int *in) {\n  int i = get_global_id(0);\n"
      "  if (i < 48) out[i + 1] = in[i + 1];\n}\n",
      64, 64);
  const auto run = run_counted(plan, model_named("cc1.0"), {});
  const auto trials = try_lines(plan, model_named("cc1.0"), {}, *run);
  ASSERT_TRUE(trials);
  EXPECT_THAT(costliest_lines(*run, model_named("cc1.0"), &*trials).front().remedy,
              HasSubstr("The elements are consecutive, but the first one of a warp is not aligned"));
}

TEST(Advice, Divergence) {
  bool found = false;
  for (const CostlyLine& line : lines_of("reduce/divergent", "cc9.0")) {
    if (line.counters.divergent_branches == 0) continue;
    found = true;
    EXPECT_THAT(text_of("reduce/divergent", line), HasSubstr("if (t % (2 * s) == 0)"));
    EXPECT_THAT(line.reason, HasSubstr("the warp diverges"));
    EXPECT_THAT(line.remedy, HasSubstr("whole warps branch the same way"));
  }
  EXPECT_TRUE(found);
}

// Kernels of one launch; the lines of the kernel begin at 1.
std::vector<CostlyLine> lines_of_kernel(const Plan& plan, const char* model) {
  const auto run = run_counted(plan, model_named(model), {.count_work = false});
  if (!run) {
    ADD_FAILURE() << run.error().message;
    return {};
  }
  const auto trials = try_lines(plan, model_named(model), {}, *run);
  return costliest_lines(*run, model_named(model), trials ? &*trials : nullptr, 1000);
}

CostlyLine at_line(const std::vector<CostlyLine>& lines, std::uint32_t number) {
  for (const CostlyLine& line : lines)
    if (line.line == number) return line;
  ADD_FAILURE() << "no line " << number;
  return {};
}

const LineCause* cause_of(const CostlyLine& line, LineCause::Kind kind) {
  for (const LineCause& cause : line.causes)
    if (cause.kind == kind) return &cause;
  return nullptr;
}

// A square of 64 x 64 in tiles of 16 x 16, with element i of a tile at P(i).
Plan transpose(const std::string& place) {
  Plan plan = kernel_plan("#define P(i) (" + place + ")\n" +
                              "kernel void k(global int *out, global const int *in) {\n"
                              "  local int tile[512];\n"
                              "  int x = get_local_id(0), y = get_local_id(1);\n"
                              "  int gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;\n"
                              "  tile[P(y * 16 + x)] = in[(gy + y) * 64 + gx + x];\n"
                              "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "  out[(gx + y) * 64 + gy + x] = tile[P(x * 16 + y)];\n"
                              "}",
                          4096, 256);
  plan.launches[0].range = {{64, 64, 1}, {16, 16, 1}, {0, 0, 0}, 2};
  return plan;
}

TEST(Advice, ATransposeNamesItsBankConflictsBesideGlobalMemory) {
  for (const char* model : {"cc1.0", "cc2.0", "cc9.0", "gcn", "xe"}) {
    const Plan plan = transpose("i");
    const CostlyLine line = at_line(lines_of_kernel(plan, model), 8);
    const LineCause* conflicts = cause_of(line, LineCause::Kind::bank_conflicts);
    ASSERT_NE(conflicts, nullptr) << model;
    EXPECT_THAT(conflicts->remedy, HasSubstr("Pad tile by one element after every")) << model;
    const auto run = run_counted(plan, model_named(model), {.count_work = false});
    const auto trials = try_lines(plan, model_named(model), {}, *run);
    const Padding& padding = trials->paddings.at("tile");
    // The number in the text is the count of the repaired kernel.
    const auto padded = run_counted(transpose("(i) + (i) / " + std::to_string(padding.every)),
                                    model_named(model), {.count_work = false});
    EXPECT_EQ(conflicts->recount.after, padded->total.local_conflicts) << model;
    EXPECT_LT(conflicts->recount.after, conflicts->recount.before) << model;
  }
}

TEST(Advice, ThePaddingOfACatalogueKernelIsCountedAsItsPaddedTwin) {
  for (const char* model : {"cc1.0", "cc2.0", "cc9.0", "cdna4"}) {
    const Choice choice{.n = 4096, .group_size = 128, .limits = limits_of(model_named(model))};
    const Plan plan = catalogue_plan("scan/blelloch", choice);
    const auto run = run_counted(plan, model_named(model), {.count_work = false});
    const auto trials = try_lines(plan, model_named(model), {}, *run);
    const auto padded = run_counted(catalogue_plan("scan/blelloch-padded", choice), model_named(model),
                                    {.count_work = false});
    ASSERT_TRUE(trials && padded);
    const Padding& padding = trials->paddings.at("scratch");
    EXPECT_EQ(padding.conflicts.before, run->total.local_conflicts) << model;
    EXPECT_LE(padding.conflicts.after, padded->total.local_conflicts) << model;
  }
}

// The repaired kernel of the same tree diverges as often as the recount states.
TEST(Advice, RenumberedWorkItemsAreCountedAsTheNextKernelDoesIt) {
  const auto divergence = [](const std::string& id) {
    const Plan plan = catalogue_plan(id, {.n = 4096, .group_size = 256});
    const auto run = run_counted(plan, model_named("cc9.0"), {.count_work = false});
    const auto trials = try_lines(plan, model_named("cc9.0"), {}, *run);
    Recount most;
    for (const auto& [place, trial] : trials->lines)
      if (trial.divergence.before > most.before) most = trial.divergence;
    return most;
  };
  const Recount spread = divergence("reduce/divergent"), packed = divergence("reduce/strided-index");
  EXPECT_TRUE(spread.helps());
  EXPECT_EQ(spread.after, packed.before);
  EXPECT_FALSE(packed.helps());
}

std::string remedies(const std::vector<CostlyLine>& lines) {
  std::string text;
  for (const CostlyLine& line : lines) text += line.remedy;
  return text;
}

TEST(Advice, NoRenumberingWhereItCannotHelp) {
  for (const std::string id : {"reduce/sequential-local", "reduce/grid-stride", "reduce/first-add",
                               "reduce/strided-index", "scan/hillis-steele-local"})
    EXPECT_THAT(remedies(lines_of(id, "cc9.0", 1000)), Not(HasSubstr("Make active work-items"))) << id;
  const char* const first =
      "kernel void k(global int *out, global const int *in) {\n"
      "  int t = get_local_id(0);\n"
      "  if (t == 0)\n"
      "    out[get_group_id(0)] = in[t];\n"
      "}";
  EXPECT_EQ(remedies(lines_of_kernel(kernel_plan(first, 1024, 128), "cc9.0")), "");
  EXPECT_EQ(remedies(lines_of_kernel(kernel_plan(first, 1024, 128), "cc1.0")), "");
}

TEST(Advice, BranchesAndAddressesThatDependOnTheInput) {
  const char* const branch =
      "kernel void k(global int *out, global const int *in) {\n"
      "  int g = get_global_id(0), v = in[g];\n"
      "  if (v % 2 == 0)\n"
      "    v = v * v + 3;\n"
      "  out[g] = v;\n"
      "}";
  const std::vector<CostlyLine> lines = lines_of_kernel(kernel_plan(branch, 1024, 128), "cc9.0");
  EXPECT_THAT(at_line(lines, 3).reason, HasSubstr("The branch depends on the input"));
  EXPECT_EQ(at_line(lines, 3).remedy, "");
  const char* const gather =
      "kernel void k(global int *out, global const int *in) {\n"
      "  int g = get_global_id(0);\n"
      "  out[g] = in[in[g] * 37 % 1024];\n"
      "}";
  const CostlyLine line = at_line(lines_of_kernel(kernel_plan(gather, 1024, 128), "cc9.0"), 3);
  EXPECT_THAT(line.reason, HasSubstr("depend on the input"));
  EXPECT_EQ(line.remedy, "");
}

TEST(Advice, AtomicsAreCombinedOnlyWhereWorkItemsShareAnAddress) {
  const auto line_3 = [](const std::string& index) {
    const std::string text =
        "kernel void k(global int *out, global const int *in) {\n"
        "  int g = get_global_id(0);\n"
        "  atomic_add(&out[" +
        index +
        "], 1);\n"
        "}";
    return at_line(lines_of_kernel(kernel_plan(text, 1024, 128), "cc9.0"), 3);
  };
  EXPECT_THAT(line_3("g % 4").remedy, HasSubstr("1,024 → 32 atomic operations"));
  EXPECT_EQ(line_3("g").remedy, "");
}

TEST(Advice, ASharedElementOnTheFirstDevices) {
  const char* const text =
      "kernel void k(global int *out, global const int *in) {\n"
      "  int g = get_global_id(0);\n"
      "  out[g] = in[get_group_id(0)];\n"
      "}";
  EXPECT_THAT(at_line(lines_of_kernel(kernel_plan(text, 1024, 128), "cc1.0"), 3).remedy,
              HasSubstr("Several lanes load the same element"));
  EXPECT_EQ(at_line(lines_of_kernel(kernel_plan(text, 1024, 128), "cc9.0"), 3).remedy, "");
}

// Every number belongs to a change that helps, and every unit fits the model.
TEST(Advice, NamesTheChosenModelAlone) {
  for (const DeviceModel& model : device_models())
    for (const Algorithm& algorithm : catalogue()) {
      const Plan plan =
          catalogue_plan(algorithm.id, {.n = 300, .group_size = 64, .limits = limits_of(model)});
      const auto run = run_counted(plan, model, {.count_work = false});
      if (!run) continue;
      const auto trials = try_lines(plan, model, {}, *run);
      for (const CostlyLine& line : costliest_lines(*run, model, trials ? &*trials : nullptr, 1000)) {
        const std::string where = model.name + " " + algorithm.id + ": " + line.reason + line.remedy;
        EXPECT_FALSE(line.causes.empty()) << where;
        EXPECT_EQ(line.reason.find("H200"), std::string::npos) << where;
        if (model.global.unit != "sector") {
          EXPECT_EQ((line.reason + line.remedy).find("sector"), std::string::npos) << where;
        }
        for (const LineCause& cause : line.causes)
          if (!cause.unit.empty()) {
            EXPECT_TRUE(cause.recount.helps()) << where;
          }
      }
    }
}

TEST(Advice, SharesAddUpAndFall) {
  const std::vector<CostlyLine> all = lines_of("scan/block", "cc9.0", 1000);
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sum += all[i].share;
    if (i > 0) {
      EXPECT_LE(all[i].share, all[i - 1].share);
    }
    EXPECT_FALSE(all[i].reason.empty());
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

}  // namespace
}  // namespace lockstep::sim
