// Handles operators and calls that classes of the program define, and conversions between classes and
// other types.
#include "sim/frontend/types/operators.hpp"

#include <fmt/format.h>

#include "sim/frontend/cuda/calls.hpp"
#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/refusals.hpp"
#include "sim/frontend/cuda/templates.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Returns whether a program may define operators for the type: classes and CUDA's vectors.
bool may_define(const Type& type) { return type.is_record() || type.is_vector(); }

std::string operator_name(const Token& op) {
  return op.is(">") ? "operator>" : fmt::format("operator{}", op.text);
}

// Calls an operator that is a member function or a free function.
Expr* operator_call(Parser& p, const std::string& name, const std::vector<Expr*>& operands,
                    const SourceRange& range) {
  Expr* first = operands.front();
  if (first->type->is_record()) {
    const Candidates methods = methods_named(p, *first->type, name);
    const std::vector<Expr*> rest(operands.begin() + 1, operands.end());
    if (!methods.empty())
      if (Expr* call = best_call(p, methods, {}, address_of_object(p, first), rest, range, range))
        return call;
  }
  const Candidates functions = functions_named(p, name);
  return functions.empty() ? nullptr : best_call(p, functions, {}, nullptr, operands, range, range);
}

[[noreturn]] void refuse_vectors(Parser& p, const Token& op, const Type& type) {
  p.context.fail(op.range,
                 fmt::format("CUDA has no operator {} for {}; compute its members one by one, or define the "
                             "operator",
                             op.text, to_string(type)));
}

// Calls operator() of an object, written f(…).
Expr* call_of_object(Parser& p, Expr* object) {
  const Candidates methods = methods_named(p, *object->type, "operator()");
  if (methods.empty()) return nullptr;
  const std::vector<Expr*> values = parse_arguments(p);
  return call_of(p, object->type->name, methods, {}, address_of_object(p, object), values, object->range,
                 join(object->range, p.last_range()));
}

Expr* subscript_of_object(Parser& p, Expr* object) {
  const Candidates methods = methods_named(p, *object->type, "operator[]");
  if (methods.empty()) return nullptr;
  p.take();
  Expr* index = parse_expression(p);
  const SourceRange range = join(object->range, p.expect("]", "after the index").range);
  return call_of(p, "operator[]", methods, {}, address_of_object(p, object), {index}, object->range, range);
}

// Calls a member function, written object.name(…) or pointer->name(…).
Expr* member_call(Parser& p, Expr* operand) {
  const bool through_pointer = p.next_is("->");
  std::size_t at = p.position() + 1;
  if (p.token_at(at).is("template")) ++at;
  const Token& name = p.token_at(at);
  if (!name.is_identifier()) return nullptr;
  const Type* type = operand->type;
  if (through_pointer) type = type->is_pointer() ? type->element : nullptr;
  if (type == nullptr || !type->is_record()) return nullptr;
  const Candidates methods = methods_named(p, *type, name.text);
  const Class* about = state_of(p).class_of(type);
  if (methods.empty()) {
    refuse_member(p, *type, name);
    const auto constant = about == nullptr ? std::map<std::string_view, Symbol>::const_iterator{}
                                           : about->constants.find(name.text);
    if (about == nullptr || constant == about->constants.end()) return nullptr;
    p.go_to(at + 1);
    return member_constant(p, constant->second, name.range);
  }
  p.go_to(at + 1);
  TemplateArguments written;
  if (p.next_is("<") && end_of_angles(p, p.position()) != 0) written = parse_template_arguments(p);
  if (!p.next_is("(")) p.context.fail(name.range, "a member function can only be called");
  const std::vector<Expr*> values = parse_arguments(p);
  Expr* self = through_pointer ? value_of(p.context, operand) : address_of_object(p, operand);
  return call_of(p, name.text, methods, written, self, values, name.range,
                 join(operand->range, p.last_range()));
}

}  // namespace

Expr* member_constant(Parser& p, const Symbol& symbol, const SourceRange& range) {
  if (symbol.variable != nullptr) return variable_reference(p.context, symbol.variable, range);
  return integer_literal(p.context, symbol.value, symbol.type.type, range);
}

Expr* CudaDialect::postfix(Parser& p, Expr* operand) {
  if (p.next_is(".") || p.next_is("->")) return member_call(p, operand);
  if (!operand->type->is_record()) return nullptr;
  if (p.next_is("(")) return call_of_object(p, operand);
  if (p.next_is("[")) return subscript_of_object(p, operand);
  return nullptr;
}

Expr* CudaDialect::unary(Parser& p, const Token& op, Expr* operand) {
  if (!may_define(*operand->type) || op.is("&")) return nullptr;
  if (Expr* call = operator_call(p, operator_name(op), {operand}, join(op.range, operand->range)))
    return call;
  if (operand->type->is_vector()) refuse_vectors(p, op, *operand->type);
  return nullptr;
}

Expr* CudaDialect::binary(Parser& p, const Token& op, Expr* left, Expr* right) {
  if (!may_define(*left->type) && !may_define(*right->type)) return nullptr;
  if (Expr* call = operator_call(p, operator_name(op), {left, right}, join(left->range, right->range)))
    return call;
  if (op.is("=")) return nullptr;
  if (left->type->is_vector() || right->type->is_vector())
    refuse_vectors(p, op, left->type->is_vector() ? *left->type : *right->type);
  // Converts objects whose classes have a conversion to a number.
  const auto number = [&](Expr* value) {
    const Class* about = state_.class_of(value->type);
    if (about == nullptr || about->conversions.size() != 1) return value;
    return converted(value, about->conversions.front()->result());
  };
  Expr* a = number(left);
  Expr* b = number(right);
  if (a->type->is_record() || b->type->is_record())
    p.context.fail(op.range, fmt::format("there is no operator {} for {} and {}", op.text,
                                         to_string(*left->type), to_string(*right->type)));
  return plain_binary(p, op, a, b);
}

Expr* CudaDialect::converted(Expr* value, const Type* type) {
  Parser& p = parser_;
  const Type* from = value->type;
  if (const Class* about = state_.class_of(from)) {
    FunctionDecl* best = nullptr;
    for (FunctionDecl* conversion : about->conversions) {
      const Type* result = conversion->result();
      if (result == type) best = conversion;
      const bool is_close = (result->is_arithmetic() && type->is_arithmetic()) ||
                            (result->is_pointer() && type->is_pointer() && result->element == type->element);
      if (best == nullptr && is_close) best = conversion;
    }
    if (best != nullptr) {
      Expr* call = call_of(p, best->name, {.functions = {best}, .templates = {}}, {},
                           address_of_object(p, value), {}, value->range, value->range);
      return call->type == type ? call : convert(p.context, call, type, "this conversion");
    }
  }
  if (!type->is_record() || from == type || p.context.function == nullptr) return nullptr;
  const Class* about = state_.class_of(type);
  if (about == nullptr || about->constructors.empty()) return nullptr;
  return constructed(p, type, {value}, value->range);
}

}  // namespace lockstep::sim::language::cuda
