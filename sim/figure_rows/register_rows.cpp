#include "sim/figure_rows/register_rows.hpp"

#include <algorithm>
#include <utility>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {
namespace {

constexpr unsigned kLabelObservations = 3;  // per row, because each observation seeks backwards in the run

}  // namespace

RegisterRows::RegisterRows(const Trace& trace, CombinationBuilder& builder, RowLabels& labels,
                           std::vector<CombinationArray>& arrays)
    : trace_(trace),
      builder_(builder),
      labels_(labels),
      arrays_(arrays),
      width_(trace.model().warp_width),
      programs_(trace.plan().programs.size()) {}

const RegisterRows::Exchanged& RegisterRows::exchanged_of(std::size_t program) {
  std::optional<Exchanged>& known = programs_[program];
  if (known) return *known;
  Exchanged& found = known.emplace();
  const Program& code = trace_.program(program);
  found.slots.assign(code.register_count, Exchanged::kNone);
  for (const Instruction& instruction : code.code)
    if (passes_values(instruction) && found.slots[instruction.a] == Exchanged::kNone)
      found.slots[instruction.a] = found.count++;
  for (const Instruction& instruction : code.code) {
    const RegisterRun run = registers_written(instruction);
    bool writes = false;
    for (unsigned k = 0; k < run.count; ++k)
      writes = writes || found.slots[std::size_t{run.first} + k] != Exchanged::kNone;
    found.writes.push_back(writes);
  }
  return found;
}

void RegisterRows::begin_launch(std::uint32_t launch) {
  const PlanLaunch& entry = trace_.plan().launches[launch];
  const Exchanged& exchanged = exchanged_of(entry.program);
  exchanged_ = exchanged.count == 0 ? nullptr : &exchanged;
  warps_ = (entry.range.group_items() + width_ - 1) / width_;
  array_.reset();
  held_.clear();
  written_.clear();
  written_now_ = nullptr;
}

void RegisterRows::end_group(std::uint32_t group) {
  if (written_now_ != nullptr && group_now_ == group) written_now_ = nullptr;
  written_.erase(group);
}

RegisterRows::WrittenAt& RegisterRows::written_in(std::uint32_t group) {
  if (written_now_ == nullptr || group_now_ != group) {
    written_now_ = &written_[group];
    group_now_ = group;
    if (written_now_->empty())
      written_now_->assign(written_place(static_cast<std::uint32_t>(warps_), 0), kNever);
  }
  return *written_now_;
}

void RegisterRows::follow(const TraceState& state, std::uint64_t position, const Moment& moment) {
  if (exchanged_ == nullptr) return;
  while (!meetings_.empty() && meetings_.front().exchange.position <= position) {
    exchange(meetings_.front(), state, moment);
    meetings_.erase(meetings_.begin());
  }
  if (exchanged_->writes[moment.pc]) note_writes(position, moment);
}

void RegisterRows::note_writes(std::uint64_t position, const Moment& moment) {
  const Program& program = trace_.program(trace_.plan().launches[moment.launch].program);
  const RegisterRun run = registers_written(program.code[moment.pc]);
  WrittenAt& written = written_in(moment.group);
  for (unsigned k = 0; k < run.count; ++k) {
    const std::uint32_t slot = exchanged_->slots[std::size_t{run.first} + k];
    if (slot == Exchanged::kNone) continue;
    std::uint64_t* const lanes = written.data() + written_place(moment.warp, slot);
    for_each_lane(moment.lanes, [&](unsigned lane) { lanes[lane] = position; });
  }
}

void RegisterRows::meet(const TraceState& state, std::uint64_t position, const Moment& moment,
                        const Instruction& instruction, std::span<const CollectiveMember> members) {
  if (exchanged_ == nullptr) return;
  Meeting meeting{{position,
                   collective_of(instruction),
                   instruction.a,
                   instruction.dst,
                   instruction.type,
                   {members.begin(), members.end()}},
                  {}};
  const ProvenanceGraph& graph = trace_.provenance();
  bool any_input = false;
  for (const CollectiveMember& member : members) {
    meeting.operands.push_back(operand_of(state, meeting.exchange, moment, member));
    any_input = any_input || graph.has_input(meeting.operands.back().provenance);
  }
  if (any_input) meetings_.push_back(std::move(meeting));
}

