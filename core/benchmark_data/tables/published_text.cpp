// Shows the published figures beside those of this run. A time is compared if n is the published n; rates and
// speed-ups can be compared for any large n. All documents sum 4-byte elements.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "core/base/text/text.hpp"
#include "core/benchmark_data/tables/report.hpp"
#include "core/catalogue/published.hpp"

namespace lockstep::measure {
namespace {

// The columns, each with the corresponding value of this run.
struct PublishedColumn {
  std::string_view quantity, unit, heading;
  int digits;
};
constexpr PublishedColumn kPublishedColumns[] = {{"time", "ms", "ms", 3},
                                                 {"throughput", "Gelem/s", "Gelem/s", 2},
                                                 {"throughput", "GB/s", "GB/s", 2},
                                                 {"speed_up", "×", "speed-up", 2}};

const BenchRow* passed_row(const BenchReport& report, std::string_view id, std::uint64_t n) {
  for (const BenchRow& row : report.rows)
    if (row.id == id && row.n == n && row.status == BenchRow::Status::passed && row.device_ns.median > 0)
      return &row;
  return nullptr;
}

std::optional<double> measured(const BenchReport& report, const BenchRow& row,
                               const PublishedFigure& figure) {
  if (figure.quantity == "time" && figure.n == row.n) return static_cast<double>(row.device_ns.median) / 1e6;
  if (figure.unit == "Gelem/s") return row.gelem_per_s;
  if (figure.unit == "GB/s") return row.gbps;
  const BenchRow* baseline =
      figure.quantity == "speed_up" ? passed_row(report, figure.baseline, row.n) : nullptr;
  if (!baseline) return std::nullopt;
  return static_cast<double>(baseline->device_ns.median) / static_cast<double>(row.device_ns.median);
}

// fmt counts code points, so a dash has the width of a letter.
std::string cell(const std::optional<double>& value, int digits, int width) {
  return value ? fmt::format("{:>{}.{}f}", *value, width, digits) : fmt::format("{:>{}}", "–", width);
}

// The contents of the two cells of a column.
using CellsOf = std::function<std::array<std::optional<double>, 2>(const PublishedFigure&)>;

// One line with the figures of one algorithm on one device.
std::string line_text(const BenchRow& row, std::span<const PublishedFigure> figures, std::string_view device,
                      std::size_t width, const CellsOf& cells_of) {
  std::string line = fmt::format("{:<{}}  {:<16}", row.id, width, device);
  for (const PublishedColumn& column : kPublishedColumns) {
    const auto figure = std::find_if(figures.begin(), figures.end(), [&](const PublishedFigure& one) {
      return one.device == device && one.quantity == column.quantity && one.unit == column.unit;
    });
    std::array<std::optional<double>, 2> cells;
    if (figure != figures.end()) cells = cells_of(*figure);
    for (const std::optional<double>& value : cells) line += "  " + cell(value, column.digits, 8);
  }
  return line + "\n";
}

std::string lines_of(const BenchRow& row, std::size_t width, const CellsOf& cells_of) {
  const std::vector<PublishedFigure> figures = published_for(row.id);
  std::vector<std::string_view> devices;
  for (const PublishedFigure& figure : figures) {
    if (figure.is_of_profiler()) continue;
    if (std::find(devices.begin(), devices.end(), figure.device) == devices.end())
      devices.push_back(figure.device);
  }
  std::string text;
  for (const std::string_view device : devices) text += line_text(row, figures, device, width, cells_of);
  return text;
}

std::string head_text(std::string_view first, std::string_view second, std::size_t width) {
  std::string text = fmt::format("{:<{}}  {:<16}", first, width, "on");
  for (const PublishedColumn& column : kPublishedColumns)
    text += fmt::format("  {:>8}  {:>8}", column.heading, second);
  return text + "\n";
}

// The n of the published times, and whether they can be compared.
std::string size_note(std::uint64_t n) {
  for (const PublishedFigure& figure : published_figures()) {
    if (figure.quantity != "time" || !figure.n) continue;
    if (*figure.n == n)
      return fmt::format("The published times are for {} elements, as in this run.", count_text(n));
    return fmt::format("The published times are for {} elements; compare with --n {}.", count_text(*figure.n),
                       *figure.n);
  }
  return "";
}

// If there are several n, returns the n of the published times, otherwise the largest.
std::uint64_t compared_n(const BenchReport& report) {
  std::uint64_t most = 0;
  for (const BenchRow& row : report.rows) {
    for (const PublishedFigure& figure : published_figures())
      if (figure.quantity == "time" && figure.n == row.n) return row.n;
    most = std::max(most, row.n);
  }
  return most;
}

// The rows that are compared: sums of 4-byte elements, measured on one device.
std::vector<const BenchRow*> compared_rows(const BenchReport& report) {
  const std::uint64_t n = compared_n(report);
  std::vector<const BenchRow*> rows;
  for (const BenchRow& row : report.rows)
    if (row.n == n && row.status == BenchRow::Status::passed && row.op == Operator::sum &&
        size_bytes(row.type) == 4 && row.parts.size() < 2)
      rows.push_back(&row);
  return rows;
}

std::string ladder_commands() {
  std::string commands;
  for (const PublishedLadder& ladder : published_ladders())
    commands += (commands.empty() ? "" : ", ") + fmt::format("`lockstep ladder {}`", ladder.document);
  return commands;
}

}  // namespace

std::string published_text(const BenchReport& report, const PublishedPredictor& predicted) {
  std::size_t width = 9;
  for (const BenchRow& row : report.rows) width = std::max(width, row.id.size());
  std::string lines, predictions;
  for (const BenchRow* row : compared_rows(report)) {
    lines += lines_of(*row, width, [&](const PublishedFigure& figure) {
      return std::array{std::optional(figure.value), measured(report, *row, figure)};
    });
    if (!predicted) continue;
    predictions += lines_of(*row, width, [&](const PublishedFigure& figure) {
      const std::optional<double> value = predicted(figure);
      return std::array{value, value ? std::optional(*value / figure.value) : std::nullopt};
    });
  }
  if (lines.empty()) return "";
  std::string text =
      head_text("published", "here", width) + lines + "\n" + size_note(compared_n(report)) +
      "\nGB/s and speed-up (over the first kernel of the slides) are given without the number of "
      "elements.\n";
  if (!predictions.empty())
    text += "\n" + head_text("predicted", "ratio", width) + predictions +
            "\nPredicted by the rates of these devices; ratio: predicted divided by published.\n" +
            ladder_commands() + "\nstate the assumptions, and what the predictions do not include.\n";
  return text;
}

}  // namespace lockstep::measure
