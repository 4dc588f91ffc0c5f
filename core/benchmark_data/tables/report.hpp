// Formats the report of a benchmark as text, CSV and JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/catalogue/published.hpp"

namespace lockstep::measure {

// A table for each n. Columns that do not fit in `width` characters follow in a separate table; 0: no limit.
// If `predicted` is given, published figures are also compared with predictions.
std::string bench_text(const BenchReport& report, std::size_t width = 0,
                       const PublishedPredictor& predicted = {});
std::string bench_csv(const BenchReport& report);
std::string bench_json(const BenchReport& report, const PublishedPredictor& predicted = {});
// The published figures of these algorithms beside this run; "" if nothing can be compared.
std::string published_text(const BenchReport& report, const PublishedPredictor& predicted = {});

// The following functions make the parts of bench_text().

// A table of all rows with this n. Columns that do not fit in `width` characters follow in separate tables;
// 0: no limit.
std::string table_text(const BenchReport& report, std::uint64_t n, std::size_t width);

// The following functions describe the parts of a row of several devices.

// One line for each part if there are several: device, share, times, and its working times on a common time
// axis. The speed-up over one device alone follows if `rows` contain its time.
std::string parts_text(const BenchRow& row, const std::vector<BenchRow>& rows);
// The legend of these lines; "" if no row has parts.
std::string parts_legend(const std::vector<BenchRow>& rows);

}  // namespace lockstep::measure
