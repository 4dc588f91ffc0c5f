// Compiles the frame of a function: the locations of its parameters and variables, its entry and its end.
#include "sim/compiler/emit/function.hpp"

#include <algorithm>

#include "sim/bytecode/address.hpp"
#include "sim/compiler/expressions/places.hpp"
#include "sim/compiler/statements/definite_assignment.hpp"
#include "sim/compiler/statements/statements.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::uint32_t kOpenScope = ~0u;

// Returns the range of the closing brace.
SourceRange end_of(const SourceRange& range) {
  return {range.file, range.end_line, std::max(range.end_column, 2u) - 1, range.end_line, range.end_column};
}

Parameter::Kind kind_of(const Type& type) {
  if (type.is_record()) return Parameter::Kind::structure;
  if (type.is_image()) return Parameter::Kind::image;
  if (type.is_sampler()) return Parameter::Kind::sampler;
  if (!type.is_pointer()) return Parameter::Kind::value;
  if (type.space == AddressSpace::local) return Parameter::Kind::local_buffer;
  return type.space == AddressSpace::constant ? Parameter::Kind::constant_buffer
                                              : Parameter::Kind::global_buffer;
}

void begin_kernel_parameters(FunctionCompiler& f, Kernel& kernel) {
  const FunctionSignature& signature = f.unit.signatures[f.index];
  kernel.name = f.decl.name;
  std::ranges::copy(f.decl.required_group_size, kernel.required_group_size);
  kernel.attributes = f.decl.attributes;
  for (std::size_t i = 0; i < f.decl.parameters.size(); ++i) {
    const VariableDecl& variable = *f.decl.parameters[i];
    const Type& type = *variable.type;
    Parameter parameter;
    parameter.kind = kind_of(type);
    parameter.name = variable.name;
    parameter.type_name = to_string(type);
    parameter.type = element_lane_type(type.is_pointer() ? *type.element : type);
    parameter.shape = f.unit.shapes.index_of(type.is_pointer() ? *type.element : type);
    parameter.count = component_count(type);
    parameter.image = type.image;
    parameter.bytes = static_cast<std::uint32_t>(type.size);
    parameter.is_const = type.is_pointer() && type.pointee_const;
    parameter.is_volatile = type.is_pointer() && type.pointee_volatile;
    parameter.is_restrict = type.is_pointer() && variable.is_restrict;
    parameter.is_record = (type.is_pointer() ? *type.element : type).is_record();
    const Home& home = signature.parameters[i];
    if (home.kind == Home::Kind::registers)
      parameter.first = static_cast<Register>(home.first.index);
    else
      parameter.private_offset = f.unit.objects[home.private_object].object.offset;
    kernel.parameters.push_back(std::move(parameter));
  }
}

// Adds the __local variables. An address contains only the object's number, so the object can be placed in
// local memory later, when the call graph is known.
void add_local_variables(FunctionCompiler& f) {
  for (const VariableDecl* variable : f.decl.variables) {
    if (variable->storage != Storage::local || variable->is_dynamic) continue;
    OwnedLocalVariable local{f.index, std::max(variable->alignment, variable->type->alignment), {}};
    local.variable.name = variable->name;
    local.variable.type = element_lane_type(*variable->type);
    local.variable.bytes = variable->type->size;
    local.variable.shape = f.unit.shapes.index_of(*variable->type);
    f.unit.local_variables.push_back(std::move(local));
    Home home{.kind = Home::Kind::fixed};
    home.address = make_address(Space::local, static_cast<std::uint32_t>(f.unit.local_variables.size()), 0);
    f.homes[variable] = home;
  }
}

void bind_parameters(FunctionCompiler& f) {
  const FunctionSignature& signature = f.unit.signatures[f.index];
  for (std::size_t i = 0; i < f.decl.parameters.size(); ++i) {
    const VariableDecl& variable = *f.decl.parameters[i];
    Home home = signature.parameters[i];
    if (f.is_kernel && variable.type->scalar()->kind == TypeKind::half) {
      RangeScope range(f.code, variable.range);
      for (std::uint32_t c = 0; c < component_count(*variable.type); ++c) {
        const FrameRegister bits{f.index, home.first.index + c};
        f.emit.from_half({false, bits}, bits);
      }
    }
    if (home.kind == Home::Kind::registers && f.lives_in_memory(variable)) {
      RangeScope range(f.code, variable.range);
      Value argument{variable.type->scalar()->lane_type(), {}};
      for (std::uint32_t c = 0; c < component_count(*variable.type); ++c)
        argument.components.push_back({false, {f.index, home.first.index + c}});
      home = {.kind = Home::Kind::private_memory};
      home.private_object = f.unit.add_private_object(f.index, variable.name, *variable.type,
                                                      variable.alignment, variable.range);
      write(f, memory_place(*variable.type, symbolic(home)), argument);
    }
    f.homes[&variable] = home;
    f.name_variable(variable, home);
  }
}

}  // namespace

