// Writes expressions from the tree. Uses the program's own text wherever it has the same meaning.
#include <fmt/format.h>

#include "sim/frontend/warnings/walk.hpp"
#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

using language::BinaryOp;
using language::CastKind;
using language::ExprKind;
using language::Special;
using language::Storage;
using language::UnaryOp;

struct Sign {
  std::string_view text;
  Level level;
};

Sign sign_of(BinaryOp op) {
  constexpr Sign kSigns[] = {{"*", Level::product},   {"/", Level::product},   {"%", Level::product},
                             {"+", Level::sum},       {"-", Level::sum},       {"<<", Level::shift},
                             {">>", Level::shift},    {"&", Level::bit_and},   {"^", Level::bit_xor},
                             {"|", Level::bit_or},    {"<", Level::relation},  {"<=", Level::relation},
                             {">", Level::relation},  {">=", Level::relation}, {"==", Level::equality},
                             {"!=", Level::equality}, {"&&", Level::both},     {"||", Level::either}};
  return kSigns[static_cast<std::size_t>(op)];
}

constexpr Level above(Level level) { return static_cast<Level>(static_cast<std::uint8_t>(level) + 1); }

// Returns whether the low bits of the result depend only on the low bits of the operands.
bool keeps_low_bits(BinaryOp op) {
  return op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::bit_and ||
         op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
}

bool is_query(const Expr& expr, WorkItemQuery query, std::uint64_t dimension) {
  return expr.kind == ExprKind::special && expr.special == Special::work_item && expr.query == query &&
         expr.operands.size() == 1 && expr.operands[0]->integer == dimension;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += std::string("\\") + c;
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (code < 32 || code > 126)
      result += fmt::format("\\{:03o}", code);
    else
      result += c;
  }
  return result + "\"";
}

bool is_enclosed(std::string_view text) {
  if (!text.starts_with('(')) return false;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) return at + 1 == text.size();
  }
  return false;
}

}  // namespace

// Returns whether any integer type of at least 32 bits can represent the value, regardless of the type
// in which it is computed. This is the case for an id or a size, and for a quotient or remainder of
// such a value.
bool Writer::is_small(const Expr& expr) const {
  if (expr.kind == ExprKind::special) return expr.special == Special::work_item;
  if (expr.kind != ExprKind::binary) return false;
  const bool shrinks =
      expr.binary_op == BinaryOp::div || expr.binary_op == BinaryOp::rem || expr.binary_op == BinaryOp::shr;
  const Expr& right = language::uncast(*expr.operands[1]);
  const bool is_positive = right.kind == ExprKind::integer_literal || right.kind == ExprKind::special;
  return shrinks && is_positive && is_small(*expr.operands[0]);
}

Width Writer::width_for(const Type& target) {
  if (target.is_integer() && !target.is_bool() && target.size <= 4) return Width::low_bits;
  return target.is_arithmetic() ? Width::value : Width::exact;
}

std::string Writer::operand(const Expr& expr, Level least, Width width) {
  Written written = expression(expr, width);
  return written.level < least ? "(" + written.text + ")" : written.text;
}

Written Writer::expression(const Expr& expr, Width width) {
  // OpenCL C also performs this implicit conversion, so it is not written.
  if (expr.kind == ExprKind::cast && expr.is_implicit && expr.cast_kind != CastKind::bitcast &&
      expr.cast_kind != CastKind::splat) {
    const Expr& inner = *expr.operands[0];
    if (expr.cast_kind == CastKind::none && expr.type->is_pointer()) return composed(expr, width);
    const bool is_narrowing = expr.type->is_integer() && expr.type->size <= 4 && !expr.type->is_bool();
    if (width == Width::exact && expr.type->is_arithmetic() && expr.cast_kind == CastKind::numeric)
      return expression(inner, is_narrowing ? Width::exact : Width::value);
    return expression(inner, width == Width::exact ? Width::value : width);
  }
  const Written text = composed(expr, width);
  return source_text(expr, text).value_or(text);
}

