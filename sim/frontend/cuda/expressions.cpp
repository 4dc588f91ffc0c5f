// Parses operands that OpenCL C does not have: this, named casts, T(x), threadIdx, calls of overloaded
// functions, and unqualified members of a class.
#include "sim/frontend/parse/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/frontend/cuda/calls.hpp"
#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/host.hpp"
#include "sim/frontend/cuda/lambdas.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/cuda/refusals.hpp"
#include "sim/frontend/cuda/templates.hpp"
#include "sim/frontend/cuda/work_items.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Parses static_cast<T>(x) and other named casts.
Expr* named_cast(Parser& p) {
  const Token& word = p.take();
  if (word.is("dynamic_cast")) p.context.fail(word.range, "dynamic_cast is not supported");
  p.expect("<", fmt::format("after {}", word.text));
  const Specifiers specified = parse_specifiers(p);
  const Declarator declared = parse_declarator(p, specified.type);
  p.expect(">", "after the type");
  p.expect("(", "after the type");
  Expr* value = parse_expression(p);
  const SourceRange range = join(word.range, p.expect(")", "after the value").range);
  if (declared.is_reference) {
    const QualifiedType pointer = reference_type(p.context, declared.type);
    Expr* address = make_address_of(p.context, value, range);
    return referred(p.context, explicit_cast(p.context, pointer.type, address, range));
  }
  const bool keeps_bits = word.is("reinterpret_cast") || word.is("const_cast");
  if (keeps_bits && !declared.type.type->is_pointer() && !value_of(p.context, value)->type->is_pointer())
    p.context.fail(
        range,
        fmt::format(
            "{} is for pointers; to read the bits of a number, use a function such as __float_as_int()",
            word.text));
  return constructed(p, declared.type.type, {value}, range);
}

bool is_named_cast(const Token& token) {
  return token.is("static_cast") || token.is("reinterpret_cast") || token.is("const_cast") ||
         token.is("dynamic_cast");
}

// Parses T(a, b) and T{a, b}.
Expr* value_of_type(Parser& p) {
  const std::size_t begin = p.position();
  const std::size_t end = end_of_type(p, begin);
  if (end == 0 || !(p.token_at(end).is("(") || p.token_at(end).is("{"))) return nullptr;
  const SourceRange first = p.peek().range;
  const Type* type = parse_specifiers(p).type.type;
  if (p.next_is("{") && !has_constructor(p, *type) && (type->is_record() || type->is_vector())) {
    if (!p.peek(1).is("}")) return parse_compound_literal(p, {.type = type, .space = std::nullopt}, first);
  }
  const std::string_view close = p.next_is("{") ? "}" : ")";
  p.take();
  std::vector<Expr*> values;
  while (!p.next_is(close)) {
    values.push_back(parse_assignment(p));
    if (!p.take_if(",")) break;
  }
  const SourceRange range = join(first, p.expect(close, "after these values").range);
  return constructed(p, type, std::move(values), range);
}

Symbol constant_in_classes(const State& state, std::string_view name, bool& is_found) {
  for (const Bindings* at = state.bindings.get(); at != nullptr; at = at->outer.get()) {
    const auto about = state.of_type.find(at->record);
    if (at->record == nullptr || about == state.of_type.end()) continue;
    const auto found = about->second.constants.find(name);
    if (found == about->second.constants.end()) continue;
    is_found = true;
    return found->second;
  }
  return {};
}

TemplateArguments written_arguments(Parser& p) {
  return p.next_is("<") && end_of_angles(p, p.position()) != 0 ? parse_template_arguments(p)
                                                               : TemplateArguments{};
}

bool has_member(const Type& record, std::string_view name) { return record.find_member(name) != nullptr; }

bool is_in_method(const Parser& p) {
  const FunctionDecl* function = p.context.function;
  return function != nullptr && !function->parameters.empty() && function->parameters[0]->name == "this";
}

// Parses an unqualified member of the current class.
Expr* own_member(Parser& p, const Token& name) {
  State& state = state_of(p);
  const Type* record = state.record();
  constexpr std::size_t kBoundDepth = 3;  // depth of the scope with the names of the class
  if (record == nullptr || p.scopes.depth_of(name.text) > kBoundDepth) return nullptr;
  bool is_constant = false;
  const Symbol symbol = constant_in_classes(state, name.text, is_constant);
  if (is_constant) {
    p.take();
    return member_constant(p, symbol, name.range);
  }
  const Candidates methods = methods_named(p, *record, name.text);
  if (!methods.empty() && (p.peek(1).is("(") || p.peek(1).is("<"))) {
    p.take();
    const TemplateArguments written = written_arguments(p);
    const std::vector<Expr*> values = parse_arguments(p);
    Expr* self = is_in_method(p) ? this_pointer(p, name.range) : nullptr;
    return call_of(p, name.text, methods, written, self, values, name.range,
                   join(name.range, p.last_range()));
  }
  if (!is_in_method(p) || !has_member(*record, name.text)) return nullptr;
  p.take();
  return make_member(p.context, this_pointer(p, name.range), name, true);
}

