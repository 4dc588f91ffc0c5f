// Exchanges the totals of an array's parts between the parts.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/element.hpp"

namespace lockstep::bench {

// The bytes of one element.
using Element = std::vector<std::byte>;

// Returns left ⊕ right, rounded to the type.
Element combine(ElementType type, Operator op, std::span<const std::byte> left,
                std::span<const std::byte> right);

// The exchange. Parts are numbered in the order of the array. Each part posts its total once, except the last
// part of a scan.
class Totals {
 public:
  virtual ~Totals() = default;
  virtual void post(std::size_t part, Element total) = 0;
  // Waits for the totals of all parts before this part and combines them in order. Returns none if a part has
  // given up.
  virtual std::optional<Element> before(std::size_t part) = 0;
  // Marks the exchange as failed, which releases all waiting parts.
  virtual void abandon() = 0;
};

// The exchange for parts that each have a thread.
class ThreadTotals final : public Totals {
 public:
  ThreadTotals(std::size_t parts, ElementType type, Operator op)
      : totals_(parts), is_posted_(new std::atomic<bool>[parts]()), type_(type), op_(op) {}

  void post(std::size_t part, Element total) override;
  std::optional<Element> before(std::size_t part) override;
  void abandon() override;

 private:
  bool is_over(std::size_t count) const;  // all totals before `count` are known, or a part has given up

  std::vector<Element> totals_;  // each element may be read after it was posted
  std::unique_ptr<std::atomic<bool>[]> is_posted_;
  std::atomic<bool> given_up_ = false;
  std::mutex mutex_;  // for sleeping threads
  std::condition_variable changed_;
  ElementType type_;
  Operator op_;
};

}  // namespace lockstep::bench
