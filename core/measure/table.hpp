// The rows of one n as a table for people; bench_text() puts it together with what belongs around it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

// All rows of n. Columns that have no room in `width` characters follow in tables of their own; 0: no limit.
std::string table_text(const BenchReport& report, std::uint64_t n, std::size_t width);

// The parts of a row of several devices, for people.

// A line a part where there are several: device, share, times, and when it was at work on an axis that all
// parts share. Then how much faster that is than one of them alone, where `rows` tell.
std::string parts_text(const BenchRow& row, const std::vector<BenchRow>& rows);
// How to read such rows; "" where there is none.
std::string parts_legend(const std::vector<BenchRow>& rows);

}  // namespace lockstep::opencl
