// Scans by tiles: in one launch with look-back, or as reduce-then-scan: first the tiles' totals, then a scan
// of these totals in the same way, then the scan of each tile with the total of all preceding tiles.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

class LookBackScan {
 public:
  LookBackScan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source)
      : algorithm_(algorithm),
        request_(request),
        tile_(request.group_size * elements_of_vector(request) * request.tuning.rounds),
        plan_(start_plan(algorithm, request, source, "in")) {
    plan_.buffers.push_back(empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  }

  Plan make() {
    if (request_.limits.device_atomics.empty())
      scan_by_totals(1, 0, kOut, request_.n, request_.exclusive);
    else
      scan_in_one_launch();
    plan_.expectation =
        scan_expectation(request_, kOut, std::min(2 * tile_ + tiles_of(request_.n), request_.n));
    return std::move(plan_);
  }

 private:
  static constexpr std::size_t kOut = 1;

  std::uint64_t tiles_of(std::uint64_t count) const { return divide_up(count, tile_); }

  std::size_t append(PlanBuffer buffer) {
    plan_.buffers.push_back(std::move(buffer));
    return plan_.buffers.size() - 1;
  }

  std::size_t append(std::string name, std::uint64_t elements) {
    return append(empty_buffer(request_, std::move(name), elements, PlanBuffer::Role::scratch));
  }

  PlanLaunch launch(std::string kernel, std::size_t to, std::size_t from, std::uint64_t count) const {
    PlanLaunch launch;
    launch.kernel = std::move(kernel);
    launch.range = linear_range(tiles_of(count) * request_.group_size, request_.group_size);
    // The total of each warp, at most one for each work-item, and the total of all preceding tiles.
    const std::uint64_t local = (request_.group_size + 1) * size_bytes(request_.type);
    launch.arguments = {BufferArgument{to}, BufferArgument{from}, LocalArgument{local}, uint_argument(count)};
    return launch;
  }

  void scan_tiles(std::size_t to, std::size_t from, std::uint64_t count, bool exclusive,
                  std::size_t before_tiles, std::string label) {
    PlanLaunch scan = launch(kernel_name(algorithm_), to, from, count);
    scan.arguments.emplace_back(scalar_argument(std::uint32_t{exclusive ? 1u : 0u}));
    scan.arguments.emplace_back(BufferArgument{before_tiles});
    scan.label = std::move(label);
    plan_.launches.push_back(std::move(scan));
  }

  // Work-groups of one work-item process tiles until none is left; otherwise each tile has a work-group.
  std::uint64_t groups_for(std::uint64_t tiles) const {
    if (!is_contiguous(request_)) return tiles;
    return std::min(tiles, std::max<std::uint64_t>(request_.limits.compute_units, 1) *
                               std::max<std::uint64_t>(request_.tuning.groups_per_unit, 1));
  }

  // The state has a word for each 32 bits of a tile's value, and a word that numbers the runs and counts the
  // groups or tiles.
  void scan_in_one_launch() {
    const std::uint64_t tiles = tiles_of(request_.n);
    const std::uint64_t words = tiles * (size_bytes(request_.type) / 4) + 1;
    PlanBuffer state = empty_buffer(request_, "state", words, PlanBuffer::Role::scratch);
    state.type = ElementType::uint64;
    state.content.pattern = Content::Pattern::constant;
    state.refill = PlanBuffer::Refill::never;
    const std::size_t index = append(std::move(state));
    scan_tiles(kOut, 0, request_.n, request_.exclusive, index,
               fmt::format("scan {} in tiles of {}", count_text(request_.n), count_text(tile_)));
    plan_.launches.back().range = linear_range(groups_for(tiles) * request_.group_size, request_.group_size);
  }

  void scan_by_totals(std::size_t level, std::size_t from, std::size_t to, std::uint64_t count,
                      bool exclusive) {
    const std::uint64_t tiles = tiles_of(count);
    const std::size_t before = append(fmt::format("before{}", level), tiles);
    if (tiles > 1) {
      const std::size_t totals = append(fmt::format("totals{}", level), tiles);
      PlanLaunch reduce = launch(kernel_name(algorithm_) + "_totals", totals, from, count);
      reduce.label = fmt::format("level {}: totals of tiles of {}", level, count_text(tile_));
      plan_.launches.push_back(std::move(reduce));
      scan_by_totals(level + 1, totals, before, tiles, true);
    }
    scan_tiles(to, from, count, exclusive, before,
               fmt::format("level {}: scan {} in tiles of {}", level, count_text(count), count_text(tile_)));
  }

  const Algorithm& algorithm_;
  const PlanRequest& request_;
  std::uint64_t tile_;
  Plan plan_;
};

}  // namespace

Result<Plan> make_look_back_scan_plan(const Algorithm& algorithm, const PlanRequest& request,
                                      const KernelSource& source) {
  return LookBackScan(algorithm, request, source).make();
}

}  // namespace lockstep
