#include "gui/figures/combination/columns.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep::gui {
namespace {

std::vector<ColumnRun> runs_of(const std::set<std::uint64_t>& cells) {
  std::vector<ColumnRun> runs;
  for (const std::uint64_t cell : cells) {
    // A single cell between two runs is not hidden, because a gap would be as wide as the cell.
    if (!runs.empty() && cell - runs.back().last <= 1) {
      runs.back().last = cell + 1;
    } else {
      runs.push_back({cell, cell + 1, 0});
    }
  }
  return runs;
}

// Sets the positions of the runs and returns the total width.
float place(std::vector<ColumnRun>& runs, std::uint64_t cells, float pitch) {
  float x = 0;
  std::uint64_t next = 0;
  for (ColumnRun& run : runs) {
    if (run.first > next) x += kColumnGap;
    run.x = x;
    x += static_cast<float>(run.last - run.first) * pitch;
    next = run.last;
  }
  return x + (next < cells ? kColumnGap : 0);
}

}  // namespace

bool Columns::shows(std::uint64_t cell) const {
  return std::ranges::any_of(runs,
                             [&](const ColumnRun& run) { return cell >= run.first && cell < run.last; });
}

float Columns::left(std::uint64_t cell) const {
  float before = 0;
  for (const ColumnRun& run : runs) {
    if (cell < run.first) return (before + run.x - pitch) / 2;
    before = run.x + static_cast<float>(run.last - run.first) * pitch;
    if (cell < run.last) return run.x + static_cast<float>(cell - run.first) * pitch;
  }
  return before + (kColumnGap - pitch) / 2;
}

std::optional<std::uint64_t> Columns::cell_at(float x) const {
  for (const ColumnRun& run : runs) {
    if (x < run.x) return std::nullopt;
    const auto at = static_cast<std::uint64_t>((x - run.x) / pitch);
    if (at < run.last - run.first) return run.first + at;
  }
  return std::nullopt;
}

float Columns::right() const {
  return runs.empty() ? 0 : runs.back().x + static_cast<float>(runs.back().last - runs.back().first) * pitch;
}

std::uint64_t Columns::shown() const {
  std::uint64_t count = 0;
  for (const ColumnRun& run : runs) count += run.last - run.first;
  return count;
}

Columns scrolled_columns(std::uint64_t cells, double offset, float pitch, float width) {
  const double fits = static_cast<double>(width) / static_cast<double>(pitch);
  const auto first = std::min(cells, static_cast<std::uint64_t>(offset));
  const auto last = std::min(cells, static_cast<std::uint64_t>(std::ceil(offset + fits - 0.001)));
  Columns columns{pitch, {}};
  if (last > first)
    columns.runs.push_back({first, last, static_cast<float>(static_cast<double>(first) - offset) * pitch});
  return columns;
}

Columns folded_columns(std::uint64_t cells, std::span<const std::uint64_t> wanted, float pitch, float width,
                       std::optional<std::uint64_t> before_ends) {
  std::set<std::uint64_t> chosen;
  Columns columns{pitch, {}};
  const auto add = [&](std::uint64_t cell) {
    if (cell >= cells || chosen.contains(cell)) return true;
    std::set<std::uint64_t> more = chosen;
    more.insert(cell);
    std::vector<ColumnRun> runs = runs_of(more);
    if (place(runs, cells, pitch) > width + 0.5f) return false;
    chosen = std::move(more);
    columns.runs = std::move(runs);
    return true;
  };
  if (cells == 0) return columns;
  if (before_ends) add(*before_ends);
  add(0);
  add(cells - 1);
  for (const std::uint64_t cell : wanted) add(cell);
  for (std::uint64_t cell = 1; cell < cells && add(cell);) ++cell;
  return columns;
}

}  // namespace lockstep::gui
