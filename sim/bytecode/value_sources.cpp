#include "sim/bytecode/value_sources.hpp"

#include "sim/bytecode/builtin.hpp"

namespace lockstep::sim {
namespace {

using Kind = ValueSources::Kind;

// If the operation is an extremum, its condition represents both compared values.
ValueSources chosen(const Instruction& i) {
  if (i.op == Opcode::if_end) return i.mode != 0 ? ValueSources{Kind::copy, {i.a, i.dst}, 2} : ValueSources{};
  if (i.mode != 0) return {Kind::copy, {i.a}, 1};
  return {Kind::copy, {i.b, i.c}, 2};
}

}  // namespace

ValueSources value_sources(const Instruction& i) {
  switch (opcode_info(i.op).flow) {
    case ResultFlow::copied:
      return {Kind::copy, {i.a}, 1};
    case ResultFlow::combined:
      return {Kind::operation,
              {i.a, i.b, i.c},
              i.op == Opcode::builtin ? builtin_info(static_cast<std::uint64_t>(i.imm)).arity : 2};
    case ResultFlow::compared:
      if (i.mode != 0) return {Kind::operation, {i.a, i.b}, 2};
      return {};
    case ResultFlow::chosen:
      return chosen(i);
    case ResultFlow::unfollowed:
      break;
  }
  return {};
}

}  // namespace lockstep::sim
