#include "sim/machine/instructions/builtin.hpp"

namespace lockstep::sim {

template <>
Handlers handlers<Opcode::builtin>(const Instruction& i, unsigned width) {
  const auto function = static_cast<Builtin>(i.imm);
  return is_floating(i.type) ? float_builtin_handlers(function, i.type, width)
                             : integer_builtin_handlers(function, i.type, width);
}

}  // namespace lockstep::sim
