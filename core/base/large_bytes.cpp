#include "core/base/large_bytes.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/machine_facts.hpp"

namespace lockstep {
namespace {

// A smaller part would be finished before a thread has started; larger parts would leave processors
// idle at the end.
constexpr std::size_t kPartBytes = std::size_t{4} << 20;

template <class Work>
void by_parts(std::size_t bytes, Work&& work) {
  in_parallel((bytes + kPartBytes - 1) / kPartBytes, [&](std::size_t part) {
    const std::size_t begin = part * kPartBytes;
    work(begin, std::min(kPartBytes, bytes - begin));
  });
}

}  // namespace

void in_parallel(std::size_t parts, const std::function<void(std::size_t part)>& work) {
  std::atomic<std::size_t> next{0};
  const auto take_parts = [&] {
    for (std::size_t part = next++; part < parts; part = next++) work(part);
  };
  std::vector<std::jthread> helpers;
  try {
    const std::size_t threads = parts > 1 ? std::min<std::size_t>(usable_processors(), parts) : 1;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(take_parts);
  } catch (const std::system_error&) {
    // If the system provides no more threads, the existing threads do the work.
  }
  take_parts();
}

void fill_bytes(std::span<std::byte> bytes, std::byte value) {
  by_parts(bytes.size(), [&](std::size_t begin, std::size_t count) {
    std::memset(bytes.data() + begin, std::to_integer<int>(value), count);
  });
}

void copy_bytes(std::span<const std::byte> from, std::span<std::byte> to) {
  by_parts(from.size(), [&](std::size_t begin, std::size_t count) {
    std::memcpy(to.data() + begin, from.data() + begin, count);
  });
}

}  // namespace lockstep
