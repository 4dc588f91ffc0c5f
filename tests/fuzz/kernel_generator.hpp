// Random OpenCL C kernels whose result the language defines, one from each seed: arithmetic of all integer
// types, divergent control flow, local memory with barriers, vectors, structs, arrays, helper functions.
//
// What keeps them defined: signed arithmetic that could overflow is done in the unsigned type, divisors are
// odd and positive, indices are masked, every loop has a bound of its own, work-items write to their own
// elements only and read those of others behind a barrier.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::fuzz {

// Of each generated kernel: __kernel void NAME(__global ulong* out, __global const int* in, __global const
// ulong* wide, int scalar). Work-item g writes out[g * kOutputs …]; the inputs have kInputs elements.
inline constexpr unsigned kOutputs = 4;
inline constexpr unsigned kInputs = 1024;
inline constexpr unsigned kGroupSize = 32;

std::string generate_kernel(std::uint64_t seed, const std::string& name);

}  // namespace lockstep::fuzz
