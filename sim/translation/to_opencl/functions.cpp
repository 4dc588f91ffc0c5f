// Writes functions and variables at program scope in the order that C requires. Also moves the shared memory
// of functions to kernels, because OpenCL C allows local memory only in kernels.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/frontend/warnings/walk.hpp"
#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

using language::ExprKind;
using language::StmtKind;
using language::Storage;
using language::TypeKind;

std::string_view without_arguments(std::string_view name) {
  const bool is_operator = name.find("operator") != std::string_view::npos;
  return is_operator ? name : name.substr(0, name.find('<'));
}

// Moves the lines of a body to the left, so that the final '}' is in the first column.
std::string moved_left(const std::string& text, std::size_t columns) {
  std::string result;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::size_t first = at;
    while (at > 0 && first < end && first - at < columns && text[first] == ' ') ++first;
    result += text.substr(first, end - first);
    if (end < text.size()) result += '\n';
    at = end + 1;
  }
  return result;
}

bool holds_pointer(const Type& type) {
  if (type.is_pointer()) return true;
  if (type.is_array()) return holds_pointer(*type.element);
  return type.is_record() &&
         std::ranges::any_of(type.members, [](const Member& member) { return holds_pointer(*member.type); });
}

bool fences_device(const FunctionDecl& function) {
  bool found = false;
  language::each_expression(function, [&](const Expr& expr) {
    found = found || (expr.kind == ExprKind::special && expr.special == language::Special::fence &&
                      expr.memory_scope > 1);
  });
  return found || std::ranges::any_of(function.callees,
                                      [](const FunctionDecl* callee) { return fences_device(*callee); });
}

template <class T>
void add(std::vector<T>& list, T value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

}  // namespace

Writer::Writer(const language::TranslationUnit& unit, const SourceLayout& layout)
    : unit_(unit), layout_(layout), spaces_(unit) {
  for (const FunctionDecl* function : unit.functions) {
    if (!function->is_kernel) continue;
    for (const Stmt* statement : function->body->children)
      if (statement->kind == StmtKind::declaration)
        for (const VariableDecl* variable : statement->variables)
          if (variable->storage == Storage::local) at_top_.insert(variable);
    if (fences_device(*function)) add_fenced(*function);
  }
}

// Marks the function and its callees. If a kernel also has fences with device scope, its barriers have device
// scope, like CUDA's barriers.
void Writer::add_fenced(const FunctionDecl& function) {
  if (!fenced_.insert(&function).second) return;
  for (const FunctionDecl* callee : function.callees) add_fenced(*callee);
}

void Writer::refuse(const SourceRange& range, const std::string& message) {
  const SourceFile& file = unit_.files[range.file];
  const std::string text = language::format_message(file, range, "error", message);
  if (std::ranges::find(errors_, text) == errors_.end()) errors_.push_back(text);
}

void Writer::note(const std::string& sentence) {
  if (std::ranges::find(notes_, sentence) == notes_.end()) notes_.push_back(sentence);
}

void Writer::write_kernels(const std::set<std::string, std::less<>>& names) {
  for (const FunctionDecl* function : unit_.functions)
    if (function->is_kernel && (names.empty() || names.contains(function->name)))
      variant(*function, PointerSpaces::of_kernel(*function));
}

// --- functions

const std::string& Writer::variant(const FunctionDecl& function, const ParameterSpaces& spaces) {
  const Variant key{&function, spaces};
  const auto [found, is_new] = variants_.try_emplace(key);
  if (!is_new) return found->second;
  if (function.is_kernel) {
    found->second = kernel_name(function);
  } else {
    std::string wanted(without_arguments(function.name));
    const bool is_operator = wanted.starts_with("operator") && !function.parameters.empty() &&
                             function.parameters[0]->name == "this";
    if (is_operator) wanted = record_name(*function.parameters[0]->type->element) + "_" + plain_name(wanted);
    for (std::size_t i = 0; i < spaces.size(); ++i)
      if (spaces[i] == AddressSpace::local && !function.parameters[i]->type->is_void() &&
          std::ranges::any_of(variants_, [&](const auto& other) {
            return other.first.function == &function && &other.second != &found->second;
          }))
        wanted += "_local";
    found->second = names_.of(&found->second, wanted);
  }
  // Writing the current function is suspended while the called function is written.
  const auto* function_before = std::exchange(function_, &function);
  const auto* now_before = std::exchange(now_, &spaces_.of(function, spaces));
  auto replaced_before = std::exchange(replaced_, {});
  auto temporaries_before = std::exchange(temporaries_, {});
  auto declarations_before = std::exchange(temporary_declarations_, {});
  Item item{function_text(key, found->second), std::nullopt};
  if (function.range.file == 0) item.source = layout_.extent(function.range);
  items_.push_back(std::move(item));
  function_ = function_before;
  now_ = now_before;
  replaced_ = std::move(replaced_before);
  temporaries_ = std::move(temporaries_before);
  temporary_declarations_ = std::move(declarations_before);
  return found->second;
}

