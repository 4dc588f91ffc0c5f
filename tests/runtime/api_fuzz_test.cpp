#include "tests/runtime/api_fuzz.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace lockstep::runtime {
namespace {

void expect_no_mistakes(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const ApiFuzz result = fuzz_api(seed, 400);
    EXPECT_GT(result.calls, result.refused) << "seed " << seed;
    for (const std::string& mistake : result.mistakes) ADD_FAILURE() << "seed " << seed << ": " << mistake;
  }
}

TEST(ApiFuzzing, NoCrashAndNoWrongSuccess) { expect_no_mistakes(1, 150); }

TEST(ApiFuzzing, InSeveralThreads) {
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 4; ++i) threads.emplace_back(expect_no_mistakes, 1000 + 100 * i, 20);
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace lockstep::runtime
