// Is a result right? Every executor's result is checked here before anything else is reported about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep {

// The first wrong element, with both values as text.
struct Difference {
  std::uint64_t index = 0;
  std::string expected;
  std::string got;
  double tolerance = 0;  // floating point: how far apart they may be
};

// The element of a floating-point result that is furthest from the compensated reference, right or not.
struct LargestError {
  std::uint64_t index = 0;
  double absolute = 0;
  double bound = 0;     // what it may be for this order of operations; 0 if nothing is rounded
  double in_units = 0;  // absolute / (u Σ|x|) for a sum, / (u |Π x|) for a product: roundings that add up
  double bound_in_units = 0;
  double in_ulps = 0;  // in units in the last place of the reference
};

struct CheckResult {
  static constexpr std::size_t kMaxDifferences = 1024;  // that are kept
  std::uint64_t differences = 0;
  std::optional<Difference> first;
  std::vector<Difference> more;       // those after the first, in order
  std::optional<LargestError> error;  // of a floating-point result, all of whose elements are finite
  bool is_given = false;              // the expected values were given, not computed
  bool passed() const { return differences == 0; }
  // "out[0] is 17, but the sequential reference gives 25.", or "but 25 is expected."; empty when passed.
  // `because` says why, where that is known: "… gives 25: x3 is missing."
  std::string message(const std::string& buffer_name, const std::string& because = {}) const;
};

// For many results of one plan, on all processors. The first check computes the reference of each part of the
// input and joins them; all checks then compare from the beginnings of all parts at once.
class ResultChecker {
 public:
  // Both must outlive it. `input` is what the input buffer held before the first launch. The plan must be
  // valid and have an expectation.
  ResultChecker(const Plan& plan, std::span<const std::byte> input);
  ~ResultChecker();
  ResultChecker(ResultChecker&&) noexcept;

  // `result` is what the result buffer holds after the last launch. One that is too short counts as wrong.
  CheckResult check(std::span<const std::byte> result);

  class Typed;

 private:
  std::unique_ptr<Typed> typed_;
};

// A single check.
CheckResult check_result(const Plan& plan, std::span<const std::byte> input,
                         std::span<const std::byte> result);

// Checks the result of every run of the same plan.
class RepeatedCheck {
 public:
  // Both must outlive it; `input` is what the input buffer held before the first launch.
  RepeatedCheck(const Plan& plan, std::span<const std::byte> input) : plan_(plan), checker_(plan, input) {}

  // "" if the result is right, otherwise a sentence that says what is wrong.
  std::string check(std::span<const std::byte> result);
  // For a run whose result was found, by other means, to be the one that passed last.
  void count_as_passed() { ++runs_; }
  const CheckResult& verdict() const { return verdict_; }  // of the last result

 private:
  const Plan& plan_;
  ResultChecker checker_;
  unsigned runs_ = 0;
  CheckResult verdict_;
};

}  // namespace lockstep
