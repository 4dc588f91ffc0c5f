// fuzz_builtins STEP [NAME]… compiles a call of every built-in function, or of these, with every list of
// arguments that fits its signature, and with every STEP-th of all lists. The exit status is 1 if a call is
// neither compiled nor refused in words.
#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "tests/sim/compiler/builtins/calls.hpp"

namespace {

using namespace lockstep::sim::language;

}  // namespace

int main(int argument_count, char** arguments) {
  const std::size_t step = argument_count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 0;
  if (step == 0) {
    fmt::print(stderr, "usage: fuzz_builtins STEP [NAME]…\n");
    return 2;
  }
  std::vector<std::string> names(arguments + 2, arguments + argument_count);
  if (names.empty()) names = callable_names();
  const std::vector<ArgumentList>& lists = argument_lists();
  std::map<CallOutcome, std::size_t> outcomes;
  std::size_t number = 0;
  for (const std::string& name : names) {
    std::map<CallOutcome, std::size_t> own;
    std::vector<ArgumentList> chosen = fitting_lists(name);
    for (std::size_t i = number % step; i < lists.size(); i += step) chosen.push_back(lists[i]);
    for (const ArgumentList& list : chosen) {
      const CallReport report = compile_call(name, list);
      ++own[report.outcome];
      if (report.outcome == CallOutcome::failed) fmt::print("{}{}\n\n", report.text, report.message);
    }
    fmt::print("{:<32}{:>6} compiled {:>6} refused\n", name, own[CallOutcome::compiled],
               own[CallOutcome::refused]);
    ++number;
    for (const auto& [outcome, count] : own) outcomes[outcome] += count;
  }
  fmt::print("\n{} functions: {} calls compiled, {} refused, {} failed\n", names.size(),
             outcomes[CallOutcome::compiled], outcomes[CallOutcome::refused], outcomes[CallOutcome::failed]);
  return outcomes[CallOutcome::failed] == 0 ? 0 : 1;
}
