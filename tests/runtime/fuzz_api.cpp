// fuzz_api SEED COUNT SECONDS [THREADS] runs COUNT random sequences of OpenCL calls from seed SEED on, for at
// most so many seconds, in several threads at once. The exit status is 1 if a call did not do what it must.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/runtime/api_fuzz.hpp"

int main(int argument_count, char** arguments) {
  if (argument_count < 4 || argument_count > 5) {
    fmt::print(stderr, "usage: fuzz_api SEED COUNT SECONDS [THREADS]\n");
    return 2;
  }
  constexpr unsigned kCalls = 400;
  const std::uint64_t first = std::strtoull(arguments[1], nullptr, 10);
  const std::uint64_t count = std::strtoull(arguments[2], nullptr, 10);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(arguments[3]));
  std::atomic<std::uint64_t> next = 0, calls = 0, refused = 0, mistakes = 0;
  std::mutex printing;
  const auto work = [&] {
    for (std::uint64_t i = next++; i < count && std::chrono::steady_clock::now() < end; i = next++) {
      const auto result = lockstep::runtime::fuzz_api(first + i, kCalls);
      calls += result.calls;
      refused += result.refused;
      mistakes += result.mistakes.size();
      const std::lock_guard lock(printing);
      for (const auto& mistake : result.mistakes) fmt::print("seed {}: {}\n", first + i, mistake);
    }
  };
  std::vector<std::thread> threads;
  for (int i = argument_count == 5 ? std::atoi(arguments[4]) : 1; i > 0; --i) threads.emplace_back(work);
  for (auto& thread : threads) thread.join();
  fmt::print("{} sequences, {} calls, {} refused, {} mistakes\n", std::min(next.load(), count), calls.load(),
             refused.load(), mistakes.load());
  return mistakes == 0 ? 0 : 1;
}
