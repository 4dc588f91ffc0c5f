#include "core/benchmark_data/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/text/text.hpp"

namespace lockstep::measure {
namespace {

bool has_time(const BenchRow& row) {
  return row.status == BenchRow::Status::passed && rate_times(row).median > 0;
}

double ratio(std::uint64_t a, std::uint64_t b) { return static_cast<double>(a) / static_cast<double>(b); }

// 0 if one of the devices was not measured.
double copy_of(const BenchReport& report, const BenchRow& row) {
  if (row.parts.empty()) return report.copy_gbps;
  double sum = 0;
  for (const BenchPart* part : parts_by_device(row)) {
    const auto device = std::ranges::find(report.devices, part->device_index, &Device::index);
    const auto at = static_cast<std::size_t>(device - report.devices.begin());
    if (at >= report.copies_gbps.size() || report.copies_gbps[at] <= 0) return 0;
    sum += report.copies_gbps[at];
  }
  return sum;
}

bool same_problem(const BenchRow& a, const BenchRow& b) {
  const auto problem = [](const BenchRow& row) {
    return std::tie(row.id, row.type, row.op, row.n, row.exclusive, row.options, row.kernel_hash);
  };
  return problem(a) == problem(b);
}

bool shares_device(const BenchRow& row, std::size_t index) {
  return std::ranges::find(row.parts, index, &BenchPart::device_index) != row.parts.end();
}

}  // namespace

std::string row_label(const BenchRow& row) {
  return row.id + (row.parts.empty() ? "" : " on " + devices_label(row)) + (row.edited ? " (edited)" : "");
}

const Spread& rate_times(const BenchRow& row) { return row.parts.empty() ? row.device_ns : row.host_ns; }

std::string place_of(const BenchReport& report, const BenchRow& row) {
  if (row.is_on_host()) return report.processor;
  if (row.parts.empty()) return report.device.name;
  std::string names;
  for (const BenchPart* part : parts_by_device(row)) names += (names.empty() ? "" : " + ") + part->device;
  return names;
}

Algorithm::Family family_of(const BenchRow& row) {
  if (const HostImplementation* entry = find_host_implementation(row.id)) return entry->family;
  const auto algorithm = find_algorithm(row.id);
  return algorithm ? (*algorithm)->family : Algorithm::Family::reduction;
}

const BenchRow* baseline_of(std::span<const BenchRow> rows, const BenchRow& row) {
  const auto family = family_of(row);
  for (const BenchRow& one : rows)
    if (one.n == row.n && has_time(one) && family_of(one) == family) return &one;
  return nullptr;
}

std::optional<double> speed_up(std::span<const BenchRow> rows, const BenchRow& row) {
  const BenchRow* baseline = has_time(row) ? baseline_of(rows, row) : nullptr;
  if (!baseline) return std::nullopt;
  return ratio(rate_times(*baseline).median, rate_times(row).median);
}

std::optional<SpeedUp> speed_up_by_sharing(const BenchRow& row, std::span<const BenchRow> rows) {
  const auto has_time = [](const BenchRow& one) {
    return one.status == BenchRow::Status::passed && one.host_ns.median > 0;
  };
  if (row.parts.size() < 2 || !has_time(row)) return std::nullopt;
  const BenchRow* fastest = nullptr;
  for (const BenchRow& one : rows) {
    if (one.parts.size() != 1 || !has_time(one) || !same_problem(one, row)) continue;
    if (!shares_device(row, one.parts.front().device_index)) continue;
    if (fastest == nullptr || one.host_ns.median < fastest->host_ns.median) fastest = &one;
  }
  if (fastest == nullptr) return std::nullopt;
  return SpeedUp{static_cast<double>(fastest->host_ns.median) / static_cast<double>(row.host_ns.median),
                 fastest->parts.front().device_index};
}

std::string speed_up_text(const BenchRow& row, std::span<const BenchRow> rows) {
  const auto speed_up = speed_up_by_sharing(row, rows);
  if (!speed_up) return "";
  if (row.parts.front().rank) return fmt::format("{:.2f} times as fast as rank 0 alone.", speed_up->factor);
  return fmt::format("{:.2f} times as fast as device {} alone.", speed_up->factor, speed_up->device_index);
}

std::string max_speed_up_text(const BenchRow& row) {
  if (row.at_most <= 0) return "";
  const bool is_scan = family_of(row) == Algorithm::Family::scan;
  return fmt::format("At most {:.2f} times with these parts{}.", row.at_most,
                     is_scan ? ": most parts are read once more for their totals" : "");
}

std::optional<double> share_of_copy(const BenchReport& report, const BenchRow& row) {
  const double copy = copy_of(report, row);
  if (row.is_on_host() || copy <= 0 || row.gbps <= 0) return std::nullopt;
  return row.gbps / copy;
}

std::string above_copy_text(const BenchReport& report, const BenchRow& row) {
  const auto share = share_of_copy(report, row);
  if (!has_time(row) || !share || *share <= 1) return "";
  // No device's caches keep more data than this from one run to the next.
  constexpr double most_in_caches = 512.0 * (1 << 20);
  const double moved = row.gbps * static_cast<double>(row.rate_ns());
  const bool only_reads = moved < 1.1 * static_cast<double>(row.n * size_bytes(row.type));
  return only_reads && moved > most_in_caches
             ? "Faster than a copy: the kernel reads the array and hardly writes."
             : "Faster than a copy: a part of the array is in the caches.";
}

std::string note_of(const BenchReport& report, const BenchRow& row) {
  const std::string above = above_copy_text(report, row);
  return row.note + (row.note.empty() || above.empty() ? "" : " ") + above;
}

std::optional<double> change_percent(const BenchRow& row) {
  if (!has_time(row) || !row.earlier || row.earlier->times_ns.median == 0) return std::nullopt;
  return 100 * (ratio(rate_times(row).median, row.earlier->times_ns.median) - 1);
}

bool is_within_spread(const BenchRow& row) {
  if (!row.earlier) return false;
  const Spread &now = rate_times(row), &then = row.earlier->times_ns;
  return now.min <= then.max && then.min <= now.max;
}

std::string change_text(double percent) {
  if (percent >= 900) {
    const double factor = 1 + percent / 100;
    return "×" + (factor < 1000 ? fmt::format("{:.3g}", factor)
                                : count_text(static_cast<std::uint64_t>(std::llround(factor))));
  }
  const int digits = std::abs(percent) < 99.95 ? 1 : 0;
  const std::string size = fmt::format("{:.{}f}", std::abs(percent), digits);
  if (size == "0.0") return "±0.0 %";
  return (percent < 0 ? "−" : "+") + size + " %";
}

std::string date_text(std::string_view date) {
  std::string text(date.substr(0, 16));
  if (text.size() > 10) text[10] = ' ';
  return text;
}

std::string earlier_remark(const BenchRow& row) {
  if (!row.earlier) return "";
  std::vector<std::string> changes;
  if (row.earlier->other_driver) changes.push_back("the driver (then " + row.earlier->driver + ")");
  if (row.earlier->other_kernel) changes.push_back("the kernel's text");
  if (row.earlier->other_tuning) changes.push_back("its tuning");
  if (changes.empty()) return "";
  return fmt::format("{}: changed since {} UTC: {}.", row.id, date_text(row.earlier->date),
                     fmt::join(changes, ", "));
}

std::vector<std::uint64_t> sizes_of(std::span<const BenchRow> rows) {
  std::vector<std::uint64_t> sizes;
  for (const BenchRow& row : rows)
    if (std::ranges::find(sizes, row.n) == sizes.end()) sizes.push_back(row.n);
  return sizes;
}

}  // namespace lockstep::measure
