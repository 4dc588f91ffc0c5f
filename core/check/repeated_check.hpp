// Looks at the result of every run of the same plan.
#pragma once

#include <span>
#include <vector>

#include "core/check/check.hpp"

namespace lockstep {

class RepeatedCheck {
 public:
  // Both must outlive it; `input` is what the input buffer held before the first launch.
  RepeatedCheck(const Plan& plan, std::span<const std::byte> input) : plan_(plan), checker_(plan, input) {}

  // "" when the result is right, or a sentence on what is wrong. The same bytes as a result that passed need
  // no second look.
  std::string look(std::vector<std::byte> result);
  const CheckResult& verdict() const { return verdict_; }  // of the last result
  std::vector<std::byte> take_result() { return std::move(result_); }

 private:
  const Plan& plan_;
  ResultChecker checker_;
  unsigned runs_ = 0;
  CheckResult verdict_;
  std::vector<std::byte> result_;
};

}  // namespace lockstep
