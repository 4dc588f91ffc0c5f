#include "sim/lab/scenes/tile_loads.hpp"

#include <bit>

#include "core/base/text/text.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/lab/scene_run.hpp"

namespace lockstep::lab {
namespace {

class TileLoadObserver final : public sim::Observer {
 public:
  TileLoadObserver(TileLoads& loads, const Plan& plan, const sim::DeviceModel& model, std::uint32_t buffer,
                   const TileItems& tile, std::array<std::uint64_t, 2> watched)
      : range_(plan.launches.front().range),
        object_(buffer + 1),  // sim/bytecode/address.hpp
        warp_width_(model.warp_width),
        element_(size_bytes(plan.buffers[buffer].type)),
        tile_(tile),
        watched_(watched),
        loads_(loads) {
    const auto tiles = [&](int axis) {
      return (range_.global_size[axis] + tile.items[axis] - 1) / tile.items[axis];
    };
    loads_.of_tile.assign(range_.dimensions > 1 ? tiles(1) : 1, std::vector<std::uint64_t>(tiles(0)));
    loads_.uses.assign(plan.buffers[buffer].elements, 0);
  }

  bool wants_instructions() const override { return false; }
  void on_access(const sim::MachineState&, const sim::Moment& moment, const sim::Instruction&,
                 const sim::ObservedAccess& observed) override {
    if (observed.access.kind != sim::AccessKind::load) return;
    sim::for_each_lane(observed.access.active, [&](unsigned lane) {
      if (sim::object_of(observed.access.addresses[lane]) != object_) return;
      const std::uint64_t item = std::uint64_t{moment.warp} * warp_width_ + lane;
      const std::uint64_t groups_x = range_.global_size[0] / range_.local_size[0];
      const std::uint64_t x = moment.group % groups_x * range_.local_size[0] + item % range_.local_size[0];
      const std::uint64_t y =
          range_.dimensions > 1 ? moment.group / groups_x * range_.local_size[1] + item / range_.local_size[0]
                                : 0;
      const std::uint64_t tile_x = x / tile_.items[0], tile_y = y / tile_.items[1];
      loads_.of_tile[tile_y][tile_x] += observed.access.bytes / element_;
      if (std::array{tile_x, tile_y} == watched_)
        ++loads_.uses[static_cast<std::size_t>(sim::offset_of(observed.access.addresses[lane])) / element_];
    });
  }

 private:
  const NdRange range_;
  const std::uint32_t object_;
  const unsigned warp_width_;
  const std::size_t element_;
  const TileItems tile_;
  const std::array<std::uint64_t, 2> watched_;
  TileLoads& loads_;
};

}  // namespace

Result<TileLoads> loads_by_tile(const Plan& plan, const sim::DeviceModel& model, std::uint32_t buffer,
                                const TileItems& tile, std::array<std::uint64_t, 2> watched,
                                std::stop_token stop) {
  TileLoads loads;
  const auto make = [&](const sim::Machine&) {
    return std::make_unique<TileLoadObserver>(loads, plan, model, buffer, tile, watched);
  };
  const Result<void> ran = run_observed(plan, model, make, std::move(stop));
  if (!ran) return tl::unexpected(ran.error());
  return loads;
}

}  // namespace lockstep::lab
