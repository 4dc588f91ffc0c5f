// The scene of a padded tile: a tile in local memory that is written by rows and read by columns, as in
// a transpose.
#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "sim/lab/scenes/access_report.hpp"
#include "sim/lab/scenes/kernels_of_scene.hpp"

namespace lockstep::lab {
namespace {

struct Tile {
  std::uint64_t side = 32, bytes = 4;
};

enum class Direction : std::uint8_t { rows, columns };

// Returns the access of the first warp of a work-group of side × side work-items, which are numbered along
// the rows.
LaneAccess access_of(const Tile& tile, std::uint64_t padding, Direction direction, unsigned warp_width) {
  const std::uint64_t pitch = tile.side + padding;
  LaneAccess access;
  access.kind = direction == Direction::rows ? sim::AccessKind::store : sim::AccessKind::load;
  access.bytes = static_cast<std::uint32_t>(tile.bytes);
  for (unsigned lane = 0; lane < warp_width && lane < tile.side * tile.side; ++lane) {
    const std::uint64_t x = lane % tile.side, y = lane / tile.side;
    access.active |= std::uint64_t{1} << lane;
    access.addresses[lane] = tile.bytes * (direction == Direction::rows ? y * pitch + x : x * pitch + y);
  }
  return access;
}

std::vector<Access> accesses_on(const sim::DeviceModel& model, const Tile& tile, std::uint64_t padding) {
  const auto counted = [&](std::uint64_t pad, Direction direction, std::string title) {
    Access access = count_access(access_of(tile, pad, direction, model.warp_width), sim::Space::local, model);
    access.title = std::move(title);
    access.object = "tile";
    return access;
  };
  const std::string padded =
      padding == 0 ? std::string("no padding") : fmt::format("padded by {}", plural(padding, "element"));
  std::vector<Access> accesses{
      counted(padding, Direction::columns, fmt::format("Read by columns, {}", padded))};
  if (padding > 0) accesses.push_back(counted(0, Direction::columns, "Read by columns, no padding"));
  accesses.push_back(counted(padding, Direction::rows, fmt::format("Written by rows, {}", padded)));
  return accesses;
}

ReportTable passes_table(const Report& report, const sim::DeviceModel& chosen, std::uint64_t padding) {
  ReportTable table;
  table.title = "Passes of a warp on all models";
  table.columns = {"model", "banks"};
  if (padding > 0) table.columns.push_back(fmt::format("columns, padding {}", padding));
  table.columns.insert(table.columns.end(), {"columns, no padding", "rows written"});
  for (const ModelGroup& group : grouped(report, chosen)) {
    const sim::LocalRule& rule = group.first.model->local;
    std::vector<std::string> cells{group.names + (rule.approximate ? " ~" : ""),
                                   fmt::format("{} of {} bytes", rule.banks, rule.bank_bytes)};
    for (const Access& access : group.first.accesses)
      cells.push_back(std::to_string(access.detail.local.wavefronts));
    table.rows.push_back({std::move(cells), group.chosen});
  }
  table.note = "~ No exact rule for this model is published.";
  return table;
}

std::string tile_sentence(const Report& report, const Tile& tile, std::uint64_t padding) {
  const sim::LocalCost& plain = report.accesses[padding > 0 ? 1 : 0].detail.local;
  const sim::LocalCost& padded = report.accesses[0].detail.local;
  const std::string column =
      fmt::format("A column of a {} × {} tile takes {} ({} without a conflict)", tile.side, tile.side,
                  plural(plain.wavefronts, "pass"), plain.minimum);
  if (padding == 0) return column + ".";
  return fmt::format("{}; with {} per row, it takes {}.", column, plural(padding, "unused element"),
                     plural(padded.wavefronts, "pass"));
}

Result<Report> evaluate_tile(const std::vector<Setting>& settings, const Request& request,
                             const std::stop_token& stop) {
  const SettingReader reader(settings, request.values);
  const Tile tile{reader.count("tile"), reader.count("element-bytes")};
  const std::uint64_t padding = reader.count("padding"), columns = reader.count("columns");
  Report report;
  const auto added =
      add_models(report, *request.model, [&](const sim::DeviceModel& model) -> Result<std::vector<Access>> {
        return accesses_on(model, tile, padding);
      });
  if (!added) return tl::unexpected(added.error());
  report.sentence = tile_sentence(report, tile, padding);
  for (const std::size_t padded : {std::size_t{0}, report.accesses.size() - 1}) {
    report.values[fmt::format("access_{}_row_bytes", padded)] = static_cast<double>(tile.side * tile.bytes);
    report.values[fmt::format("access_{}_pitch_bytes", padded)] =
        static_cast<double>((tile.side + padding) * tile.bytes);
  }
  report.tables.push_back(passes_table(report, *request.model, padding));
  PlanRequest plan;
  plan.n = columns * columns;
  plan.group_size = tile.side * tile.side;
  plan.type = tile.bytes == 8 ? ElementType::int64 : ElementType::int32;
  plan.pattern.columns = columns;
  plan.pattern.tile = tile.side;
  Result<ReportTable> kernels = count_kernels("padded-tile", plan, *request.model, stop);
  if (!kernels) return tl::unexpected(kernels.error());
  kernels->title = fmt::format("Transposes of {} × {} elements on {}", columns, columns, request.model->name);
  report.tables.push_back(std::move(*kernels));
  return report;
}

}  // namespace

Scene padded_tile_scene() {
  Scene scene;
  scene.name = "padded-tile";
  scene.title = "Padded tile";
  scene.origin = "GPU-computing assignment on reduction and scan, figure 3";
  scene.summary = "A tile that is written by rows and read by columns, with and without unused elements.";
  scene.settings = {
      {"tile",
       "tile",
       "Elements of a row and of a column of the tile",
       Setting::Kind::choice,
       "32",
       0,
       0,
       {"4", "8", "16", "32"}},
      count_setting("padding", "padding", "Unused elements at the end of each row of the tile", 1, 0, 32,
                    {"0", "1", "2"}),
      {"element-bytes", "element", "Bytes of an element", Setting::Kind::choice, "4", 0, 0, {"4", "8"}},
      count_setting("columns", "columns", "Rows and columns of the matrix whose transpose is counted", 64, 1,
                    512, {"32", "64", "128", "256"}),
  };
  scene.presets = {
      {"figure-3", "Figure 3: 32 × 32, one unused element per row", {}, ""},
      {"unpadded", "Without padding", {{"padding", "0"}}, ""},
      {"doubles", "Elements of 8 bytes", {{"element-bytes", "8"}}, ""},
      {"half-warps", "16 banks, half-warps", {{"tile", "16"}}, "cc1.2"},
  };
  scene.evaluate = [settings = scene.settings](const Request& request, const std::stop_token& stop) {
    return evaluate_tile(settings, request, stop);
  };
  return scene;
}

}  // namespace lockstep::lab
