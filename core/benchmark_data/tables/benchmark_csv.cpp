// The CSV of a benchmark: a line for each row. New columns are appended at the end, because other programs
// may address columns by number.
#include <fmt/format.h>

#include "core/base/text/csv.hpp"
#include "core/benchmark_data/compare.hpp"
#include "core/benchmark_data/tables/report.hpp"

namespace lockstep::measure {
namespace {

constexpr std::string_view kCsvHeader =
    "device,id,type,op,n,group_size,status,reason,launches,device_ns_median,device_ns_min,device_ns_max,"
    "host_ns_median,host_ns_min,host_ns_max,gelem_per_s,gbps,device_ns_mean,span_ns_median,gap_ns_median,"
    "share_of_copy,speed_up,exclusive,threads,edited,earlier_date,earlier_driver,earlier_ns_median,"
    "change_percent,devices,at_most,note\n";

std::string csv_number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value) : "";
}

std::string csv_times(const BenchReport& report, const BenchRow& row) {
  if (row.status != BenchRow::Status::passed) return ",,,,,,,,,,,,,";
  return fmt::format("{},{},{},{},{},{},{},{:.6g},{:.6g},{},{},{},{},{}", row.launches, row.device_ns.median,
                     row.device_ns.min, row.device_ns.max, row.host_ns.median, row.host_ns.min,
                     row.host_ns.max, row.gelem_per_s, row.gbps, row.device_ns.mean, row.span_ns.median,
                     row.gap_ns.median, csv_number(share_of_copy(report, row)),
                     csv_number(speed_up(report.rows, row)));
}

std::string csv_earlier(const BenchRow& row) {
  if (!row.earlier || row.status != BenchRow::Status::passed) return ",,,";
  return fmt::format("{},{},{},{}", row.earlier->date, csv_field(row.earlier->driver),
                     row.earlier->times_ns.median, csv_number(change_percent(row)));
}

}  // namespace

std::string bench_csv(const BenchReport& report) {
  std::string text(kCsvHeader);
  for (const BenchRow& row : report.rows)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(place_of(report, row)),
                        row.id, opencl_name(row.type), name(row.op), row.n, row.group_size, name(row.status),
                        csv_field(row.reason), csv_times(report, row), row.exclusive, row.threads, row.edited,
                        csv_earlier(row), devices_label(row), row.at_most > 0 ? csv_number(row.at_most) : "",
                        csv_field(note_of(report, row)));
  return text;
}

}  // namespace lockstep::measure
