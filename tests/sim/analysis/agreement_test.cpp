// Simulator and sequential reference agree for every small n and for random larger ones, for every operator.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/check.hpp"
#include "sim/language/compile.hpp"
#include "sim/machine/machine.hpp"
#include "tests/sim/analysis/plans.hpp"

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

struct AgreementCase {
  std::string id;
  Operator op;
  ElementType type;
};

class Agreement : public testing::TestWithParam<AgreementCase> {
 protected:
  void check(std::uint64_t n, std::uint64_t group_size) {
    const auto& [id, op, type] = GetParam();
    const Plan plan = catalogue_plan(id, {.n = n, .group_size = group_size, .op = op, .type = type});
    std::vector<std::shared_ptr<const Program>> programs;
    for (const PlanProgram& program : plan.programs) programs.push_back(programs_.get(program));
    const Result<Machine> machine = Machine::create(plan, programs, model_named("cc9.0"));
    ASSERT_TRUE(machine.has_value()) << machine.error().message;
    MachineState state = machine->initial_state();
    machine->run(state, {});
    const Expectation& expectation = *plan.expectation;
    const CheckResult result = check_result(plan, materialise(plan.buffers[expectation.input_buffer]),
                                            state.buffers[expectation.result_buffer]);
    ASSERT_TRUE(result.passed()) << id << " n = " << n << ": " << result.message("result");
  }

  Programs programs_;
};

constexpr std::uint64_t kGroupSizes[] = {8, 32, 64, 256};

TEST_P(Agreement, EveryNToSixHundred) {
  for (std::uint64_t n = 1; n <= 600; ++n) {
    const std::uint64_t group_size = kGroupSizes[n % 4];
    ASSERT_NO_FATAL_FAILURE(check(n, group_size));
  }
}

TEST_P(Agreement, FiftyRandomLargerN) {
  std::mt19937_64 random(20);
  for (int turn = 0; turn < 50; ++turn) {
    const std::uint64_t n = 601 + random() % 40'000;
    ASSERT_NO_FATAL_FAILURE(check(n, turn % 2 == 0 ? 64 : 256));
  }
}

std::vector<AgreementCase> all_cases() {
  std::vector<AgreementCase> cases;
  for (const std::string& id : kAlgorithms)
    for (const Operator op : all_operators())
      for (const ElementType type : {ElementType::int32, ElementType::float32})
        cases.push_back({id, op, type});
  return cases;
}

std::string case_name(const testing::TestParamInfo<AgreementCase>& info) {
  std::string text = info.param.id + "_" + std::string(name(info.param.op)) + "_" +
                     std::string(opencl_name(info.param.type));
  for (char& c : text)
    if (c == '/' || c == '-') c = '_';
  return text;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Agreement, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace lockstep::sim
