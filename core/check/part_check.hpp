// The check of an array whose parts are in different processes: each computes the reference of its own part
// of the input, and the references, which are small, are joined in the order of the parts (reference.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.hpp"
#include "core/check/check.hpp"

namespace lockstep {

// For another process of the same program. Empty: no part.
using PartReference = std::vector<std::byte>;

// Checks a part of a reduction or a scan.
class PartChecker {
 public:
  // Both must outlive it. `plan` is of the part; its expectation's depth is that of the whole array.
  PartChecker(const Plan& plan, std::span<const std::byte> input);
  ~PartChecker();
  PartChecker(PartChecker&&) noexcept;

  // A usage error if it cannot be joined to what comes before it: a product that leaves the range of double.
  Result<PartReference> reference();
  // For a scan: the part's result, with indices in the part. `before`: the references of all parts before it.
  CheckResult check(std::span<const PartReference> before, std::span<const std::byte> result);

  class Typed;

 private:
  std::unique_ptr<Typed> typed_;
};

// For a reduction: its one element, from the references of all parts. `plan` is any part's.
CheckResult check_joined(const Plan& plan, std::span<const PartReference> all,
                         std::span<const std::byte> result);

}  // namespace lockstep
