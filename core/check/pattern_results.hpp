// Computes the expected results of patterns, sequentially on the host.
//
//   convolution  out[i] = Σ mask[j] in[i + j − w / 2] for a mask of w elements, in two dimensions if the
//                input is a matrix. Elements outside the input count as 0.
//   transpose    out[x · rows + y] = in[y · columns + x]
//   compaction   the elements greater than the parameter in their order, then zeros
//   split        the elements whose bit (the parameter) is 0, then the others, both in their order
//   partition    the elements whose bit is 0 in their order; then the others in reverse order
//   sort         the elements by their lowest bits, whose number is the parameter, in the order of the
//                type: signs and exponents count as in comparisons; equal elements keep their order
//   segmented    out[i] = x[h] ⊕ … ⊕ x[i], where h is the last head up to i; exclusive form: x[h] to
//                x[i − 1], and the identity for a head
//   histogram    for each b below the parameter, the number of elements that equal b modulo the
//                parameter; the bits of negative numbers are taken as unsigned numbers
//   word count   the number of words: bytes above ' ' at the beginning or after a byte that is not above ' '
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/large_bytes.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// Returns the elements of the result buffer, in its type. `input` is the content of the input buffer before
// the first launch. The plan must be valid, and its expectation must be a pattern. Uses all processors, and
// does not copy the input.
LargeBytes pattern_result(const Plan& plan, std::span<const std::byte> input);

// Returns the allowed difference of floating-point results, relative to the larger of 1 and a
// value's magnitude.
double pattern_tolerance(const Expectation& expected, ElementType type);

// Returns the bytes that any solution of the plan's problem must move: the input is read, and a result with
// as many elements is written. For a compaction only the kept elements in `result` are written, for a
// histogram the bins. The single result of a reduction or a word count, and the mask of a convolution, are
// not counted.
std::uint64_t must_move_bytes(const Plan& plan, std::span<const std::byte> result);

}  // namespace lockstep
