// Values and the instructions that compute them, independent of the syntax. A value has one operand for each
// vector component. An operand is a register, or a constant that is not yet in a register. Operations on
// constants are folded; a constant is loaded into a register only where an instruction uses it.
//
// `into` is the register in which the caller prefers the result. The result is elsewhere if it is a constant
// or already has a register; assign() then moves it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/ordering.hpp"
#include "sim/compiler/emit/code.hpp"
#include "sim/compiler/emit/link.hpp"
#include "sim/frontend/tree/type.hpp"

namespace lockstep::sim::language {

struct Operand {
  bool is_constant = false;
  FrameRegister reg;
  std::uint64_t bits = 0;  // value of a constant (see sim/bytecode/fold.hpp)
};

struct Value {
  LaneType type = LaneType::int32;
  std::vector<Operand> components;
};

using Into = std::optional<FrameRegister>;  // register of the first component; the others follow

inline Into component_of(Into into, std::size_t index) {
  if (!into) return {};
  return FrameRegister{into->function, into->index + static_cast<std::uint32_t>(index)};
}

// A memory address, as a base and an offset; no instruction has computed it yet.
struct Address {
  enum class Base : std::uint8_t { operand, private_frame };
  Base base = Base::operand;
  Operand operand;                   // a pointer
  std::uint32_t private_object = 0;  // index into the unit's private objects
  std::int64_t offset = 0;           // in bytes
};

// The layout of a value in memory. `type` may differ from the type of the register (bool is one byte
// in memory).
struct MemoryShape {
  LaneType type = LaneType::int32;
  unsigned count = 1;
  // The alignment of the access; `none` is for packed records. The numeric value is the instruction's mode.
  enum class Alignment : std::uint8_t { component, vector, none };
  Alignment alignment = Alignment::component;
  std::uint32_t target = 0;  // Instruction::target of load and store (see opcodes.def)
};

// Returns whether lanes of both types have the same bits, so that a conversion needs no instruction.
bool same_bits(LaneType a, LaneType b);

class Emitter {
 public:
  Emitter(Code& code, std::vector<OwnedPrivateObject>& objects) : code_(code), objects_(objects) {}

  // Registers are allocated as on a stack. A scope or statement calls mark() at its start, and release_to()
  // at its end releases all registers that were allocated in between.
  void begin_function(FunctionIndex function, FunctionUnit& unit);
  FrameRegister allocate(unsigned count = 1);
  std::uint32_t mark() const { return next_register_; }
  void release_to(std::uint32_t mark) { next_register_ = mark; }

  static Operand constant(LaneType type, std::uint64_t value);
  // Returns the address of a program-scope variable. Only the machine knows the final address.
  Operand variable_address(std::uint64_t address);
  FrameRegister in_register(LaneType type, const Operand& operand);
  // Moves the value to consecutive registers, which loads, stores, calls and printf require.
  FrameRegister in_registers(const Value& value);
  void assign(FrameRegister target, LaneType type, const Operand& operand);

  Operand unary(Opcode op, LaneType type, const Operand& a, Into into = {});
  Operand binary(Opcode op, LaneType type, const Operand& a, const Operand& b, Into into = {});
  Operand convert(LaneType to, LaneType from, const Operand& a, Into into = {},
                  ConvertMode mode = ConvertMode::c);
  Operand select(LaneType type, const Operand& condition, const Operand& yes, const Operand& no,
                 Into into = {});
  Operand builtin(unsigned index, LaneType type, const std::vector<Operand>& arguments, Into into = {});
  Operand builtin_with_int(unsigned index, LaneType type, const Operand& a, const Operand& exponent,
                           Into into = {});
  // `argument` is a long, `mask` a ulong.
  Operand collective(const Collective& collective, LaneType type, const Operand& value,
                     const std::optional<Operand>& argument = {}, Into into = {},
                     const std::optional<Operand>& mask = {});
  Operand work_item(WorkItemQuery query, const Operand& dimension, Into into = {});
  Operand from_half(const Operand& bits, Into into = {});
  Operand to_half(LaneType type, const Operand& a, ConvertMode mode);
  // Converts a component between its memory format and its register format, which differ for bool and half.
  Operand from_memory(const Type& scalar, const Operand& component);
  Operand to_memory(const Type& scalar, const Operand& component);
  Operand not_zero(LaneType type, const Operand& a, Into into = {});  // gives an int, 1 or 0

  // `bound` is 0 for no check; otherwise it is one plus an index into Program::array_bounds.
  Operand element(LaneType type, const Operand& base, const Operand& index, std::int64_t bytes,
                  std::uint32_t bound, Into into = {});
  FrameRegister address(const Address& address, Into into = {});
  Value load(const Address& from, const MemoryShape& shape, Into into = {});
  void store(const Address& to, const MemoryShape& shape, const Value& value);
  void copy(const Address& to, const Address& from, const Type& record);
  Operand atomic(AtomicOp op, LaneType type, FrameRegister where, const std::vector<Operand>& operands,
                 const Ordering& ordering);

  Code& code() { return code_; }
  FunctionIndex function() const { return function_; }
  std::uint32_t emit(Instruction instruction, FrameRegister dst, FrameRegister a = {}, FrameRegister b = {},
                     FrameRegister c = {});

 private:
  FrameRegister result(Into into) { return into ? *into : allocate(); }

  Code& code_;
  std::vector<OwnedPrivateObject>& objects_;
  FunctionIndex function_ = 0;
  FunctionUnit* unit_ = nullptr;
  std::uint32_t next_register_ = 0;
};

}  // namespace lockstep::sim::language
