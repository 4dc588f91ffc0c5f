// A short run of what `mutate_kernels` does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/fuzz/mutant.hpp"

namespace lockstep::fuzz {
namespace {

std::vector<std::string> mutants_of(const std::string& source) {
  std::vector<std::string> texts;
  for (const Mutation& mutation : mutations_of(source)) texts.push_back(mutated(source, mutation));
  return texts;
}

TEST(Mutations, AreSmallMistakes) {
  using ::testing::Contains;
  const auto mutants = mutants_of("#define N 4\nvoid k() { // 1 < 2\n f(); a[i] += x - 2; if (i < N) g(); }");
  const auto expect = [&](const std::string& body) {
    EXPECT_THAT(mutants, Contains("#define N 4\nvoid k() { // 1 < 2\n " + body));
  };
  expect("; a[i] += x - 2; if (i < N) g(); }");
  expect("f(); a[i + 1] += x - 2; if (i < N) g(); }");
  expect("f(); a[i] -= x - 2; if (i < N) g(); }");
  expect("f(); a[i] += 2 - x; if (i < N) g(); }");
  expect("f(); a[i] += x - 3; if (i < N) g(); }");
  expect("f(); a[i] += x - 2; if (i <= N) g(); }");
  for (const std::string& mutant : mutants) {
    EXPECT_EQ(mutant.find("#define N 4\n"), 0u);
    EXPECT_NE(mutant.find("// 1 < 2"), std::string::npos);
  }
}

class Mutants : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Mutants, EachGetsAnAnswerInTime) {
  constexpr std::uint64_t kMutants = 10;
  constexpr std::chrono::milliseconds kTimeout{300};
  for (std::uint64_t seed = GetParam() * kMutants; seed < (GetParam() + 1) * kMutants; ++seed) {
    const MutantReport report = run_mutant(seed, kTimeout);
    EXPECT_NE(report.outcome, MutantReport::Outcome::unclear)
        << seed << " " << report.algorithm << ": " << report.mutation.what << ": " << report.sentence;
    EXPECT_FALSE(report.sentence.empty());
    EXPECT_LT(report.longest, kTimeout + std::chrono::seconds(5)) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Part, Mutants, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace lockstep::fuzz