// Parses Class::member.
Expr* qualified_member(Parser& p) {
  const Type* owner = take_class_qualifier(p);
  if (owner == nullptr) return nullptr;
  while (const Type* inner = take_class_qualifier(p)) owner = inner;
  const Token& name = p.take();
  const Class* about = state_of(p).class_of(owner);
  if (about != nullptr) {
    const auto constant = about->constants.find(name.text);
    if (constant != about->constants.end()) return member_constant(p, constant->second, name.range);
    const Candidates methods = methods_named(p, *owner, name.text);
    if (!methods.empty()) {
      const TemplateArguments written = written_arguments(p);
      const std::vector<Expr*> values = parse_arguments(p);
      const bool is_own = is_in_method(p) && owner == state_of(p).record();
      return call_of(p, name.text, methods, written, is_own ? this_pointer(p, name.range) : nullptr, values,
                     name.range, join(name.range, p.last_range()));
    }
  }
  if (const Symbol* symbol = p.scopes.find(name.text);
      symbol != nullptr && symbol->kind == Symbol::Kind::enumerator)
    return integer_literal(p.context, symbol->value, symbol->type.type, name.range);
  p.context.fail(name.range, fmt::format("{} has no member '{}'", to_string(*owner), name.text));
}

void refuse_captured(Parser& p, const Symbol& symbol, const Token& name) {
  const VariableDecl* variable = symbol.variable;
  if (variable == nullptr || p.context.function == nullptr || variable->function == nullptr) return;
  const bool is_of_function =
      variable->storage == Storage::private_ || variable->storage == Storage::parameter;
  if (is_of_function && variable->function != p.context.function && variable->initial_bytes.empty())
    p.context.fail(
        name.range,
        "the lambda does not capture this variable; write [=] or [&], or pass the variable as an argument");
}

// Reports an error for names of the host code and of unsupported features.
void refuse_unknown(Parser& p, const Token& name) {
  const auto host = state_of(p).of_host.find(name.text);
  if (host != state_of(p).of_host.end()) p.context.fail(name.range, host->second);
  if (name.is("asm")) p.context.fail(name.range, "inline PTX is not supported");
  const std::string_view reason = refused_name(name.text);
  if (!reason.empty()) p.context.fail(name.range, fmt::format("{}: {}", reason, name.text));
}

// Parses a call of a function by its name. Names in the scope of the current function take precedence.
Expr* named_call(Parser& p, const Token& name) {
  const Symbol* symbol = p.scopes.find(name.text);
  if (symbol != nullptr && symbol->kind != Symbol::Kind::function) return nullptr;
  const Candidates candidates = functions_named(p, name.text);
  const bool is_builtin = is_function_of_cuda(p, name);
  if (candidates.empty() && !is_builtin) {
    refuse_unknown(p, name);
    return nullptr;
  }
  p.take();
  const TemplateArguments written = written_arguments(p);
  if (!p.next_is("("))
    p.context.fail(name.range, "function pointers are not supported; a function can only be called");
  const std::vector<Expr*> values = parse_arguments(p);
  const SourceRange range = join(name.range, p.last_range());
  if (!candidates.empty()) {
    if (Expr* call = best_call(p, candidates, written, nullptr, values, name.range, range)) return call;
    if (!is_builtin) return call_of(p, name.text, candidates, written, nullptr, values, name.range, range);
  }
  return call_cuda(p, name, written, values, range);
}

Expr* keyword(Parser& p, const Token& token) {
  if (token.is("this")) return this_pointer(p, p.take().range);
  if (token.is("nullptr")) return integer_literal(p.context, 0, p.context.types.int_type(), p.take().range);
  if (token.is("true") || token.is("false"))
    return integer_literal(p.context, token.is("true") ? 1 : 0, p.context.types.bool_type(), p.take().range);
  if (is_named_cast(token)) return named_cast(p);
  if (token.is("new")) p.fail_here("new and delete are not supported in kernels");
  if (token.is("throw")) p.fail_here("exceptions are not supported in kernels");
  if (token.is("typeid")) p.fail_here("typeid is not supported");
  return nullptr;
}

}  // namespace

Expr* CudaDialect::primary(Parser& p) {
  if (p.next_is("[")) return parse_lambda(p);
  if (p.next_is("::")) skip_namespaces(p);
  if (!p.peek().is_identifier()) return nullptr;
  if (Expr* own = keyword(p, p.peek())) return own;
  if (p.peek(1).is("::")) {
    if (Expr* own = library_member(p)) return own;
    skip_namespaces(p);
  }
  if (Expr* own = value_of_type(p)) return own;
  if (Expr* own = qualified_member(p)) return own;
  const Token& name = p.peek();
  if (!name.is_identifier()) return nullptr;
  if (Expr* own = kept_variable(p)) return own;
  if (Expr* own = own_member(p, name)) return own;
  const Symbol* symbol = p.scopes.find(name.text);
  if (symbol != nullptr) refuse_captured(p, *symbol, name);
  if (symbol == nullptr)
    if (Expr* own = work_item_value(p)) return own;
  if (p.peek(1).is("<<") && p.peek(2).is("<"))
    p.context.fail(name.range, "launches from kernels (dynamic parallelism) are not supported");
  const bool is_call = p.peek(1).is("(") || (p.peek(1).is("<") && end_of_angles(p, p.position() + 1) != 0);
  if (is_call)
    if (Expr* own = named_call(p, name)) return own;
  if (symbol == nullptr) refuse_unknown(p, name);
  return nullptr;
}

}  // namespace lockstep::sim::language::cuda
