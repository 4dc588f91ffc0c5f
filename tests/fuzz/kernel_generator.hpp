// Random OpenCL C kernels with a defined result, one for each seed: arithmetic of all integer types,
// divergent control flow, local memory with barriers, vectors, structs, arrays, helper functions.
//
// The result is defined because signed arithmetic that could overflow uses the unsigned type, divisors are
// odd and positive, indices are masked, every loop is bounded, and work-items write only their own elements
// and read those of others only after a barrier.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::fuzz {

// Signature of each generated kernel: __kernel void NAME(__global ulong* out, __global const int* in,
// __global const ulong* wide, int scalar). Work-item g writes out[g * kOutputs …]; the inputs have kInputs
// elements.
inline constexpr unsigned kOutputs = 4;
inline constexpr unsigned kInputs = 1024;
inline constexpr unsigned kGroupSize = 32;

std::string generate_kernel(std::uint64_t seed, const std::string& name);

}  // namespace lockstep::fuzz
