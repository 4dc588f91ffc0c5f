// Checks results. Every executor's result is checked here before anything else is reported about it.
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

// A wrong element, with both values as text.
struct Difference {
  std::uint64_t index = 0;
  std::string expected;
  std::string got;
  double tolerance = 0;  // floating point: the allowed difference
};

// The element of a floating-point result that differs most from the compensated reference, right or wrong.
struct LargestError {
  std::uint64_t index = 0;
  double absolute = 0;
  double bound = 0;     // the limit for this order of operations; 0 if nothing is rounded
  double in_units = 0;  // absolute / (u Σ|x|) for a sum, / (u |Π x|) for a product: number of roundings
  double bound_in_units = 0;
  double in_ulps = 0;  // in units of the last place of the reference
};

struct CheckResult {
  static constexpr std::size_t kMaxDifferences = 1024;  // the number of differences that are kept
  std::uint64_t differences = 0;
  std::optional<Difference> first;
  std::vector<Difference> more;       // the further differences, in order
  std::optional<LargestError> error;  // of a floating-point result; none if one of its elements is not finite
  bool is_given = false;              // the expected values were given, not computed
  bool passed() const { return differences == 0; }
  // Returns "out[0] is 17, but the sequential reference gives 25.", or "but 25 is expected."; empty if the
  // result passed. `because` is the reason, if it is known: "… gives 25: x3 is missing."
  std::string message(const std::string& buffer_name, const std::string& because = {}) const;
};

// Checks many results of one plan, on all processors. The first check computes the references of the parts of
// the input and joins them; every check then compares all parts in parallel.
class ResultChecker {
 public:
  // Both arguments must outlive this object. `input` is the content of the input buffer before the first
  // launch. The plan must be valid and have an expectation.
  ResultChecker(const Plan& plan, std::span<const std::byte> input);
  ~ResultChecker();
  ResultChecker(ResultChecker&&) noexcept;

  // Checks a result. `result` is the content of the result buffer after the last launch. A result that is too
  // short counts as wrong.
  CheckResult check(std::span<const std::byte> result);

  class Typed;

 private:
  std::unique_ptr<Typed> typed_;
};

// Checks a single result.
CheckResult check_result(const Plan& plan, std::span<const std::byte> input,
                         std::span<const std::byte> result);

// Checks the result of every run of the same plan.
class RepeatedCheck {
 public:
  // Both arguments must outlive this object; `input` is the content of the input buffer before the
  // first launch.
  RepeatedCheck(const Plan& plan, std::span<const std::byte> input) : plan_(plan), checker_(plan, input) {}

  // Returns "" if the result is right, otherwise a sentence that says what is wrong.
  std::string check(std::span<const std::byte> result);
  // Counts a run whose result is known to equal the last result that passed.
  void count_as_passed() { ++runs_; }
  const CheckResult& verdict() const { return verdict_; }  // of the last result

 private:
  const Plan& plan_;
  ResultChecker checker_;
  unsigned runs_ = 0;
  CheckResult verdict_;
};

}  // namespace lockstep
