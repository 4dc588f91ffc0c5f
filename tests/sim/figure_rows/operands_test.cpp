// Every line of the figure begins at a value that was read and used for the stored value: the loads of
// each lane are followed here through its registers, independently of the figure, for all kernels,
// schedules and orders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <map>
#include <set>

#include "sim/figure_rows/combination.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/memory_rules/access.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

// A value that a lane read from a cell.
struct ReadOperands {
  std::uint32_t array = 0;
  std::uint64_t cell = 0;
  std::uint64_t bits = 0;
  auto operator<=>(const ReadOperands&) const = default;
};
using Reads = std::set<ReadOperands>;

struct Value {
  Reads reads;
  bool foreign = false;  // also from other lanes or from private memory, which has no rows
};

// Inputs are 1 to 9, so that 0 is an identity. Which lane's store an identity belongs to makes no difference.
Reads without_identities(const Reads& reads) {
  Reads found;
  std::ranges::copy_if(reads, std::inserter(found, found.end()),
                       [](const ReadOperands& read) { return read.bits != 0; });
  return found;
}

std::string words(const Combination& combination, const Reads& reads) {
  std::string text;
  for (const ReadOperands& read : reads)
    text += combination.arrays[read.array].name + "[" + std::to_string(read.cell) +
            "] = " + std::to_string(static_cast<std::int32_t>(read.bits)) + " ";
  return text;
}

// Follows the values of all registers through a trace and compares each store with the figure.
class Oracle {
 public:
  Oracle(const Trace& trace, const Combination& combination) : trace_(trace), combination_(combination) {
    for (std::size_t row = 0; row < combination.rows.size(); ++row)
      for (const CombinationWrite& write : combination.rows[row].writes)
        writes_[{write.position, combination.rows[row].array, write.cell}] = &write;
  }

  void follow() {
    for (std::uint64_t p = 0; p < trace_.size() && !::testing::Test::HasFailure(); ++p) {
      const Moment& moment = trace_.at(p).moment;
      if (p == 0 || moment.launch != trace_.at(p - 1).moment.launch) forget();
      execute(p, moment, trace_.instruction_at(p));
    }
  }
  std::size_t stores() const { return stores_; }

 private:
  void forget() {
    registers_.clear();
    kept_.clear();
  }
  Value& at(const Moment& moment, unsigned lane, Register reg) {
    return registers_[{moment.group, moment.warp, lane, reg}];
  }

  void execute(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    switch (instruction.op) {
      case Opcode::mov:
      case Opcode::convert:
      case Opcode::from_half:
      case Opcode::to_half:
      case Opcode::neg:
      case Opcode::bit_not:
      case Opcode::add:
      case Opcode::sub:
      case Opcode::mul:
      case Opcode::div:
      case Opcode::rem:
      case Opcode::shl:
      case Opcode::shr:
      case Opcode::bit_and:
      case Opcode::bit_or:
      case Opcode::bit_xor:
      case Opcode::builtin:
        return unite(moment, instruction);
      case Opcode::cmp_lt:
      case Opcode::cmp_le:
      case Opcode::cmp_gt:
      case Opcode::cmp_ge:
        if (instruction.mode != 0) return unite(moment, instruction);
        return clear(moment, instruction);
      case Opcode::select:
        return select(p, moment, instruction);
      case Opcode::if_end:
        if (instruction.mode == 0) return;
        return each(trace_.seek(p + 1)->machine.group.warps[moment.warp].active, [&](unsigned lane) {
          at(moment, lane, instruction.dst) = Value(at(moment, lane, instruction.a));
        });
      case Opcode::load:
        return load(p, moment, instruction);
      case Opcode::store:
        return store(p, moment, instruction);
      case Opcode::atomic:
        return atomic(p, moment, instruction);
      case Opcode::collective:
        return collective(moment, instruction);
      case Opcode::constant:
      case Opcode::logical_not:
      case Opcode::cmp_eq:
      case Opcode::cmp_ne:
      case Opcode::work_item:
      case Opcode::element:
      case Opcode::private_address:
        return clear(moment, instruction);
      default:
        return;
    }
  }

