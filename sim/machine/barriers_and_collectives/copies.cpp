// Events of asynchronous copies. Every warp of a group begins the same copies in the same order, so the
// number of a copy within its warp serves as its event. The copy itself consists of loads and stores that are
// executed immediately; the race detector (sim/observers/races) treats the copy as unfinished until a
// work-item waits for it.
#include "sim/machine/barriers_and_collectives/barriers.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

void announce(Execution& x, const Operation& op, const std::array<std::uint64_t, kMaxLanes>& events) {
  const Moment now = x.moment();
  for (Observer* observer : x.observers) observer->on_copy_event(x.state, now, *op.instruction, events);
}

}  // namespace

void copy_begin(Execution& x, const Operation& op) {
  ++x.warp->copies;
  std::array<std::uint64_t, kMaxLanes> events{};
  for_each_lane(x.lanes, [&](unsigned lane) {
    const auto joined = get_lane<std::uint64_t>(x.registers + op.a, lane);
    events[lane] = joined != 0 ? joined : x.warp->copies;
    put_lane(x.registers + op.dst, lane, events[lane]);
  });
  announce(x, op, events);
}

void copy_wait(Execution& x, const Operation& op) {
  std::array<std::uint64_t, kMaxLanes> events{};
  for_each_lane(x.lanes,
                [&](unsigned lane) { events[lane] = get_lane<std::uint64_t>(x.registers + op.a, lane); });
  announce(x, op, events);
}

}  // namespace lockstep::sim
