// The parts of a row of several devices, for people.
#pragma once

#include <string>
#include <vector>

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

// A line a part where there are several: device, share, times, and when it was at work on an axis that all
// parts share. Then how much faster that is than one of them alone, where `rows` tell.
std::string parts_text(const BenchRow& row, const std::vector<BenchRow>& rows);
// How to read such rows; "" where there is none.
std::string parts_legend(const std::vector<BenchRow>& rows);

}  // namespace lockstep::opencl
