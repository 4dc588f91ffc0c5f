// Each line is generated from the opcode's row in opcodes.def, so a new opcode needs no code here.
#include "sim/bytecode/disassembly.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <iterator>
#include <string_view>

#include "sim/bytecode/builtin.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/image.hpp"

namespace lockstep::sim {
namespace {

constexpr std::array kQueries = {
    "work_dim",
    "global_size",
    "global_id",
    "local_size",
    "enqueued_local_size",
    "local_id",
    "num_groups",
    "group_id",
    "global_offset",
    "global_linear_id",
    "local_linear_id",
    "sub_group_size",
    "max_sub_group_size",
    "num_sub_groups",
    "enqueued_num_sub_groups",
    "sub_group_id",
    "sub_group_local_id",
};

constexpr std::array kAtomics = {
    "add", "sub", "exchange", "increment", "decrement", "compare_exchange", "min", "max",
    "and", "or",  "xor",      "load",      "store",
};

constexpr std::array kConvertModes = {
    "", "sat", "rte", "rtz", "rtp", "rtn", "sat_rte", "sat_rtz", "sat_rtp", "sat_rtn", "bits",
};

template <class Names>
std::string_view name_at(const Names& names, std::size_t index) {
  return index < std::size(names) ? std::string_view(names[index]) : std::string_view("?");
}

std::string literal(const Instruction& instruction) {
  const auto bits = std::bit_cast<std::uint64_t>(instruction.imm);
  switch (instruction.type) {
    case LaneType::float32:
      return fmt::format("{}f", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case LaneType::float64:
      return fmt::format("{}", std::bit_cast<double>(bits));
    case LaneType::uint64:
      return bits >> 48 ? fmt::format("{:#x}", bits) : fmt::format("{}", bits);
    default:
      return fmt::format("{}", instruction.imm);
  }
}

std::string register_run(Register first, unsigned count) {
  return count == 1 ? fmt::format("r{}", first) : fmt::format("r{}..r{}", first, first + count - 1);
}

bool has_type(Opcode op) {
  const OperandShape shape = opcode_info(op).shape;
  return shape != OperandShape::none && shape != OperandShape::a && !opcode_info(op).has(opcodes::untyped);
}

std::string collective_call(const Instruction& i) {
  const Collective collective = collective_of(i);
  std::string text = fmt::format("r{} <- {} {}", i.dst, collective.of_sub_group ? "sub-group" : "work-group",
                                 kind_name(collective.kind));
  if (combines(collective.kind)) text += fmt::format(" {}", operator_name(collective.op));
  text += fmt::format(" r{}", i.a);
  if (exchanges(collective.kind)) text += fmt::format(" r{}", i.b);
  if (collective.has_mask) text += fmt::format(" of the lanes r{}", i.c);
  if (collective.cluster != 0) text += fmt::format(" in clusters of {}", collective.cluster);
  return text + (collective.must_be_uniform ? "" : " of the arriving work-items");
}

std::string builtin_call(const Instruction& i) {
  const BuiltinInfo& builtin = builtin_info(static_cast<std::uint64_t>(i.imm));
  std::string text = fmt::format("r{} <- {}", i.dst, builtin.name);
  const Register arguments[] = {i.a, i.b, i.c};
  for (unsigned argument = 0; argument < builtin.arity; ++argument)
    text += fmt::format(" r{}", arguments[argument]);
  return text;
}

std::string source_type(const Instruction& i) {
  const auto mode = name_at(kConvertModes, i.mode);
  return fmt::format("{}{}{}", opencl_name(i.type2), mode.empty() ? "" : " ", mode);
}

std::string query(const Instruction& i) {
  return std::string(name_at(kQueries, static_cast<std::size_t>(i.imm)));
}

std::string atomic_call(const Instruction& i) {
  return fmt::format("r{} <- {} [r{}] r{} r{}", i.dst, name_at(kAtomics, i.mode), i.a, i.b, i.c);
}

std::string image_call(const Instruction& i) {
  return fmt::format("{} <- {}", register_run(i.dst, image_operation(i.imm).results()),
                     register_run(i.a, i.count));
}

// A field that OpcodeDetails::operands contains in braces, such as {imm}, and its text.
struct Field {
  std::string_view name;
  std::string (*text)(const Instruction&);
};
constexpr Field kFields[] = {
    {"imm", [](const Instruction& i) { return std::to_string(i.imm); }},
    {"literal", literal},
    {"source_type", source_type},
    {"builtin", builtin_call},
    {"query", query},
    {"atomic", atomic_call},
    {"collective", collective_call},
    {"image", image_call},
    {"registers", [](const Instruction& i) { return register_run(i.a, i.count); }},
    {"left", [](const Instruction& i) { return i.mode == 1 ? "kernel" : fmt::format("frame {}", i.imm); }},
    {"scope", [](const Instruction& i) { return std::string(i.mode == 1 ? " sub-group" : ""); }},
};

// Returns the details that the operand shape does not give: the meaning of imm and mode, and the operands of
// special opcodes.
std::string details(const Instruction& i) {
  std::string text(opcode_info(i.op).operands);
  for (const Field& field : kFields) {
    const std::string name = fmt::format("{{{}}}", field.name);
    if (const std::size_t at = text.find(name); at != std::string::npos)
      text.replace(at, name.size(), field.text(i));
  }
  return text;
}

std::string operands(const Instruction& i) {
  switch (opcode_info(i.op).shape) {
    case OperandShape::d:
      return fmt::format(" r{}", i.dst);
    case OperandShape::da:
      if (i.op == Opcode::load) return fmt::format(" {} <- [r{}]", register_run(i.dst, i.count), i.a);
      return fmt::format(" r{} <- r{}", i.dst, i.a);
    case OperandShape::dab:
      return fmt::format(" r{} <- r{} r{}", i.dst, i.a, i.b);
    case OperandShape::dabc:
      return fmt::format(" r{} <- r{} r{} r{}", i.dst, i.a, i.b, i.c);
    case OperandShape::a:
      return fmt::format(" r{}", i.a);
    case OperandShape::ab:
      if (i.op == Opcode::store) return fmt::format(" [r{}] <- {}", i.a, register_run(i.b, i.count));
      return fmt::format(" [r{}] <- [r{}]", i.a, i.b);
    case OperandShape::none:
    case OperandShape::special:
      break;
  }
  return {};
}

}  // namespace

std::string instruction_text(const Instruction& i) {
  std::string text(opcode_name(i.op));
  if (has_type(i.op)) text += fmt::format(".{}", opencl_name(i.type));
  text += operands(i) + details(i);
  if (opcode_info(i.op).has(opcodes::jumps)) text += fmt::format(" -> {}", i.target);
  if (i.counts_as_branch) text += " branch";
  return text;
}

std::string instruction_line(const Program& program, std::size_t index) {
  const Instruction& i = program.code[index];
  if (i.range >= program.ranges.size()) return fmt::format("{:4}  {}\n", index, instruction_text(i));
  const SourceRange& range = program.ranges[i.range];
  return fmt::format("{:4}  {:<48} ; {}:{}\n", index, instruction_text(i), range.line, range.column);
}

std::string function_at(const Program& program, std::size_t index) {
  for (const Kernel& kernel : program.kernels)
    if (kernel.entry == index) return "kernel " + kernel.name;
  for (const HelperFunction& function : program.functions)
    if (function.entry == index) return "function " + function.name;
  return {};
}

std::string disassemble(const Program& program) {
  std::string text;
  for (std::size_t index = 0; index < program.code.size(); ++index) {
    if (const std::string name = function_at(program, index); !name.empty()) text += name + "\n";
    text += instruction_line(program, index);
  }
  return text;
}

}  // namespace lockstep::sim
