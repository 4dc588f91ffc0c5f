#include "tests/sim/frontend/tree_text.hpp"

#include <fmt/format.h>

#include <array>

#include "sim/bytecode/builtin.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::array kKindNames = {"integer",   "floating",  "string",     "variable", "member",  "swizzle",
                                   "component", "index",     "deref",      "address",  "decay",   "unary",
                                   "binary",    "offset",    "difference", "and",      "or",      "=",
                                   "op=",       "increment", "?:",         "select",   "comma",   "cast",
                                   "vector",    "compound",  "list",       "call",     "builtin", "special"};
constexpr std::array kUnary = {"-", "~", "!"};
constexpr std::array kBinary = {"*", "/", "%",  "+", "-",  "<<", ">>", "&",  "^",
                                "|", "<", "<=", ">", ">=", "==", "!=", "&&", "||"};
constexpr std::array kCasts = {"none", "numeric", "to_bool", "splat", "bits", "address", "pointer", "void"};

std::string head(const Expr& e) {
  switch (e.kind) {
    case ExprKind::unary:
      return kUnary[static_cast<std::size_t>(e.unary_op)];
    case ExprKind::binary:
      return kBinary[static_cast<std::size_t>(e.binary_op)];
    case ExprKind::pointer_offset:
      return fmt::format("offset{}", kBinary[static_cast<std::size_t>(e.binary_op)]);
    case ExprKind::compound_assign:
      return fmt::format("{}=[{}]", kBinary[static_cast<std::size_t>(e.binary_op)],
                         to_string(*e.compute_type));
    case ExprKind::increment:
      return fmt::format("{}{}", e.is_prefix ? "pre" : "post", e.is_decrement ? "--" : "++");
    case ExprKind::cast:
      return kCasts[static_cast<std::size_t>(e.cast_kind)];
    case ExprKind::builtin:
      return std::string(builtin_info(e.builtin).name);
    case ExprKind::special:
      return fmt::format("special{}", static_cast<int>(e.special));
    case ExprKind::call:
      return e.function->name;
    case ExprKind::member:
      return "." + e.member->name;
    case ExprKind::swizzle: {
      std::string text = ".s";
      for (const std::uint8_t index : e.components) text += fmt::format("{:x}", index);
      return text;
    }
    default:
      return kKindNames[static_cast<std::size_t>(e.kind)];
  }
}

}  // namespace

std::string tree_text(const Expr& e) {
  if (e.kind == ExprKind::variable) return e.variable->name;
  if (e.kind == ExprKind::string_literal) return fmt::format("\"{}\"", e.text);
  if (e.kind == ExprKind::integer_literal)
    return fmt::format("{}:{}", static_cast<std::int64_t>(e.integer), to_string(*e.type));
  if (e.kind == ExprKind::floating_literal) return fmt::format("{}:{}", e.floating, to_string(*e.type));
  std::string text = fmt::format("({}:{}", head(e), to_string(*e.type));
  for (const Expr* operand : e.operands) text += " " + tree_text(*operand);
  for (const InitElement& element : e.elements)
    text += fmt::format(" @{}={}", element.offset, tree_text(*element.value));
  return text + ")";
}

Result<TranslationUnit> analyse_text(const std::string& text, const std::string& options) {
  return analyse(KernelSource{.path = "test.cl", .text = text, .include_dir = ""}, options);
}

std::string tree_of(const std::string& expression, const std::string& options) {
  const std::string text =
      "__constant int k[2] = {1, 2};\n"
      "int twice(int x) { return 2 * x; }\n"
      "__kernel void test(__global int* p, __local float* q, __global float4* pv) {\n"
      "int i, j; uint u; long l; ulong ul; char c; uchar uc; short s; bool b; float f; double d;\n"
      "float4 v; float3 v3; int4 n; uint4 m; uchar4 w; int a[4]; float t[2][3];\n"
      "struct { int x; float y[2]; float4 z; } r, *pr;\n" +
      expression + ";\n}\n";
  const auto unit = analyse_text(text, options);
  if (!unit) {
    const std::string& message = unit.error().message;
    const std::size_t begin = message.find("error: ");
    return message.substr(begin, message.find('\n') - begin);
  }
  const Stmt& last = *unit->functions.back()->body->children.back();
  return tree_text(*last.expr);
}

}  // namespace lockstep::sim::language
