#include "core/measure/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/measure/compare.hpp"
#include "core/measure/parts_text.hpp"
#include "core/measure/tuning.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::string_view kNone = "–";

struct Context {
  const BenchReport& report;
  int digits;  // of milliseconds
};

struct Column {
  std::string_view heading;
  std::string (*cell)(const Context&, const BenchRow&);
};

std::string milliseconds(const Context& context, std::uint64_t ns) {
  return fmt::format("{:.{}f}", static_cast<double>(ns) / 1e6, context.digits);
}

// A rate of a run that launched nothing is no number.
std::string rate(double value, int digits) {
  if (value <= 0) return std::string(kNone);
  // One that would be nearly nothing has two digits that count.
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

// Characters, for fmt counts so, too.
std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

class Table {
 public:
  Table(const BenchReport& report, std::uint64_t n) : context_{report, 4} {
    for (const BenchRow& row : report.rows) {
      if (row.n != n) continue;
      rows_.push_back(&row);
      // Whole nanoseconds where four digits would hide them.
      if (passed(row) && row.device_ns.median < 10'000) context_.digits = 6;
    }
    for (const BenchRow* row : rows_) id_width_ = std::max(id_width_, row_label(*row).size());
    for (const Column& column : kColumns)
      if (is_wanted(column)) columns_.push_back({&column, width_of(column)});
  }

  // As many columns as have room, then the next; at least one at a time.
  std::string text(std::size_t width) const {
    std::string text;
    for (std::size_t first = 0; first == 0 || first < columns_.size();) {
      std::size_t used = id_width_ + (first == 0 ? kGap + kCheck : 0), last = first;
      while (last < columns_.size() &&
             (last == first || width == 0 || used + kGap + columns_[last].width <= width))
        used += kGap + columns_[last++].width;
      text += (first == 0 ? "" : "\n") + part(first, last);
      first = std::max(last, first + 1);
    }
    return text;
  }

 private:
  static constexpr std::size_t kCheck = 7;
  struct Shown {
    const Column* column;
    std::size_t width;
  };

  static bool passed(const BenchRow& row) { return row.status == BenchRow::Status::passed; }

  // Without any row that passed, and without anything earlier, there is nothing to be seen in it.
  bool is_wanted(const Column& column) const {
    return std::ranges::any_of(rows_, [&](const BenchRow* row) {
      return passed(*row) && (column.cell != earlier_text || row->earlier);
    });
  }

  std::size_t width_of(const Column& column) const {
    std::size_t width = column.heading.size();
    for (const BenchRow* row : rows_)
      if (passed(*row)) width = std::max(width, length(column.cell(context_, *row)));
    return width;
  }

  std::string part(std::size_t first, std::size_t last) const {
    std::string text = fmt::format("{:<{}}", "id", id_width_);
    if (first == 0) text += fmt::format("  {:<{}}", "check", kCheck);
    for (std::size_t i = first; i < last; ++i)
      text += fmt::format("  {:>{}}", columns_[i].column->heading, columns_[i].width);
    text += "\n";
    for (const BenchRow* row : rows_)
      if (first == 0 || passed(*row)) text += line(*row, first, last);
    return text;
  }

  std::string line(const BenchRow& row, std::size_t first, std::size_t last) const {
    std::string text = fmt::format("{:<{}}", row_label(row), id_width_);
    if (first == 0) text += fmt::format("  {:<{}}", upper(name(row.status)), kCheck);
    if (!passed(row)) return text + "  " + row.reason + "\n";
    for (std::size_t i = first; i < last; ++i)
      text += fmt::format("  {:>{}}", columns_[i].column->cell(context_, row), columns_[i].width);
    return text + "\n" + (first == 0 ? remarks(row) : "");
  }

  std::string remarks(const BenchRow& row) const {
    std::string text = parts_text(row, context_.report.rows);
    if (!row.note.empty()) text += fmt::format("{:<{}}  {}\n", "", id_width_, row.note);
    const auto algorithm = find_algorithm(row.id);
    if (row.tuning && algorithm)
      text += fmt::format("{:<{}}  tuned: {}\n", "", id_width_, tuning_text(*row.tuning, **algorithm));
    return text;
  }

  Context context_;
  std::vector<const BenchRow*> rows_;
  std::vector<Shown> columns_;
  std::size_t id_width_ = 2;
};

}  // namespace

std::string table_text(const BenchReport& report, std::uint64_t n, std::size_t width) {
  return Table(report, n).text(width);
}

}  // namespace lockstep::opencl
