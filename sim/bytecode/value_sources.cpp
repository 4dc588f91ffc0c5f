#include "sim/bytecode/value_sources.hpp"

namespace lockstep::sim {
namespace {

using Kind = ValueSources::Kind;

constexpr unsigned kArity[] = {
#define F(name, arity, domain, result) arity,
#include "sim/bytecode/builtins.def"
#undef F
};

// The condition of an extremum represents both values.
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
              i.op == Opcode::builtin ? kArity[static_cast<std::size_t>(i.imm)] : 2};
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
