// The contents of buffers before the first launch: pure functions of (pattern, seed, index, type, operator),
// so the simulator, every device and the reference use the same numbers on every machine.
//
// `random` gives results that are easy to read. For sum: 1 … 9, so a missing element always changes the
// result. For a product of integers: small odd numbers other than 1, whose product never becomes 0; of
// floats: first ±2 and ±0.5, then values near 1, so no partial product leaves the range. For min and max: −99
// … 99 in the first 1,024 elements, then a wider range, so a large array has few extremes. For digits: 1 … 9;
// iota repeats 1 … 9. For matrix every pattern gives the k of [k 1; 1 0]; random gives 1 … 3.
//
// With `fractions` floating-point sums are rounded, unlike sums of whole numbers: numbers from 0 to 1
// with as many random bits as the type has, and for a product 1 ± 2^-9. For integers `fractions` is the
// same as `random`.
#pragma once

#include <cstdint>
#include <span>

#include "core/plan/plan.hpp"

namespace lockstep {

// Fills whole elements, on all processors. Pattern::uninitialised gives zeros. `first` is the index of the
// first element if `bytes` are a part of an array.
void fill_input(const Content& content, ElementType type, std::span<std::byte> bytes,
                std::uint64_t first = 0);

// The names of patterns in the window: "random", "fractions", "ones", "iota", "alternating", "one-huge".
std::optional<Content> parse_input(std::string_view name);

}  // namespace lockstep
