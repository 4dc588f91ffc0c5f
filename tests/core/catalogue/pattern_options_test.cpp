// Compared with the plans: an algorithm has an option if and only if the option changes its plan.
#include "core/catalogue/pattern_options.hpp"

#include <gmock/gmock.h>

#include <bit>

namespace lockstep {
namespace {

Result<Plan> plan_of(const Algorithm& algorithm, const PlanRequest& request) {
  return make_plan(algorithm, request, *load_kernel(algorithm, ""));
}

PlanRequest small_request(const Algorithm& algorithm) {
  PlanRequest request;
  request.n = 64;
  request.group_size = 64;  // a square, and whole warps
  request.type = algorithm.types.front();
  return request;
}

TEST(PatternOptionsOf, AreThoseThatChangeThePlan) {
  for (const auto* list : all_lists()) {
    for (const Algorithm& algorithm : *list) {
      const PlanRequest usual = small_request(algorithm);
      const auto plan = plan_of(algorithm, usual);
      ASSERT_TRUE(plan) << algorithm.id;
      const std::vector<const PatternOption*> options = pattern_options_of(algorithm);
      for (const PatternOption& option : pattern_options()) {
        PlanRequest other = usual;
        other.pattern.*option.value = 7;  // a mask width or a bit, but not a divisor of n
        const auto changed = plan_of(algorithm, other);
        EXPECT_EQ(!changed || *changed != *plan, std::ranges::find(options, &option) != options.end())
            << algorithm.id << " " << option.key;
      }
    }
  }
}

TEST(PatternOptionsOf, WhatIsUsedGivesTheSamePlanAsZero) {
  for (const Algorithm& algorithm : patterns()) {
    for (const std::uint64_t n : {1, 8, 60, 64, 97}) {
      PlanRequest request = small_request(algorithm);
      request.n = n;
      const auto plan = plan_of(algorithm, request);
      ASSERT_TRUE(plan) << algorithm.id;
      for (const PatternOption* option : pattern_options_of(algorithm)) {
        PlanRequest named = request;
        named.pattern.*option->value = used_value(*option, algorithm, request);
        const auto same = plan_of(algorithm, named);
        EXPECT_TRUE(same && *same == *plan) << algorithm.id << " " << option->key << " " << n;
      }
    }
  }
}

// Any typed or stored value gives a plan or an error sentence, and local memory never overflows.
TEST(PatternOptionsOf, AnyValueGivesAPlanOrASentence) {
  for (const Algorithm& algorithm : patterns()) {
    for (const PatternOption* option : pattern_options_of(algorithm)) {
      std::vector<std::uint64_t> values{0, 1, 2, 3, 15, 16, 17, UINT64_MAX};
      for (unsigned bit = 5; bit < 64; ++bit)
        for (const int beside : {-1, 0, 1})
          values.push_back((std::uint64_t{1} << bit) + static_cast<std::uint64_t>(beside));
      for (const std::uint64_t value : values) {
        PlanRequest request = small_request(algorithm);
        request.pattern.*option->value = value;
        const auto plan = plan_of(algorithm, request);
        if (!plan) {
          EXPECT_EQ(plan.error().kind, Error::Kind::usage)
              << algorithm.id << " " << option->key << " " << value;
          EXPECT_THAT(plan.error().message, testing::HasSubstr("choose")) << plan.error().message;
          continue;
        }
        EXPECT_LE(plan->launches.front().range.group_count(), 64u) << algorithm.id << " " << value;
      }
    }
  }
}

TEST(PatternOptions, SayWhatIsUsed) {
  PlanRequest request;
  request.n = 64 * 64;
  request.group_size = 256;
  EXPECT_EQ(used_options(**find_algorithm("patterns/transpose-padded"), request), "columns 64, tile 64");
  EXPECT_EQ(used_options(**find_algorithm("patterns/split"), request), "bit 0");
  EXPECT_EQ(used_options(**find_algorithm("patterns/radix-sort-bits"), request), "key bits 32");
  EXPECT_EQ(used_options(**find_algorithm("scan/blelloch"), request), "");
}

}  // namespace
}  // namespace lockstep
