// mutate_kernels FIRST COUNT [SECONDS] makes a mistake in a kernel of the catalogue for each of COUNT seeds,
// starting with FIRST, and says what the simulator finds. No run may take longer than SECONDS (5) without
// progress. The exit status is 1 if a mutant is left without an answer, or a run takes longer.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

#include "tests/fuzz/mutant.hpp"

namespace {

using namespace lockstep::fuzz;

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 3 && argument_count != 4) {
    fmt::print(stderr, "usage: mutate_kernels FIRST COUNT [SECONDS]\n");
    return 2;
  }
  const std::uint64_t first = number(arguments[1]), count = number(arguments[2]);
  const std::chrono::seconds timeout(argument_count == 4 ? number(arguments[3]) : 5);
  // A run notices the timeout a little later, and its arrays are made first.
  const std::chrono::milliseconds budget = timeout + std::chrono::seconds(1);
  std::map<MutantReport::Outcome, std::uint64_t> outcomes;
  std::chrono::milliseconds longest{0};
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const MutantReport report = run_mutant(seed, timeout);
    ++outcomes[report.outcome];
    longest = std::max(longest, report.longest);
    fmt::print("{} {} line {}: {}\n    {} ({} runs, {} ms): {}\n", seed, report.algorithm,
               report.mutation.line, report.mutation.what, outcome_name(report.outcome), report.runs,
               report.longest.count(), report.sentence);
  }
  fmt::print("\n{} mutants; the longest run took {} ms\n", count, longest.count());
  for (const auto& [outcome, times] : outcomes) fmt::print("{:>6} {}\n", times, outcome_name(outcome));
  return outcomes.contains(MutantReport::Outcome::unclear) || longest > budget ? 1 : 0;
}
