#include "sim/lab/group_accesses.hpp"

#include "sim/lab/scene_run.hpp"

namespace lockstep::lab {
namespace {

class GroupAccessObserver final : public sim::Observer {
 public:
  GroupAccessObserver(std::vector<GroupAccess>& accesses, const sim::Program& program, std::uint32_t group)
      : accesses_(accesses), program_(program), group_(group) {}
  bool wants_instructions() const override { return false; }
  void on_access(const sim::MachineState&, const sim::Moment& moment, const sim::Instruction& instruction,
                 const sim::ObservedAccess& observed) override {
    if (moment.group != group_ || observed.access.active == 0) return;
    GroupAccess access;
    access.warp = moment.warp;
    access.line = program_.ranges[instruction.range].line;
    access.space = observed.space;
    access.kind = observed.access.kind;
    access.bytes = observed.access.bytes;
    sim::for_each_lane(observed.access.active, [&](unsigned lane) {
      access.object = sim::object_of(observed.access.addresses[lane]);
      access.offsets.push_back(sim::offset_of(observed.access.addresses[lane]));
    });
    accesses_.push_back(std::move(access));
  }

 private:
  std::vector<GroupAccess>& accesses_;
  const sim::Program& program_;
  const std::uint32_t group_;
};

}  // namespace

Result<std::vector<GroupAccess>> accesses_of_group(const Plan& plan, const sim::DeviceModel& model,
                                                   std::uint32_t group, std::stop_token stop) {
  std::vector<GroupAccess> accesses;
  const auto make = [&](const sim::Machine& machine) {
    return std::make_unique<GroupAccessObserver>(accesses, machine.program(0), group);
  };
  const Result<void> ran = run_observed(plan, model, make, std::move(stop));
  if (!ran) return tl::unexpected(ran.error());
  return accesses;
}

}  // namespace lockstep::lab
