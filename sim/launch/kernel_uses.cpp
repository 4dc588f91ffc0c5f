#include "sim/launch/kernel_uses.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "sim/bytecode/image.hpp"

namespace lockstep::sim {
namespace {

using Parameters = std::set<std::size_t>;

// Follows pointers from the parameters to loads and stores, through the kernel and the functions that it
// calls. Registers of variables keep the pointers of all assignments; other registers keep only those of the
// last assignment.
class PointerFlow {
 public:
  PointerFlow(const Program& program, const Kernel& kernel) : program_(program) {
    for (const Variable& variable : program.variables)
      if (variable.in_register)
        for (unsigned i = 0; i < variable.count; ++i)
          variables_.insert(static_cast<Register>(variable.first + i));
    uses_.parameters.resize(kernel.parameters.size());
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      const Parameter& parameter = kernel.parameters[i];
      if (parameter.kind == Parameter::Kind::value || parameter.kind == Parameter::Kind::structure) continue;
      pointers_[parameter.first] = {i};
      variables_.insert(parameter.first);
    }
    collect(kernel.entry, Opcode::kernel_end);
  }

  KernelUses find() {
    // The second and third pass find pointers that arrive through a loop, or in a function that precedes
    // its call.
    for (int pass = 0; pass < 3; ++pass)
      for (const auto& [begin, end] : parts_)
        for (std::uint32_t pc = begin; pc < end; ++pc) follow(program_.code[pc]);
    return std::move(uses_);
  }

 private:
  void collect(std::uint32_t entry, Opcode last) {
    if (parts_.contains(entry)) return;
    std::uint32_t end = entry;
    while (end < program_.code.size() && program_.code[end].op != last) ++end;
    parts_[entry] = end;
    for (std::uint32_t pc = entry; pc < end; ++pc)
      if (program_.code[pc].op == Opcode::call) collect(program_.code[pc].target, Opcode::function_end);
  }

  void follow(const Instruction& it) {
    switch (opcode_info(it.op).group) {
      case OpcodeGroup::value:
        if (it.op == Opcode::constant) return keep_constant(it);
        if (it.op == Opcode::select) return set(it.dst, both(it.b, it.c));
        return move(it);
      case OpcodeGroup::conversion:
        return move(it);
      case OpcodeGroup::pointer:
        places_.erase(it.dst);
        return set(it.dst, of(it.a));
      case OpcodeGroup::arithmetic:
        if (it.op == Opcode::add || it.op == Opcode::sub)
          set(it.dst, it.type == LaneType::uint64 ? both(it.a, it.b) : Parameters{});
        return;
      case OpcodeGroup::memory:
        return access(it);
      case OpcodeGroup::atomic:
        for (const std::size_t parameter : of(it.a)) uses_.parameters[parameter].atomics = true;
        return set(it.dst, {});
      case OpcodeGroup::image:
        for (const std::size_t parameter : of(it.a)) use_image(uses_.parameters[parameter], it);
        return;
      case OpcodeGroup::query:
        ask(it);
        return set(it.dst, {});
      case OpcodeGroup::half:
      case OpcodeGroup::bits:
      case OpcodeGroup::comparison:
      case OpcodeGroup::builtin:
      case OpcodeGroup::control:
      case OpcodeGroup::synchronisation:
      case OpcodeGroup::print:
        return;
    }
  }

  void keep_constant(const Instruction& it) {
    constants_[it.dst] = it.imm;
    set(it.dst, {});
  }

  void move(const Instruction& it) {
    if (const auto value = constants_.find(it.a); value != constants_.end())
      constants_[it.dst] = value->second;
    else
      constants_.erase(it.dst);
    set(it.dst, of(it.a));
  }

  void access(const Instruction& it) {
    if (it.op == Opcode::load) return load(it);
    if (it.op == Opcode::store) return store(it);
    if (it.op == Opcode::copy) {
      for (const std::size_t parameter : of(it.a)) uses_.parameters[parameter].writes = true;
      for (const std::size_t parameter : of(it.b)) uses_.parameters[parameter].reads = true;
      return;
    }
    places_[it.dst] = it.imm;  // private_address
    set(it.dst, {});
  }

  void load(const Instruction& it) {
    for (const std::size_t parameter : of(it.a)) uses_.parameters[parameter].reads = true;
    for (unsigned i = 0; i < it.count; ++i) set(static_cast<Register>(it.dst + i), {});
    // A pointer variable whose address is taken is in private memory, so the loaded value may be the pointer.
    if (const auto place = places_.find(it.a); place != places_.end()) set(it.dst, kept_[place->second]);
  }

  void store(const Instruction& it) {
    for (const std::size_t parameter : of(it.a)) uses_.parameters[parameter].writes = true;
    if (const auto place = places_.find(it.a); place != places_.end()) kept_[place->second].merge(of(it.b));
  }

  static void use_image(ParameterUse& use, const Instruction& it) {
    const ImageOperation operation = image_operation(it.imm);
    if (operation.kind == ImageOperation::Kind::read) use.reads = true;
    if (operation.kind == ImageOperation::Kind::write) use.writes = true;
  }

  void ask(const Instruction& it) {
    const auto dimension = constants_.find(it.a);
    if (dimension != constants_.end() && dimension->second >= 0 && dimension->second < 3)
      uses_.dimensions = std::max(uses_.dimensions, static_cast<unsigned>(dimension->second) + 1);
  }

  Parameters of(Register from) const {
    const auto found = pointers_.find(from);
    return found == pointers_.end() ? Parameters{} : found->second;
  }
  Parameters both(Register one, Register other) const {
    Parameters all = of(one);
    all.merge(of(other));
    return all;
  }
  void set(Register to, Parameters parameters) {
    Parameters& known = pointers_[to];
    if (!parameters.empty()) places_.erase(to);
    if (variables_.contains(to))
      known.merge(parameters);
    else
      known = std::move(parameters);
  }

  const Program& program_;
  KernelUses uses_;
  std::set<Register> variables_;
  std::map<Register, Parameters> pointers_;
  std::map<Register, std::int64_t> constants_;
  std::map<Register, std::int64_t> places_;  // registers with the address of a variable in private memory
  std::map<std::int64_t, Parameters> kept_;  // the pointers in these variables
  std::map<std::uint32_t, std::uint32_t> parts_;  // the kernel and its functions: begin and end of the code
};

}  // namespace

KernelUses uses_of(const Program& program, const Kernel& kernel) {
  KernelUses uses = PointerFlow(program, kernel).find();
  // An index that is read from a constant buffer would be mistaken for a pointer to the buffer.
  for (std::size_t p = 0; p < uses.parameters.size(); ++p)
    if (kernel.parameters[p].is_const) uses.parameters[p].writes = uses.parameters[p].atomics = false;
  return uses;
}

}  // namespace lockstep::sim
