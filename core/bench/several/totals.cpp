#include "core/bench/several/totals.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/host/operations.hpp"

namespace lockstep::opencl {

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

void Totals::post(std::size_t part, Element total) {
  {
    const std::lock_guard lock(mutex_);
    totals_[part] = std::move(total);
  }
  changed_.notify_all();
}

bool Totals::are_known(std::size_t count) const {
  return std::all_of(totals_.begin(), totals_.begin() + static_cast<std::ptrdiff_t>(count),
                     [](const auto& total) { return total.has_value(); });
}

std::optional<Element> Totals::before(std::size_t part) {
  const auto is_over = [&] { return given_up_ || are_known(part); };
  std::unique_lock lock(mutex_);
  // Most waits are short, and waking a thread that sleeps takes longer than they do.
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  while (!is_over() && std::chrono::steady_clock::now() < until) {
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
  }
  changed_.wait(lock, is_over);
  if (given_up_) return std::nullopt;
  Element all = *totals_.front();
  for (std::size_t i = 1; i < part; ++i) all = combine(type_, op_, all, *totals_[i]);
  return all;
}

void Totals::give_up() {
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
  }
  changed_.notify_all();
}

}  // namespace lockstep::opencl
