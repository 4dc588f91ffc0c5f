// A short run of `fuzz_recordings`: no mutant crashes, hangs, or shows a file of this machine.
#include "tests/fuzz/recording_mutant.hpp"

#include <gtest/gtest.h>

#include <map>

namespace lockstep::fuzz {
namespace {

TEST(RecordingMutants, AreRefusedOrRun) {
  std::map<RecordingReport::Outcome, unsigned> outcomes;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const RecordingReport report = run_recording_mutant(seed);
    ++outcomes[report.outcome];
    EXPECT_NE(report.outcome, RecordingReport::Outcome::read_a_file) << seed << ": " << report.sentence;
  }
  // Otherwise the changes are too coarse to reach what is behind the reader.
  EXPECT_GT(outcomes[RecordingReport::Outcome::refused], 50u);
  EXPECT_GT(outcomes[RecordingReport::Outcome::not_launched], 20u);
  EXPECT_GT(outcomes[RecordingReport::Outcome::ran], 50u);
}

}  // namespace
}  // namespace lockstep::fuzz
