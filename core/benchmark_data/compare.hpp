// Compares a row with others: speed-up, share of the device's copy rate, change since an earlier run.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::measure {

// The label of a row: its id, the devices if a list was requested, and whether the kernel's text was edited.
std::string row_label(const BenchRow& row);
// The times from which the row's rates are computed.
const Spread& rate_times(const BenchRow& row);
// Where the row ran: the device, the devices that shared the array, or the processor.
std::string place_of(const BenchReport& report, const BenchRow& row);

// The family of the row's algorithm; reduction if the id is unknown.
Algorithm::Family family_of(const BenchRow& row);

// The baseline of a row's speed-up: the first row of its n and family that passed. Null if none did.
const BenchRow* baseline_of(std::span<const BenchRow> rows, const BenchRow& row);
// The speed-up over the baseline, from the medians of rate_times(). None if one of the rows has no times.
std::optional<double> speed_up(std::span<const BenchRow> rows, const BenchRow& row);

// The speed-up over the fastest of the row's devices alone, by the host's clock. The rows of single devices
// are those of the same request in `rows`. None if there is no such row.
struct SpeedUp {
  double factor = 0;
  std::size_t device_index = 0;  // the fastest device
};
std::optional<SpeedUp> speed_up_by_sharing(const BenchRow& row, std::span<const BenchRow> rows);

// "1.93 times as fast as device 0 alone."; "" if the speed-up is unknown.
std::string speed_up_text(const BenchRow& row, std::span<const BenchRow> rows);

// "At most 3.00 times with these parts: …": the upper bound for several devices by memory traffic alone; ""
// for a single device.
std::string max_speed_up_text(const BenchRow& row);

// The rate relative to that of a copy, where 1 is as fast as a copy; for devices that share the array,
// relative to the sum of their copy rates. None for rows of the processor, or if the copy was not measured.
std::optional<double> share_of_copy(const BenchReport& report, const BenchRow& row);
// Why share_of_copy() exceeds 1, which the memory's rate cannot explain; "" if the share does not exceed 1.
std::string above_copy_text(const BenchReport& report, const BenchRow& row);
// The row's note, followed by above_copy_text().
std::string note_of(const BenchReport& report, const BenchRow& row);

// The change of the median of rate_times(), in percent; negative values mean less time than before.
std::optional<double> change_percent(const BenchRow& row);
// Whether the two spreads overlap, so the change may be random.
bool is_within_spread(const BenchRow& row);

// A change as text: "−2.1 %", or "×36.6" for a large factor.
std::string change_text(double percent);
// A date as text: "2026-11-20T14:03:09Z" becomes "2026-11-20 14:03".
std::string date_text(std::string_view date);
// What else changed since the earlier run: "reduce/tuned: changed since 2026-11-20 14:03 UTC: the driver
// (then 525.1), the kernel's text." Empty if only the time may differ.
std::string earlier_remark(const BenchRow& row);

// The sizes n of the rows, each once, in the order of the rows.
std::vector<std::uint64_t> sizes_of(std::span<const BenchRow> rows);

}  // namespace lockstep::measure
