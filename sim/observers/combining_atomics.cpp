#include "sim/observers/combining_atomics.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/bytecode/ordering.hpp"
#include "sim/observers/provenance/control_flow.hpp"

namespace lockstep::sim {
namespace {

AtomicOp class_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
    case AtomicOp::sub:
    case AtomicOp::increment:
    case AtomicOp::decrement:
      return AtomicOp::add;
    case AtomicOp::min:
    case AtomicOp::max:
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
      return op;
    default:
      return AtomicOp::load;
  }
}

using Registers = std::vector<bool>;

// Goes backwards through a block, starting with the registers that are read after the block. Returns false if
// a register that is read contains the old value of an atomic function.
bool go_back(const Program& program, const BasicBlock& block, Registers& read) {
  for (std::uint32_t pc = block.end; pc-- > block.begin;) {
    const Instruction& instruction = program.code[pc];
    const RegisterRun written = registers_written(instruction);
    if (instruction.op == Opcode::atomic && written.count != 0 && read[written.first]) return false;
    for (unsigned k = 0; k < written.count; ++k) read[std::size_t{written.first} + k] = false;
    for (const RegisterRun& run : registers_read(instruction))
      for (unsigned k = 0; k < run.count; ++k) read[std::size_t{run.first} + k] = true;
  }
  return true;
}

bool uses_old_values(const Program& program) {
  const ControlFlow flow = control_flow_of(program);
  std::vector<Registers> read(flow.blocks.size(), Registers(program.register_count));
  std::vector<std::vector<std::uint32_t>> next(flow.blocks.size());
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    for (const std::uint32_t from : flow.blocks[block].from) next[from].push_back(block);
    if (!flow.blocks[block].call) continue;
    next[*flow.blocks[block].call].push_back(block);
    next[flow.blocks[block].callee_end].push_back(block);
  }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t block = flow.blocks.size(); block-- > 0;) {
      Registers now(program.register_count);
      for (const std::uint32_t after : next[block])
        for (std::size_t reg = 0; reg < now.size(); ++reg) now[reg] = now[reg] || read[after][reg];
      if (!go_back(program, flow.blocks[block], now)) return true;
      if (now == read[block]) continue;
      read[block] = now;
      more = true;
    }
  }
  return false;
}

template <class T>
T combined(AtomicOp op, T start, T part, T whole) {
  switch (op) {
    case AtomicOp::add:
      return static_cast<T>(whole + (part - start));
    case AtomicOp::min:
      return std::min(whole, part);
    case AtomicOp::max:
      return std::max(whole, part);
    case AtomicOp::bit_and:
      return static_cast<T>(whole & part);
    case AtomicOp::bit_or:
      return static_cast<T>(whole | part);
    default:
      return static_cast<T>(whole ^ part ^ start);
  }
}

template <class T>
void combine_as(AtomicOp op, std::span<const std::byte> start, std::span<const std::byte> part,
                std::span<std::byte> whole) {
  for (std::size_t at = 0; at + sizeof(T) <= whole.size(); at += sizeof(T)) {
    T before, here, there;
    std::memcpy(&before, start.data() + at, sizeof(T));
    std::memcpy(&here, part.data() + at, sizeof(T));
    std::memcpy(&there, whole.data() + at, sizeof(T));
    const T now = combined(op, before, here, there);
    std::memcpy(whole.data() + at, &now, sizeof(T));
  }
}

}  // namespace

Combining combining_of(const Instruction& instruction) {
  const Ordering ordering = ordering_of(instruction);
  const AtomicOp op = class_of(static_cast<AtomicOp>(instruction.mode));
  if (instruction.op != Opcode::atomic || op == AtomicOp::load || is_floating(instruction.type) ||
      ordering.order != MemoryOrder::relaxed || ordering.scope != MemoryScope::device)
    return {};
  const bool by_order = op == AtomicOp::min || op == AtomicOp::max;
  const LaneType bits = size_bytes(instruction.type) == 8 ? LaneType::uint64 : LaneType::uint32;
  if (size_bytes(instruction.type) < 4) return {};
  return {op, by_order ? instruction.type : bits};
}

bool only_combines(const Program& program) {
  return std::ranges::all_of(program.code,
                             [](const Instruction& instruction) {
                               return instruction.op != Opcode::atomic || combining_of(instruction);
                             }) &&
         !uses_old_values(program);
}

void combine(const Combining& how, std::span<const std::byte> start, std::span<const std::byte> part,
             std::span<std::byte> whole) {
  switch (how.type) {
    case LaneType::int32:
      return combine_as<std::int32_t>(how.op, start, part, whole);
    case LaneType::int64:
      return combine_as<std::int64_t>(how.op, start, part, whole);
    case LaneType::uint64:
      return combine_as<std::uint64_t>(how.op, start, part, whole);
    default:
      return combine_as<std::uint32_t>(how.op, start, part, whole);
  }
}

}  // namespace lockstep::sim