void Writer::check_parameter(const VariableDecl& parameter) {
  if (parameter.type->is_record() && holds_pointer(*parameter.type))
    refuse(parameter.range,
           fmt::format("an OpenCL host cannot pass a structure that contains a pointer; pass the members of "
                       "{} one by one",
                       parameter.name));
  if (parameter.type->is_pointer() && holds_pointer(*parameter.type->element))
    refuse(parameter.range, fmt::format("memory that {} points to cannot hold pointers in OpenCL C; pass the "
                                        "buffers as separate arguments",
                                        parameter.name));
}

std::string Writer::function_head(const Variant& of, const std::string& name) {
  const FunctionDecl& function = *of.function;
  std::string parameters;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const VariableDecl& parameter = *function.parameters[i];
    if (is_empty(*parameter.type)) {
      if (function.is_kernel)
        refuse(parameter.range, "an object without members cannot be an argument of a kernel in OpenCL C");
      continue;
    }
    if (function.is_kernel) check_parameter(parameter);
    std::string text = declarator(*parameter.type, of.spaces[i], Names::of_variable(parameter.name),
                                  parameter.is_const && !parameter.is_reference, parameter.is_restrict);
    // The size of bool may differ between the host and the device.
    if (function.is_kernel && parameter.type->is_bool()) text = "uchar " + Names::of_variable(parameter.name);
    if (parameter.is_volatile) text = "volatile " + text;
    parameters += (parameters.empty() ? "" : ", ") + text;
  }
  const std::string shared = shared_parameters(function);
  parameters += (parameters.empty() || shared.empty() ? "" : ", ") + shared;
  if (function.is_kernel) return fmt::format("__kernel void {}({})", name, parameters);
  const Type& result = *function.result();
  const std::string head = fmt::format("{}({})", name, parameters.empty() ? "void" : parameters);
  if (is_empty(result)) return "void " + head;
  return declarator(result, now_->result.value_or(AddressSpace::private_), head);
}

// Returns the text from the function's '{' to its '}'.
std::optional<Extent> Writer::braces_of(const FunctionDecl& function) const {
  const Extent body = layout_.extent(function.body->range);
  if (layout_.text(body).starts_with('{') && layout_.text(body).ends_with('}')) return body;
  const Extent name = layout_.extent(function.range);
  const auto& tokens = layout_.tokens();
  const auto closing = [&](std::size_t at) {
    int depth = 0;
    for (; at < tokens.size() && tokens[at].extent.file == name.file; ++at) {
      const Token& token = tokens[at].token;
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if ((token.is(")") || token.is("]") || token.is("}")) && --depth == 0) break;
    }
    return at;
  };
  bool after_parameters = false;
  for (std::size_t at = layout_.first_token(name.file, name.begin);
       at < tokens.size() && tokens[at].extent.file == name.file; ++at) {
    const Token& token = tokens[at].token;
    if (token.is(";") && !after_parameters) return std::nullopt;
    if (token.is("(") || token.is("[")) {
      after_parameters = after_parameters || token.is("(");
      at = closing(at);
      continue;
    }
    if (!token.is("{")) continue;
    const Token& before = tokens[at - 1].token;
    const bool is_value = before.is_identifier() && !before.is("const") && !before.is("noexcept") &&
                          !before.is("mutable") && !before.is("override");
    const std::size_t close = closing(at);
    if (close >= tokens.size()) return std::nullopt;
    if (is_value && after_parameters) {
      at = close;
      continue;
    }
    const Extent braces{name.file, tokens[at].extent.begin, tokens[close].extent.end};
    if (layout_.text(braces).starts_with('{') && layout_.text(braces).ends_with('}')) return braces;
    return std::nullopt;
  }
  return std::nullopt;
}

