#include "sim/frontend/cuda/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/base/text/text.hpp"
#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/cuda/calls.hpp"
#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/work_items.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// An OpenCL C function that corresponds to a CUDA function with a different name.
struct Alike {
  std::string_view opencl;
  bool is_of_float = false;  // "sqrtf": its arguments are converted to float
};

// The float versions of those functions for which the table of words contains only the double version.
constexpr std::pair<std::string_view, std::string_view> kOfFloat[] = {
    {"asinhf", "asinh"},   {"acoshf", "acosh"},         {"atanhf", "atanh"},         {"sinpif", "sinpi"},
    {"cospif", "cospi"},   {"nextafterf", "nextafter"}, {"ldexpf", "ldexp"},         {"ilogbf", "ilogb"},
    {"logbf", "logb"},     {"frexpf", "frexp"},         {"remainderf", "remainder"}, {"modff", "modf"},
    {"remquof", "remquo"}, {"remquo", "remquo"}};

// Returns whether a row of the table of words replaces a name by another name, and not by several tokens.
bool is_name(std::string_view tokens) { return tokens.find(' ') == std::string_view::npos; }

const std::unordered_map<std::string_view, Alike>& alike() {
  static const std::unordered_map<std::string_view, Alike> names = [] {
    std::unordered_map<std::string_view, Alike> result;
#define READ(cuda, tokens, words) \
  if (is_name(#tokens)) result.try_emplace(#cuda, Alike{#tokens});
#define KEEP(name) result.try_emplace(#name, Alike{#name});
#include "sim/frontend/preprocess/cuda_words.def"
    for (const auto& [cuda, opencl] : kOfFloat) result.try_emplace(cuda, Alike{opencl});
    for (auto& [name, row] : result)
      row.is_of_float =
          name.size() == row.opencl.size() + 1 && name.ends_with('f') && name.starts_with(row.opencl);
    return result;
  }();
  return names;
}

const std::unordered_map<std::string_view, CudaFunction>& own_functions() {
  static const std::unordered_map<std::string_view, CudaFunction> table = [] {
    std::unordered_map<std::string_view, CudaFunction> result;
    for (const auto& rows :
         {synchronisation_functions(), warp_functions(), atomic_functions(), value_functions()})
      for (const CudaFunction& row : rows) result.emplace(row.name, row);
    return result;
  }();
  return table;
}

bool keeps_integers(std::string_view name) {
  constexpr std::string_view kNames[] = {"printf", "isnan",   "isinf",    "isfinite", "signbit",
                                         "mul24",  "mul_hi",  "hadd",     "rhadd",    "popcount",
                                         "clz",    "ldexp",   "modf",     "frexp",    "remquo",
                                         "as_int", "as_uint", "as_float", "as_long",  "as_double"};
  return std::ranges::find(kNames, name) != std::end(kNames) || name.starts_with("convert_") ||
         name.starts_with("__");
}

// Converts the arguments of a mathematical function: to float if all arguments are float or the function's
// name requires float, otherwise to double.
std::vector<Expr*> converted(const CudaCall& call, const Alike& row) {
  std::vector<Expr*> values;
  bool is_float = true;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    values.push_back(call.value(i));
    const Type* type = values.back()->type;
    is_float = is_float && (type->kind == TypeKind::float_ || type->kind == TypeKind::half);
  }
  if (keeps_integers(row.opencl)) return values;
  const Type* type = row.is_of_float || is_float ? call.types().float_type() : call.types().double_type();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i]->type->is_arithmetic()) values[i] = call.as(i, type);
  return values;
}

// Returns whether the name is that of an OpenCL C function, called in a built-in library.
bool is_opencl_in_library(const Parser& p, const Token& name) {
  return p.context.diagnostics.file(name.range.file).is_library && is_builtin_function(name.text);
}

// Creates the value of make_float4(x, y, z, w) and similar functions.
Expr* made_value(const CudaCall& call, const Type* type) {
  return constructed(call.p, type, call.arguments, call.range);
}

}  // namespace

void CudaCall::expect_count(std::size_t least, std::size_t most) const {
  const std::size_t count = arguments.size();
  if (count >= least && count <= most) return;
  const std::string wanted =
      (least == most ? std::string() : fmt::format("{} to ", least)) + plural(most, "argument");
  fail(fmt::format("{}() takes {}, not {}", name.text, wanted, count));
}

Expr* CudaCall::as(std::size_t i, const Type* type) const {
  return convert(p.context, arguments[i], type, fmt::format("argument {} of {}()", i + 1, name.text));
}

Expr* CudaCall::value(std::size_t i) const { return value_of(p.context, arguments[i]); }

Expr* CudaCall::opencl(std::string_view function, std::vector<Expr*> operands) const {
  Token renamed = name;
  renamed.text = function;
  return call_builtin(p.context, renamed, std::move(operands), range);
}

Expr* CudaCall::special(Special kind, const Type* type, std::vector<Expr*> operands) const {
  Expr* expr = new_expr(p.context, ExprKind::special, type, range, std::move(operands));
  expr->special = kind;
  expr->operator_range = name.range;
  return expr;
}

Expr* CudaCall::number(std::uint64_t number, const Type* type) const {
  return integer_literal(p.context, number, type, range);
}

std::vector<std::string> names_of_functions() {
  std::vector<std::string> names;
  for (const auto& [name, row] : own_functions()) names.emplace_back(name);
  for (const auto& [name, row] : alike())
    if (!own_functions().contains(name) && is_builtin_function(row.opencl)) names.emplace_back(name);
  return names;
}

Expr* CudaCall::with_mask(Expr* collective) const {
  collective->operands.push_back(as(0, types().uint_type()));
  put_above(context(), *collective, collective->operands.back()->height);
  collective->collective.has_mask = true;
  return collective;
}

bool is_function_of_cuda(const Parser& p, const Token& name) {
  return own_functions().contains(name.text) || alike().contains(name.text) ||
         name.text.starts_with("make_") || is_opencl_in_library(p, name);
}

Expr* call_cuda(Parser& p, const Token& name, const TemplateArguments& written, std::vector<Expr*> values,
                const SourceRange& range) {
  CudaCall call{p, name, range, written, std::move(values)};
  if (const auto own = own_functions().find(name.text); own != own_functions().end()) {
    call.a = own->second.a;
    return own->second.rule(call);
  }
  if (const auto row = alike().find(name.text); row != alike().end())
    return call.opencl(row->second.opencl, converted(call, row->second));
  if (const Type* type = made_type(p, name.text)) return made_value(call, type);
  if (is_opencl_in_library(p, name)) return call.opencl(name.text, call.arguments);
  p.context.fail(name.range, fmt::format("unknown function '{}'", name.text));
}

}  // namespace lockstep::sim::language::cuda
