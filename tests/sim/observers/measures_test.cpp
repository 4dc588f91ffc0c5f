// Formula and count must agree: T and W of every algorithm, computed and counted.
#include <gtest/gtest.h>

#include "core/catalogue/formulas/complexity.hpp"
#include "core/check/check.hpp"
#include "core/plan/input.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

PlanRequest request_of(const Choice& choice) {
  PlanRequest request;
  request.n = choice.n;
  request.group_size = choice.group_size;
  request.exclusive = choice.exclusive;
  return request;
}

CountedRun count(const Plan& plan, bool identities = true) {
  auto run = run_counted(plan, model_named("cc9.0"),
                         {.detect_findings = false, .count_identities = identities, .threads = 1});
  EXPECT_TRUE(run.has_value()) << run.error().message;
  return run ? std::move(*run) : CountedRun{};
}

class Formulas : public testing::TestWithParam<std::string> {
 protected:
  static const Algorithm& algorithm() { return **find_algorithm(GetParam()); }
  static bool is_scan() { return algorithm().family == Algorithm::Family::scan; }

  static void compare(const Choice& choice) {
    const PlanCost formula = cost_of(algorithm().complexity.of_plan(algorithm(), request_of(choice)));
    const Plan plan = catalogue_plan(GetParam(), choice);
    const Counters counted = count(plan).total;
    const Counters between_inputs = count(plan, false).total;
    const std::string where = GetParam() + " n = " + std::to_string(choice.n) +
                              " L = " + std::to_string(choice.group_size) +
                              (choice.exclusive ? " exclusive" : "");
    EXPECT_EQ(counted.work, formula.work) << where;
    EXPECT_EQ(counted.steps, formula.steps) << where;
    EXPECT_EQ(counted.useful_work, formula.useful.work) << where;
    EXPECT_EQ(between_inputs.work, formula.useful.work) << where;
    EXPECT_EQ(between_inputs.steps, formula.useful.steps) << where;
  }

  static void compare_both_forms(std::uint64_t n, std::uint64_t group_size) {
    compare({.n = n, .group_size = group_size});
    if (is_scan()) compare({.n = n, .group_size = group_size, .exclusive = true});
  }
};

TEST_P(Formulas, PowersOfTwo) {
  for (std::uint64_t n = 1; n <= 4096; n *= 2)
    for (const std::uint64_t group_size : {32u, 64u, 256u})
      if (algorithm().max_n == max_uint_elements || n <= 1024 || group_size == 64)  // Θ(n²) work
        compare_both_forms(n, group_size);
}

// Blocks that are not full, and rows of 32 that are not full.
TEST_P(Formulas, OddSizes) {
  for (const std::uint64_t n : {3u, 5u, 7u, 31u, 33u, 65u, 97u, 127u, 129u, 131u, 255u, 257u, 385u, 511u,
                                513u, 1000u, 1027u, 3001u}) {
    const std::uint64_t group_size = n % 3 == 0 ? 32 : n % 3 == 1 ? 64 : 256;
    compare_both_forms(n, group_size);
  }
}

TEST_P(Formulas, EveryNToThreeHundred) {
  constexpr std::uint64_t group_sizes[] = {32, 64, 128, 256};
  const bool quadratic = algorithm().max_n != max_uint_elements;
  for (std::uint64_t n = 1; n <= (quadratic ? 100 : 300); ++n) compare_both_forms(n, group_sizes[n % 4]);
}

// The group sizes of the window's small examples, and sizes that are not powers of two if they are allowed.
TEST_P(Formulas, OtherGroupSizes) {
  const auto source = load_kernel(algorithm(), "");
  for (const std::uint64_t group_size : {1u, 2u, 3u, 4u, 5u, 8u, 16u, 96u, 160u, 1024u})
    for (const std::uint64_t n : {1u, 2u, 3u, 4u, 5u, 6u, 9u, 16u, 23u, 64u, 100u, 1500u}) {
      const Choice choice{.n = n, .group_size = group_size};
      if (!make_plan(algorithm(), request_of(choice), *source)) continue;  // refused
      compare_both_forms(n, group_size);
    }
}

