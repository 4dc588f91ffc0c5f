// The list of hazards as data: pairs that belong together, and files that describe themselves. The tests of
// the simulator check that each kernel has its finding.
#include <gtest/gtest.h>

#include <sstream>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {
namespace {

std::string text_of(const Algorithm& algorithm) { return load_kernel(algorithm, "")->text; }

// The code without comments and without the kernel's name.
std::string code_of(const Algorithm& algorithm) {
  const std::string name = kernel_name(algorithm.id);
  std::istringstream text(text_of(algorithm));
  std::string code;
  for (std::string line; std::getline(text, line);) {
    line = line.substr(0, line.find("//"));
    while (line.ends_with(' ')) line.pop_back();
    if (const std::size_t at = line.find(name); at != std::string::npos)
      line.replace(at, name.size(), "NAME");
    if (!line.empty()) code += line + '\n';
  }
  return code;
}

TEST(Hazards, ComeInPairs) {
  ASSERT_GE(hazards().size(), 2u * 13);
  for (const Algorithm& algorithm : hazards()) {
    EXPECT_EQ(algorithm.family, Algorithm::Family::hazard);
    EXPECT_TRUE(algorithm.id.starts_with("hazards/"));
    ASSERT_TRUE(algorithm.hazard) << algorithm.id;
    const auto twin = find_algorithm(algorithm.hazard->twin);
    ASSERT_TRUE(twin) << algorithm.id;
    ASSERT_TRUE((*twin)->hazard);
    EXPECT_EQ((*twin)->hazard->twin, algorithm.id);
    EXPECT_NE((*twin)->hazard->broken, algorithm.hazard->broken);
    EXPECT_EQ((*twin)->hazard->finding, algorithm.hazard->finding);
    EXPECT_EQ((*twin)->operators, algorithm.operators);
    EXPECT_EQ((*twin)->types, algorithm.types);
    EXPECT_TRUE(algorithm.hazard->broken || algorithm.hazard->danger.empty()) << algorithm.id;
  }
}

TEST(Hazards, AreFoundByNameButAreNotPartOfTheCatalogue) {
  for (const Algorithm& algorithm : hazards()) EXPECT_EQ(*find_algorithm(algorithm.id), &algorithm);
  for (const Algorithm& algorithm : catalogue()) EXPECT_FALSE(algorithm.hazard) << algorithm.id;
  const auto unknown = find_algorithm("hazards/mising-barrier");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("nearest are hazards/missing-barrier"), std::string::npos);
}

TEST(Hazards, ABrokenKernelDiffersFromItsTwinInMoreThanComments) {
  for (const Algorithm& algorithm : hazards())
    EXPECT_NE(code_of(algorithm), code_of(**find_algorithm(algorithm.hazard->twin))) << algorithm.id;
}

TEST(Hazards, EveryFileNamesItsErrorAndItsTwin) {
  for (const Algorithm& algorithm : hazards()) {
    const std::string text = text_of(algorithm);
    EXPECT_TRUE(text.starts_with(algorithm.hazard->broken ? "// Broken: " : "// Repaired: ")) << algorithm.id;
    EXPECT_NE(text.find("// Twin: " + algorithm.hazard->twin), std::string::npos) << algorithm.id;
    if (!algorithm.hazard->broken) continue;
    for (const char* part : {"// Watch: ", "// Shows as: ", "// Seen in: "})
      EXPECT_NE(text.find(part), std::string::npos) << algorithm.id << ": " << part;
  }
}

TEST(Hazards, PlansAreValidAndNameKernelsOfTheFile) {
  for (const Algorithm& algorithm : hazards())
    for (const std::uint64_t n : {1u, 2u, 63u, 64u, 65u, 4096u}) {
      PlanRequest request;
      request.n = n;
      const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
      ASSERT_TRUE(plan) << plan.error().message;
      EXPECT_TRUE(validate(*plan)) << algorithm.id << " " << n;
      EXPECT_TRUE(plan->expectation);
      for (const PlanLaunch& launch : plan->launches)
        EXPECT_NE(text_of(algorithm).find("__kernel void " + launch.kernel + "("), std::string::npos)
            << launch.kernel;
    }
}

}  // namespace
}  // namespace lockstep
