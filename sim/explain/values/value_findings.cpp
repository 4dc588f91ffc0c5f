#include "sim/explain/values/value_findings.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "sim/explain/values/lost_value.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kMostInstructions = 1'000'000;  // of all warps; they take less than a second
constexpr std::size_t kMostFindings = 20;

class ValueWatcher {
 public:
  ValueWatcher(const Machine& machine, const MachineState& state) : machine_(machine), state_(state) {}

  // Checks the next instruction of the run before it is executed.
  void look() {
    if (state_.done(machine_.plan().launches.size())) return;
    const BoundLaunch& launch = machine_.setup().launches[state_.launch];
    const Warp& warp = state_.group.warps[state_.current_warp];
    const Instruction& instruction = launch.program->code[warp.pc];
    if (!may_lose_value(instruction)) return;
    for_each_lane(warp.active, [&](unsigned lane) { look_at(launch, warp, instruction, lane); });
  }
  std::vector<Finding> take() { return std::move(findings_); }

 private:
  void look_at(const BoundLaunch& launch, const Warp& warp, const Instruction& instruction, unsigned lane) {
    const auto bits = [&](Register reg, LaneType type) {
      return state_.register_bits(warp, reg, type, lane);
    };
    const SourceRange& range = launch.program->ranges[instruction.range];
    const std::string& text = machine_.plan().programs[launch.program_index].source.text;
    const auto lost = lost_value(instruction, bits(instruction.a, operand_type(instruction)),
                                 bits(instruction.b, instruction.type), range.file == 0 ? text : "", range);
    if (!lost) return;
    const auto [known, is_new] = known_.try_emplace(
        {launch.program_index, lost->kind, range.file, range.line, range.column}, findings_.size());
    if (!is_new) {
      ++findings_[known->second].occurrences;
      return;
    }
    if (findings_.size() >= kMostFindings) {
      known_.erase(known);
      return;
    }
    findings_.push_back(finding_of(launch, *lost, range, lane));
  }

  Finding finding_of(const BoundLaunch& launch, const LostValue& lost, const SourceRange& range,
                     unsigned lane) {
    const std::uint32_t item = state_.current_warp * state_.warp_width + lane;
    Finding finding;
    finding.kind = lost.kind;
    finding.severity = Severity::warning;
    finding.program = launch.program_index;
    finding.first = {launch.work_item(state_.group.group, item), state_.launch, range, false, true};
    finding.step = state_.executed;
    finding.message =
        fmt::format("work-item {} at line {} computes {}", finding.first.work_item, range.line, lost.words);
    return finding;
  }

  const Machine& machine_;
  const MachineState& state_;
  std::map<std::tuple<std::uint32_t, Finding::Kind, std::uint32_t, std::uint32_t, std::uint32_t>, std::size_t>
      known_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> value_findings(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                    const CountedRun& run, const std::stop_token& stop) {
  if (run.total.instructions > kMostInstructions) return {};
  const Result<Machine> machine = repeating_machine(plan, model, schedule, run.total.instructions);
  if (!machine) return {};
  MachineState state = machine->initial_state();
  ValueWatcher watcher(*machine, state);
  watcher.look();
  machine->step_through(state, {}, [&] {
    watcher.look();
    return !stop.stop_requested();
  });
  return watcher.take();
}

}  // namespace lockstep::sim
