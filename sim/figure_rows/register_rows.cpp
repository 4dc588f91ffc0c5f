#include "sim/figure_rows/register_rows.hpp"

#include <algorithm>
#include <utility>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {
namespace {

constexpr unsigned kLabelObservations = 3;  // of a row: each goes back in the run

}  // namespace

RegisterRows::RegisterRows(const Trace& trace, std::vector<Exchange> exchanges, CombinationBuilder& builder,
                           RowLabels& labels, std::vector<CombinationArray>& arrays)
    : trace_(trace), builder_(builder), labels_(labels), arrays_(arrays), exchanges_(std::move(exchanges)) {}

void RegisterRows::begin_launch() {
  array_.reset();
  held_.clear();
  written_.clear();
}

void RegisterRows::follow(std::uint64_t position) {
  if (next_ == exchanges_.size()) return;
  if (exchanges_[next_].position == position) exchange(exchanges_[next_++]);
  note_writes(position);
}

void RegisterRows::note_writes(std::uint64_t position) {
  const Moment& moment = trace_.at(position).moment;
  const RegisterRun run = registers_written(trace_.instruction_at(position));
  WrittenAt& written = written_[moment.group];
  for_each_lane(moment.lanes, [&](unsigned lane) {
    for (unsigned k = 0; k < run.count; ++k)
      written[key_of(moment.warp, lane, static_cast<Register>(run.first + k))] = position;
  });
}

void RegisterRows::exchange(const Exchange& exchange) {
  const Moment moment = trace_.at(exchange.position).moment;
  const Meeting meeting{exchange, moment, trace_.seek(exchange.position), trace_.seek(exchange.position + 1)};
  std::vector<Held> operands;
  for (const CollectiveMember& member : exchange.members) operands.push_back(operand_of(meeting, member));
  const ProvenanceGraph& graph = trace_.provenance();
  if (std::ranges::none_of(operands, [&](const Held& held) { return graph.has_input(held.provenance); }))
    return;
  if (!array_) add_array(exchange, moment.launch);
  for (std::size_t i = 0; i < operands.size(); ++i) bring(meeting, exchange.members[i], operands[i]);
  for (std::uint32_t i = 0; i < operands.size(); ++i) {
    const CollectiveMember& to = exchange.members[i];
    for (const std::uint32_t giver : givers_to(exchange, i))
      builder_.load(to.warp, to.lane, place_of(meeting, exchange.members[giver]));
  }
  if (!combines(exchange.collective.kind)) return;
  for (const CollectiveMember& member : exchange.members) store(meeting, member, result_of(meeting, member));
}

RegisterRows::Held RegisterRows::operand_of(const Meeting& meeting, const CollectiveMember& member) {
  const Exchange& exchange = meeting.exchange;
  const MachineState& machine = meeting.before->machine;
  const WrittenAt& written = written_[meeting.moment.group];
  const auto at = written.find(key_of(member.warp, member.lane, exchange.operand));
  return {
      machine.register_bits(machine.group.warps[member.warp], exchange.operand, exchange.type, member.lane),
      register_provenance(trace_, *meeting.before, meeting.moment.launch, member.warp, exchange.operand,
                          member.lane),
      at == written.end() ? exchange.position : at->second};
}

RegisterRows::Held RegisterRows::result_of(const Meeting& meeting, const CollectiveMember& member) const {
  const Exchange& exchange = meeting.exchange;
  const MachineState& machine = meeting.after->machine;
  return {
      machine.register_bits(machine.group.warps[member.warp], exchange.result, exchange.type, member.lane),
      register_provenance(trace_, *meeting.after, meeting.moment.launch, member.warp, exchange.result,
                          member.lane),
      exchange.position};
}

// A value that the figure shows already needs no new row. A cell has the values of all exchanged variables of
// its work-item, in the order of the exchanges; so one that was made early counts as made after the last one.
void RegisterRows::bring(const Meeting& meeting, const CollectiveMember& member, Held value) {
  const auto held = held_.find(place_of(meeting, member).cell);
  if (held != held_.end()) {
    if (held->second.provenance == value.provenance && held->second.bits == value.bits) return;
    value.position = std::max(value.position, held->second.position + 1);
  }
  if (value.position < meeting.exchange.position) store(meeting, member, value);
}

void RegisterRows::store(const Meeting& meeting, const CollectiveMember& member, const Held& value) {
  const CombinationPlace place = place_of(meeting, member);
  const auto key =
      builder_.store({value.position, member.warp, member.lane, place, value.bits, value.provenance, false});
  held_[place.cell] = value;
  label_row(key, meeting, member, value.position);
}

// By the variables where the value was made.
void RegisterRows::label_row(const CombinationBuilder::RowKey& key, const Meeting& meeting,
                             const CollectiveMember& member, std::uint64_t position) {
  if (++labelled_[key] > kLabelObservations) return;
  const PlanLaunch& launch = trace_.plan().launches[meeting.moment.launch];
  const Program& program = trace_.program(launch.program);
  const Kernel* kernel = program.find_kernel(launch.kernel);
  const auto state = trace_.seek(position + 1);
  if (kernel == nullptr || member.warp >= state->machine.group.warps.size()) return;
  labels_.observe(key, program, *kernel, trace_.at(position).moment.pc, state->machine,
                  state->machine.group.warps[member.warp], std::uint64_t{1} << member.lane);
}

// No address is in it: its elements are numbered from beyond any local memory.
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
  arrays_.push_back(std::move(array));
}

CombinationPlace RegisterRows::place_of(const Meeting& meeting, const CollectiveMember& member) const {
  const std::uint64_t items = arrays_[*array_].object.elements;
  return {*array_, meeting.moment.group * items + std::uint64_t{member.warp} * trace_.model().warp_width +
                       member.lane};
}

}  // namespace lockstep::sim
