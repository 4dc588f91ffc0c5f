#include "sim/predicted_times/measured_occupancy.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <ranges>
#include <span>
#include <string_view>

#include "core/catalogue/embedded.hpp"

namespace lockstep::sim {
namespace {

constexpr std::string_view kFile = "h200_occupancy_times.csv";
constexpr double kLanes = 32, kElementBytes = 4;

using Row = std::map<std::string_view, double>;

double number_of(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (const auto part : std::views::split(text, separator)) parts.emplace_back(part.begin(), part.end());
  return parts;
}

// Parses the rows of the file. The file is part of this program and contains only numbers, without quotes.
std::vector<Row> rows_of(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  std::erase(lines, "");
  if (lines.empty()) return {};
  const std::vector<std::string_view> names = split(lines.front(), ',');
  std::vector<Row> rows;
  for (const std::string_view line : std::span(lines).subspan(1)) {
    const std::vector<std::string_view> cells = split(line, ',');
    Row row;
    for (std::size_t i = 0; i < std::min(cells.size(), names.size()); ++i)
      row[names[i]] = number_of(cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

MeasuredOccupancy read_row(Row row) {
  const double warp_loads = row["elements"] / kLanes;
  MeasuredOccupancy read;
  read.operations = static_cast<unsigned>(row["arithmetic"]);
  read.shape = {static_cast<std::uint64_t>(row["grid_groups"]),
                static_cast<unsigned>(row["group_size"] / kLanes),
                static_cast<unsigned>(row["resident_groups"])};
  read.loop = {.instructions = row["instructions"] / warp_loads,
               .load_bytes = kLanes * kElementBytes,
               .loads = static_cast<std::uint64_t>(std::ceil(warp_loads / row["warps"]))};
  read.ns = row["ns"];
  return read;
}

std::vector<MeasuredOccupancy> read_all() {
  std::vector<MeasuredOccupancy> all;
  for (const EmbeddedFile& file : embedded_measured())
    if (file.path == kFile)
      for (Row& row : rows_of(file.text)) all.push_back(read_row(std::move(row)));
  return all;
}

}  // namespace

bool MeasuredOccupancy::is_one_wave() const {
  return static_cast<double>(shape.groups) <= measured_device().rates.compute_units * shape.resident_groups;
}

const std::vector<MeasuredOccupancy>& measured_occupancies() {
  static const std::vector<MeasuredOccupancy> all = read_all();
  return all;
}

const DeviceModel& measured_device() { return **find_device_model("h200"); }

}  // namespace lockstep::sim
