// Correct kernels with one changed condition or type: the cause is reported with its line, and no repair
// fails its own trial.
#include <gtest/gtest.h>

#include "sim/explain/explanation.hpp"
#include "sim/explain/kernel_edits/condition_edits.hpp"
#include "sim/explain/kernel_edits/value_edits.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/frontend/frontend.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

Edits mutants_of(const Plan& plan) {
  const PlanProgram& program = plan.programs[0];
  const auto unit = language::analyse(program.source, program.options);
  EXPECT_TRUE(unit);
  Edits mutants;
  for (const language::FunctionDecl* function : unit->functions)
    for (Edit& edit : comparison_edits(program.source.text, *function)) mutants.push_back(std::move(edit));
  return mutants;
}

bool is_clean(const Plan& plan) {
  const auto run = run_counted(plan, model_named("cc9.0"), {});
  return run && !has_errors(run->findings) && run->early_end == EarlyEnd::none &&
         check_run(plan, *run).passed();
}

Plan with_text(const Plan& plan, const std::string& text) {
  Plan changed = plan;
  for (PlanProgram& program : changed.programs) program.source.text = text;
  return changed;
}

// All statements about a run.
std::string said_of(const Explanation& explanation) {
  std::string said = explanation.result_cure.sentence;
  for (const Cure& cure : explanation.cures) said += cure.sentence;
  return said;
}

TEST(Mutants, TheCauseIsNamedAndNoCureFailsItsTrial) {
  int wrong = 0, named = 0;
  for (const char* id : {"reduce/sequential-local", "scan/kogge-stone", "scan/blelloch"}) {
    const Plan plan = catalogue_plan(id, {.n = 128, .group_size = 32});
    for (const Edit& mutant : mutants_of(plan)) {
      const Plan changed = with_text(plan, mutant.text);
      const auto run = run_counted(changed, model_named("cc9.0"), {.step_budget = 100'000});
      ASSERT_TRUE(run) << mutant.words;
      if (!has_errors(run->findings) && check_run(changed, *run).passed()) continue;
      const Explanation explanation = explain_run(changed, model_named("cc9.0"), {}, *run);
      ++wrong;
      named +=
          said_of(explanation).find("at line " + std::to_string(mutant.line)) != std::string::npos ? 1 : 0;
      std::vector<Cure> cures = explanation.cures;
      cures.push_back(explanation.result_cure);
      for (const Cure& cure : cures) {
        const bool is_whole = !cure.repaired.empty() && cure.sentence.find(" left.") == std::string::npos;
        EXPECT_TRUE(!is_whole || is_clean(with_text(plan, cure.repaired)))
            << id << mutant.words << cure.sentence;
      }
    }
  }
  EXPECT_GT(wrong, 20);
  EXPECT_GE(10 * named, 9 * wrong) << named << " of " << wrong;
}

}  // namespace
}  // namespace lockstep::sim
