// What the parts of an array come to, as far as it is known: the devices' threads meet here.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/element.hpp"

namespace lockstep::opencl {

// One element, as its bytes.
using Element = std::vector<std::byte>;

// left ⊕ right, rounded to the type.
Element combine(ElementType type, Operator op, std::span<const std::byte> left,
                std::span<const std::byte> right);

class Totals {
 public:
  Totals(std::size_t parts, ElementType type, Operator op) : totals_(parts), type_(type), op_(op) {}

  void post(std::size_t part, Element total);
  // Waits for all parts before this one and combines them in order; none where somebody has given up.
  std::optional<Element> before(std::size_t part);
  // Those that wait wait no longer.
  void give_up();

 private:
  bool are_known(std::size_t count) const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<Element>> totals_;
  bool given_up_ = false;
  ElementType type_;
  Operator op_;
};

}  // namespace lockstep::opencl
