// What buffers hold before the first launch: pure functions of (pattern, seed, index, type, operator), so
// that the simulator, every device and the reference see the same numbers on every machine.
//
// `random` keeps results worth reading. For sum: 1 … 9, so that a missing element always shows. For product
// of integers: odd digits other than 1, whose product never becomes 0; of floats: ±2 and ±0.5 first, values
// near 1 later, so that no partial product leaves the range. For min and max: −99 … 99 in the first 1,024
// elements, wider later, so that a large array has few extremes. For digits: 1 … 9, and iota is 1 … 9 again
// and again. For matrix every pattern gives k of [k 1; 1 0], random 1 … 3.
//
// `fractions` makes floating-point sums round, which whole numbers do not: numbers from 0 to 1 with as many
// random bits as the type has, for a product 1 ± 2^-9. Integers have none: they get `random`.
#pragma once

#include <cstdint>
#include <span>

#include "core/plan/plan.hpp"

namespace lockstep {

// Fills whole elements, by all processors; Pattern::uninitialised gives zeros. `first`: the index of the
// first of these elements, where they are a part of an array.
void fill_input(const Content& content, ElementType type, std::span<std::byte> bytes,
                std::uint64_t first = 0);

// The window's names of patterns: "random", "fractions", "ones", "iota", "alternating", "one-huge".
std::optional<Content> parse_input(std::string_view name);

}  // namespace lockstep