  template <class F>
  void each(std::uint64_t lanes, F f) {
    for (; lanes != 0; lanes &= lanes - 1) f(static_cast<unsigned>(std::countr_zero(lanes)));
  }
  void clear(const Moment& moment, const Instruction& instruction) {
    each(moment.lanes, [&](unsigned lane) { at(moment, lane, instruction.dst) = {}; });
  }
  void unite(const Moment& moment, const Instruction& instruction) {
    each(moment.lanes, [&](unsigned lane) {
      Value result;
      for (const RegisterRun& run : registers_read(instruction)) {
        for (unsigned i = 0; i < run.count; ++i) {
          const Value& operand = at(moment, lane, static_cast<Register>(run.first + i));
          result.reads.insert(operand.reads.begin(), operand.reads.end());
          result.foreign |= operand.foreign;
        }
      }
      at(moment, lane, instruction.dst) = std::move(result);
    });
  }
  void select(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    const auto before = trace_.seek(p);
    each(moment.lanes, [&](unsigned lane) {
      const Warp& warp = before->machine.group.warps[moment.warp];
      const bool holds = before->machine.register_bits(warp, instruction.a, LaneType::int32, lane) != 0;
      const Register chosen = instruction.mode != 0 ? instruction.a : holds ? instruction.b : instruction.c;
      at(moment, lane, instruction.dst) = Value(at(moment, lane, chosen));
    });
  }

  // Each lane receives the values of other lanes.
  void collective(const Moment& moment, const Instruction& instruction) {
    const std::uint64_t items = trace_.plan().launches[moment.launch].range.group_items();
    const unsigned width = trace_.model().warp_width;
    for (std::uint32_t item = 0; item < items; ++item)
      registers_[{moment.group, item / width, item % width, instruction.dst}].foreign = true;
  }

  struct Cell {
    std::uint32_t array = 0;
    std::uint64_t cell = 0;
    std::uint64_t bits = 0;
  };
  // The cell of a component of a lane's access, with its bits in `state`; no value for memory without rows.
  std::optional<Cell> cell_of(std::uint64_t p, unsigned lane, std::uint64_t component,
                              const TraceState& state) const {
    const Moment& moment = trace_.at(p).moment;
    for (const AccessDetail& access : trace_.accesses(p)) {
      if ((access.lanes >> lane & 1) == 0) continue;
      for (std::uint32_t a = 0; a < combination_.arrays.size(); ++a) {
        const CombinationArray& array = combination_.arrays[a];
        const MemoryObject& object = array.object;
        if (object.is_local != (access.space == Space::local)) continue;
        if (object.is_local && array.launch != moment.launch) continue;
        const auto first = object.index_of_address(access.addresses[lane]);
        if (!first || *first + component >= object.elements) continue;
        const std::uint64_t index = *first + component, bytes = size_bytes(object.type);
        const auto& memory =
            object.is_local ? state.machine.group.local_memory : state.machine.buffers[object.buffer];
        Cell cell{a, object.is_local ? moment.group * object.elements + index : index, 0};
        const std::uint64_t offset = (object.is_local ? object.offset_bytes : 0) + index * bytes;
        if (offset + bytes <= memory.size()) std::memcpy(&cell.bits, memory.data() + offset, bytes);
        return cell;
      }
    }
    return std::nullopt;
  }

  void load(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    const auto before = trace_.seek(p);
    each(moment.lanes, [&](unsigned lane) {
      for (unsigned component = 0; component < instruction.count; ++component) {
        Value& value = at(moment, lane, static_cast<Register>(instruction.dst + component));
        value = {};
        const auto cell = cell_of(p, lane, component, *before);
        if (cell) {
          value.reads.insert({cell->array, cell->cell, cell->bits});
        } else {
          value.foreign = true;
        }
      }
    });
  }

  void store(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    const auto before = trace_.seek(p);
    std::map<std::pair<std::uint32_t, std::uint64_t>, Value> stored;  // the highest lane wins
    each(moment.lanes, [&](unsigned lane) {
      for (unsigned component = 0; component < instruction.count; ++component) {
        const auto cell = cell_of(p, lane, component, *before);
        if (cell)
          stored[{cell->array, cell->cell}] =
              at(moment, lane, static_cast<Register>(instruction.b + component));
      }
    });
    for (const auto& [cell, value] : stored) compare(p, cell.first, cell.second, value);
  }

  // Lanes that update one cell in one moment form one store, which contains the contributions of all of them.
  void atomic(std::uint64_t p, const Moment& moment, const Instruction& instruction) {
    const auto before = trace_.seek(p);
    std::map<std::pair<std::uint32_t, std::uint64_t>, Reads> added;
    each(moment.lanes, [&](unsigned lane) {
      if (const auto cell = cell_of(p, lane, 0, *before)) {
        const Value& value = at(moment, lane, instruction.b);
        added[{cell->array, cell->cell}].insert(value.reads.begin(), value.reads.end());
      }
      Value& old = at(moment, lane, instruction.dst);
      old = {};
      old.foreign = true;  // it may be another lane's
    });
    const auto op = static_cast<AtomicOp>(instruction.mode);
    if (op != AtomicOp::add && op != AtomicOp::min && op != AtomicOp::max) return;
    for (const auto& [cell, reads] : added) {
      const auto found = writes_.find({p, cell.first, cell.second});
      ASSERT_NE(found, writes_.end()) << "position " << p << ": no row shows the update";
      ++stores_;
      const Reads drawn = drawn_into(*found->second);
      EXPECT_TRUE(std::ranges::includes(drawn, reads))
          << "position " << p << ": drawn " << words(combination_, drawn) << "but added "
          << words(combination_, reads);
    }
  }

