// Which algorithms need a commutative operator: all are run with two operators that are associative but not
// commutative. The catalogue's flag commutative_only is set if and only if some result is wrong, and every
// wrong result is explained by the combination that changed the order of its inputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/check/check.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/figure_rows/coverage.hpp"
#include "sim/figure_rows/memory_object.hpp"
#include "sim/machine/state/limits.hpp"
#include "tests/pattern.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kSizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31, 32, 33, 63, 64, 65, 100, 257};
constexpr std::uint64_t kCommutativeGroups[] = {1, 2, 4, 8, 16, 32, 64};

class NonCommutative : public testing::TestWithParam<std::string> {
 protected:
  static const Algorithm& algorithm() { return **find_algorithm(GetParam()); }

  Result<Plan> plan(const Choice& choice) {
    PlanRequest request{.n = choice.n, .group_size = choice.group_size, .op = choice.op, .type = choice.type};
    request.exclusive = choice.exclusive;
    request.limits = limits_of(model_named("cc9.0"));
    request.limits.takes_any_group_size = false;  // other sizes make results wrong for another reason
    return make_plan(algorithm(), request, *load_kernel(algorithm(), ""));
  }

  // Returns whether the result is correct.
  bool is_right(const Plan& plan) {
    const auto run = run_counted(plan, model_named("cc9.0"), {});
    EXPECT_TRUE(run.has_value()) << run.error().message;
    EXPECT_TRUE(run->findings.empty());
    const CheckResult check = check_run(plan, *run);
    if (check.passed()) return true;
    EXPECT_THAT(wrong_because(plan, model_named("cc9.0"), {}, *run, check),
                ContainsPattern("included once( each)?, but not in their order: line [0-9]+ combines "
                                "x[0-9]+ before x[0-9]+; the operator [a-z]+ is not commutative"));
    return false;
  }

  struct Tally {
    unsigned right = 0, wrong = 0;
  };

  Tally run_all(Operator op, ElementType type) {
    Tally tally;
    for (const std::uint64_t group : kCommutativeGroups)
      for (const std::uint64_t n : kSizes) {
        const bool exclusive = algorithm().has_exclusive_form && (n + group) % 2 == 0;
        const auto planned =
            plan({.n = n, .group_size = group, .op = op, .type = type, .exclusive = exclusive});
        if (!planned) continue;
        SCOPED_TRACE(GetParam() + " n = " + std::to_string(n) + " L = " + std::to_string(group));
        ++(is_right(*planned) ? tally.right : tally.wrong);
      }
    return tally;
  }
};

TEST_P(NonCommutative, ResultsAreWrongExactlyWhereTheCatalogueSaysSo) {
  if (algorithm().combines_vectors) GTEST_SKIP() << "applies ⊕ to vectors";
  for (const auto& [op, type] :
       {std::pair(Operator::matrix, ElementType::uint16x4), std::pair(Operator::digits, ElementType::int64),
        std::pair(Operator::digits, ElementType::int32)}) {
    const Tally tally = run_all(op, type);
    EXPECT_GT(tally.right, 0u) << "n = 1 is always right";
    EXPECT_EQ(tally.wrong > 0, algorithm().commutative_only) << name(op) << " " << opencl_name(type);
  }
}

TEST_P(NonCommutative, RefusalsSayWhy) {
  const auto planned = plan({.n = 64, .group_size = 32, .op = Operator::digits});
  EXPECT_EQ(planned.has_value(), !algorithm().combines_vectors);
  if (!planned) {
    EXPECT_THAT(planned.error().message, testing::HasSubstr("applies ⊕ to vectors of elements at once"));
  }
  EXPECT_FALSE(plan({.n = 64, .group_size = 32, .op = Operator::matrix}));
  EXPECT_FALSE(plan({.n = 64, .group_size = 32, .type = ElementType::uint16x4}));
  EXPECT_FALSE(plan({.n = 64, .group_size = 32, .op = Operator::digits, .type = ElementType::float32}));
}

// W and T are those of any other operator: a call of the operator's function is one operation.
TEST_P(NonCommutative, WorkAndStepsAreThoseOfASum) {
  for (const std::uint64_t n : {1, 5, 64, 100}) {
    const Choice choice{.n = n, .group_size = 32};
    Choice of_matrices = choice, of_digits = choice;
    of_matrices.op = Operator::matrix;
    of_matrices.type = ElementType::uint16x4;
    of_digits.op = Operator::digits;
    const auto sums = run_counted(*plan(choice), model_named("cc9.0"), {});
    for (const Choice& other : {of_digits, of_matrices}) {
      const auto planned = plan(other);
      if (!planned) continue;
      const auto run = run_counted(*planned, model_named("cc9.0"), {});
      EXPECT_EQ(run->total.work, sums->total.work) << name(other.op) << " n = " << n;
      EXPECT_EQ(run->total.steps, sums->total.steps) << name(other.op) << " n = " << n;
      EXPECT_EQ(run->total.global_load_requests, sums->total.global_load_requests);
    }
  }
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const Algorithm& algorithm : catalogue()) all.push_back(algorithm.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, NonCommutative, testing::ValuesIn(ids()),
                         [](const auto& tested) { return kernel_name(tested.param); });

TEST(NonCommutativeLocalMemory, HoldsMatricesAndShowsTheirOrder) {
  const Plan plan =
      catalogue_plan("reduce/sequential-local",
                     {.n = 8, .group_size = 8, .op = Operator::matrix, .type = ElementType::uint16x4});
  const auto trace = Trace::record(plan, model_named("cc9.0"), {});
  ASSERT_TRUE(trace.has_value());
  for (const MemoryObject& object : memory_objects(**trace, 0)) {
    EXPECT_EQ(object.type, ElementType::uint16x4) << object.name;
    if (object.is_local) {
      EXPECT_EQ(object.elements, 8u);
    }
  }
  const ProvenanceId result =
      (*trace)->seek((*trace)->size())->buffer_provenance[plan.expectation->result_buffer][0];
  CoverageLabels labels;
  EXPECT_THAT(labels.labels((*trace)->provenance(), result),
              testing::ElementsAre("⊕ x0,x4,x2,x6… (8 inputs)", "⊕ x0,x4…", "x0,x4…", "x0…"));
}

TEST(OutOfOrder, IsTheFirstCombinationThatExchangesInputs) {
  const Plan plan =
      catalogue_plan("reduce/sequential-global", {.n = 8, .group_size = 8, .op = Operator::digits});
  const auto trace = Trace::record(plan, model_named("cc9.0"), {});
  ASSERT_TRUE(trace.has_value());
  const ProvenanceGraph& graph = (*trace)->provenance();
  const ProvenanceId result = (*trace)->seek((*trace)->size())->buffer_provenance[0][0];
  EXPECT_EQ(graph.label(result), "⊕ x0,x4,x2,x6… (8 inputs)");
  EXPECT_THAT(graph.inputs(result), testing::ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
  const auto found = graph.out_of_order(result);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->before, 4u);
  EXPECT_EQ(found->after, 2u);
  EXPECT_EQ(graph.label(found->node), "⊕ x0,x4,x2,x6");
  EXPECT_EQ(graph.out_of_order(graph.node(found->node).left), std::nullopt);
}

}  // namespace
}  // namespace lockstep::sim
