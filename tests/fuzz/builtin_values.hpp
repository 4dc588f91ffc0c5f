// The built-in functions of values, on the simulator and on an OpenCL device: random and special values.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/opencl/devices.hpp"

namespace lockstep::fuzz {

// One call with one type: a kernel computes `out[i]` (and `second[i]`) from the elements i of its inputs.
struct ValueCase {
  std::string name;  // "sincos float"
  std::vector<std::string> inputs;
  std::string result;
  std::string second;      // type of a second result; empty: none
  std::string expression;  // of a, b, c and &s
  // Units in the last place by which results may differ; 0: equal; infinite: the specification permits any
  // result. NaN equals NaN.
  double ulps = 0;
  // Results for NaN, and for c < b, are not compared.
  bool takes_numbers_only = false;
};

// Every component-wise function with every scalar type, functions with two results, comparisons, select,
// upsample, geometry of three components, and every conversion.
std::vector<ValueCase> value_cases();

struct ValueReport {
  std::string name;
  std::uint64_t values = 0;
  std::uint64_t equal = 0;
  double largest_distance = 0;         // in units in the last place
  std::vector<std::string> different;  // the first few: arguments and both results
};
// As one program: a driver takes long to build.
Result<std::vector<ValueReport>> compare_values(const measure::Device& device,
                                                std::span<const ValueCase> cases, std::uint64_t seed);

}  // namespace lockstep::fuzz