  // An identity may be drawn although it was used in another store of the lane: it has no effect on
  // the value.
  Reads drawn_into(const CombinationWrite& write, const Reads& wanted = {}) const {
    Reads drawn;
    for (const CombinationSource& source : combination_.sources_of(write)) {
      for (std::uint64_t i = 0; i < source.count; ++i) {
        const ReadOperands read{combination_.rows[source.row].array, source.cell + i,
                                combination_.value_read(source, i).bits};
        if (source.has_input || wanted.contains(read)) drawn.insert(read);
      }
    }
    return drawn;
  }

  void compare(std::uint64_t p, std::uint32_t array, std::uint64_t cell, const Value& value) {
    const auto found = writes_.find({p, array, cell});
    ASSERT_NE(found, writes_.end()) << "position " << p << ": no row shows the store";
    ++stores_;
    const CombinationWrite& write = *found->second;
    if (value.foreign) return;
    // A line may begin at a cell that the lane itself wrote, and whose value it kept in a register.
    Reads drawn;
    for (const ReadOperands& read : drawn_into(write, value.reads)) {
      const auto kept = kept_.find({write.group, write.warp, write.lane, read});
      if (kept == kept_.end() || value.reads.contains(read)) {
        drawn.insert(read);
      } else {
        drawn.insert(kept->second.begin(), kept->second.end());
      }
    }
    EXPECT_EQ(words(combination_, without_identities(drawn)),
              words(combination_, without_identities(value.reads)))
        << "position " << p << ", line " << trace_.range_at(p).line << ", " << combination_.arrays[array].name
        << "[" << cell << "]";
    kept_[{write.group, write.warp, write.lane, ReadOperands{array, cell, write.bits}}] = value.reads;
  }

  const Trace& trace_;
  const Combination& combination_;
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>, const CombinationWrite*> writes_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned, Register>, Value> registers_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, ReadOperands>, Reads> kept_;
  std::size_t stores_ = 0;
};

std::vector<Schedule> all_schedules() {
  using enum ExecutionOrder::Kind;
  std::vector<Schedule> all;
  for (const LaneSchedule lanes : {LaneSchedule::lockstep, LaneSchedule::independent})
    for (const ExecutionOrder order :
         {ExecutionOrder{fixed, 0}, {adversarial, 0}, {random, 1}, {random, 2}, {random, 3}})
      all.push_back({lanes, order});
  return all;
}

class EveryKernel : public testing::TestWithParam<const Algorithm*> {};

TEST_P(EveryKernel, LinesBeginAtTheValuesThatWereRead) {
  struct Size {
    std::uint64_t n, group;
  };
  std::size_t stores = 0;
  for (const Size size : {Size{16, 8}, Size{37, 4}, Size{70, 32}}) {
    PlanRequest request;
    request.n = size.n;
    request.group_size = size.group;
    request.limits = limits_of(model_named("cc9.0"));
    const auto plan = make_plan(*GetParam(), request, *load_kernel(*GetParam(), ""));
    if (!plan) continue;  // not with this group size
    for (const Schedule& schedule : all_schedules()) {
      SCOPED_TRACE(GetParam()->id + " n " + std::to_string(size.n) + " L " + std::to_string(size.group) +
                   " " + to_string(schedule.lanes) + " " + to_string(schedule.order));
      const auto trace = Trace::record(*plan, model_named("cc9.0"), {.schedule = schedule});
      ASSERT_TRUE(trace) << trace.error().message;
      const Combination combination = prepare_combination(**trace);
      Oracle oracle(**trace, combination);
      oracle.follow();
      stores += oracle.stores();
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(stores, 0u);
}

std::vector<const Algorithm*> all_kernels() {
  std::vector<const Algorithm*> all;
  for (const Algorithm& algorithm : catalogue()) all.push_back(&algorithm);
  for (const Algorithm& algorithm : hazards()) all.push_back(&algorithm);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel, testing::ValuesIn(all_kernels()), [](const auto& kernel) {
  std::string name = kernel.param->id;
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
});

}  // namespace
}  // namespace lockstep::sim
