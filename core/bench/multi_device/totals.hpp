// The totals of an array's parts, as far as they are known: the parts exchange them here.
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

// One element, as its bytes.
using Element = std::vector<std::byte>;

// left ⊕ right, rounded to the type.
Element combine(ElementType type, Operator op, std::span<const std::byte> left,
                std::span<const std::byte> right);

// Parts are numbered in their order. Each posts its total once, except a scan's last part.
class Totals {
 public:
  virtual ~Totals() = default;
  virtual void post(std::size_t part, Element total) = 0;
  // Waits for all parts before this one and combines them in order; none if a part has given up.
  virtual std::optional<Element> before(std::size_t part) = 0;
  // Releases all waiters.
  virtual void abandon() = 0;
};

// For parts that have a thread each.
class ThreadTotals final : public Totals {
 public:
  ThreadTotals(std::size_t parts, ElementType type, Operator op)
      : totals_(parts), is_posted_(new std::atomic<bool>[parts]()), type_(type), op_(op) {}

  void post(std::size_t part, Element total) override;
  std::optional<Element> before(std::size_t part) override;
  void abandon() override;

 private:
  bool is_over(std::size_t count) const;  // all before `count` are known, or a part has given up

  std::vector<Element> totals_;  // each may be read once it is posted
  std::unique_ptr<std::atomic<bool>[]> is_posted_;
  std::atomic<bool> given_up_ = false;
  std::mutex mutex_;  // for sleeping threads
  std::condition_variable changed_;
  ElementType type_;
  Operator op_;
};

}  // namespace lockstep::bench
