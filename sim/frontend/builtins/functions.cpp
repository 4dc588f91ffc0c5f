#include "sim/frontend/builtins/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/base/text/text.hpp"
#include "sim/frontend/builtins/table.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
namespace {

constexpr BuiltinFunction kFunctions[] = {
#define B(name, rule, a, b) \
  {#name, rules::rule, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)},
#include "sim/frontend/builtins/collectives.def"
#include "sim/frontend/builtins/functions.def"
#undef B
};

using Table = std::unordered_map<std::string_view, const BuiltinFunction*>;

const Table& table() {
  static const Table by_name = [] {
    Table result;
    for (const BuiltinFunction& row : builtin_rows()) result.emplace(row.name, &row);
    return result;
  }();
  return by_name;
}

// Returns the cost of passing an argument to a parameter: 0 if the types are equal, a positive number for a
// conversion, and a negative number if no conversion is possible.
int misfit(const Type* from, const Type* to) {
  if (from == to) return 0;
  if (from->is_arithmetic() && to->is_arithmetic()) {
    const bool promotion = from->is_integer() == to->is_integer() && from->kind < to->kind;
    return promotion ? 1 : 2;
  }
  if (from->is_arithmetic() && to->is_vector()) return 3;
  if (from->is_pointer() && to->is_pointer() && from->element == to->element &&
      (from->space == to->space || to->space == AddressSpace::generic))
    return 1;
  return -1;
}

}  // namespace

const std::vector<BuiltinFunction>& builtin_rows() {
  static const std::vector<BuiltinFunction> all = [] {
    std::vector<BuiltinFunction> result(std::begin(kFunctions), std::end(kFunctions));
    const auto is_known = [&](std::string_view name) {
      return std::ranges::find(kFunctions, name, &BuiltinFunction::name) != std::end(kFunctions);
    };
    for (std::uint16_t i = 0; i < std::size(kBuiltinTable); ++i)
      if (!kBuiltinTable[i].is_internal && !is_known(kBuiltinTable[i].name))
        result.push_back({kBuiltinTable[i].name, rules::component, i, 0});
    return result;
  }();
  return all;
}

const BuiltinFunction* find_builtin(std::string_view name) {
  const auto found = table().find(name);
  if (found != table().end()) return found->second;
  constexpr std::string_view kCompilersOwn = "__builtin_";
  if (!name.starts_with(kCompilersOwn)) return nullptr;
  // For standard functions, other compilers have names such as __builtin_sqrt, or __builtin_sqrtf for float.
  name.remove_prefix(kCompilersOwn.size());
  if (!table().contains(name) && name.ends_with('f')) name.remove_suffix(1);
  const auto own = table().find(name);
  return own == table().end() ? nullptr : own->second;
}

bool is_builtin_function(std::string_view name) { return find_builtin(name) || is_in_family(name); }

void suggest_builtin_functions(Spelling& spelling) {
  for (const BuiltinFunction& row : builtin_rows()) spelling.consider(row.name);
  for (const std::string& name : family_names()) spelling.consider(name);
}

std::string_view refused_function(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kFamilies[] = {
      {"read_imageh", "images of half values are not supported"},
      {"write_imageh", "images of half values are not supported"},
      {"get_image_num_", "images with several levels or samples are not supported"},
      {"read_pipe", "pipes are not supported"},
      {"write_pipe", "pipes are not supported"},
      {"reserve_read_pipe", "pipes are not supported"},
      {"reserve_write_pipe", "pipes are not supported"},
      {"enqueue_", "device-side enqueue is not supported"},
      {"get_default_queue", "device-side enqueue is not supported"},
      {"ndrange_", "device-side enqueue is not supported"},
      {"intel_sub_group", "Intel's sub-group functions are not supported"},
      {"__builtin_", "compiler-specific functions are not supported"},
  };
  for (const auto& [prefix, message] : kFamilies)
    if (name.starts_with(prefix)) return message;
  return {};
}

Expr* call_builtin(Context& context, const Token& name, std::vector<Expr*> arguments,
                   const SourceRange& range) {
  for (Expr*& argument : arguments) argument = value_of(context, argument);
  BuiltinCall call{context, name, range, std::move(arguments)};
  const BuiltinFunction* row = find_builtin(name.text);
  if (!row) return call_family(call);
  call.a = row->a;
  call.b = row->b;
  return row->rule(call);
}

FunctionDecl* best_overload(Context& context, const std::vector<FunctionDecl*>& functions,
                            const std::vector<Expr*>& arguments, const SourceRange& range) {
  FunctionDecl* best = nullptr;
  int best_misfit = 0;
  for (FunctionDecl* function : functions) {
    const std::vector<const Type*>& parameters = function->type->parameters;
    if (parameters.size() != arguments.size()) continue;
    int total = 0;
    for (std::size_t i = 0; i < arguments.size() && total >= 0; ++i) {
      const int one = misfit(arguments[i]->type, parameters[i]);
      total = one < 0 ? -1 : total + one;
    }
    if (total < 0 || (best && total >= best_misfit)) continue;
    best = function;
    best_misfit = total;
  }
  if (!best)
    context.fail(range, fmt::format("no overload of '{}' accepts these arguments", functions.front()->name));
  return best;
}

void BuiltinCall::fail_argument(std::size_t argument, std::string_view wanted) const {
  context.fail(arguments[argument]->range, fmt::format("argument {} of {}() must be {}, not {}", argument + 1,
                                                       name.text, wanted, to_string(*type(argument))));
}

void BuiltinCall::expect_count(std::size_t least, std::size_t most) const {
  const std::size_t count = arguments.size();
  if (count >= least && count <= most) return;
  const std::string wanted =
      (least == most ? std::string() : fmt::format("{} to ", least)) + plural(most, "argument");
  fail(fmt::format("{}() takes {}, not {}", name.text, wanted, count));
}

Expr* BuiltinCall::argument_as(std::size_t i, const Type* wanted) const {
  return convert(context, arguments[i], wanted, fmt::format("argument {} of {}()", i + 1, name.text));
}

const Type* BuiltinCall::pointee(std::size_t argument) const {
  if (!type(argument)->is_pointer()) fail_argument(argument, "a pointer");
  return type(argument)->element;
}

void BuiltinCall::check_writable(std::size_t argument) const {
  pointee(argument);
  if (type(argument)->pointee_const || type(argument)->space == AddressSpace::constant)
    fail_argument(argument, "a pointer to writable memory");
}

std::optional<std::uint64_t> BuiltinCall::constant(std::size_t argument) const {
  return integer_constant(arguments[argument]);
}

Expr* BuiltinCall::node(ExprKind kind, const Type* result, std::vector<Expr*> operands) const {
  Expr* expr = new_expr(context, kind, result, range, std::move(operands));
  expr->operator_range = name.range;
  return expr;
}

Expr* BuiltinCall::special(Special kind, const Type* result, std::vector<Expr*> operands) const {
  Expr* expr = node(ExprKind::special, result, std::move(operands));
  expr->special = kind;
  return expr;
}

}  // namespace lockstep::sim::language
