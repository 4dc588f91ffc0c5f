#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/text.hpp"
#include "core/measure/compare.hpp"
#include "core/measure/report.hpp"
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
      if (is_wanted(column)) columns_.push_back({&column, column_width(column)});
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

  std::size_t column_width(const Column& column) const {
    std::size_t width = column.heading.size();
    for (const BenchRow* row : rows_)
      if (passed(*row)) width = std::max(width, width_of(column.cell(context_, *row)));
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

namespace {

constexpr std::size_t kAxis = 40;  // characters

char mark_of(Stretch::What what) {
  switch (what) {
    case Stretch::What::total:
      return '=';
    case Stretch::What::waiting:
      return '.';
    case Stretch::What::result:
      break;
  }
  return '#';
}

// The last stretch that reaches into a character wins, so that no stretch is lost at its end.
std::string axis_text(const std::vector<Stretch>& stretches, std::uint64_t end_ns) {
  std::string axis(kAxis, ' ');
  const auto place = [&](std::uint64_t ns) {
    return std::min<std::size_t>(static_cast<std::size_t>(ns * kAxis / std::max<std::uint64_t>(end_ns, 1)),
                                 kAxis - 1);
  };
  for (const Stretch& stretch : stretches)
    for (std::size_t at = place(stretch.begin_ns); at <= place(stretch.end_ns); ++at)
      axis[at] = mark_of(stretch.what);
  return axis;
}

std::uint64_t last_end(const BenchRow& row) {
  std::uint64_t end = 0;
  for (const BenchPart& part : row.parts)
    if (!part.timing.stretches.empty()) end = std::max(end, part.timing.stretches.back().end_ns);
  return end;
}

double milliseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1e6; }

}  // namespace

std::string parts_text(const BenchRow& row, const std::vector<BenchRow>& rows) {
  if (row.parts.size() < 2) return "";
  std::string text;
  const std::uint64_t end = last_end(row);
  for (const BenchPart& part : row.parts)
    text +=
        fmt::format("  device {:<2} {:>5.1f} %  {:>13}  {:>10.4f} ms  until {:>10.4f} ms  |{}|\n",
                    part.device_index, 100 * static_cast<double>(part.slice.n) / static_cast<double>(row.n),
                    count_text(part.slice.n), milliseconds(part.timing.device_ns.median),
                    milliseconds(part.timing.host_ns.median), axis_text(part.timing.stretches, end));
  const std::string speed_up = speed_up_text(row, rows);
  return speed_up.empty() ? text : text + "  " + speed_up + "\n";
}

std::string parts_legend(const std::vector<BenchRow>& rows) {
  const auto has_parts = [](const BenchRow& row) { return !row.parts.empty(); };
  if (std::ranges::none_of(rows, has_parts)) return "";
  return "\nRows of a list of devices: each has its part in its memory before the clock starts. device ms: "
         "of "
         "the part that took\nlongest. host ms: from the common start until the combined result is known. "
         "GB/s by host ms: the devices' own clocks\ncannot be compared. Below, for each device: its share, "
         "its elements, its kernels' time, when the host knew that it was\ndone, and the run whose time is "
         "the median: = finds the part's total, . waits for those before it, # reduces or scans.\n";
}

}  // namespace lockstep::opencl
