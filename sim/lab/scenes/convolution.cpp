// The scene of convolution with and without a tile. It counts, in runs of the kernels, the elements that the
// work-items of a tile load from global memory, for a tile in the middle and for a tile at the beginning of
// the array.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "core/base/text/text.hpp"
#include "core/catalogue/pattern_options.hpp"
#include "sim/lab/scenes/kernels_of_scene.hpp"
#include "sim/lab/scenes/tile_loads.hpp"

namespace lockstep::lab {
namespace {

struct Shape {
  std::uint64_t dimensions = 1, mask = 5, tile = 8;
  std::uint64_t group = 0;  // work-items in each dimension; 0: as many as outputs, if the model allows them
};

// The loads of one kernel by the work-items of a tile.
struct Loads {
  // The tile in the middle; the first tile (in two dimensions: a corner tile).
  std::uint64_t interior = 0, boundary = 0;
  std::vector<std::uint64_t> uses;  // how often the interior tile uses each element
};

// The ratios printed in "Parallel patterns: convolution", tables "Bandwidth reduction in 1D" and "in 2D".
struct Printed {
  std::uint64_t tile;
  std::array<std::string_view, 2> masks_5_and_9;
};
constexpr Printed kPrinted1d[] = {{16, {"4.0", "6.0"}},
                                  {32, {"4.4", "7.2"}},
                                  {64, {"4.7", "8.0"}},
                                  {128, {"4.9", "8.5"}},
                                  {256, {"4.9", "8.7"}}};
constexpr Printed kPrinted2d[] = {
    {8, {"11.1", "20.3"}}, {16, {"16", "36"}}, {32, {"19.7", "51.8"}}, {64, {"22.1", "64"}}};

bool has_tile(const Algorithm& algorithm) { return algorithm.local_elements(1, 1) != 0; }
bool keeps_halo(const Algorithm& algorithm) {
  return has_tile(algorithm) && reads_option(algorithm, &PatternOptions::tile);
}
// Returns whether the work-group of the kernel is as large as the tile with its halo.
bool has_item_for_each_input(const Algorithm& algorithm) {
  return has_tile(algorithm) && algorithm.square_group && !keeps_halo(algorithm);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) { return exponent == 2 ? base * base : base; }

// Returns the number of neighbouring tiles, on one side, into which the halo of a tile extends.
std::uint64_t tiles_of_halo(const Shape& shape) { return (shape.mask / 2 + shape.tile - 1) / shape.tile; }

std::uint64_t group_side(const Shape& shape, const Algorithm& algorithm, const sim::DeviceModel& model) {
  if (has_item_for_each_input(algorithm)) return shape.tile + shape.mask - 1;
  // The tile is as large as the work-group.
  if (has_tile(algorithm) && !keeps_halo(algorithm)) return shape.tile;
  if (shape.group != 0) return shape.group;
  const auto most = shape.dimensions == 2
                        ? static_cast<std::uint64_t>(std::sqrt(static_cast<double>(model.max_group_size)))
                        : model.max_group_size;
  return std::min(shape.tile, most);
}

Result<Loads> count_loads(const Algorithm& algorithm, const Shape& shape, const sim::DeviceModel& model,
                          const std::stop_token& stop) {
  const std::uint64_t halo = tiles_of_halo(shape), side = (2 * halo + 1) * shape.tile;
  const std::uint64_t group = group_side(shape, algorithm, model);
  PlanRequest request;
  request.n = power(side, shape.dimensions);
  request.group_size = power(group, shape.dimensions);
  request.pattern.mask_width = shape.mask;
  request.pattern.tile = shape.tile;
  if (shape.dimensions == 2) request.pattern.columns = side;
  const Result<Plan> plan = plan_of(algorithm, request, model);
  if (!plan) return tl::unexpected(plan.error());
  // If a work-group computes one tile, all work-items of the group belong to the tile, whatever their number.
  const std::uint64_t items =
      keeps_halo(algorithm) || has_item_for_each_input(algorithm) ? group : shape.tile;
  const std::uint64_t row = shape.dimensions == 2 ? halo : 0;
  auto loads =
      loads_by_tile(*plan, model, 0, {{items, shape.dimensions == 2 ? items : 1}}, {halo, row}, stop);
  if (!loads) return tl::unexpected(loads.error());
  return Loads{loads->of_tile[row][halo], loads->of_tile[0][0], std::move(loads->uses)};
}

double ratio(std::uint64_t without, std::uint64_t with) {
  return with == 0 ? 0 : static_cast<double>(without) / static_cast<double>(with);
}

double by_formula(const Shape& shape) {
  const auto tile = static_cast<double>(shape.tile), mask = static_cast<double>(shape.mask);
  return std::pow(tile * mask / (tile + mask - 1), static_cast<double>(shape.dimensions));
}

std::vector<const Algorithm*> kernels_for(const Shape& shape) {
  std::vector<const Algorithm*> kernels = kernels_of_scene("convolution");
  std::erase_if(kernels, [&](const Algorithm* algorithm) {
    return algorithm->square_group != (shape.dimensions == 2);
  });
  return kernels;
}

// The kernel without a tile, and the kernel whose tile includes the halo.
struct Pair {
  const Algorithm *without = nullptr, *with = nullptr;
};
Pair pair_for(const Shape& shape) {
  Pair pair;
  for (const Algorithm* algorithm : kernels_for(shape)) {
    if (!has_tile(*algorithm) && pair.without == nullptr) pair.without = algorithm;
    if (keeps_halo(*algorithm)) pair.with = algorithm;
  }
  return pair;
}

// Returns the uses of the elements of the interior tile and its halo.
ElementUses uses_of(const Shape& shape, const std::vector<std::uint64_t>& all) {
  const std::uint64_t halo = shape.mask / 2, before = tiles_of_halo(shape) * shape.tile;
  const std::uint64_t side = (2 * tiles_of_halo(shape) + 1) * shape.tile, shown = shape.tile + 2 * halo;
  const std::uint64_t rows = shape.dimensions == 2 ? shown : 1;
  const std::uint64_t top = shape.dimensions == 2 ? before - halo : 0;
  ElementUses uses;
  uses.title = "How often the outputs of the tile use each element";
  uses.columns = shown;
  uses.halo = halo;
  uses.first = top * side + before - halo;
  for (std::uint64_t y = 0; y < rows; ++y)
    for (std::uint64_t x = 0; x < shown; ++x) uses.uses.push_back(all[(top + y) * side + before - halo + x]);
  return uses;
}

Result<ReportTable> kernels_table(const Shape& shape, const sim::DeviceModel& model, Report& report,
                                  const std::stop_token& stop) {
  ReportTable table;
  table.title = "Elements loaded from global memory for one tile";
  table.columns = {"kernel", "interior tile", "fewer by",
                   shape.dimensions == 2 ? "corner tile" : "first tile", "fewer by"};
  std::optional<Loads> first;
  for (const Algorithm* algorithm : kernels_for(shape)) {
    const Result<Loads> loads = count_loads(*algorithm, shape, model, stop);
    if (stop.stop_requested()) return failure("Not counted: the run was cancelled.");
    if (!loads) {
      table.rows.push_back({{algorithm->id, loads.error().message}, false});
      continue;
    }
    if (!first) {
      first = *loads;
      report.uses = uses_of(shape, loads->uses);
    }
    const double interior = ratio(first->interior, loads->interior),
                 boundary = ratio(first->boundary, loads->boundary);
    table.rows.push_back({{algorithm->id, count_text(loads->interior), fmt::format("{:.4g}", interior),
                           count_text(loads->boundary), fmt::format("{:.4g}", boundary)},
                          keeps_halo(*algorithm)});
    if (!has_tile(*algorithm) && algorithm == kernels_for(shape).front()) {
      report.values["interior_loads_without_tile"] = static_cast<double>(loads->interior);
      report.values["boundary_loads_without_tile"] = static_cast<double>(loads->boundary);
    }
    if (keeps_halo(*algorithm)) {
      report.values["interior_loads_with_tile"] = static_cast<double>(loads->interior);
      report.values["boundary_loads_with_tile"] = static_cast<double>(loads->boundary);
      report.values["interior_ratio"] = interior;
      report.values["boundary_ratio"] = boundary;
      report.sentence = fmt::format(
          "{} outputs in the middle use {} elements; their tile loads {}, {:.4g} times fewer. At the {} it "
          "is {} to "
          "{}, {:.4g} times fewer: ghost cells are not loaded.",
          count_text(power(shape.tile, shape.dimensions)), count_text(first->interior),
          count_text(loads->interior), interior, shape.dimensions == 2 ? "corner" : "beginning",
          count_text(first->boundary), count_text(loads->boundary), boundary);
    }
  }
  table.note = "A load of one work-item counts once, whether or not a cache holds the element.";
  return table;
}

// Adds a note to `odd` if the printed value differs from the counted value rounded to the same number
// of digits.
void note_difference(std::vector<std::string>& odd, const Shape& shape, std::string_view printed,
                     double counted) {
  const std::size_t point = printed.find('.');
  const std::size_t digits = point == std::string_view::npos ? 0 : printed.size() - point - 1;
  const double unit = std::pow(10.0, -static_cast<double>(digits));
  if (std::fabs(counted - std::stod(std::string(printed))) <= 0.5001 * unit) return;
  odd.push_back(fmt::format("tile {}, mask {}: {:.3f} as {}", shape.tile, shape.mask, counted, printed));
}

// Returns the table of the document, with each ratio as printed, as counted, and by the formula.
Result<ReportTable> document_table(const Shape& shape, const sim::DeviceModel& model,
                                   const std::stop_token& stop) {
  ReportTable table;
  table.title = fmt::format("The document's table, {}-D: {} as printed, counted, by formula",
                            shape.dimensions, "times fewer loads");
  table.columns = {"tile", "mask 5 printed", "counted", "formula", "mask 9 printed", "counted", "formula"};
  std::vector<std::string> odd;
  const auto add = [&](const Printed& printed) -> Result<void> {
    std::vector<std::string> cells{fmt::format("{}", printed.tile)};
    for (std::size_t i = 0; i < 2; ++i) {
      const Shape cell{shape.dimensions, i == 0 ? 5U : 9U, printed.tile, 0};
      const Pair pair = pair_for(cell);
      const auto without = count_loads(*pair.without, cell, model, stop),
                 with = count_loads(*pair.with, cell, model, stop);
      if (stop.stop_requested()) return failure("Not counted: the run was cancelled.");
      cells.emplace_back(printed.masks_5_and_9[i]);
      if (without && with)
        note_difference(odd, cell, printed.masks_5_and_9[i], ratio(without->interior, with->interior));
      cells.push_back(without && with ? fmt::format("{:.3f}", ratio(without->interior, with->interior))
                                      : "too large");
      cells.push_back(fmt::format("{:.3f}", by_formula(cell)));
    }
    table.rows.push_back({std::move(cells), printed.tile == shape.tile});
    return {};
  };
  const std::span<const Printed> rows =
      shape.dimensions == 2 ? std::span<const Printed>(kPrinted2d) : std::span<const Printed>(kPrinted1d);
  for (const Printed& printed : rows)
    if (const Result<void> added = add(printed); !added) return tl::unexpected(added.error());
  table.note = "For interior tiles.";
  if (!odd.empty()) table.note += fmt::format(" Different from the rounded value: {}.", fmt::join(odd, ", "));
  return table;
}

Result<Report> evaluate_convolution(const std::vector<Setting>& settings, const Request& request,
                                    const std::stop_token& stop) {
  const SettingReader reader(settings, request.values);
  const Shape shape{reader.count("dimensions"), reader.count("mask"), reader.count("tile"),
                    reader.count("group")};
  if (shape.mask % 2 == 0) return usage_error(fmt::format("mask: the width must be odd, not {}", shape.mask));
  if (shape.dimensions == 2 && shape.tile > 64)
    return usage_error(
        "tile: in two dimensions, the tile must have at most 64 outputs; larger tiles do not fit in local "
        "memory");
  if (shape.dimensions == 2 && shape.group > 32)
    return usage_error(
        "group: in two dimensions, the work-group must have at most 32 work-items in each dimension");
  Report report;
  Result<ReportTable> kernels = kernels_table(shape, *request.model, report, stop);
  if (!kernels) return tl::unexpected(kernels.error());
  Result<ReportTable> document = document_table(shape, *request.model, stop);
  if (!document) return tl::unexpected(document.error());
  report.tables = {std::move(*kernels), std::move(*document)};
  report.values["formula_ratio"] = by_formula(shape);
  if (report.sentence.empty())
    report.sentence = fmt::format("This tile does not fit on {}: {}", request.model->name,
                                  report.tables.front().rows.back().cells.back());
  return report;
}

}  // namespace

Scene convolution_scene() {
  Scene scene;
  scene.name = "convolution";
  scene.title = "Convolution, tiles";
  scene.origin = "Lecture slides on convolution and scan, \"Bandwidth reduction in 1D\" and \"in 2D\"";
  scene.summary = "How many loads of global memory a tile in local memory saves a convolution.";
  scene.settings = {
      {"dimensions", "dimensions", "An array or a matrix", Setting::Kind::choice, "1", 0, 0, {"1", "2"}},
      count_setting("mask", "mask width", "Coefficients of the mask, in each dimension; odd", 5, 1, 15,
                    {"3", "5", "7", "9", "11", "15"}),
      count_setting("tile", "tile", "Outputs of a work-group, in each dimension", 8, 1, 1024,
                    {"8", "16", "32", "64", "128", "256"}),
      count_setting(
          "group", "work-group",
          "Work-items in each dimension; fewer than outputs load the tile in strides; 0: one for each output",
          0, 0, 1024, {"0", "4", "8", "16", "32", "64"}),
  };
  scene.presets = {
      {"slides-1d", "8 outputs, mask of 5: 40 / 12", {}, ""},
      {"slides-2d", "8 × 8 outputs, mask of 5: 1600 / 144", {{"dimensions", "2"}}, ""},
      {"wide-tile", "128 outputs, mask of 5", {{"tile", "128"}}, ""},
      {"strides",
       "64 × 64 outputs, 16 × 16 work-items",
       {{"dimensions", "2"}, {"tile", "64"}, {"group", "16"}},
       ""},
  };
  scene.evaluate = [settings = scene.settings](const Request& request, const std::stop_token& stop) {
    return evaluate_convolution(settings, request, stop);
  };
  return scene;
}

}  // namespace lockstep::lab