// Returns the text of the source if it has the same tokens as the generated text.
std::optional<Written> Writer::source_text(const Expr& expr, const Written& text) {
  if (!replaced_.empty() && expr.range.file != 0) return std::nullopt;
  if (expr.kind == ExprKind::integer_literal || expr.kind == ExprKind::floating_literal) return std::nullopt;
  const Extent extent = layout_.extent(expr.range);
  if (extent.begin >= extent.end) return std::nullopt;
  if (layout_.expanded(extent) != comparable(text.text) || !layout_.is_of_c(extent)) return std::nullopt;
  const std::string_view source = layout_.text(extent);
  const std::size_t first = layout_.first_token(extent.file, extent.begin);
  const bool is_macro = layout_.tokens()[first].extent.contains(extent);
  const bool is_call = is_macro && source.ends_with(')');
  const Level level = is_enclosed(source) || is_call ? Level::primary : text.level;
  const bool is_word = is_macro && !is_call && layout_.tokens()[first].extent.end == extent.end;
  // The text of the macro may have no parentheses around it, so the level of the expression is kept.
  if (is_word && std::string_view(layout_.tokens()[first].token.text) != source)
    return Written{std::string(source), text.level};
  return Written{std::string(source), is_call ? text.level : level};
}

Written Writer::composed(const Expr& expr, Width width) {
  const auto& operands = expr.operands;
  switch (expr.kind) {
    case ExprKind::integer_literal:
    case ExprKind::floating_literal:
      return literal(expr);
    case ExprKind::string_literal:
      return {quoted(expr.text)};
    case ExprKind::variable:
      return variable(*expr.variable);
    case ExprKind::member:
      return member(expr);
    case ExprKind::swizzle:
      return swizzle(expr);
    case ExprKind::component: {
      const std::string element = type_name(*expr.type);
      return {fmt::format("(({}*)&{})[{}]", element + " ", operand(*operands[0], Level::unary),
                          plain(*operands[1], Width::value)),
              Level::postfix};
    }
    case ExprKind::index:
      return index(expr);
    case ExprKind::deref:
      return object_of(*operands[0]);
    case ExprKind::address_of:
      return address(*operands[0]);
    case ExprKind::decay:
      return expression(*operands[0]);
    case ExprKind::unary: {
      constexpr std::string_view kSigns[] = {"-", "~", "!"};
      const bool is_truth = expr.unary_op == UnaryOp::logical_not;
      std::string inner = operand(*operands[0], Level::unary,
                                  is_truth                ? Width::value
                                  : width == Width::value ? Width::exact
                                                          : width);
      const std::string_view sign = kSigns[static_cast<std::size_t>(expr.unary_op)];
      if (inner.starts_with(sign) && sign == "-") inner = "(" + inner + ")";
      return {std::string(sign) + inner, Level::unary};
    }
    case ExprKind::binary:
      return binary(expr, width);
    case ExprKind::pointer_offset: {
      const std::string sign = expr.binary_op == BinaryOp::add ? " + " : " - ";
      return {operand(*operands[0], Level::sum) + sign + operand(*operands[1], Level::product, Width::value),
              Level::sum};
    }
    case ExprKind::pointer_difference:
      return {operand(*operands[0], Level::sum) + " - " + operand(*operands[1], Level::product), Level::sum};
    case ExprKind::logical_and:
    case ExprKind::logical_or: {
      const bool is_and = expr.kind == ExprKind::logical_and;
      const Level level = is_and ? Level::both : Level::either;
      return {operand(*operands[0], level, Width::value) + (is_and ? " && " : " || ") +
                  operand(*operands[1], above(level), Width::value),
              level};
    }
    case ExprKind::assign:
      if (is_empty(*expr.type)) return {"(void)0", Level::unary};
      return {operand(*operands[0], Level::unary) + " = " +
                  operand(*operands[1], Level::assignment, width_for(*operands[0]->type)),
              Level::assignment};
    case ExprKind::compound_assign:
      return compound_assignment(expr);
    case ExprKind::increment: {
      const std::string sign = expr.is_decrement ? "--" : "++";
      if (expr.is_prefix) return {sign + operand(*operands[0], Level::unary), Level::unary};
      return {operand(*operands[0], Level::postfix) + sign, Level::postfix};
    }
    case ExprKind::conditional:
    case ExprKind::vector_select: {
      const Width inner = width == Width::value ? Width::exact : width;
      return {operand(*operands[0], Level::either, Width::value) + " ? " +
                  operand(*operands[1], Level::assignment, inner) + " : " +
                  operand(*operands[2], Level::conditional, inner),
              Level::conditional};
    }
    case ExprKind::comma:
      return {operand(*operands[0], Level::comma) + ", " + operand(*operands[1], Level::assignment, width),
              Level::comma};
    case ExprKind::cast:
      return cast(expr, width);
    case ExprKind::vector_literal: {
      std::string values;
      for (const Expr* value : operands)
        values += (values.empty() ? "" : ", ") + operand(*value, Level::assignment, width_for(*value->type));
      return {fmt::format("({})({})", type_name(*expr.type), values), Level::postfix};
    }
    case ExprKind::compound_literal:
      return compound_literal(expr);
    case ExprKind::initializer_list:
      return {initializer_list(*expr.type, expr)};
    case ExprKind::statement_expression:
      return block_expression(expr);
    case ExprKind::call:
      return call(expr);
    case ExprKind::builtin:
      return builtin(expr);
    case ExprKind::special:
      return special(expr, width);
  }
  return {};
}

