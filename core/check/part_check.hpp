// Checks an array whose parts are in different processes. Each process computes the reference of its part of
// the input, and these small references are joined in the order of the parts (reference.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.hpp"
#include "core/check/check.hpp"

namespace lockstep {

// A reference, serialised for another process of the same program. Empty: there is no part.
using PartReference = std::vector<std::byte>;

// Checks a part of a reduction or a scan.
class PartChecker {
 public:
  // Both arguments must outlive this object. `plan` is the plan of the part; the depth of its expectation is
  // that of the whole array.
  PartChecker(const Plan& plan, std::span<const std::byte> input);
  ~PartChecker();
  PartChecker(PartChecker&&) noexcept;

  // Returns the reference of this part. The result is a usage error if the reference cannot be joined to the
  // preceding parts, because a product leaves the range of double.
  Result<PartReference> reference();
  // For a scan: checks the part's result, with indices relative to the part. `before` contains the references
  // of all preceding parts.
  CheckResult check(std::span<const PartReference> before, std::span<const std::byte> result);

  class Typed;

 private:
  std::unique_ptr<Typed> typed_;
};

// For a reduction: checks its single element with the references of all parts. `plan` is the plan of
// any part.
CheckResult check_joined(const Plan& plan, std::span<const PartReference> all,
                         std::span<const std::byte> result);

}  // namespace lockstep
