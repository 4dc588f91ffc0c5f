#include "sim/machine/handlers/builtin.hpp"

namespace lockstep::sim {

Handlers builtin_handlers(const Instruction& instruction, unsigned width) {
  const auto function = static_cast<Builtin>(instruction.imm);
  return is_floating(instruction.type) ? float_builtin_handlers(function, instruction.type, width)
                                       : integer_builtin_handlers(function, instruction.type, width);
}

}  // namespace lockstep::sim
