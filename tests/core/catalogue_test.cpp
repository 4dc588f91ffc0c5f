#include <gtest/gtest.h>

#include <set>

#include "core/algorithm.hpp"

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

TEST(Catalogue, OptionsHaveNoBlankInsideAnOption) {
  EXPECT_EQ(program_options(Operator::sum, ElementType::int32),
            "-D T=int -D OP(a,b)=((a)+(b)) -D IDENTITY=0");
  EXPECT_EQ(program_options(Operator::max, ElementType::float32),
            "-D T=float -D OP(a,b)=max(a,b) -D IDENTITY=(-INFINITY)");
}

}  // namespace
}  // namespace lockstep
