// How the value in one lane of a register depends on the number of the work-group that computes it.
//
// In each dimension of the launch, the work-groups of a class have the numbers first + period · e. There are
// three cases: a value equals the value of the first work-group plus `step` · e, modulo 2 to the power of its
// width; it depends on e in a different way; or it is data in global memory, which is unknown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/plan/element.hpp"

namespace lockstep::sim {

inline constexpr std::size_t kDimensions = 3;
using Steps = std::array<std::int64_t, kDimensions>;

struct Dependence {
  Steps step{};
  // The meaning of `factor`, by dimension. 1: `step` describes the dependence. 0: the value depends on e in a
  // different way. Other values: a step would describe the dependence if the period were `factor` times as
  // long. If `factor` is not 1, `step` is 0.
  std::array<std::uint32_t, kDimensions> factor{1, 1, 1};
  bool is_data = false;
  std::uint8_t bytes = 0;  // size of the value; 0 if the value is the same in all work-groups

  bool operator==(const Dependence&) const = default;
  bool is_none() const { return *this == Dependence{}; }
  bool is_linear() const { return factor == std::array<std::uint32_t, kDimensions>{1, 1, 1} && !is_data; }
  bool has_steps() const { return step != Steps{}; }
};

inline constexpr Dependence kData{.is_data = true, .bytes = 0};

// Returns the dependence of a result that depends on its operands in a way that is not followed.
Dependence joined(const Dependence& a, const Dependence& b);
Dependence opaque(const Dependence& a);

Dependence sum(const Dependence& a, const Dependence& b);
Dependence scaled(const Dependence& a, std::uint64_t factor);
// Return the dependences of the quotient (a / unit, a >> k) and of the remainder (a % unit, a & mask).
Dependence quotient(const Dependence& a, std::uint64_t unit);
Dependence remainder(const Dependence& a, std::uint64_t unit);
// Returns the dependence of the value a after its bits below `unit`, a power of two, have been changed in a
// way that depends only on these bits.
Dependence with_other_low_bits(const Dependence& a, std::uint64_t unit);

// Returns the dependence of a value of `bytes` bytes, whose steps are computed modulo its width.
Dependence of_width(Dependence a, std::size_t bytes);
// Returns the dependence as seen by an instruction that reads `bytes` bytes.
Dependence read_as(const Dependence& a, std::size_t bytes);

// Returns the factor by which the period must be lengthened to satisfy both requirements; 0 if there is no
// such factor.
std::uint32_t common_factor(std::uint32_t a, std::uint32_t b);
// Returns the factor by which `step` must be multiplied to become a multiple of `unit`; 0 if the factor would
// be too large.
std::uint32_t missing_factor(std::int64_t step, std::uint64_t unit);

}  // namespace lockstep::sim
