#include "sim/trace/trace.hpp"

#include <algorithm>
#include <chrono>

#include "sim/machine/launch/setup.hpp"
#include "sim/trace/accesses.hpp"
#include "sim/trace/trace_impl.hpp"
#include "sim/trace/trace_maker.hpp"

namespace lockstep::sim {

Result<std::shared_ptr<const Trace>> Trace::record(const Plan& plan, const DeviceModel& model,
                                                   const TraceOptions& options) {
  constexpr std::chrono::hours kAtOnce{24};
  Result<TraceMaker> maker = TraceMaker::begin(plan, model, options);
  if (!maker) return tl::unexpected(maker.error());
  while (maker->go_on(kAtOnce)) {
  }
  return maker->finish();
}

// Moves findings about lost results. A lost result is detected after the launch has ended, but the finding
// belongs to the line that should have read the result.
void Trace::Impl::place_lost_reads() {
  const auto line_at = [&](const Moment& moment) {
    const Program& program = machine.program(machine.plan().launches[moment.launch].program);
    return program.ranges[program.code[moment.pc].range].line;
  };
  for (Finding& finding : counted.findings) {
    if (finding.kind != Finding::Kind::unread_result) continue;
    for (std::uint64_t position = 0; position < records.size(); ++position) {
      const Moment moment = records[position].moment;
      if (moment.launch != finding.first.launch || line_at(moment) != finding.first.range.line) continue;
      finding.step = position;
      break;
    }
  }
}

Trace::Trace(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Trace::~Trace() = default;

std::uint64_t Trace::size() const { return impl_->records.size(); }
TraceRecord Trace::at(std::uint64_t position) const { return impl_->records[position]; }
const Plan& Trace::plan() const { return impl_->machine.plan(); }
const Machine& Trace::machine() const { return impl_->machine; }
const DeviceModel& Trace::model() const { return impl_->machine.model(); }
const Schedule& Trace::schedule() const { return impl_->schedule; }
const Program& Trace::program(std::size_t plan_program) const { return impl_->machine.program(plan_program); }
void Trace::each_access(const std::function<void(std::uint64_t, const ObservedAccess&)>& visit) const {
  impl_->access_log.each(
      [&](std::uint64_t position, const ObservedAccess& access) { visit(position, access); });
}

const ProvenanceGraph& Trace::provenance() const { return impl_->graph; }
const std::vector<Finding>& Trace::findings() const { return impl_->counted.findings; }
const CountedRun& Trace::counted() const { return impl_->counted; }

// A plan without launches has no program.
const Program& Trace::program_at(std::uint64_t position) const {
  static const Program none;
  if (size() == 0) return plan().programs.empty() ? none : program(0);
  const std::uint32_t launch = at(std::min(position, size() - 1)).moment.launch;
  return program(plan().launches[launch].program);
}

const Instruction& Trace::instruction_at(std::uint64_t position) const {
  return program_at(position).code[at(position).moment.pc];
}

const SourceRange& Trace::range_at(std::uint64_t position) const { return impl_->range_of(position); }

std::shared_ptr<const TraceState> Trace::seek(std::uint64_t position) const {
  return impl_->traveller->go_to(std::min(position, size()));
}

TraceState Trace::kept_state(std::uint64_t position) const {
  return impl_->snapshots.before(std::min(position, size()));
}

std::uint64_t Trace::kept_position(std::uint64_t position) const {
  return impl_->snapshots.position_before(std::min(position, size()));
}

std::uint64_t Trace::size_bytes() const {
  return impl_->records.size_bytes() + impl_->access_log.size_bytes() + impl_->graph.size_bytes() +
         impl_->snapshots.size_bytes();
}

const std::vector<AccessDetail>& Trace::accesses(std::uint64_t position) const {
  static const std::vector<AccessDetail> none;
  if (position >= size()) return none;
  if (impl_->accesses_position == position) return impl_->accesses;
  impl_->accesses.clear();
  impl_->access_log.each_at(position, [&](std::uint64_t, const ObservedAccess& observed) {
    impl_->accesses.push_back(detail_of(model(), observed));
  });
  impl_->accesses_position = position;
  return impl_->accesses;
}

}  // namespace lockstep::sim
