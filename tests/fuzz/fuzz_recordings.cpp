// fuzz_recordings FIRST COUNT reads COUNT recordings with mistakes, starting with seed FIRST, and runs those
// that can be read. The exit status is 1 if one of them shows a file of this machine.
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <string_view>

#include "tests/fuzz/recording_mutant.hpp"

namespace {

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

int main(int argument_count, char** arguments) {
  using lockstep::fuzz::RecordingReport;
  if (argument_count != 3) {
    fmt::print(stderr, "usage: fuzz_recordings FIRST COUNT\n");
    return 2;
  }
  const std::uint64_t first = number(arguments[1]), count = number(arguments[2]);
  std::map<RecordingReport::Outcome, std::uint64_t> outcomes;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RecordingReport report = lockstep::fuzz::run_recording_mutant(seed);
    ++outcomes[report.outcome];
    if (report.outcome == RecordingReport::Outcome::read_a_file)
      fmt::print("{}: {}\n", seed, report.sentence);
  }
  for (const auto& [outcome, times] : outcomes)
    fmt::print("{:>8} {}\n", times, lockstep::fuzz::outcome_name(outcome));
  return outcomes.contains(RecordingReport::Outcome::read_a_file) ? 1 : 0;
}
