// The report of a benchmark as text for people, as CSV and as JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/catalogue/published.hpp"

namespace lockstep::measure {

// A table for each n. Columns that do not fit in `width` characters follow in a table of their own; 0: no
// limit. With `predicted`, published figures are also compared with predictions.
std::string bench_text(const BenchReport& report, std::size_t width = 0,
                       const PublishedPredictor& predicted = {});
std::string bench_csv(const BenchReport& report);
std::string bench_json(const BenchReport& report, const PublishedPredictor& predicted = {});
// The published figures of these algorithms beside this run; "" if nothing can be compared.
std::string published_text(const BenchReport& report, const PublishedPredictor& predicted = {});

// The pieces of bench_text().

// All rows of n. Columns that have no room in `width` characters follow in tables of their own; 0: no limit.
std::string table_text(const BenchReport& report, std::uint64_t n, std::size_t width);

// The parts of a row of several devices, for people.

// One line for each part if there are several: device, share, times, and when it was at work, on an axis that
// all parts share. Then the speed-up over one of them alone, if `rows` have its time.
std::string parts_text(const BenchRow& row, const std::vector<BenchRow>& rows);
// How to read these lines; "" if no row has parts.
std::string parts_legend(const std::vector<BenchRow>& rows);

}  // namespace lockstep::measure
