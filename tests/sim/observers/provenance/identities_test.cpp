// The plans in which two values of inputs or identities can be operands of one operation: in all other plans
// there is no work to count.
#include "sim/observers/provenance/identities.hpp"

#include <gtest/gtest.h>

#include "sim/launch/compiled_machine.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

bool may_combine(const Plan& plan) {
  const Result<Machine> machine = compile_machine(plan, model_named("cc9.0"));
  EXPECT_TRUE(machine.has_value());
  return machine && find_identities(*machine).may_combine;
}

TEST(MayCombine, SumsAndScansDo) {
  for (const char* id : {"reduce/divergent", "reduce/grid-stride", "scan/blelloch", "scan/look-back"})
    EXPECT_TRUE(may_combine(catalogue_plan(id))) << id;
}

// The input determines which element is changed, or where a value is stored; it is not an operand of
// an operation.
TEST(MayCombine, HistogramsAndTranspositionsDoNot) {
  for (const char* id :
       {"patterns/histogram-global-atomics", "patterns/histogram-privatised", "patterns/transpose-tiled"})
    EXPECT_FALSE(may_combine(catalogue_plan(id, {.n = 256, .group_size = 64}))) << id;
}

}  // namespace
}  // namespace lockstep::sim
