#include "sim/frontend/cuda/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "core/base/text/text.hpp"
#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/cuda/refusals.hpp"
#include "sim/frontend/cuda/templates.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

constexpr int kNoMatch = INT_MAX;

// Returns the type of a value that is passed as an argument; arrays become pointers.
const Type* decayed(Parser& p, const Expr* value) {
  return value->type->is_array() ? p.context.types.pointer(value->type->element, value->space) : value->type;
}

int misfit_of_numbers(const Type& from, const Type& to) {
  const bool is_promotion = from.is_integer() == to.is_integer() && from.kind < to.kind;
  return is_promotion ? 1 : 2;
}

int misfit_of_pointers(const Type& from, const Type& to) {
  const bool fits = from.space == to.space || to.space == AddressSpace::generic;
  if (!fits) return kNoMatch;
  if (from.pointee_const && !to.pointee_const) return kNoMatch;
  if (from.element == to.element) return from.pointee_const == to.pointee_const ? 0 : 1;
  return to.element->is_void() ? 2 : kNoMatch;
}

// Returns the cost of passing an argument: 0 for the same type, a greater number for a conversion, kNoMatch
// if no conversion is possible.
int misfit(Parser& p, const Expr* value, const Type* to) {
  const Type* from = decayed(p, value);
  if (from == to) return 0;
  if (from->is_pointer() && to->is_pointer()) return misfit_of_pointers(*from, *to);
  if (to->is_pointer() && is_null_constant(value)) return 2;
  if (from->is_arithmetic() && to->is_arithmetic()) return misfit_of_numbers(*from, *to);
  if (from->is_pointer() && to->is_bool()) return 3;
  State& state = state_of(p);
  if (const Class* about = state.class_of(from))
    for (const FunctionDecl* conversion : about->conversions)
      if (conversion->result() == to || (conversion->result()->is_arithmetic() && to->is_arithmetic()))
        return 4;
  if (to->is_record() && state.class_of(to) != nullptr)
    for (const FunctionDecl* constructor : state.class_of(to)->constructors)
      if (constructor->type->parameters.size() == 2) return 4;
  return kNoMatch;
}

int misfit_of_reference(Parser& p, const Expr* value, const Type* pointer) {
  if (value->type == pointer->element && value->is_lvalue)
    return value->is_const && !pointer->pointee_const  ? kNoMatch
           : value->is_const == pointer->pointee_const ? 0
                                                       : 1;
  return pointer->pointee_const ? misfit(p, value, pointer->element) : kNoMatch;
}

bool is_optional(const State& state, const FunctionDecl& function, std::size_t parameter) {
  const auto found = state.default_values.find(&function);
  return found != state.default_values.end() && parameter < found->second.size() &&
         found->second[parameter] != 0;
}

// Returns the total cost of a call. `first` is the index of the parameter that receives values[0].
int misfit_of_call(Parser& p, const FunctionDecl& function, std::size_t first,
                   const std::vector<Expr*>& values) {
  const std::vector<const Type*>& parameters = function.type->parameters;
  if (parameters.size() < first + values.size()) return kNoMatch;
  int total = 0;
  for (std::size_t i = first; i < parameters.size(); ++i) {
    if (i - first >= values.size()) {
      if (!is_optional(state_of(p), function, i)) return kNoMatch;
      continue;
    }
    const bool refers = i < function.takes_reference.size() && function.takes_reference[i];
    const int one = refers ? misfit_of_reference(p, values[i - first], parameters[i])
                           : misfit(p, values[i - first], parameters[i]);
    if (one == kNoMatch) return kNoMatch;
    total += one;
  }
  return total;
}

Expr* default_value(Parser& p, const FunctionDecl& function, std::size_t parameter) {
  const std::size_t here = p.position();
  p.go_to(state_of(p).default_values.at(&function)[parameter]);
  Expr* value = parse_assignment(p);
  p.go_to(here);
  return value;
}

void note_call(Parser& p, FunctionDecl& function, const SourceRange& range) {
  if (p.context.function == nullptr || !p.open.callees.insert(&function).second) return;
  p.context.function->callees.push_back(&function);
  p.context.calls.push_back({p.context.function, &function, range});
}

Expr* call_node(Parser& p, FunctionDecl& function, Expr* self, const std::vector<Expr*>& values,
                const SourceRange& name, const SourceRange& range) {
  const std::vector<const Type*>& parameters = function.type->parameters;
  std::vector<Expr*> operands;
  if (self != nullptr) operands.push_back(cast_node(p.context, CastKind::none, parameters[0], self));
  const std::size_t first = operands.size();
  for (std::size_t i = first; i < parameters.size(); ++i) {
    Expr* value = i - first < values.size() ? values[i - first] : default_value(p, function, i);
    const bool refers = i < function.takes_reference.size() && function.takes_reference[i];
    operands.push_back(refers ? bound_reference(p.context, value, parameters[i])
                              : convert(p.context, value, parameters[i],
                                        fmt::format("argument {} of '{}'", i - first + 1, function.name)));
  }
  Expr* expr = new_expr(p.context, ExprKind::call, function.result(), range, std::move(operands));
  expr->function = &function;
  expr->operator_range = name;
  note_call(p, function, range);
  return function.returns_reference ? referred(p.context, expr) : expr;
}