// What 001 draws in its figures 10 and 11, and 002 computes for its kernel 6.
TEST(Formulas, TheDocumentsNumbers) {
  const auto of = [](const std::string& id, std::uint64_t n, std::uint64_t L, bool exclusive) {
    const Counters c = count(catalogue_plan(id, {.n = n, .group_size = L, .exclusive = exclusive})).total;
    return std::pair(c.steps, c.work);
  };
  EXPECT_EQ(of("scan/blelloch", 8, 4, true), std::pair(std::uint64_t{6}, std::uint64_t{14}));
  EXPECT_EQ(of("scan/blelloch", 8, 4, false), std::pair(std::uint64_t{8}, std::uint64_t{22}));
  EXPECT_EQ(of("scan/hillis-steele-local", 4096, 256, false).first, 17u);
  EXPECT_EQ(of("reduce/divergent", 16, 16, false), std::pair(std::uint64_t{4}, std::uint64_t{15}));
}

// The order of warps affects neither the executed operations nor the useful operations.
TEST(Formulas, NoOrderChangesTheWork) {
  for (const char* id : {"scan/grid", "scan/blelloch", "reduce/tuned", "reduce/first-add"}) {
    const Plan plan = catalogue_plan(id, {.n = 70, .group_size = 64});
    const Counters fixed = count(plan).total;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      RunOptions options{.detect_findings = false};
      options.schedule.order = {ExecutionOrder::Kind::random, seed};
      const Counters other = run_counted(plan, model_named("cc9.0"), options)->total;
      EXPECT_EQ(other.work, fixed.work) << id;
      EXPECT_EQ(other.useful_work, fixed.useful_work) << id;
    }
  }
}

std::vector<std::string> ids_with_formulas() {
  std::vector<std::string> ids;
  for (const Algorithm& algorithm : catalogue())
    if (algorithm.complexity.of_plan) ids.push_back(algorithm.id);
  return ids;
}

std::string measured_name(const testing::TestParamInfo<std::string>& info) { return kernel_name(info.param); }

INSTANTIATE_TEST_SUITE_P(Catalogue, Formulas, testing::ValuesIn(ids_with_formulas()), measured_name);

TEST(Formulas, EveryReductionAndScanHasThem) {
  using enum Algorithm::Family;
  for (const Algorithm& algorithm : catalogue()) {
    const bool has_formulas = algorithm.complexity.of_plan != nullptr;
    const bool needs_them = algorithm.family == reduction || algorithm.family == scan;
    EXPECT_EQ(has_formulas, needs_them && !algorithm.depends_on_order) << algorithm.id;
  }
}

LargestError error_of(const std::string& id, const char* input, std::uint64_t n = 2048) {
  Plan plan = catalogue_plan(id, {.n = n, .group_size = 256, .type = ElementType::float32});
  plan.buffers[plan.expectation->input_buffer].content = *parse_input(input);
  const Expectation& expected = *plan.expectation;
  const CheckResult check = check_result(plan, materialise(plan.buffers[expected.input_buffer]),
                                         count(plan).buffers[expected.result_buffer]);
  EXPECT_TRUE(check.passed()) << id << ": " << check.message("result");
  EXPECT_TRUE(check.error) << id;
  return check.error.value_or(LargestError{});
}

// The order of addition determines how many roundings accumulate: n − 1 in a chain, log n in a tree.
TEST(RoundingErrors, ALongChainIsWorseThanATree) {
  const LargestError chain = error_of("scan/one-item-per-output", "fractions");
  for (const char* tree :
       {"scan/kogge-stone", "scan/blelloch", "scan/brent-kung", "reduce/sequential-local"}) {
    const LargestError error = error_of(tree, "fractions");
    EXPECT_LT(3 * error.absolute, chain.absolute) << tree;
    EXPECT_GT(error.absolute, 0) << tree;
    EXPECT_LT(10 * error.bound_in_units, chain.bound_in_units) << tree;
    EXPECT_LE(error.in_units, error.bound_in_units) << tree;
  }
}

// The bound follows from the longest chain, which the formulas give for each algorithm and n.
TEST(RoundingErrors, EveryAlgorithmStaysWithinItsBound) {
  for (const std::string& id : ids_with_formulas()) {
    for (const std::uint64_t n : {2u, 3u, 700u}) {
      const LargestError error = error_of(id, "fractions", n);
      EXPECT_LE(error.absolute, error.bound) << id << " n = " << n;
    }
  }
}

TEST(RoundingErrors, WholeNumbersHaveNone) {
  const LargestError error = error_of("scan/one-item-per-output", "random");
  EXPECT_EQ(error.absolute, 0);
  EXPECT_EQ(error.bound, 0);
}

}  // namespace
}  // namespace lockstep::sim