void RegisterRows::exchange(const Meeting& meeting, const TraceState& after, const Moment& moment) {
  const Exchange& exchange = meeting.exchange;
  if (!array_) add_array(exchange, moment.launch);
  for (std::size_t i = 0; i < meeting.operands.size(); ++i)
    bring(exchange, after, moment, exchange.members[i], meeting.operands[i]);
  for (std::uint32_t i = 0; i < meeting.operands.size(); ++i) {
    const CollectiveMember& to = exchange.members[i];
    each_giver_to(exchange, i, [&](std::uint32_t giver) {
      builder_.load(to.warp, to.lane, place_of(moment, exchange.members[giver]));
    });
  }
  if (!combines(exchange.collective.kind)) return;
  for (const CollectiveMember& member : exchange.members)
    store(exchange, after, moment, member, result_of(after, exchange, moment, member));
}

RegisterRows::Held RegisterRows::operand_of(const TraceState& state, const Exchange& exchange,
                                            const Moment& moment, const CollectiveMember& member) {
  const std::uint64_t written =
      written_in(moment.group)[written_place(member.warp, exchanged_->slots[exchange.operand]) + member.lane];
  return {state.machine.register_bits(state.machine.group.warps[member.warp], exchange.operand, exchange.type,
                                      member.lane),
          register_provenance(trace_, state, moment.launch, member.warp, exchange.operand, member.lane),
          written == kNever ? exchange.position : written};
}

RegisterRows::Held RegisterRows::result_of(const TraceState& after, const Exchange& exchange,
                                           const Moment& moment, const CollectiveMember& member) const {
  return {after.machine.register_bits(after.machine.group.warps[member.warp], exchange.result, exchange.type,
                                      member.lane),
          register_provenance(trace_, after, moment.launch, member.warp, exchange.result, member.lane),
          exchange.position};
}

// Adds a value that a member contributes to an exchange. If the figure already shows the value, no new row is
// needed. A cell holds the values of all exchanged variables of its work-item, in the order of the exchanges.
// A value that was made before the cell's previous value therefore counts as made directly after it.
void RegisterRows::bring(const Exchange& exchange, const TraceState& after, const Moment& moment,
                         const CollectiveMember& member, Held value) {
  const Held& held = held_[place_of(moment, member).cell];
  if (held.position != kNever) {
    if (held.provenance == value.provenance && held.bits == value.bits) return;
    value.position = std::max(value.position, held.position + 1);
  }
  if (value.position < exchange.position) store(exchange, after, moment, member, value);
}

void RegisterRows::store(const Exchange& exchange, const TraceState& after, const Moment& moment,
                         const CollectiveMember& member, const Held& value) {
  const CombinationPlace place = place_of(moment, member);
  const auto key =
      builder_.store({value.position, member.warp, member.lane, place, value.bits, value.provenance, false});
  held_[place.cell] = value;
  if (latest_labelled_ == nullptr || latest_labelled_->first != key)
    latest_labelled_ = &*labelled_.try_emplace(key).first;
  if (++latest_labelled_->second > kLabelObservations) return;
  if (value.position == exchange.position) {
    label_row(key, after, moment.launch, member, value.position);
  } else {
    label_row(key, *trace_.seek(value.position + 1), moment.launch, member, value.position);
  }
}

// Labels the row by the variables at the instruction that made the value; `after` is the state after
// this instruction.
void RegisterRows::label_row(const CombinationBuilder::RowKey& key, const TraceState& after,
                             std::uint32_t launch, const CollectiveMember& member, std::uint64_t position) {
  const PlanLaunch& entry = trace_.plan().launches[launch];
  const Program& program = trace_.program(entry.program);
  const Kernel* kernel = program.find_kernel(entry.kernel);
  if (kernel == nullptr || member.warp >= after.machine.group.warps.size()) return;
  labels_.observe(key, program, *kernel, trace_.at(position).moment.pc, after.machine,
                  after.machine.group.warps[member.warp], std::uint64_t{1} << member.lane);
}

// Adds the array of registers of a launch. Its elements are numbered beyond any local memory, so no address
// refers to them.
void RegisterRows::add_array(const Exchange& exchange, std::uint32_t launch) {
  constexpr std::uint64_t beyond_local_memory = std::uint64_t{1} << 40;
  const NdRange& range = trace_.plan().launches[launch].range;
  CombinationArray array;
  array.object = {true,       CellId::kLocalMemory, exchange.type,
                  UINT32_MAX, beyond_local_memory,  range.group_items(),
                  "registers"};
  array.launch = launch;
  array.groups = range.group_count();
  array.name = array.object.name;
  array.of_registers = true;
  array_ = builder_.add_array(array.cells());
  held_.assign(array.cells(), {});
  arrays_.push_back(std::move(array));
}

CombinationPlace RegisterRows::place_of(const Moment& moment, const CollectiveMember& member) const {
  const std::uint64_t items = arrays_[*array_].object.elements;
  return {*array_, moment.group * items + std::uint64_t{member.warp} * width_ + member.lane};
}

}  // namespace lockstep::sim
