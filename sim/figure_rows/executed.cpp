#include "sim/figure_rows/executed.hpp"

#include <cstring>
#include <map>
#include <tuple>

#include "sim/figure_rows/exchanges.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {
namespace {

using Origin = ExecutedOperand::Origin;

// Visits the moments of a trace in order and remembers which load filled which register.
class ExecutedWalk {
 public:
  explicit ExecutedWalk(const Trace& trace) : trace_(trace) {}

  std::vector<ExecutedOperation> all() {
    for (std::uint64_t p = 0; p < trace_.size(); ++p) {
      const Moment moment = trace_.at(p).moment;
      const Moment before = p == 0 ? moment : trace_.at(p - 1).moment;
      if (p == 0 || before.launch != moment.launch) objects_ = memory_objects(trace_, p);
      if (before.launch != moment.launch || before.group != moment.group) origins_.clear();
      const Instruction& instruction = trace_.instruction_at(p);
      if ((trace_.at(p).flags & TraceRecord::work) != 0) operate(p, moment, instruction);
      move(p, moment, instruction);
    }
    return std::move(found_);
  }

 private:
  using RegisterPlace = std::tuple<std::uint32_t, unsigned, Register>;

  struct Before {
    std::shared_ptr<const TraceState> state;
    const Warp& warp() const { return state->machine.group.warps[moment->warp]; }
    const Moment* moment = nullptr;
  };

  ExecutedOperand operand(const Before& before, Register reg, LaneType type, unsigned lane) const {
    const TraceState& state = *before.state;
    ExecutedOperand operand;
    operand.bits = state.machine.register_bits(before.warp(), reg, type, lane);
    operand.provenance =
        register_provenance(trace_, state, before.moment->launch, before.moment->warp, reg, lane);
    const auto found = origins_.find({before.moment->warp, lane, reg});
    if (found != origins_.end()) operand.origin = found->second;
    return operand;
  }

  void operate(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    if (instruction.op == Opcode::collective || instruction.op == Opcode::call) return;
    if (instruction.op == Opcode::atomic) return update(p, moment, instruction);
    const Before before{trace_.seek(p), &moment};
    const std::size_t first = found_.size();
    for_each_lane(moment.lanes, [&](unsigned lane) {
      found_.push_back({p, lane, instruction.type, operand(before, instruction.a, instruction.type, lane),
                        operand(before, instruction.b, instruction.type, lane), 0});
    });
    const auto after = trace_.seek(p + 1);
    for (std::size_t i = first; i < found_.size(); ++i)
      found_[i].result = after->machine.register_bits(after->machine.group.warps[moment.warp],
                                                      instruction.dst, instruction.type, found_[i].lane);
  }

  // Adds the operations of an atomic update. After it, the register of each lane holds the old value. The
  // new value is the old value of the next lane at the same address or, for the last lane, the final value
  // in memory.
  void update(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    const Before before{trace_.seek(p), &moment};
    const std::size_t first = found_.size();
    for_each_lane(moment.lanes, [&](unsigned lane) {
      found_.push_back(
          {p, lane, instruction.type, {}, operand(before, instruction.b, instruction.type, lane), 0});
    });
    const Before after{trace_.seek(p + 1), &moment};
    // By address: the latest update, whose result is not known yet.
    std::map<std::uint64_t, std::size_t> latest;
    for (std::size_t i = first; i < found_.size(); ++i) {
      ExecutedOperation& update = found_[i];
      update.left.bits =
          after.state->machine.register_bits(after.warp(), instruction.dst, instruction.type, update.lane);
      update.left.provenance =
          register_provenance(trace_, *after.state, moment.launch, moment.warp, instruction.dst, update.lane);
      update.left.origin = origin_at(p, update.lane, 0);
      const std::uint64_t address = address_at(p, update.lane);
      if (const auto earlier = latest.find(address); earlier != latest.end())
        found_[earlier->second].result = update.left.bits;
      latest[address] = i;
    }
    for (const auto& [address, i] : latest) found_[i].result = memory_at(*after.state, address);
  }

  std::uint64_t address_at(std::uint64_t p, unsigned lane) const {
    for (const AccessDetail& access : trace_.accesses(p))
      if ((access.lanes >> lane & 1) != 0) return access.addresses[lane];
    return 0;
  }

  std::uint64_t memory_at(const TraceState& state, std::uint64_t address) const {
    for (const MemoryObject& object : objects_) {
      const auto index = object.index_of_address(address);
      if (!index) continue;
      const std::size_t bytes = size_bytes(object.type);
      const auto& memory =
          object.is_local ? state.machine.group.local_memory : state.machine.buffers[object.buffer];
      const std::size_t offset = static_cast<std::size_t>(object.offset_bytes + *index * bytes);
      std::uint64_t bits = 0;
      if (offset + bytes <= memory.size()) std::memcpy(&bits, memory.data() + offset, bytes);
      return bits;
    }
    return 0;
  }

  std::optional<Origin> origin_at(std::uint64_t p, unsigned lane, std::uint64_t component) const {
    const std::uint64_t address = address_at(p, lane);
    for (const MemoryObject& object : objects_) {
      const auto first = object.index_of_address(address);
      if (!first || *first + component >= object.elements) continue;
      const std::uint64_t index = *first + component;
      return Origin{p, object.cell(index), object.name + "[" + std::to_string(index) + "]"};
    }
    return std::nullopt;
  }

  void move(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    if (instruction.op == Opcode::load)
      return for_each_lane(moment.lanes, [&](unsigned lane) {
        for (unsigned component = 0; component < instruction.count; ++component)
          set({moment.warp, lane, static_cast<Register>(instruction.dst + component)},
              origin_at(p, lane, component));
      });
    if (instruction.op == Opcode::mov)
      return for_each_lane(moment.lanes, [&](unsigned lane) {
        const auto from = origins_.find({moment.warp, lane, instruction.a});
        set({moment.warp, lane, instruction.dst},
            from == origins_.end() ? std::nullopt : std::optional(from->second));
      });
    const RegisterRun written = registers_written(instruction);
    for_each_lane(moment.lanes, [&](unsigned lane) {
      for (unsigned k = 0; k < written.count; ++k)
        origins_.erase({moment.warp, lane, static_cast<Register>(written.first + k)});
    });
  }

  void set(const RegisterPlace& place, const std::optional<Origin>& origin) {
    if (origin) {
      origins_[place] = *origin;
    } else {
      origins_.erase(place);
    }
  }

  const Trace& trace_;
  std::vector<MemoryObject> objects_;
  std::map<RegisterPlace, Origin> origins_;
  std::vector<ExecutedOperation> found_;
};

}  // namespace

std::vector<ExecutedOperation> executed_operations(const Trace& trace) { return ExecutedWalk(trace).all(); }

}  // namespace lockstep::sim
