// The simulator and the sequential reference agree: every algorithm, at every small n and at random
// larger values, and at sizes near the block boundaries with every operator and type. The command `sweep`
// runs all combinations.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/check/check.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

// Plans of many sizes share a few programs; compiling each once keeps the test fast.
class Programs {
 public:
  std::shared_ptr<const Program> get(const PlanProgram& wanted) {
    auto& known = programs_[{wanted.source.path, wanted.options}];
    if (!known) {
      auto compiled = language::compile(wanted.source, wanted.options);
      EXPECT_TRUE(compiled.has_value()) << compiled.error().message;
      if (compiled) known = *compiled;
    }
    return known;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const Program>> programs_;
};

class Agreement : public testing::TestWithParam<std::string> {
 protected:
  static const Algorithm& algorithm() { return **find_algorithm(GetParam()); }
  static bool is_scan() { return algorithm().family == Algorithm::Family::scan; }

  void check(const Choice& choice) {
    if (choice.n > algorithm().max_n) return;
    const Plan plan = catalogue_plan(GetParam(), choice);
    std::vector<std::shared_ptr<const Program>> programs;
    for (const PlanProgram& program : plan.programs) programs.push_back(programs_.get(program));
    const Result<Machine> machine = Machine::create(plan, programs, model_named("cc9.0"));
    ASSERT_TRUE(machine.has_value()) << machine.error().message;
    MachineState state = machine->initial_state();
    machine->run(state, {});
    const Expectation& expectation = *plan.expectation;
    const CheckResult result = check_result(plan, materialise(plan.buffers[expectation.input_buffer]),
                                            state.buffers[expectation.result_buffer]);
    ASSERT_TRUE(result.passed()) << GetParam() << " n = " << choice.n << " L = " << choice.group_size << " "
                                 << name(choice.op) << " " << opencl_name(choice.type) << ": "
                                 << result.message("result");
  }

  Programs programs_;
};

constexpr std::uint64_t kGroupSizes[] = {32, 64, 128, 256};

TEST_P(Agreement, EveryNToSixHundred) {
  for (std::uint64_t n = 1; n <= 600; ++n) {
    const Choice choice{.n = n, .group_size = kGroupSizes[n % 4], .exclusive = is_scan() && n % 8 < 4};
    ASSERT_NO_FATAL_FAILURE(check(choice));
  }
}

TEST_P(Agreement, FiftyRandomLargerN) {
  std::mt19937_64 random(20);
  const std::uint64_t most = algorithm().max_n < max_uint_elements ? 2'000 : 40'000;  // Θ(n²) work
  for (int turn = 0; turn < 50; ++turn) {
    const Choice choice{.n = 601 + random() % most,
                        .group_size = turn % 2 == 0 ? 64u : 256u,
                        .exclusive = is_scan() && turn % 4 < 2};
    ASSERT_NO_FATAL_FAILURE(check(choice));
  }
}

TEST_P(Agreement, OperatorsAndTypesWhereBlocksBegin) {
  for (const Operator op : algorithm().operators)
    for (const ElementType type : algorithm().types)
      for (const std::uint64_t n : {1, 2, 31, 32, 33, 255, 256, 257, 511, 512, 513, 1000})
        for (const bool exclusive : {false, true}) {
          if (exclusive && !is_scan()) continue;
          if (!takes(op, type) || (algorithm().commutative_only && !is_commutative(op))) continue;
          const Choice choice{.n = n, .group_size = 64, .op = op, .type = type, .exclusive = exclusive};
          ASSERT_NO_FATAL_FAILURE(check(choice));
        }
}

// No kernel of the catalogue has a finding, for any warp width.
TEST_P(Agreement, CleanOnEveryModel) {
  for (const DeviceModel& model : device_models()) {
    const Choice choice{.n = 1000, .group_size = 128, .limits = limits_of(model)};
    const auto run = run_counted(catalogue_plan(GetParam(), choice), model);
    ASSERT_TRUE(run.has_value()) << run.error().message;
    EXPECT_TRUE(run->findings.empty()) << model.name << ": " << run->findings.front().message;
  }
}

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const Algorithm& algorithm : catalogue()) ids.push_back(algorithm.id);
  return ids;
}

std::string case_name(const testing::TestParamInfo<std::string>& info) { return kernel_name(info.param); }

INSTANTIATE_TEST_SUITE_P(Catalogue, Agreement, testing::ValuesIn(all_ids()), case_name);

}  // namespace
}  // namespace lockstep::sim
