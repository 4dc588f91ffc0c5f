// fuzz_values [WORD]… compares the built-in functions of values whose name, with the type, begins with one of
// the words, or all, with the first OpenCL device. The exit status is 1 if a result differs by more than the
// specification permits.
#include <fmt/format.h>

#include <algorithm>

#include "tests/fuzz/builtin_values.hpp"

namespace {

using namespace lockstep::fuzz;

bool is_wanted(const ValueCase& it, const std::vector<std::string>& words) {
  const auto begins = [&](const std::string& word) { return it.name.starts_with(word); };
  return words.empty() || std::ranges::any_of(words, begins);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  const auto device = lockstep::opencl::find_device(0);
  if (!device) {
    fmt::print(stderr, "{}\n", device.error().message);
    return 2;
  }
  std::vector<ValueCase> cases = value_cases();
  std::erase_if(cases, [&](const ValueCase& it) { return !is_wanted(it, words); });
  constexpr std::size_t kBatch = 25;
  std::size_t wrong = 0;
  std::uint64_t values = 0, equal = 0;
  for (std::size_t i = 0; i < cases.size(); i += kBatch) {
    const std::span<const ValueCase> batch(cases.begin() + i, std::min(kBatch, cases.size() - i));
    const auto reports = compare_values(*device, batch, 1);
    if (!reports) {
      fmt::print(stderr, "{}\n", reports.error().message);
      return 1;
    }
    for (std::size_t k = 0; k < reports->size(); ++k) {
      const ValueReport& report = (*reports)[k];
      wrong += report.different.empty() ? 0 : 1;
      values += report.values;
      equal += report.equal;
      if (report.equal < report.values)
        fmt::print("{:<28} {:>5} of {} equal, at most {} ulp apart, permitted {}\n", report.name,
                   report.equal, report.values, report.largest_distance, batch[k].ulps);
      for (const std::string& line : report.different) fmt::print("    {}\n", line);
    }
  }
  fmt::print("\n{} functions with a type: {} of {} values equal; {} differ by more than permitted\n",
             cases.size(), equal, values, wrong);
  return wrong == 0 ? 0 : 1;
}
