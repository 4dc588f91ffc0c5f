// A row compared with others: speed-up, share of the device's copy, change since an earlier run.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::measure {

// The label of a row: its id, the devices if a list was requested, and whether its text was edited.
std::string row_label(const BenchRow& row);
// The times that its rates are computed from.
const Spread& rate_times(const BenchRow& row);
// Where it ran: the device, those that shared the array, or the processor.
std::string place_of(const BenchReport& report, const BenchRow& row);

// Reduction where the id is unknown.
Algorithm::Family family_of(const BenchRow& row);

// The baseline of a row's speed-up: the first row of its n and family that passed. Null if none did.
const BenchRow* baseline_of(std::span<const BenchRow> rows, const BenchRow& row);
// By the medians of rate_times(). None unless both have one.
std::optional<double> speed_up(std::span<const BenchRow> rows, const BenchRow& row);

// The speed-up over the fastest of its devices alone: by the host's clock, among `rows` of the same request.
// None if there is no such row.
struct SpeedUp {
  double factor = 0;
  std::size_t device_index = 0;  // which was the fastest
};
std::optional<SpeedUp> speed_up_by_sharing(const BenchRow& row, std::span<const BenchRow> rows);

// "1.93 times as fast as device 0 alone."; "" if that is not known.
std::string speed_up_text(const BenchRow& row, std::span<const BenchRow> rows);

// "At most 3.00 times with these parts: …": what several devices can reach by memory traffic alone;
// "" for a single one.
std::string max_speed_up_text(const BenchRow& row);

// 1 is as fast as a copy; for devices that share the array, as all their copies at once. None for rows of the
// processor, and if the copy was not measured.
std::optional<double> share_of_copy(const BenchReport& report, const BenchRow& row);
// Why that share exceeds 1, which no memory's rate explains; "" if it does not.
std::string above_copy_text(const BenchReport& report, const BenchRow& row);
// The row's note and the text above.
std::string note_of(const BenchReport& report, const BenchRow& row);

// The change of the median of rate_times(), in percent: below 0 it takes less time than before.
std::optional<double> change_percent(const BenchRow& row);
// The two spreads overlap, so that the change may be chance.
bool is_within_spread(const BenchRow& row);

// "−2.1 %", and "×36.6" for many times as much.
std::string change_text(double percent);
// "2026-11-20T14:03:09Z" → "2026-11-20 14:03"
std::string date_text(std::string_view date);
// "reduce/tuned: changed since 2026-11-20 14:03 UTC: the driver (then 525.1), the kernel's text." Empty if
// only the time may differ.
std::string earlier_remark(const BenchRow& row);

// The sizes n of the rows, each once, in their order.
std::vector<std::uint64_t> sizes_of(std::span<const BenchRow> rows);

}  // namespace lockstep::measure
