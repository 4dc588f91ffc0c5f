#include "sim/explain/kernel_edits/value_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "core/plan/operator_code.hpp"
#include "sim/explain/kernel_edits/places.hpp"
#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim {
namespace {

using namespace language;

// CUDA also has atomic functions that add and exchange floating-point numbers.
bool has_atomic_functions(const Type& type, Language language) {
  return type.kind == TypeKind::int_ || type.kind == TypeKind::uint ||
         (language == Language::cuda && type.is_floating());
}

bool takes_floats(std::string_view call) {
  return call.starts_with("atomic_add(") || call.starts_with("atomic_xchg(");
}

// Returns the name of the operation in an atomic function: "add" for atomic_add(); "" if there is no
// such function.
std::string_view atomic_name(BinaryOp op) {
  switch (op) {
    case BinaryOp::add:
      return "add";
    case BinaryOp::sub:
      return "sub";
    case BinaryOp::bit_and:
      return "and";
    case BinaryOp::bit_or:
      return "or";
    case BinaryOp::bit_xor:
      return "xor";
    default:
      return "";
  }
}

// Returns the atomic call that replaces `place = value` if the value combines the old value of the place with
// another value; otherwise "".
std::string combined(const std::string& text, const std::string& place, const Expr& value) {
  const Expr& inner = written(value);
  if (inner.kind == ExprKind::binary && !atomic_name(inner.binary_op).empty() &&
      text_of(text, written(*inner.operands[0]).range) == place)
    return fmt::format("atomic_{}(&{}, {})", atomic_name(inner.binary_op), place,
                       text_of(text, written(*inner.operands[1]).range));
  const std::string words = text_of(text, inner.range);
  for (const std::string_view name : {"min", "max"})
    if (words.starts_with(fmt::format("{}({},", name, place)))
      return fmt::format("atomic_{}(&{}", name, words.substr(name.size() + 1));
  return {};
}

// CUDA's atomicInc() has an additional limit, so increments in CUDA become atomic additions.
std::string step_call(const Expr& expr, const std::string& place, Language language) {
  if (language == Language::cuda)
    return fmt::format("atomic_{}(&{}, 1)", expr.is_decrement ? "sub" : "add", place);
  return fmt::format("atomic_{}(&{})", expr.is_decrement ? "dec" : "inc", place);
}

std::string atomic_call(const std::string& text, const Expr& expr, Language language) {
  const std::string place = text_of(text, expr.operands[0]->range);
  if (expr.kind == ExprKind::increment)
    return expr.is_prefix ? std::string() : step_call(expr, place, language);
  const std::string value = text_of(text, written(*expr.operands[1]).range);
  if (expr.kind == ExprKind::compound_assign)
    return atomic_name(expr.binary_op).empty()
               ? std::string()
               : fmt::format("atomic_{}(&{}, {})", atomic_name(expr.binary_op), place, value);
  const std::string call = combined(text, place, *expr.operands[1]);
  return call.empty() ? fmt::format("atomic_xchg(&{}, {})", place, value) : call;
}

bool changes(const Expr& expr) {
  return expr.kind == ExprKind::assign || expr.kind == ExprKind::compound_assign ||
         expr.kind == ExprKind::increment;
}

Edit in_place_of(const std::string& text, const SourceRange& range, const std::string& replacement) {
  return {fmt::format("Write {} in place of {} at line {}", replacement, text_of(text, range), range.line),
          range.line, with_replaced(text, range, replacement)};
}

bool is_constant(const Expr& expr) {
  const Expr& inner = uncast(expr);
  if (inner.kind == ExprKind::unary && inner.unary_op == UnaryOp::minus)
    return is_constant(*inner.operands[0]);
  return inner.kind == ExprKind::integer_literal || inner.kind == ExprKind::floating_literal;
}

struct Widening {
  std::string_view narrow, wide;
};
// Longer type names precede the shorter names that they contain.
constexpr Widening kWidenings[] = {
    {"unsigned char", "int"},  {"signed char", "int"}, {"unsigned short", "int"}, {"signed short", "int"},
    {"unsigned int", "ulong"}, {"uchar", "int"},       {"char", "int"},           {"ushort", "int"},
    {"short", "int"},          {"uint", "ulong"},      {"unsigned", "ulong"},     {"int", "long"},
    {"half", "float"}};

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Finds the range of a word in the text between two byte offsets; npos if the word is absent.
std::size_t find_word(const std::string& text, std::string_view word, std::size_t begin, std::size_t end) {
  for (std::size_t at = text.find(word, begin); at != std::string::npos && at + word.size() <= end;
       at = text.find(word, at + 1)) {
    const bool is_begin = at == 0 || !is_name_part(text[at - 1]);
    const bool is_end = at + word.size() >= text.size() || !is_name_part(text[at + word.size()]);
    if (is_begin && is_end) return at;
  }
  return std::string::npos;
}

// Returns a type that has 64 bits on all platforms of CUDA compilers.
std::string_view spelled(std::string_view type, Language language) {
  if (language != Language::cuda) return type;
  if (type == "ulong") return "unsigned long long";
  return type == "long" ? "long long" : type;
}

void widen(const std::string& text, std::size_t begin, std::size_t end, std::uint32_t line,
           const std::string& what, Language language, Edits& edits) {
  for (const auto& [narrow, wider] : kWidenings) {
    const std::size_t at = find_word(text, narrow, begin, end);
    if (at == std::string::npos) continue;
    const std::string_view wide = spelled(wider, language);
    std::string changed = text;
    changed.replace(at, narrow.size(), wide);
    edits.push_back({fmt::format("Write {} in place of {} for {} at line {}", wide, narrow, what, line), line,
                     std::move(changed)});
    return;
  }
}

// Returns the first statement of a function's body that uses a variable; null if no statement does.
const Stmt* first_use_of(const FunctionDecl& function, const VariableDecl& variable) {
  for (const Stmt* statement : function.body->children) {
    bool uses = false;
    walk(
        statement, [](const Stmt&) {},
        [&](const Expr& expr) {
          uses = uses || (expr.kind == ExprKind::variable && expr.variable == &variable);
        });
    if (uses && statement->kind != StmtKind::declaration) return statement;
  }
  return nullptr;
}

}  // namespace