// --- literals and names

Written Writer::variable(const VariableDecl& variable) {
  if (const auto found = replaced_.find(&variable); found != replaced_.end()) return found->second;
  if (const auto found = temporaries_.find(&variable); found != temporaries_.end()) return {found->second};
  const bool at_program_scope = variable.function == nullptr && variable.storage != Storage::local &&
                                variable.storage != Storage::parameter;
  if (at_program_scope || variable.storage == Storage::constant || variable.storage == Storage::global) {
    const bool is_number = variable.is_const && variable.type->is_scalar() && !variable.type->is_pointer() &&
                           !variable.initial_bytes.empty();
    if (variable.storage == Storage::constant || variable.storage == Storage::global || !is_number)
      write_variable(variable);
    return {names_.of(&variable, variable.name)};
  }
  if (variable.is_dynamic && function_ != nullptr) {
    const SharedNeeds& needs = shared_needs(*function_);
    const VariableDecl& parameter = *needs.dynamic;
    const std::string name = Names::of_variable(parameter.name);
    if (parameter.type->element == variable.type->element) return {name};
    return {fmt::format("(({})&{}[0])",
                        declarator(*unit_.types->pointer(variable.type->element, AddressSpace::local),
                                   AddressSpace::local, ""),
                        name)};
  }
  if (is_hoisted(variable)) {
    const std::string& name = names_.of(&variable, variable.name.empty() ? "shared" : variable.name);
    if (is_passed(variable) && !variable.type->is_array()) return {"(*" + name + ")"};
    return {name};
  }
  return {Names::of_variable(variable.name)};
}

std::string Writer::temporary(const VariableDecl& variable) {
  const auto [found, is_new] = temporaries_.try_emplace(&variable);
  if (is_new) {
    found->second = fmt::format("temporary_{}", temporaries_.size());
    const AddressSpace space =
        now_ != nullptr ? spaces_.of_variable(*now_, variable) : AddressSpace::private_;
    temporary_declarations_.push_back(declarator(*variable.type, space, found->second) + ";");
  }
  return found->second;
}

// --- objects and addresses

Written Writer::object_of(const Expr& pointer) {
  Written text = expression(pointer);
  // *&x is x.
  if (text.text.starts_with('&') && !text.text.starts_with("&&") && text.level == Level::unary)
    return {text.text.substr(1), Level::postfix};
  return {"*" + (text.level < Level::unary ? "(" + text.text + ")" : text.text), Level::unary};
}

Written Writer::address(const Expr& object) {
  if (object.kind == ExprKind::compound_literal && object.variable->init != nullptr) {
    const Expr& value = *object.variable->init;
    const bool is_list = value.kind == ExprKind::initializer_list;
    const std::string text = is_list ? compound_literal(object).text : operand(value, Level::assignment);
    const std::string name = temporary(*object.variable);
    return {fmt::format("({0} = {1}, &{0})", name, text)};
  }
  Written text = expression(object);
  if (text.text.starts_with('*') && text.level == Level::unary) {
    const std::string inner = text.text.substr(1);
    return {inner, is_enclosed(inner) ? Level::primary : Level::unary};
  }
  if (text.text.starts_with("(*") && is_enclosed(text.text))
    return {text.text.substr(2, text.text.size() - 3)};
  return {"&" + (text.level < Level::unary ? "(" + text.text + ")" : text.text), Level::unary};
}

