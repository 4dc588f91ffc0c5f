#include <gtest/gtest.h>

#include <set>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {
namespace {

TEST(Catalogue, EveryEntryIsComplete) {
  std::set<std::string> ids;
  for (const Algorithm& algorithm : catalogue()) {
    EXPECT_TRUE(ids.insert(algorithm.id).second) << algorithm.id << " twice";
    EXPECT_EQ(algorithm.kernel_file, algorithm.id + ".cl");
    EXPECT_FALSE(algorithm.title.empty());
    EXPECT_FALSE(algorithm.summary.empty());
    EXPECT_FALSE(algorithm.operators.empty());
    EXPECT_FALSE(algorithm.types.empty());
    EXPECT_NE(algorithm.make_plan, nullptr);
  }
  for (const char* id : {"reduce/divergent", "reduce/sequential-local", "reduce/interleaved-global"})
    EXPECT_TRUE(ids.contains(id)) << id;
}

TEST(Catalogue, EveryKernelFileHasTheKernelThatItsPlanNames) {
  for (const Algorithm& algorithm : catalogue()) {
    const auto source = load_kernel(algorithm, "");
    ASSERT_TRUE(source);
    const auto plan = make_plan(algorithm, {}, *source);
    ASSERT_TRUE(plan) << plan.error().message;
    for (const PlanLaunch& launch : plan->launches)
      EXPECT_NE(source->text.find("__kernel void " + launch.kernel + "("), std::string::npos)
          << launch.kernel;
  }
}

TEST(Catalogue, AnUnknownIdNamesTheNearest) {
  ASSERT_TRUE(find_algorithm("reduce/divergent"));
  EXPECT_EQ((*find_algorithm("reduce/divergent"))->id, "reduce/divergent");
  const auto unknown = find_algorithm("reduce/divergant");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, Error::Kind::usage);
  EXPECT_NE(unknown.error().message.find("the nearest are reduce/divergent"), std::string::npos)
      << unknown.error().message;
  EXPECT_FALSE(find_algorithm(""));
}

std::string options_of(std::string_view id, Operator op, ElementType type) {
  PlanRequest request;
  request.op = op;
  request.type = type;
  request.group_size = 128;
  return program_options(**find_algorithm(id), request);
}

TEST(Catalogue, OptionsHaveNoBlankInsideAnOption) {
  EXPECT_EQ(options_of("reduce/divergent", Operator::sum, ElementType::int32),
            "-D T=int -D OP(a,b)=((a)+(b)) -D IDENTITY=0");
  EXPECT_EQ(options_of("reduce/divergent", Operator::max, ElementType::float32),
            "-D T=float -D OP(a,b)=max(a,b) -D IDENTITY=(-INFINITY)");
}

TEST(Catalogue, OptionsDefineTheMacrosOfTheKernel) {
  EXPECT_EQ(options_of("reduce/unrolled", Operator::sum, ElementType::int32),
            "-D T=int -D OP(a,b)=((a)+(b)) -D IDENTITY=0 -D L=128 -D WARP=32");
}

// Every scan by work-groups handles large arrays: it scans block totals on more levels until one block is
// left, then adds them.
TEST(Catalogue, ABlockScanScansTotalsAndAddsThem) {
  const Algorithm& algorithm = **find_algorithm("scan/blelloch");
  PlanRequest request;
  request.n = 1000;
  request.group_size = 4;
  const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  ASSERT_TRUE(plan) << plan.error().message;
  std::vector<std::string> labels;
  for (const PlanLaunch& launch : plan->launches) labels.push_back(launch.label);
  const std::vector<std::string> expected = {
      "level 1: scan 1,000 in blocks of 8",        "level 2: scan 125 in blocks of 8",
      "level 3: scan 16 in blocks of 8",           "level 4: scan 2 in blocks of 8",
      "level 3: add what comes before each block", "level 2: add what comes before each block",
      "level 1: add what comes before each block"};
  EXPECT_EQ(labels, expected);
  EXPECT_EQ(plan->launches.back().kernel, "scan_blelloch_add");
  EXPECT_TRUE(validate(*plan));
}

}  // namespace
}  // namespace lockstep
