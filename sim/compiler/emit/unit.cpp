// Functions are compiled on demand: first the kernels, then the functions that they call.
#include "sim/compiler/emit/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/text/text.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::uint64_t kMaxPrivateBytes = std::uint64_t{1} << 30;  // limit for a work-item

std::uint64_t align_up(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

unsigned component_count(const Type& type) {
  if (type.is_void() || type.is_record() || type.is_array()) return 0;
  return type.count;
}

LaneType element_lane_type(const Type& type) {
  const Type* element = &type;
  while (element->is_array()) element = element->element;
  if (element->is_record() || element->is_void()) return LaneType::uint8;
  return element->scalar()->memory_lane_type();
}

CompilerUnit::CompilerUnit(const TranslationUnit& tree_) : tree(tree_) {
  place_constants();
  place_globals();
}

std::uint64_t CompilerUnit::address_of(const Relocation& relocation) const {
  return constants.at(relocation.target).address + static_cast<std::uint64_t>(relocation.addend);
}

std::uint64_t CompilerUnit::add_constant(const std::string& name, const Type& type,
                                         const std::vector<std::byte>& bytes, std::uint64_t alignment) {
  const std::uint64_t offset = align_up(program.constant_data.size(), alignment);
  program.constant_data.resize(offset);
  program.constant_data.insert(program.constant_data.end(), bytes.begin(), bytes.end());
  program.constant_objects.push_back(
      {name, element_lane_type(type), offset, bytes.size(), shapes.index_of(type)});
  return make_address(Space::constant,
                      kFirstConstant + static_cast<std::uint32_t>(program.constant_objects.size() - 1), 0);
}

// Must be called after the constants are placed, because initial values may contain the addresses
// of constants.
void CompilerUnit::place_globals() {
  for (const VariableDecl* variable : tree.globals) {
    GlobalVariable& global = program.global_variables.emplace_back();
    global.name = variable->name;
    global.type = element_lane_type(*variable->type);
    global.bytes = variable->type->size;
    global.shape = shapes.index_of(*variable->type);
    global.is_const = variable->is_const;
    global.initial_bytes = variable->initial_bytes;
    for (const Relocation& relocation : variable->relocations) {
      const std::uint64_t address = address_of(relocation);
      std::memcpy(global.initial_bytes.data() + relocation.offset, &address, sizeof address);
      if (relocation.target->storage == Storage::global) global.pointers.push_back(relocation.offset);
    }
  }
}

void CompilerUnit::place_constants() {
  for (std::uint32_t i = 0; i < tree.globals.size(); ++i) {
    Home home{.kind = Home::Kind::program_variable};
    home.address = make_address(Space::global, kFirstProgramVariable + i, 0);
    constants.emplace(tree.globals[i], home);
  }
  for (const VariableDecl* variable : tree.constants) {
    Home home{.kind = Home::Kind::fixed};
    home.address =
        add_constant(variable->name.empty() ? "the string" : variable->name, *variable->type,
                     variable->initial_bytes, std::max(variable->alignment, variable->type->alignment));
    constants.emplace(variable, home);
  }
  for (const VariableDecl* variable : tree.constants) {
    const std::uint64_t begin =
        program.constant_objects[object_of(constants.at(variable).address) - kFirstConstant].offset;
    for (const Relocation& relocation : variable->relocations) {
      const std::uint64_t address = address_of(relocation);
      std::memcpy(program.constant_data.data() + begin + relocation.offset, &address, sizeof address);
      if (relocation.target->storage == Storage::global)
        program.constant_pointers.push_back(begin + relocation.offset);
    }
  }
}

std::uint32_t CompilerUnit::add_private_object(FunctionIndex owner, const std::string& name, const Type& type,
                                               std::uint64_t alignment, const SourceRange& range) {
  FunctionUnit& unit = functions[owner];
  std::uint64_t offset = align_up(unit.private_bytes, std::max(alignment, type.alignment));
  std::uint64_t bytes = type.size;
  if (offset + bytes > kMaxPrivateBytes) {
    refuse(range, fmt::format("{} takes {} of private memory, but a work-item has at most {}", name,
                              bytes_text(offset + bytes), bytes_text(kMaxPrivateBytes)));
    offset = bytes = 0;
  }
  unit.private_bytes = static_cast<std::uint32_t>(offset + bytes);
  objects.push_back({owner,
                     {name, element_lane_type(type), static_cast<std::uint32_t>(offset),
                      static_cast<std::uint32_t>(bytes), shapes.index_of(type)}});
  return static_cast<std::uint32_t>(objects.size() - 1);
}

Home CompilerUnit::memory_of_launch(FunctionIndex user, const VariableDecl& variable) {
  const auto is_it = [](const OwnedLocalVariable& local) { return !local.users.empty(); };
  auto found = std::ranges::find_if(local_variables, is_it);
  if (found == local_variables.end()) {
    OwnedLocalVariable& local = local_variables.emplace_back();
    local.owner = user;
    local.variable.name = variable.name;
    local.variable.type = element_lane_type(*variable.type);
    local.variable.shape = shapes.index_of(*variable.type->element);
    found = std::prev(local_variables.end());
  }
  if (std::ranges::find(found->users, user) == found->users.end()) found->users.push_back(user);
  Home home{.kind = Home::Kind::fixed};
  home.address =
      make_address(Space::local, static_cast<std::uint32_t>(found - local_variables.begin()) + 1, 0);
  return home;
}

Home CompilerUnit::result_home(FunctionIndex index, const Type& type) {
  Home home;
  if (type.is_record()) {
    home.kind = Home::Kind::private_memory;
    home.private_object =
        add_private_object(index, "result", type, type.alignment, signatures[index].decl->range);
  } else if (!type.is_void()) {
    home.kind = Home::Kind::registers;
    home.first = {index, functions[index].register_count};
    functions[index].register_count += component_count(type);
  }
  return home;
}

std::size_t CompilerUnit::WantedHash::operator()(const Wanted& wanted) const {
  std::size_t hash = std::hash<const void*>()(wanted.function) * 2 + (wanted.is_kernel ? 1 : 0);
  if (wanted.place) hash = hash * 31 + (std::size_t{wanted.place->line} << 16 | wanted.place->column);
  return hash;
}

FunctionIndex CompilerUnit::require(const FunctionDecl& function, bool is_kernel, const SourceRange& call) {
  Wanted wanted{&function, is_kernel, std::nullopt};
  // A watched expression does not belong to any file of the tree.
  const bool is_of_library =
      function.range.file < tree.files.size() && tree.files[function.range.file].is_library;
  if (is_of_library) wanted.place = code.is_pinned() ? code.range() : call;
  const auto [found, inserted] = indices_.try_emplace(wanted, static_cast<FunctionIndex>(functions.size()));
  const FunctionIndex index = found->second;
  if (!inserted) return index;
  functions.emplace_back();
  FunctionSignature& signature = signatures.emplace_back();
  signature.decl = &function;
  signature.place = wanted.place;
  signature.is_kernel = is_kernel;
  for (const VariableDecl* parameter : function.parameters) {
    Home home;
    if (parameter->type->is_record()) {
      home.kind = Home::Kind::private_memory;
      home.private_object = add_private_object(index, parameter->name, *parameter->type, parameter->alignment,
                                               parameter->range);
    } else {
      home.kind = Home::Kind::registers;
      home.first = {index, functions[index].register_count};
      functions[index].register_count += component_count(*parameter->type);
    }
    signature.parameters.push_back(home);
  }
  signature.result = result_home(index, *function.result());
  return index;
}

void CompilerUnit::compile_all() {
  for (const FunctionDecl* function : tree.functions)
    if (function->is_kernel) require(*function, true);
  for (FunctionIndex index = 0; index < functions.size(); ++index) compile_function(*this, index);
}

void CompilerUnit::list_helpers(const Linked& places) {
  const auto run = [&](const Home& home, const Type& type) {
    if (home.kind != Home::Kind::registers) return RegisterRun{};
    return RegisterRun{static_cast<Register>(places.first_register[home.first.function] + home.first.index),
                       component_count(type)};
  };
  for (FunctionIndex index = 0; index < functions.size(); ++index) {
    const FunctionSignature& signature = signatures[index];
    if (signature.is_kernel) continue;
    HelperFunction& helper = program.functions.emplace_back();
    helper.name = signature.decl->name;
    helper.entry = helper.end = functions[index].entry;
    while (program.code[helper.end].op != Opcode::function_end) ++helper.end;
    for (std::size_t i = 0; i < signature.parameters.size(); ++i)
      helper.parameters.push_back(run(signature.parameters[i], *signature.decl->parameters[i]->type));
    helper.result = run(signature.result, *signature.decl->result());
  }
}

void CompilerUnit::link_into(Program& target) {
  const auto order = callers_first(functions);
  const Linked places = place_frames(functions, *order);
  place_local_variables(functions, local_variables);
  place_memory_of_launch(functions, local_variables);
  for (OwnedLocalVariable& local : local_variables)
    program.local_variables.push_back(std::move(local.variable));
  if (places.register_count > std::numeric_limits<Register>::max())
    refuse(signatures.front().decl->range, "these functions need more registers than the simulator has");
  else if (places.private_bytes > kMaxPrivateBytes)
    refuse(signatures.front().decl->range,
           fmt::format("these functions take {} of private memory together, but a work-item has at most {}",
                       bytes_text(places.private_bytes), bytes_text(kMaxPrivateBytes)));
  else {
    link(code, functions, objects, places, program);
    list_helpers(places);
  }
  program.shapes = shapes.take();
  target = std::move(program);
}

}  // namespace lockstep::sim::language
