#include "sim/bytecode/value_sources.hpp"

namespace lockstep::sim {
namespace {

using Kind = ValueSources::Kind;

constexpr unsigned kArity[] = {
#define F(name, arity, domain, result) arity,
#include "sim/bytecode/builtins.def"
#undef F
};

}  // namespace

ValueSources value_sources(const Instruction& i) {
  switch (i.op) {
    case Opcode::mov:
    case Opcode::convert:
    case Opcode::from_half:
    case Opcode::to_half:
    case Opcode::neg:
    case Opcode::bit_not:
    case Opcode::collective:
      return {Kind::copy, {i.a}, 1};
    case Opcode::if_end:
      if (i.mode != 0) return {Kind::copy, {i.a, i.dst}, 2};
      return {};
    case Opcode::select:
      if (i.mode != 0) return {Kind::copy, {i.a}, 1};
      return {Kind::copy, {i.b, i.c}, 2};
    case Opcode::cmp_lt:
    case Opcode::cmp_le:
    case Opcode::cmp_gt:
    case Opcode::cmp_ge:
      if (i.mode != 0) return {Kind::operation, {i.a, i.b}, 2};
      return {};
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
      return {Kind::operation, {i.a, i.b}, 2};
    case Opcode::builtin:
      return {Kind::operation, {i.a, i.b, i.c}, kArity[static_cast<std::size_t>(i.imm)]};
    default:
      return {};
  }
}

}  // namespace lockstep::sim