Written Writer::member(const Expr& expr) {
  const std::string name = Names::of_variable(expr.member->name);
  Written object = expression(*expr.operands[0]);
  if (expr.member->name.empty())
    return object;  // the members of an unnamed struct are members of the outer struct in C
  if (object.text.starts_with('*') && object.level == Level::unary) {
    std::string pointer = object.text.substr(1);
    if (pointer.starts_with('*')) pointer = "(" + pointer + ")";
    return {pointer + "->" + name, Level::postfix};
  }
  if (object.text.starts_with("(*") && is_enclosed(object.text))
    return {object.text.substr(2, object.text.size() - 3) + "->" + name, Level::postfix};
  if (object.level < Level::postfix) object.text = "(" + object.text + ")";
  return {object.text + "." + name, Level::postfix};
}

Written Writer::swizzle(const Expr& expr) {
  std::string name;
  for (const std::uint8_t component : expr.components) name += component < 4 ? "xyzw"[component] : '?';
  if (name.find('?') != std::string::npos) {
    name = "s";
    for (const std::uint8_t component : expr.components) name += fmt::format("{:x}", component);
  }
  Written object = expression(*expr.operands[0]);
  if (object.text.starts_with('*') && object.level == Level::unary)
    return {object.text.substr(1) + "->" + name, Level::postfix};
  if (object.level < Level::postfix) object.text = "(" + object.text + ")";
  return {object.text + "." + name, Level::postfix};
}

Written Writer::index(const Expr& expr) {
  return {fmt::format("{}[{}]", operand(*expr.operands[0], Level::postfix),
                      plain(*expr.operands[1], Width::value)),
          Level::postfix};
}

// --- operators

// Translates blockIdx.x * blockDim.x + threadIdx.x to get_global_id(0).
std::optional<Written> Writer::global_index(const Expr& expr) {
  if (expr.kind != ExprKind::binary || expr.binary_op != BinaryOp::add) return std::nullopt;
  for (std::size_t product = 0; product < 2; ++product)
    for (std::uint64_t dimension = 0; dimension < 3; ++dimension) {
      const Expr& factor = *expr.operands[product];
      if (factor.kind != ExprKind::binary || factor.binary_op != BinaryOp::mul ||
          !is_query(*expr.operands[1 - product], WorkItemQuery::local_id, dimension))
        continue;
      for (std::size_t group = 0; group < 2; ++group)
        if (is_query(*factor.operands[group], WorkItemQuery::group_id, dimension) &&
            is_query(*factor.operands[1 - group], WorkItemQuery::local_size, dimension))
          return Written{fmt::format("get_global_id({})", dimension), Level::postfix};
    }
  return std::nullopt;
}

Written Writer::binary(const Expr& expr, Width width) {
  const BinaryOp op = expr.binary_op;
  const Sign sign = sign_of(op);
  const Expr &left = *expr.operands[0], &right = *expr.operands[1];
  if (auto whole = global_index(expr)) {
    if (width == Width::exact) return {"(uint)" + whole->text, Level::unary};
    return *whole;
  }
  for (std::uint64_t dimension = 0; dimension < 3; ++dimension)
    for (std::size_t groups = 0; groups < 2 && op == BinaryOp::mul; ++groups)
      if (is_query(*expr.operands[groups], WorkItemQuery::num_groups, dimension) &&
          is_query(*expr.operands[1 - groups], WorkItemQuery::local_size, dimension))
        return width == Width::exact
                   ? Written{fmt::format("(uint)get_global_size({})", dimension), Level::unary}
                   : Written{fmt::format("get_global_size({})", dimension), Level::postfix};
  Width of_left = Width::exact, of_right = Width::exact;
  const bool is_narrow = expr.type->is_integer() && expr.type->size <= 4;
  if (is_comparison(op)) {
    const bool is_integer = left.type->is_integer() && left.type->size <= 4;
    if (is_integer && (is_small(left) || global_index(left))) of_left = Width::value;
    if (is_integer && (is_small(right) || global_index(right))) of_right = Width::value;
    // Otherwise, both sides would have 64 bits, and a value that wraps to 32 bits in CUDA would not wrap.
    if (of_left == Width::value && of_right == Width::exact && right.kind == ExprKind::binary &&
        !is_small(right))
      of_left = Width::exact;
    if (of_right == Width::value && of_left == Width::exact && left.kind == ExprKind::binary &&
        !is_small(left))
      of_right = Width::exact;
  } else if (width == Width::low_bits && is_narrow) {
    if (keeps_low_bits(op)) of_left = of_right = Width::low_bits;
    if (op == BinaryOp::shl) of_left = Width::low_bits;
    if (is_small(expr)) of_left = of_right = Width::value;
  } else if (width == Width::value && is_narrow && is_small(expr)) {
    of_left = of_right = Width::value;
  }
  const std::string right_text = operand(right, above(sign.level), of_right);
  return {operand(left, sign.level, of_left) + fmt::format(" {} ", sign.text) + right_text, sign.level};
}

