// The rows of one n as a table for people; bench_text() puts it together with what belongs around it.
#pragma once

#include <span>
#include <string>

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

// All rows of n. Columns that have no room in `width` characters follow in tables of their own; 0: no limit.
std::string table_text(const BenchReport& report, std::uint64_t n, std::size_t width);

}  // namespace lockstep::opencl
