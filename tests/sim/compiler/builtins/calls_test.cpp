// A call of a built-in function compiles or is rejected with a message, whatever its arguments are. The full
// product of names and argument lists is tested by a command (tests/fuzz); here each name is tested with some
// of the lists.
#include "tests/sim/compiler/builtins/calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "sim/frontend/builtins/table.hpp"

namespace lockstep::sim::language {
namespace {

// Some lists that the function may accept, distributed over all types, and a few others.
std::vector<ArgumentList> chosen_lists(const std::string& name, std::size_t number) {
  constexpr std::size_t kUnfitting = 2;
  const bool is_of_family = find_builtin(name) == nullptr;
  const std::size_t wanted = is_of_family ? 2 : 16;
  const std::vector<ArgumentList>& all = argument_lists();
  const std::vector<ArgumentList> fitting = fitting_lists(name);
  std::vector<ArgumentList> chosen;
  const std::size_t step = std::max<std::size_t>(1, fitting.size() / wanted);
  for (std::size_t i = number % step; i < fitting.size(); i += step) chosen.push_back(fitting[i]);
  for (std::size_t i = 0; i < kUnfitting; ++i) chosen.push_back(all[(number * 61 + i * 1009) % all.size()]);
  return chosen;
}

TEST(BuiltinCalls, CompileOrAreRefusedInWords) {
  std::map<CallOutcome, std::size_t> outcomes;
  std::size_t number = 0;
  for (const std::string& name : callable_names())
    for (const ArgumentList& list : chosen_lists(name, number++)) {
      const CallReport report = compile_call(name, list);
      ++outcomes[report.outcome];
      EXPECT_NE(report.outcome, CallOutcome::failed) << report.text << report.message;
    }
  EXPECT_GT(outcomes[CallOutcome::compiled], 1000u);
  EXPECT_GT(outcomes[CallOutcome::refused], 1000u);
}

}  // namespace
}  // namespace lockstep::sim::language