Written Writer::compound_assignment(const Expr& expr) {
  const Expr &target = *expr.operands[0], &value = *expr.operands[1];
  const bool is_pointer = expr.compute_type->is_pointer();
  const bool is_narrow = target.type->is_integer() && target.type->size <= 4 &&
                         expr.compute_type->is_integer() && expr.compute_type->size <= 4;
  const Width width = is_pointer                                    ? Width::value
                      : is_narrow && keeps_low_bits(expr.binary_op) ? Width::low_bits
                      : expr.compute_type->is_floating()            ? Width::value
                                                                    : Width::exact;
  return {fmt::format("{} {}= {}", operand(target, Level::unary), sign_of(expr.binary_op).text,
                      operand(value, Level::assignment, width)),
          Level::assignment};
}

Written Writer::cast(const Expr& expr, Width width) {
  const Expr& value = *expr.operands[0];
  switch (expr.cast_kind) {
    case CastKind::to_void:
      return {"(void)" + operand(value, Level::unary), Level::unary};
    case CastKind::bitcast:
      return {fmt::format("as_{}({})", type_name(*expr.type), plain(value)), Level::postfix};
    case CastKind::none: {
      if (!expr.type->is_pointer()) return expression(value, width);
      const bool only_adds_const = value.type->is_pointer() && expr.type->element == value.type->element &&
                                   (expr.type->pointee_const || !value.type->pointee_const) &&
                                   (expr.type->pointee_volatile || !value.type->pointee_volatile);
      if (only_adds_const || (expr.is_implicit && expr.type->element->is_void())) return expression(value);
      break;
    }
    case CastKind::splat: {
      const std::string one = operand(value, Level::assignment);
      if (value.kind != ExprKind::floating_literal && value.kind != ExprKind::integer_literal) break;
      std::string all = one;
      for (unsigned i = 1; i < expr.type->count; ++i) all += ", " + one;
      return {fmt::format("({})({})", type_name(*expr.type), all), Level::postfix};
    }
    case CastKind::integer_to_pointer:
      if (value.kind == ExprKind::integer_literal && value.integer == 0) return {"0"};
      break;
    default:
      break;
  }
  if (expr.convert_mode != ConvertMode::c) {
    constexpr std::string_view kEndings[] = {"",     "_sat",     "_rte",     "_rtz",     "_rtp",
                                             "_rtn", "_sat_rte", "_sat_rtz", "_sat_rtp", "_sat_rtn"};
    return {fmt::format("convert_{}{}({})", type_name(*expr.type),
                        kEndings[static_cast<std::size_t>(expr.convert_mode)], plain(value)),
            Level::postfix};
  }
  const AddressSpace space = expr.type->is_pointer() && now_ != nullptr
                                 ? spaces_.of_value(*now_, expr).value_or(AddressSpace::private_)
                                 : AddressSpace::private_;
  return {fmt::format(
              "({}){}", declaration_type(*expr.type, space),
              operand(value, Level::unary, expr.type->is_pointer() ? Width::exact : width_for(*expr.type))),
          Level::unary};
}

// --- values of aggregates

// Translates ({ T object; T_T(&object, …); object; }) to a call of a function make_T(…).
Written Writer::block_expression(const Expr& expr) {
  const std::vector<Stmt*>& children = expr.block->children;
  const Expr* made = children.size() == 2 ? children[1]->expr : nullptr;
  if (made != nullptr && made->kind == ExprKind::call && !made->operands.empty() &&
      language::uncast(*made->operands[0]).kind == ExprKind::address_of &&
      expr.operands[0]->kind == ExprKind::variable) {
    const std::string name = constructor_function(*made->function, *expr.type, spaces_.of_call(*now_, *made));
    return {fmt::format("{}({})", name, arguments(*made, 1)), Level::postfix};
  }
  const std::string name = temporary(*expr.operands[0]->variable);
  std::string text;
  for (const Stmt* child : children)
    if (child->expr != nullptr) text += operand(*child->expr, Level::assignment) + ", ";
  return {"(" + text + name + ")"};
}

}  // namespace lockstep::sim::translation::opencl