std::string Writer::function_text(const Variant& of, const std::string& name) {
  const FunctionDecl& function = *of.function;
  const std::string head = function_head(of, name);
  const auto braces = braces_of(function);
  std::string body, indent = "  ";
  bool on_next_line = false;
  if (braces) {
    body = block(*function.body, *braces);
    const std::string& text = layout_.file_text(braces->file);
    const std::size_t line = braces->begin == 0 ? 0 : text.rfind('\n', braces->begin - 1) + 1;
    on_next_line = text.find_first_not_of(" \t", line) == braces->begin && braces->begin > 0;
    for (const Stmt* child : function.body->children) {
      const Extent place = layout_.extent(child->range);
      if (!braces->contains(place)) continue;
      if (const std::string found = indent_at(place); !found.empty()) indent = found;
      break;
    }
  } else {
    body = composed_statement(*function.body, "");
  }
  std::string declarations;
  for (const std::string& one : temporary_declarations_) declarations += "\n" + indent + one;
  if (function.is_kernel) declarations += hoisted_declarations(function, indent);
  if (!declarations.empty() && body.find('\n') == std::string::npos) {
    body.erase(1, body.find_first_not_of(' ', 1) - 1);
    body.insert(1, "\n" + indent);
    body.insert(body.size() - 1, "\n");
  }
  body.insert(1, declarations);
  if (braces && body.find('\n') != std::string::npos)
    body = moved_left(body, indent_at({braces->file, braces->end - 1, braces->end}).size());
  return head + (on_next_line ? "\n" : " ") + body;
}

std::string Writer::constructor_function(const FunctionDecl& constructor, const Type& record,
                                         const ParameterSpaces& spaces) {
  const auto [found, is_new] = constructors_.try_emplace({&constructor, spaces});
  if (!is_new) return found->second;
  const std::string type = type_name(record);
  const std::string initialise = variant(constructor, spaces);
  found->second = names_.of(&found->second, "make_" + type);
  const auto* now_before = std::exchange(now_, &spaces_.of(constructor, spaces));
  std::string parameters, values;
  for (std::size_t i = 1; i < constructor.parameters.size(); ++i) {
    const VariableDecl& parameter = *constructor.parameters[i];
    if (is_empty(*parameter.type)) continue;
    const std::string name =
        parameter.name.empty() ? fmt::format("value_{}", i) : Names::of_variable(parameter.name);
    parameters += (parameters.empty() ? "" : ", ") + declarator(*parameter.type, spaces[i], name);
    values += ", " + name;
  }
  now_ = now_before;
  const std::string shared = shared_parameters(constructor);
  if (!shared.empty())
    refuse(constructor.range, "shared memory in a constructor cannot be translated to OpenCL C");
  Item item{fmt::format("{0} {1}({2}) {{\n  {0} object;\n  {3}(&object{4});\n  return object;\n}}", type,
                        found->second, parameters.empty() ? "void" : parameters, initialise, values),
            std::nullopt};
  if (constructor.range.file == 0) item.source = layout_.extent(constructor.range);
  items_.push_back(std::move(item));
  return found->second;
}

// --- shared memory

const Writer::SharedNeeds& Writer::shared_needs(const FunctionDecl& function) {
  const auto [found, is_new] = shared_.try_emplace(&function);
  SharedNeeds& needs = found->second;
  if (!is_new) return needs;
  for (const VariableDecl* variable : function.variables)
    if (variable->storage == Storage::local && !variable->is_dynamic && !at_top_.contains(variable))
      add(needs.arrays, variable);
  language::each_expression(function, [&](const Expr& expr) {
    if (expr.kind == ExprKind::variable && expr.variable->is_dynamic && needs.dynamic == nullptr)
      needs.dynamic = expr.variable;
  });
  for (const FunctionDecl* callee : function.callees) {
    const SharedNeeds& inner = shared_needs(*callee);
    for (const VariableDecl* variable : inner.arrays) add(needs.arrays, variable);
    if (needs.dynamic == nullptr) needs.dynamic = inner.dynamic;
  }
  return needs;
}

bool Writer::is_hoisted(const VariableDecl& variable) const {
  return variable.storage == Storage::local && !variable.is_dynamic && !at_top_.contains(&variable);
}

// Returns whether the current function receives the address of the variable from its kernel.
bool Writer::is_passed(const VariableDecl& variable) const {
  return is_hoisted(variable) && function_ != nullptr && !function_->is_kernel;
}

