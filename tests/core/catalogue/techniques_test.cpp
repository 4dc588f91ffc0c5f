// Techniques share the kernel of a tunable algorithm and differ only in build options and launches.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/catalogue/rungs.hpp"

namespace lockstep {
namespace {

Plan plan_of(const Algorithm& algorithm, ElementType type) {
  PlanRequest request;
  request.n = 1'000'000;
  request.type = type;
  request.tuning = {.group_size = 128, .rounds = 6, .groups_per_unit = 3};
  auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  EXPECT_TRUE(plan) << plan.error().message;
  return plan ? std::move(*plan) : Plan{};
}

const std::string& options_of(const Plan& plan) { return plan.programs.front().options; }

TEST(Techniques, LeadToATunableAlgorithmOfTheCatalogue) {
  ASSERT_FALSE(techniques().empty());
  std::set<std::string> ids;
  for (const Algorithm& algorithm : techniques()) {
    EXPECT_TRUE(ids.insert(algorithm.id).second) << algorithm.id << " twice";
    EXPECT_FALSE(algorithm.summary.empty());
    EXPECT_EQ(find_algorithm(algorithm.id).value(), &algorithm);
    const Algorithm& tuned = **find_algorithm(algorithm.technique->of);
    EXPECT_TRUE(tuned.is_tunable);
    EXPECT_FALSE(tuned.technique);
    EXPECT_EQ(algorithm.kernel_file, tuned.kernel_file);
    const auto rungs = ladder_to(tuned);
    EXPECT_EQ(std::ranges::count(rungs, &algorithm), 1) << algorithm.id;
  }
}

TEST(Techniques, EachAddsOne) {
  for (const Algorithm& algorithm : techniques()) {
    const Technique& technique = *algorithm.technique;
    for (const ElementType type : {ElementType::int32, ElementType::float64}) {
      const Plan plan = plan_of(algorithm, type);
      const std::string width = !technique.vector_loads ? "1" : type == ElementType::int32 ? "4" : "2";
      EXPECT_NE(options_of(plan).find(" -D WIDTH=" + width + " "), std::string::npos) << options_of(plan);
      EXPECT_NE(options_of(plan).find(technique.loads_in_flight ? " -D ROUNDS=6 " : " -D ROUNDS=1 "),
                std::string::npos)
          << options_of(plan);
      EXPECT_NE(options_of(plan).find(" -D DEVICE_ATOMICS=0"), std::string::npos) << options_of(plan);
      EXPECT_GT(plan.launches.size(), 1u);
      EXPECT_EQ(plan.launches.back().kernel, kernel_name(technique.of));
      EXPECT_EQ(plan.id, algorithm.id);
    }
  }
}

// With loads in flight, the only remaining step to the tunable algorithm is the single launch.
TEST(Techniques, OthersAreNotChanged) {
  PlanRequest request;
  request.tuning.rounds = 6;
  const PlanRequest same = with_technique(**find_algorithm("reduce/tuned"), request);
  EXPECT_EQ(same.tuning.rounds, 6u);
  EXPECT_EQ(same.limits.device_atomics, request.limits.device_atomics);
  EXPECT_EQ(elements_of_vector(same), 4u);
}

// With a tile of one element, there would be as many totals as elements.
TEST(Techniques, ScansNeedLanes) {
  const Algorithm& algorithm = **find_algorithm("scan/reduce-then-scan");
  EXPECT_FALSE(make_plan(algorithm, {.n = 64, .group_size = 1}, *load_kernel(algorithm, "")));
}

}  // namespace
}  // namespace lockstep