FunctionCompiler::FunctionCompiler(CompilerUnit& unit_, FunctionIndex index_)
    : unit(unit_),
      emit(unit_.emitter),
      code(unit_.code),
      index(index_),
      decl(*unit_.signatures[index_].decl),
      is_kernel(unit_.signatures[index_].is_kernel),
      maybe_unwritten(maybe_read_before_written(decl)) {}

bool FunctionCompiler::lives_in_memory(const VariableDecl& variable) const {
  return variable.address_taken || variable.type->is_array() || variable.type->is_record() ||
         maybe_unwritten.contains(&variable);
}

Home FunctionCompiler::declare(const VariableDecl& variable) {
  Home home;
  if (lives_in_memory(variable)) {
    home.kind = Home::Kind::private_memory;
    home.private_object =
        unit.add_private_object(index, variable.name, *variable.type, variable.alignment, variable.range);
  } else {
    home.kind = Home::Kind::registers;
    home.first = emit.allocate(component_count(*variable.type));
  }
  homes[&variable] = home;
  return home;
}

const Home& FunctionCompiler::home(const VariableDecl& variable) {
  if (const auto found = unit.constants.find(&variable); found != unit.constants.end()) return found->second;
  const auto found = homes.find(&variable);
  if (found != homes.end()) return found->second;
  if (variable.is_dynamic) return homes[&variable] = unit.memory_of_launch(index, variable);
  declare(variable);
  return homes.at(&variable);
}

void FunctionCompiler::name_variable(const VariableDecl& variable, const Home& home) {
  if (variable.name.empty() || code.is_pinned()) return;
  Variable named;
  named.name = variable.name;
  named.type_name = to_string(*variable.type);
  named.begin = code.size();
  named.end = kOpenScope;
  if (home.kind == Home::Kind::registers) {
    named.type = variable.type->scalar()->lane_type();
    named.count = component_count(*variable.type);
    named.first = static_cast<Register>(home.first.index);
  } else {
    const PrivateObject& object = unit.objects[home.private_object].object;
    named.type = object.type;
    named.count = static_cast<unsigned>(object.bytes / size_bytes(object.type));
    named.in_register = false;
    named.private_offset = object.offset;
  }
  unit.functions[index].variables.push_back(std::move(named));
  declarations.push_back(&variable);
}

void FunctionCompiler::end_scope(std::size_t first_variable, std::uint32_t register_mark) {
  auto& variables = unit.functions[index].variables;
  for (std::size_t i = first_variable; i < variables.size(); ++i)
    if (variables[i].end == kOpenScope) variables[i].end = code.size();
  emit.release_to(register_mark);
}

void compile_function(CompilerUnit& compiler_unit, FunctionIndex index) {
  FunctionCompiler f(compiler_unit, index);
  FunctionUnit& unit = compiler_unit.functions[index];
  const std::uint32_t begin = compiler_unit.code.size();
  const std::optional<SourceRange>& place = compiler_unit.signatures[index].place;
  RangeScope range(f.code, f.decl.range);
  if (place) f.code.pin(*place);
  f.code.begin_function();
  unit.entry = f.code.size();
  f.emit.begin_function(index, unit);
  if (f.is_kernel) begin_kernel_parameters(f, unit.kernel.emplace());
  bind_parameters(f);
  add_local_variables(f);
  if (!f.decl.body->children.empty()) f.last_statement = f.decl.body->children.back();
  block(f, *f.decl.body);
  f.code.set_range(end_of(f.decl.body->range));
  f.code.end_function(f.is_kernel);
  f.end_scope(0, f.emit.mark());
  f.code.unpin();
  if (compiler_unit.after_function) compiler_unit.after_function(f, begin);
}

}  // namespace lockstep::sim::language
