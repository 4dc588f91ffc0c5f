#include "core/bench/multi_device/totals.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/host_implementations/operations.hpp"

namespace lockstep::bench {

Element combine(ElementType type, Operator op, std::span<const std::byte> left,
                std::span<const std::byte> right) {
  return host::with_operation(type, op, [&]<class Operation>() {
    using T = typename Operation::T;
    T a{}, b{};
    std::memcpy(&a, left.data(), sizeof a);
    std::memcpy(&b, right.data(), sizeof b);
    const T both = typename Operation::Function{}(a, b);
    Element bytes(sizeof both);
    std::memcpy(bytes.data(), &both, sizeof both);
    return bytes;
  });
}

void ThreadTotals::post(std::size_t part, Element total) {
  totals_[part] = std::move(total);
  is_posted_[part].store(true, std::memory_order_release);
  { const std::lock_guard lock(mutex_); }  // now no thread is between its check and its wait
  changed_.notify_all();
}

bool ThreadTotals::is_over(std::size_t count) const {
  if (given_up_.load(std::memory_order_acquire)) return true;
  for (std::size_t i = 0; i < count; ++i)
    if (!is_posted_[i].load(std::memory_order_acquire)) return false;
  return true;
}

std::optional<Element> ThreadTotals::before(std::size_t part) {
  // Most waits are shorter than the time to wake a sleeping thread.
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  while (!is_over(part) && std::chrono::steady_clock::now() < until) std::this_thread::yield();
  if (!is_over(part)) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_over(part); });
  }
  if (given_up_.load(std::memory_order_acquire)) return std::nullopt;
  Element all = totals_.front();
  for (std::size_t i = 1; i < part; ++i) all = combine(type_, op_, all, totals_[i]);
  return all;
}

void ThreadTotals::abandon() {
  given_up_.store(true, std::memory_order_release);
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

}  // namespace lockstep::bench
