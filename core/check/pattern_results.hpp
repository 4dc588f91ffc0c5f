// What a pattern must give, computed one element after another on the host.
//
//   convolution  out[i] = Σ mask[j] in[i + j − w / 2] for a mask of w elements, in two dimensions if the
//                input is a matrix. Elements outside the input count as 0.
//   transpose    out[x · rows + y] = in[y · columns + x]
//   compaction   the elements greater than the parameter, in their order, then zeros
//   split        the elements whose bit (the parameter) is 0, then the others, both in their order
//   partition    the elements whose bit is 0 in their order; the others from the end on, the first one last
//   sort         the elements by their lowest bits, as many as the parameter says, in the order of the type:
//   signs and
//                exponents count as they do in comparisons; equal ones keep their order
//   segmented    out[i] = x[h] ⊕ … ⊕ x[i], h the last head up to i; or up to i − 1, the identity for a head
//   histogram    how many elements are b modulo the parameter, for each b below it; negative numbers as the
//                unsigned ones of their bits
//   word count   how many words begin in the text: bytes above ' ' after one that is not, or after nothing
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/large_bytes.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// The elements of the result buffer, in its type. `input` is what the input buffer held before the first
// launch. The plan must be valid, and its expectation a pattern. Uses all processors, and makes no other copy
// of the input.
LargeBytes pattern_result(const Plan& plan, std::span<const std::byte> input);

// How far floating-point results may be from it, relative to the larger of 1 and a value's magnitude.
double pattern_tolerance(const Expectation& expected, ElementType type);

// Bytes that any solution of the plan's problem must move: the input is read, and a result with as many
// elements is written. Of a compaction the elements that stay in `result` are written, of a histogram its
// bins; the one result of a reduction or of a word count, and the mask of a convolution, are left out.
std::uint64_t must_move_bytes(const Plan& plan, std::span<const std::byte> result);

}  // namespace lockstep
