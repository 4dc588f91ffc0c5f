// Clauses for barriers and collective functions.
#include <fmt/compile.h>
#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/explain/narration/clause.hpp"

namespace lockstep::sim {
namespace {

std::string_view outcome(CollectiveOperator op) {
  constexpr std::string_view kNames[] = {"sum",         "product",    "minimum",    "maximum",
                                         "bitwise and", "bitwise or", "bitwise xor"};
  return kNames[static_cast<std::size_t>(op)];
}

// "each gets the sum of all values"
std::string what_each_gets(const Collective& collective) {
  const std::string_view whose = collective.cluster == 0 ? "" : " of its cluster";
  switch (collective.kind) {
    case CollectiveKind::reduce:
      return fmt::format(FMT_COMPILE("each gets the {} of all values{}"), outcome(collective.op), whose);
    case CollectiveKind::scan_inclusive:
      return fmt::format(FMT_COMPILE("each gets the {} of the values up to its own"), outcome(collective.op));
    case CollectiveKind::scan_exclusive:
      return fmt::format(FMT_COMPILE("each gets the {} of the values before its own"),
                         outcome(collective.op));
    case CollectiveKind::ballot:
      return "each gets a bit for every lane";
    case CollectiveKind::match:
      return "each gets a bit for every lane with the same value";
    case CollectiveKind::agree:
      return "they agree on what to copy together";
    default:
      return fmt::format(FMT_COMPILE("each gets the value of another work-item{}"), whose);
  }
}

struct Warps {
  std::size_t waiting = 0;
  std::size_t running = 0;
};

Warps warps_of(const Scene& scene) {
  Warps warps;
  for (const Warp& warp : scene.machine.group.warps) {
    warps.waiting += warp.status == Warp::Status::at_barrier ? 1 : 0;
    warps.running += warp.status == Warp::Status::ready ? 1 : 0;
  }
  return warps;
}

// Describes a warp that arrives at a barrier; the last warp releases all warps.
std::string arrival_clause(const Scene& scene, const std::string& place) {
  const Warps warps = warps_of(scene);
  const bool one = words::is_one(scene.lanes());
  // With independent lanes, each warp of the machine is one work-item.
  const std::string_view noun = scene.machine.warp_width == 1 ? "work-item" : "warp";
  const std::string arrives = fmt::format(FMT_COMPILE("{} {}"), several(scene, "reach"), place);
  if ((scene.record.flags & TraceRecord::barrier_release) == 0)
    return fmt::format(FMT_COMPILE("{} and {} for {}"), arrives, words::conjugate("wait", one),
                       plural(warps.running - 1, noun));
  if (scene.machine.group.warps.size() == 1)
    return fmt::format(FMT_COMPILE("{} and {}: there is no other {}"), arrives,
                       words::conjugate("continue", one), noun);
  if (warps.waiting == 0)
    return fmt::format(FMT_COMPILE("{} and {}: all other {}s have finished"), arrives,
                       words::conjugate("continue", one), noun);
  return fmt::format(FMT_COMPILE("{} as the last {}: {} {}s continue"), arrives, noun,
                     warps.waiting == 1 ? "both" : fmt::format(FMT_COMPILE("all {}"), warps.waiting + 1),
                     noun);
}

}  // namespace

std::string meeting_clause(const Scene& scene) {
  const Instruction& instruction = scene.instruction;
  if (instruction.op == Opcode::barrier)
    return is_of_sub_group(instruction) ? several(scene, "meet at the sub-group barrier")
                                        : arrival_clause(scene, "the barrier");
  const std::string gets = what_each_gets(collective_of(instruction));
  if (is_of_sub_group(instruction))
    return fmt::format(FMT_COMPILE("{} {}; {}"), several(scene, "compute together"), scene.source(), gets);
  const std::string arrives = arrival_clause(scene, scene.source());
  return scene.record.flags & TraceRecord::barrier_release ? fmt::format(FMT_COMPILE("{}; {}"), arrives, gets)
                                                           : arrives;
}

}  // namespace lockstep::sim
