// Compiles each image function to one instruction. Its operands are in consecutive registers, and so are
// its results.
#include "sim/bytecode/image.hpp"
#include "sim/compiler/expressions/builtins.hpp"
#include "sim/compiler/expressions/expressions.hpp"

namespace lockstep::sim::language {

Value image_function(FunctionCompiler& f, const Expr& expr) {
  const ImageOperation& operation = expr.image;
  const bool asks = operation.kind == ImageOperation::Kind::query;
  const std::size_t coordinate = operation.has_sampler ? 2 : 1;
  std::vector<std::pair<LaneType, Operand>> operands;
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    Value part = compile_value(f, *expr.operands[i]);
    // The fourth component of a coordinate is ignored.
    if (!asks && i == coordinate) part.components.resize(coordinates_of(operation.image));
    for (const Operand& component : part.components)
      operands.emplace_back(part.type, Operand{false, f.emit.in_register(part.type, component)});
  }
  const FrameRegister first = f.emit.allocate(static_cast<unsigned>(operands.size()));
  for (std::uint32_t i = 0; i < operands.size(); ++i)
    f.emit.assign({first.function, first.index + i}, operands[i].first, operands[i].second);
  // For a write, the stored value determines the type of the components.
  const Type& type = operation.kind == ImageOperation::Kind::write ? *expr.operands.back()->type : *expr.type;
  Value result{type.scalar()->lane_type(), {}};
  const unsigned count = operation.results();
  const FrameRegister to = count == 0 ? FrameRegister{} : f.emit.allocate(count);
  f.emit.emit({.op = Opcode::image,
               .type = result.type,
               .count = static_cast<std::uint8_t>(operands.size()),
               .imm = pack(operation)},
              to, first);
  for (std::uint32_t i = 0; i < count; ++i) result.components.push_back({false, {to.function, to.index + i}});
  return result;
}

}  // namespace lockstep::sim::language