Edits atomic_edits(const TranslationUnit& unit, const std::string& text, const SourceRange& access) {
  const Place place = place_of(unit, access);
  if (place.function == nullptr) return {};
  const Language language = language_of_unit(unit);
  Edits edits;
  const Expr* read = nullptr;
  each_expression(*place.function, [&](const Expr& expr) {
    if (expr.range == access && expr.is_lvalue && has_atomic_functions(*expr.type, Language::opencl_c))
      read = &expr;
    const bool is_there = changes(expr) && (expr.operands[0]->range == access || expr.range == access);
    if (!is_there || !has_atomic_functions(*expr.operands[0]->type, language)) return;
    const std::string call = atomic_call(text, expr, language);
    if (call.empty() || (expr.operands[0]->type->is_floating() && !takes_floats(call))) return;
    edits.push_back(in_place_of(text, expr.range, in_language_of(unit, call)));
  });
  if (edits.empty() && read != nullptr)
    edits.push_back(in_place_of(
        text, access, in_language_of(unit, fmt::format("atomic_or(&{}, 0)", text_of(text, access)))));
  return edits;
}

Edits identity_edits(const std::string& text, const FunctionDecl& function, const Expectation& expected) {
  const auto literal = [&](const Type& type) -> std::string {
    if (type.is_integer() && !type.is_bool() && type.size == 4)
      return std::string(
          identity_literal(expected.op, type.is_signed() ? ElementType::int32 : ElementType::uint32));
    if (type.kind == TypeKind::float_)
      return std::string(identity_literal(expected.op, ElementType::float32));
    return {};
  };
  Edits edits;
  const auto add = [&](const Expr& value) {
    const Expr& constant = written(value);
    const std::string other = literal(*value.type);
    if (value.range.file != 0 || !is_constant(value) || other.empty()) return;
    if (text_of(text, constant.range) != other) edits.push_back(in_place_of(text, constant.range, other));
  };
  for (const VariableDecl* variable : function.variables)
    if (variable->init != nullptr) add(*variable->init);
  each_expression(function, [&](const Expr& expr) {
    if (expr.kind == ExprKind::assign) add(*expr.operands[1]);
    if (expr.kind == ExprKind::conditional) {
      add(*expr.operands[1]);
      add(*expr.operands[2]);
    }
  });
  return edits;
}

Edits first_value_edits(const TranslationUnit& unit, const std::string& text, const SourceRange& access,
                        const std::string& identity) {
  const Place place = place_of(unit, access);
  if (place.function == nullptr) return {};
  const VariableDecl* memory = nullptr;
  each_expression(*place.function, [&](const Expr& expr) {
    const bool is_local = expr.kind == ExprKind::variable &&
                          (expr.variable->space == AddressSpace::local ||
                           (expr.type->is_pointer() && expr.type->space == AddressSpace::local));
    if (is_local && contains(access, expr.range)) memory = expr.variable;
  });
  const Stmt* before = memory == nullptr ? nullptr : first_use_of(*place.function, *memory);
  if (before == nullptr) return {};
  const std::size_t at = offset_in(text, before->range.line, before->range.column);
  Edits edits;
  for (const std::string& opencl :
       {fmt::format("{}[get_local_id(0)] = {};", memory->name, identity),
        fmt::format("if (get_local_id(0) == 0) {}[0] = {}; barrier(CLK_LOCAL_MEM_FENCE);", memory->name,
                    identity)}) {
    const std::string statement = in_language_of(unit, opencl);
    edits.push_back({fmt::format("Put {} before line {}", statement, before->range.line), before->range.line,
                     text.substr(0, at) + statement + " " + text.substr(at)});
  }
  return edits;
}

Edits type_edits(const TranslationUnit& unit, const std::string& text, const FunctionDecl& function) {
  const Language language = language_of_unit(unit);
  Edits edits;
  each_statement(function, [&](const Stmt& statement) {
    if (statement.kind != StmtKind::declaration || statement.variables.empty() || statement.range.file != 0)
      return;
    const VariableDecl& first = *statement.variables.front();
    const std::size_t begin = offset_in(text, statement.range.line, statement.range.column);
    widen(text, begin, offset_in(text, first.range.line, first.range.column), first.range.line, first.name,
          language, edits);
  });
  each_expression(function, [&](const Expr& expr) {
    if (expr.kind != ExprKind::cast || expr.is_implicit || expr.range.file != 0) return;
    const std::size_t begin = offset_in(text, expr.range.line, expr.range.column);
    const std::size_t end = text.find(')', begin);
    if (begin >= text.size() || text[begin] != '(' || end == std::string::npos) return;
    widen(text, begin, end, expr.range.line, "the conversion", language, edits);
  });
  return edits;
}

}  // namespace lockstep::sim