std::string Writer::shared_parameters(const FunctionDecl& function) {
  const SharedNeeds needs = shared_needs(function);
  std::vector<std::string> parameters;
  if (!function.is_kernel)
    for (const VariableDecl* variable : needs.arrays) {
      const Type* object = variable->type->is_array() ? variable->type->element : variable->type;
      parameters.push_back(declarator(*unit_.types->pointer(object, AddressSpace::local), AddressSpace::local,
                                      names_.of(variable, variable->name)));
    }
  if (needs.dynamic != nullptr)
    parameters.push_back(declarator(*unit_.types->pointer(needs.dynamic->type->element, AddressSpace::local,
                                                          false, needs.dynamic->is_volatile),
                                    AddressSpace::local, Names::of_variable(needs.dynamic->name)));
  std::string text;
  for (const std::string& parameter : parameters) text += (text.empty() ? "" : ", ") + parameter;
  return text;
}

std::string Writer::shared_arguments(const FunctionDecl& callee) {
  const SharedNeeds needs = shared_needs(callee);
  std::string text;
  const auto add_argument = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
  for (const VariableDecl* variable : needs.arrays) {
    const bool has_address = variable->type->is_array() || (function_ != nullptr && !function_->is_kernel);
    add_argument((has_address ? "" : "&") + names_.of(variable, variable->name));
  }
  if (needs.dynamic == nullptr) return text;
  const VariableDecl& own = *shared_needs(*function_).dynamic;
  const std::string name = Names::of_variable(own.name);
  if (own.type->element == needs.dynamic->type->element)
    add_argument(name);
  else
    add_argument(
        fmt::format("({}){}",
                    declarator(*unit_.types->pointer(needs.dynamic->type->element, AddressSpace::local),
                               AddressSpace::local, ""),
                    name));
  return text;
}

std::string Writer::hoisted_declarations(const FunctionDecl& kernel, const std::string& indent) {
  std::string text;
  for (const VariableDecl* variable : shared_needs(kernel).arrays)
    text +=
        fmt::format("\n{}__local {};", indent,
                    declarator(*variable->type, AddressSpace::private_, names_.of(variable, variable->name)));
  return text;
}

// --- variables at program scope

void Writer::write_variable(const VariableDecl& variable) {
  if (names_.has(&variable)) return;
  const std::string name = names_.of(&variable, variable.name.empty() ? "table" : variable.name);
  Item item;
  item.source = layout_.extent(variable.range);
  bool is_of_device = false;
  const auto& tokens = layout_.tokens();
  if (variable.range.file != 0) item.source.reset();
  for (std::size_t at = layout_.first_token(variable.range.file, layout_.extent(variable.range).begin);
       at-- > 0;) {
    if (tokens[at].token.is(";") || tokens[at].token.is("}") || tokens[at].extent.file != variable.range.file)
      break;
    is_of_device = is_of_device || tokens[at].token.is("__constant__");
  }
  if (!variable.relocations.empty())
    refuse(variable.range, "a pointer in a variable at program scope cannot be translated to OpenCL C");
  const Type& type = *variable.type;
  const std::string value = variable.initial_bytes.empty() && variable.storage == Storage::global
                                ? ""
                                : " = " + bytes_as_initializer(type, variable.initial_bytes, 0);
  const bool is_number = !is_of_device && variable.storage == Storage::constant && type.is_integer();
  if (is_number && (type.is_signed() || type.size < 4) && type.size <= 4) {
    item.text = fmt::format("enum {{ {}{} }};", name, value);
  } else if (is_number) {
    item.text = fmt::format("#define {} {}", name, bytes_as_initializer(type, variable.initial_bytes, 0));
  } else if (variable.storage == Storage::constant) {
    item.text = fmt::format("__constant {}{};", declarator(type, AddressSpace::generic, name), value);
    if (is_of_device)
      note(fmt::format(
          "An OpenCL host cannot set the variable {}. If the host must set it, make it a __constant "
          "argument.",
          name));
  } else {
    needs_version_3_ = true;
    note(
        fmt::format("The variable {} is in global memory, which OpenCL C 3.0 allows if the device has "
                    "__opencl_c_program_scope_global_variables.",
                    name));
    item.text = fmt::format("__global {}{};", declarator(type, AddressSpace::generic, name), value);
  }
  items_.push_back(std::move(item));
}

}  // namespace lockstep::sim::translation::opencl
