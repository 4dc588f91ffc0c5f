#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "core/benchmark_data/tables/report.hpp"
#include "core/benchmark_data/tuning.hpp"

namespace lockstep::measure {
namespace {

constexpr std::size_t kCheck = 7;  // "skipped"
constexpr std::string_view kNone = "–";

struct Context {
  const BenchReport& report;
  int digits;  // decimal digits of milliseconds
};

struct Column {
  std::string_view heading;
  std::string (*cell)(const Context&, const BenchRow&);
};

std::string milliseconds(const Context& context, std::uint64_t ns) {
  return fmt::format("{:.{}f}", static_cast<double>(ns) / 1e6, context.digits);
}

// The rate of a run without launches is not a number.
std::string rate(double value, int digits) {
  if (value <= 0) return std::string(kNone);
  // A rate near zero is shown with two significant digits.
  const bool tiny = value * std::pow(10, digits) < 10;
  return tiny ? fmt::format("{:.2g}", value) : fmt::format("{:.{}f}", value, digits);
}

std::string of_kernel(const BenchRow& row, std::string text) {
  return row.is_on_host() ? std::string(kNone) : std::move(text);
}

std::string share_text(const Context& context, const BenchRow& row) {
  const auto share = share_of_copy(context.report, row);
  return share ? fmt::format("{:.1f} %", 100 * *share) : std::string(kNone);
}

std::string speed_up_text(const Context& context, const BenchRow& row) {
  const double factor = speed_up(context.report.rows, row).value_or(0);
  return rate(factor, factor < 100 ? 2 : 0);
}

std::string earlier_text(const Context&, const BenchRow& row) {
  const auto change = change_percent(row);
  return change ? fmt::format("{} ({})", change_text(*change), row.earlier->date.substr(0, 10))
                : std::string(kNone);
}

constexpr Column kColumns[] = {
    {"device ms",
     [](const Context& context, const BenchRow& row) { return milliseconds(context, row.device_ns.median); }},
    {"mean",
     [](const Context& context, const BenchRow& row) { return milliseconds(context, row.device_ns.mean); }},
    {"min",
     [](const Context& context, const BenchRow& row) { return milliseconds(context, row.device_ns.min); }},
    {"max",
     [](const Context& context, const BenchRow& row) { return milliseconds(context, row.device_ns.max); }},
    {"launches",
     [](const Context&, const BenchRow& row) { return of_kernel(row, std::to_string(row.launches)); }},
    {"gaps ms", [](const Context& context,
                   const BenchRow& row) { return of_kernel(row, milliseconds(context, row.gap_ns.median)); }},
    {"host ms",
     [](const Context& context, const BenchRow& row) { return milliseconds(context, row.host_ns.median); }},
    {"Gelem/s", [](const Context&, const BenchRow& row) { return rate(row.gelem_per_s, 3); }},
    {"GB/s", [](const Context&, const BenchRow& row) { return rate(row.gbps, 1); }},
    {"of copy", share_text},
    {"speed-up", speed_up_text},
    {"earlier", earlier_text},
};

bool passed(const BenchRow& row) { return row.status == BenchRow::Status::passed; }

std::vector<const BenchRow*> rows_of(const BenchReport& report, std::uint64_t n) {
  std::vector<const BenchRow*> rows;
  for (const BenchRow& row : report.rows)
    if (row.n == n) rows.push_back(&row);
  return rows;
}

// Without a row that passed, all columns are empty; without an earlier run, the last column is empty.
std::vector<const Column*> wanted_columns(std::span<const BenchRow* const> rows) {
  std::vector<const Column*> wanted;
  for (const Column& column : kColumns)
    if (std::ranges::any_of(rows, [&](const BenchRow* row) {
          return passed(*row) && (column.cell != earlier_text || row->earlier);
        }))
      wanted.push_back(&column);
  return wanted;
}

void add_remarks(Table& table, const BenchRow& row, const BenchReport& report) {
  const std::string parts = parts_text(row, report.rows);
  for (std::size_t begin = 0; begin < parts.size(); begin = parts.find('\n', begin) + 1)
    table.add_line(parts.substr(begin, parts.find('\n', begin) - begin));
  if (const std::string note = note_of(report, row); !note.empty()) table.add({""}, note);
  const auto algorithm = find_algorithm(row.id);
  if (row.tuning && algorithm) table.add({""}, "tuned: " + tuning_text(*row.tuning, **algorithm));
}

}  // namespace

std::string table_text(const BenchReport& report, std::uint64_t n, std::size_t width) {
  const std::vector<const BenchRow*> rows = rows_of(report, n);
  const std::vector<const Column*> columns = wanted_columns(rows);
  // Show whole nanoseconds if four digits would hide them.
  const bool short_times = std::ranges::any_of(
      rows, [](const BenchRow* row) { return passed(*row) && row->device_ns.median < 10'000; });
  const Context context{report, short_times ? 6 : 4};

  std::vector<Table::Align> aligned(2 + columns.size(), Table::Align::right);
  aligned[0] = aligned[1] = Table::Align::left;
  Table table(std::move(aligned));
  std::vector<std::string> heading{"id", pad_right("check", kCheck)};
  for (const Column* column : columns) heading.emplace_back(column->heading);
  table.add(std::move(heading));
  for (const BenchRow* row : rows) {
    std::vector<std::string> cells{row_label(*row), upper(name(row->status))};
    if (passed(*row))
      for (const Column* column : columns) cells.push_back(column->cell(context, *row));
    table.add(std::move(cells), passed(*row) ? "" : row->reason);
    if (passed(*row)) add_remarks(table, *row, report);
  }
  return table.text(width);
}

}  // namespace lockstep::measure
