// How the value in one lane of a register depends on the number of the work-group that computes it.
//
// The work-groups of a class are at first + period · e, for each dimension of the launch. A value equals the
// value of the first work-group plus `step` · e, modulo 2 to the power of its width; or it depends on e in
// another way; or it is data of global memory, which is unknown.
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
  // By dimension: 1: `step` describes the dependence. 0: the value depends on e in another way. Otherwise, a
  // step would describe the dependence if the period were `factor` times as long. If `factor` is not 1,
  // `step` is 0.
  std::array<std::uint32_t, kDimensions> factor{1, 1, 1};
  bool is_data = false;
  std::uint8_t bytes = 0;  // of the value; 0 if it is the same in all work-groups

  bool operator==(const Dependence&) const = default;
  bool is_none() const { return *this == Dependence{}; }
  bool is_linear() const { return factor == std::array<std::uint32_t, kDimensions>{1, 1, 1} && !is_data; }
  bool has_steps() const { return step != Steps{}; }
};

inline constexpr Dependence kData{.is_data = true, .bytes = 0};

// The dependence of a result that depends on its operands in a way that is not followed.
Dependence joined(const Dependence& a, const Dependence& b);
Dependence opaque(const Dependence& a);

Dependence sum(const Dependence& a, const Dependence& b);
Dependence scaled(const Dependence& a, std::uint64_t factor);
// The number of whole multiples of `unit` in a (a / unit, a >> k), and the remainder (a % unit, a & mask).
Dependence quotient(const Dependence& a, std::uint64_t unit);
Dependence remainder(const Dependence& a, std::uint64_t unit);
// The value a after a change of its bits below `unit`, a power of two, that depends only on these bits.
Dependence with_other_low_bits(const Dependence& a, std::uint64_t unit);

// The dependence of a value of `bytes` bytes: steps are modulo the width.
Dependence of_width(Dependence a, std::size_t bytes);
// The dependence as seen by an instruction that reads `bytes` bytes.
Dependence read_as(const Dependence& a, std::size_t bytes);

// The factor by which the period must be longer to satisfy both; 0: there is none.
std::uint32_t common_factor(std::uint32_t a, std::uint32_t b);
// The factor by which a step must be multiplied to become a multiple of `unit`.
std::uint32_t missing_factor(std::int64_t step, std::uint64_t unit);

}  // namespace lockstep::sim