// Returns whether the function is called on an object; a static member function is not.
bool takes_object(const FunctionDecl& function, const Expr* self) {
  return self != nullptr && !function.type->parameters.empty() &&
         function.type->parameters[0]->is_pointer() &&
         function.type->parameters[0]->element == self->type->element && !function.takes_reference.empty() &&
         !function.takes_reference[0];
}

// Returns the instances of those templates that accept these arguments.
std::vector<FunctionDecl*> instances(Parser& p, const Candidates& candidates,
                                     const TemplateArguments& written, const std::vector<Expr*>& values) {
  std::vector<Expr*> plain;
  for (Expr* value : values) {
    if (!value->type->is_array()) {
      plain.push_back(value);
      continue;
    }
    Expr* pointer = new_expr(p.context, ExprKind::decay, decayed(p, value), value->range, {value});
    plain.push_back(pointer);
  }
  std::vector<FunctionDecl*> result;
  for (Template* pattern : candidates.templates)
    if (const auto arguments = deduced(p, *pattern, written, plain))
      result.push_back(function_instance(p, *pattern, *arguments));
  return result;
}

}  // namespace

Candidates functions_named(Parser& p, std::string_view name) {
  Candidates result;
  const Symbol* symbol = p.scopes.find(name);
  if (symbol != nullptr && symbol->kind == Symbol::Kind::function) result.functions = symbol->functions;
  if (symbol != nullptr && symbol->kind != Symbol::Kind::function) return result;
  const auto found = state_of(p).functions.find(name);
  if (found != state_of(p).functions.end()) result.templates = found->second;
  return result;
}

Candidates methods_named(Parser& p, const Type& record, std::string_view name) {
  Candidates result;
  const Class* about = state_of(p).class_of(&record);
  if (about == nullptr) return result;
  const auto [begin, end] = about->methods.equal_range(name);
  for (auto it = begin; it != end; ++it) {
    if (it->second.function != nullptr) result.functions.push_back(it->second.function);
    if (it->second.pattern != nullptr) result.templates.push_back(it->second.pattern);
  }
  return result;
}

Candidates constructors_of(Parser& p, const Type& record) {
  Candidates result;
  if (const Class* about = state_of(p).class_of(&record)) result.functions = about->constructors;
  return result;
}

Expr* best_call(Parser& p, const Candidates& candidates, const TemplateArguments& written, Expr* self,
                const std::vector<Expr*>& values, const SourceRange& name, const SourceRange& range) {
  FunctionDecl* best = nullptr;
  int least = kNoMatch;
  const auto consider = [&](FunctionDecl* function, int handicap) {
    if (function->is_kernel) return;
    const bool with_self = takes_object(*function, self);
    if (with_self && self->type->pointee_const && !function->type->parameters[0]->pointee_const) return;
    const int misfit = misfit_of_call(p, *function, with_self ? 1 : 0, values);
    if (misfit == kNoMatch || 2 * misfit + handicap >= least) return;
    best = function;
    least = 2 * misfit + handicap;
  };
  if (written.empty())
    for (FunctionDecl* function : candidates.functions) consider(function, 0);
  for (FunctionDecl* function : instances(p, candidates, written, values)) consider(function, 1);
  if (best == nullptr) return nullptr;
  return call_node(p, *best, takes_object(*best, self) ? self : nullptr, values, name, range);
}

Expr* call_of(Parser& p, std::string_view called, const Candidates& candidates,
              const TemplateArguments& written, Expr* self, const std::vector<Expr*>& values,
              const SourceRange& name, const SourceRange& range) {
  if (Expr* call = best_call(p, candidates, written, self, values, name, range)) return call;
  refuse_call(p, called, values, name);
  std::string types;
  for (const Expr* value : values) types += (types.empty() ? "" : ", ") + to_string(*value->type);
  const bool calls_kernel = std::ranges::any_of(
      candidates.functions, [](const FunctionDecl* function) { return function->is_kernel; });
  if (calls_kernel)
    p.context.fail(
        name, fmt::format("'{}' is a kernel: kernels are launched by the host, and launches from kernels "
                          "(dynamic parallelism) are not supported",
                          called));
  if (candidates.functions.size() == 1 && candidates.templates.empty()) {
    FunctionDecl& only = *candidates.functions.front();
    Expr* object = takes_object(only, self) ? self : nullptr;
    const std::size_t count = only.type->parameters.size() - (object != nullptr ? 1 : 0);
    if (count != values.size())
      p.context.fail(range,
                     fmt::format("'{}' takes {}, not {}", called, plural(count, "argument"), values.size()));
    return call_node(p, only, object, values, name, range);
  }
  p.context.fail(range, fmt::format("no function '{}' takes ({})", called, types));
}

Expr* address_of_object(Parser& p, Expr* object) {
  if (object->is_lvalue && object->space != AddressSpace::constant)
    return make_address_of(p.context, object, object->range);
  return make_address_of(p.context, temporary(p.context, object, object->range), object->range);
}

Expr* this_pointer(Parser& p, const SourceRange& range) {
  const FunctionDecl* function = p.context.function;
  if (function == nullptr || function->parameters.empty() || function->parameters[0]->name != "this")
    p.context.fail(range, "'this' is allowed only in member functions");
  return variable_reference(p.context, function->parameters[0], range);
}

}  // namespace lockstep::sim::language::cuda
