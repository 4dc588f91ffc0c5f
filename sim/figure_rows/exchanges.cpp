#include "sim/figure_rows/exchanges.hpp"

#include <algorithm>
#include <array>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {
namespace {

// A ballot carries conditions, and an argument that all must agree on is no value of the algorithm.
bool passes_values(const Instruction& instruction) {
  if (instruction.op != Opcode::collective) return false;
  const CollectiveKind kind = collective_of(instruction).kind;
  return kind != CollectiveKind::ballot && kind != CollectiveKind::agree;
}

bool has_exchange(const Trace& trace) {
  const Plan& plan = trace.plan();
  return std::ranges::any_of(plan.launches, [&](const PlanLaunch& launch) {
    return std::ranges::any_of(trace.program(launch.program).code, passes_values);
  });
}

class ExchangeLog final : public Observer {
 public:
  std::vector<Exchange> exchanges;

  void on_collective(const MachineState& state, const Moment&, const Instruction& instruction,
                     std::span<const CollectiveMember> members) override {
    if (!passes_values(instruction)) return;
    exchanges.push_back({state.executed,
                         collective_of(instruction),
                         instruction.a,
                         instruction.dst,
                         instruction.type,
                         {members.begin(), members.end()}});
  }
  bool wants_instructions() const override { return false; }
  bool wants_accesses() const override { return false; }
  bool wants_branches() const override { return false; }
};

}  // namespace

struct ExchangeSearch::Impl {
  const Trace& trace;
  MachineState state;
  ExchangeLog log{};
};

ExchangeSearch::ExchangeSearch(const Trace& trace) {
  if (trace.size() != 0 && has_exchange(trace))
    impl_ = std::make_unique<Impl>(Impl{trace, trace.kept_state(0).machine});
}
ExchangeSearch::ExchangeSearch(ExchangeSearch&&) noexcept = default;
ExchangeSearch::~ExchangeSearch() = default;

bool ExchangeSearch::go_on(TimeSlice& slice) {
  if (!impl_) return false;
  MachineState& state = impl_->state;
  const std::uint64_t size = impl_->trace.size();
  if (state.executed >= size) return false;
  const std::array<Observer*, 1> observers{&impl_->log};
  impl_->trace.machine().step_through(state, observers,
                                      [&] { return state.executed < size && !slice.is_over(); });
  return state.executed < size;
}

std::vector<Exchange> ExchangeSearch::take() {
  return impl_ ? std::move(impl_->log.exchanges) : std::vector<Exchange>();
}

std::vector<std::uint32_t> givers_to(const Exchange& exchange, std::uint32_t index) {
  const CollectiveKind kind = exchange.collective.kind;
  const CollectiveMember& to = exchange.members[index];
  if (!combines(kind)) return {to.source};
  std::vector<std::uint32_t> givers;
  for (std::uint32_t i = 0; i < exchange.members.size(); ++i) {
    const bool before = kind == CollectiveKind::scan_inclusive   ? i <= index
                        : kind == CollectiveKind::scan_exclusive ? i < index
                                                                 : true;
    if (before && exchange.members[i].cluster == to.cluster) givers.push_back(i);
  }
  return givers;
}

ProvenanceId register_provenance(const Trace& trace, const TraceState& state, std::uint32_t launch,
                                 std::uint32_t warp, Register reg, unsigned lane) {
  const std::size_t registers = trace.program(trace.plan().launches[launch].program).register_count;
  const std::size_t at = (std::size_t{warp} * registers + reg) * trace.model().warp_width + lane;
  return at < state.register_provenance.size() ? state.register_provenance[at] : 0;
}

}  // namespace lockstep::sim
