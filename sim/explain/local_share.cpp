#include "sim/explain/local_share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/text/text.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/launch/extent_probe.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/predicted_times/occupancy/occupancy.hpp"

namespace lockstep::sim {
namespace {

// The launch whose work-groups occupy the largest part of a multiprocessor, and the bytes of one of
// its work-groups.
struct LargestGroup {
  const PlanLaunch* launch = nullptr;
  std::uint64_t bytes = 0;
};

std::uint64_t bytes_of_group(const PlanLaunch& launch, const Program& program) {
  const Kernel* kernel = program.find_kernel(launch.kernel);
  std::uint64_t bytes = kernel == nullptr ? 0 : kernel->local_bytes;
  for (const Argument& argument : launch.arguments)
    if (const auto* local = std::get_if<LocalArgument>(&argument)) bytes += local->bytes;
  return bytes;
}

LargestGroup largest_group(const Plan& plan, const Machine& machine) {
  LargestGroup largest;
  for (const PlanLaunch& launch : plan.launches) {
    const std::uint64_t bytes = bytes_of_group(launch, machine.program(launch.program));
    if (bytes > largest.bytes) largest = {&launch, bytes};
  }
  return largest;
}

std::optional<Occupancy> occupancy_with(const DeviceModel& model, const LargestGroup& group,
                                        std::uint64_t bytes) {
  const auto found = occupancy_of(model, {group.launch->range.group_items(), bytes, 0});
  return found ? std::optional(*found) : std::nullopt;
}

// All declared arrays together form one object; each argument is a separate object.
std::uint64_t used_bytes(const LargestGroup& group, const Machine& machine, const ExtentProbe& probe) {
  const Program& program = machine.program(group.launch->program);
  std::uint64_t used = probe.end(Space::local, 0);
  for (std::size_t i = 0; i < program.local_variables.size() + group.launch->arguments.size(); ++i)
    used += probe.end(Space::local, static_cast<std::uint32_t>(i + 1));
  return used;
}

std::string percent(double share) { return fmt::format("{:.4g} %", 100 * share); }

LineCause cause_of(const LargestGroup& group, const Occupancy& now, const std::optional<Occupancy>& with_used,
                   std::uint64_t used) {
  LineCause cause;
  cause.kind = LineCause::Kind::local_memory;
  cause.reason = fmt::format(
      "A work-group uses {} of local memory, so a multiprocessor holds {} of kernel {} at a time: {} of its "
      "{} warps "
      "({}), and few warps can run while others wait.",
      plural(group.bytes, "byte"), plural(now.groups, "work-group"), group.launch->kernel, now.warps,
      now.max_warps, percent(now.share()));
  if (with_used && with_used->warps > now.warps)
    cause.remedy =
        fmt::format("Only {} are accessed. With this size, the multiprocessor holds {} warps ({}).",
                    plural(used, "byte"), with_used->warps, percent(with_used->share()));
  return cause;
}

}  // namespace

void advise_local_share(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, std::vector<CostlyLine>& lines, const std::stop_token& stop) {
  constexpr double little = 0.25;
  if (!model.occupancy || lines.empty() || run.early_end != EarlyEnd::none ||
      run.total.active_lanes > kMaxTried)
    return;
  const Result<Machine> machine = repeating_machine(plan, model, schedule, run.total.instructions);
  if (!machine) return;
  const LargestGroup group = largest_group(plan, *machine);
  if (group.launch == nullptr) return;
  const std::optional<Occupancy> now = occupancy_with(model, group, group.bytes);
  if (!now || now->share() > little || !now->decides(Resource::local_memory)) return;
  MachineState state = machine->initial_state();
  ExtentProbe probe;
  RunWatch watch({stop, std::chrono::milliseconds(0), {}});
  machine->run(state, std::array<Observer*, 1>{&probe}, &watch);
  const std::uint64_t used = used_bytes(group, *machine, probe);
  LineCause cause = cause_of(group, *now, occupancy_with(model, group, used), used);
  CostlyLine& line = lines.front();
  line.reason += " " + cause.reason;
  if (!cause.remedy.empty()) line.remedy += (line.remedy.empty() ? "" : " ") + cause.remedy;
  line.causes.push_back(std::move(cause));
}

}  // namespace lockstep::sim
