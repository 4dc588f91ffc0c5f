#include "core/base/termination_message.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace lockstep {
namespace {

TEST(LastWordsDeathTest, OfAProcessThatIsEndedAtWork) {
  const auto end = [](int signal) {
    set_last_words("Rank 1 had not finished.");
    { const WaitsForOthers waited; }
    std::raise(signal);
  };
  EXPECT_EXIT(end(SIGTERM), testing::KilledBySignal(SIGTERM), "^Rank 1 had not finished.\n$");
  EXPECT_EXIT(end(SIGINT), testing::KilledBySignal(SIGINT), "^Rank 1 had not finished.\n$");
}

TEST(LastWordsDeathTest, NoneOfOneThatWaits) {
  const auto end = [] {
    set_last_words(std::string(1000, 'x'));
    const WaitsForOthers outer;
    { const WaitsForOthers inner; }
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(end(), testing::KilledBySignal(SIGTERM), "^$");
}

}  // namespace
}  // namespace lockstep
