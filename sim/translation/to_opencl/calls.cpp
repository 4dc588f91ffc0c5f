// Translates calls of program functions and of built-in functions.
#include <fmt/format.h>

#include <algorithm>

#include "sim/bytecode/builtin.hpp"
#include "sim/frontend/warnings/walk.hpp"
#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

using language::CastKind;
using language::CollectiveShape;
using language::ExprKind;
using language::Special;
using language::StmtKind;
using language::TypeKind;

constexpr std::uint64_t kWholeWarp = 0xFFFFFFFF;

// Returns whether the expression may be repeated or moved, because it has no side effects and no other side
// effect changes its value.
bool is_repeatable(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::integer_literal:
    case ExprKind::floating_literal:
    case ExprKind::string_literal:
      return true;
    case ExprKind::variable:
    case ExprKind::member:
    case ExprKind::swizzle:
    case ExprKind::cast:
    case ExprKind::decay:
    case ExprKind::address_of:
    case ExprKind::deref:
    case ExprKind::index:
    case ExprKind::pointer_offset:
    case ExprKind::unary:
    case ExprKind::binary:
      return std::ranges::all_of(expr.operands, [](const Expr* operand) { return is_repeatable(*operand); });
    case ExprKind::special:
      return expr.special == Special::work_item;
    default:
      return false;
  }
}

std::size_t uses_of(const VariableDecl& variable, const Expr& expr) {
  std::size_t count = 0;
  language::walk(
      &expr, [](const Stmt&) {},
      [&](const Expr& part) { count += part.kind == ExprKind::variable && part.variable == &variable; });
  return count;
}

// Returns the expression of a function whose body consists only of "return x;" or "x;".
const Expr* only_expression(const FunctionDecl& function) {
  const Stmt* body = function.body;
  while (body != nullptr && body->kind == StmtKind::block && body->children.size() == 1)
    body = body->children[0];
  if (body == nullptr) return nullptr;
  if (body->kind == StmtKind::return_) return body->expr;
  return body->kind == StmtKind::expression && function.result()->is_void() ? body->expr : nullptr;
}

bool declares(const Expr& expr) {
  bool found = false;
  language::walk(
      &expr, [](const Stmt&) {},
      [&](const Expr& part) {
        found =
            found || part.kind == ExprKind::compound_literal || part.kind == ExprKind::statement_expression;
      });
  return found;
}

bool is_whole_warp(const Expr& mask) {
  const Expr& value = language::uncast(mask);
  if (value.kind == ExprKind::integer_literal) return (value.integer & kWholeWarp) == kWholeWarp;
  return value.kind == ExprKind::variable && value.variable->is_const &&
         value.variable->initial_bytes.size() >= 4 &&
         std::all_of(value.variable->initial_bytes.begin(), value.variable->initial_bytes.begin() + 4,
                     [](std::byte byte) { return byte == std::byte{0xFF}; });
}

// Removes !! from a condition: for an integer x, !!x is true if and only if x is true.
const Expr& truth(const Expr& value) {
  const Expr* inner = &value;
  for (unsigned i = 0; i < 2; ++i) {
    inner = &language::written(*inner);
    if (inner->kind != ExprKind::unary || inner->unary_op != language::UnaryOp::logical_not) return value;
    inner = inner->operands[0];
  }
  inner = &language::written(*inner);
  const bool is_int = inner->type->is_integer() && inner->type->size <= 4;
  return is_int ? *inner : value;
}

// Returns the expression of a lane number, which is taken modulo 32. If the number is a literal below 32,
// this operation does not change it and is removed.
const Expr& lane_of(const Expr& position) {
  const Expr& value = language::written(position);
  const bool is_modulo = value.kind == ExprKind::binary && value.binary_op == language::BinaryOp::bit_and &&
                         value.operands[1]->kind == ExprKind::integer_literal;
  if (!is_modulo) return position;
  const Expr& lane = language::written(*value.operands[0]);
  return lane.kind == ExprKind::integer_literal && lane.integer < 32 ? lane : position;
}

std::string_view scope_name(unsigned scope) {
  constexpr std::string_view kNames[] = {"memory_scope_work_item", "memory_scope_work_group",
                                         "memory_scope_device", "memory_scope_all_svm_devices",
                                         "memory_scope_sub_group"};
  return kNames[scope];
}

std::string_view order_name(unsigned order) {
  constexpr std::string_view kNames[] = {
      "memory_order_relaxed", "memory_order_acquire", "memory_order_acquire", "memory_order_release",
      "memory_order_acq_rel", "memory_order_seq_cst", "memory_order_acq_rel"};
  return kNames[order];
}

std::string_view atomic_word(AtomicOp op) {
  constexpr std::string_view kWords[] = {"add", "sub", "xchg", "inc",  "dec",   "cmpxchg", "min",     "max",
                                         "and", "or",  "xor",  "load", "store", "inc_to",  "dec_from"};
  return kWords[static_cast<std::size_t>(op)];
}

}  // namespace

std::string Writer::argument(const Expr& expr) {
  return operand(expr, Level::assignment, width_for(*expr.type));
}

std::string Writer::arguments(const Expr& expr, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < expr.operands.size(); ++i) {
    if (is_empty(*expr.operands[i]->type)) continue;
    text += (text.empty() ? "" : ", ") + argument(*expr.operands[i]);
  }
  const std::string shared = shared_arguments(*expr.function);
  return text + (text.empty() || shared.empty() ? "" : ", ") + shared;
}

Written Writer::call(const Expr& expr) {
  if (auto text = inlined(expr)) return *text;
  const std::string name = variant(*expr.function, spaces_.of_call(*now_, expr));
  return {fmt::format("{}({})", name, arguments(expr)), Level::postfix};
}

// Expands a call of a function of a built-in library if the function consists of one expression.
std::optional<Written> Writer::inlined(const Expr& expr) {
  const FunctionDecl& function = *expr.function;
  const bool is_library =
      function.range.file < unit_.files.size() && unit_.files[function.range.file].is_library;
  const Expr* body = only_expression(function);
  if (!is_library || body == nullptr || declares(*body)) return std::nullopt;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Expr& value = *expr.operands[i];
    if (is_empty(*value.type)) continue;
    const std::size_t uses = uses_of(*function.parameters[i], *body);
    if (!is_repeatable(value) && (uses != 1 || expr.operands.size() > 2)) return std::nullopt;
  }
  std::map<const VariableDecl*, Written> values;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Expr& value = *expr.operands[i];
    if (is_empty(*value.type)) continue;
    Written text = expression(value);
    // A literal is converted to the parameter's type.
    const Expr& written = language::written(value);
    if (&written != &value && value.type->is_arithmetic() && written.type != value.type)
      text = {fmt::format("({}){}", type_name(*value.type), operand(value, Level::unary)), Level::unary};
    values.emplace(function.parameters[i], std::move(text));
  }
  const FunctionSpaces* before = now_;
  now_ = &spaces_.of(function, spaces_.of_call(*now_, expr));
  std::swap(replaced_, values);
  Written text = expression(*body);
  std::swap(replaced_, values);
  now_ = before;
  return text;
}

// Gives the operands of a built-in function the types of one of its overloads.
Written Writer::builtin(const Expr& expr) {
  std::string text;
  const BuiltinInfo& info = builtin_info(expr.builtin);
  for (const Expr* value : expr.operands) {
    const Expr& written = language::written(*value);
    std::string one = operand(*value, Level::assignment);
    const bool is_other = written.type != value->type && value->type->is_arithmetic();
    const bool is_literal = written.kind == ExprKind::integer_literal && value->type->kind != TypeKind::int_;
    if (is_other || is_literal)
      one = fmt::format("({}){}", type_name(*value->type), operand(*value, Level::unary));
    text += (text.empty() ? "" : ", ") + one;
  }
  std::string_view name = info.name;
  if (name == "recip") return {"native_recip(" + text + ")", Level::postfix};
  if (name == "divide") return {"native_divide(" + text + ")", Level::postfix};
  if (info.is_internal) refuse(expr.range, "OpenCL C has no function for this");
  return {fmt::format("{}({})", name, text), Level::postfix};
}

Written Writer::work_item(const Expr& expr, Width width) {
  constexpr std::string_view kNames[] = {"get_work_dim",
                                         "get_global_size",
                                         "get_global_id",
                                         "get_local_size",
                                         "get_enqueued_local_size",
                                         "get_local_id",
                                         "get_num_groups",
                                         "get_group_id",
                                         "get_global_offset",
                                         "get_global_linear_id",
                                         "get_local_linear_id",
                                         "get_sub_group_size",
                                         "get_max_sub_group_size",
                                         "get_num_sub_groups",
                                         "get_enqueued_num_sub_groups",
                                         "get_sub_group_id",
                                         "get_sub_group_local_id"};
  const std::string_view name = kNames[static_cast<std::size_t>(expr.query)];
  if (expr.query >= WorkItemQuery::sub_group_size) use_sub_groups();
  const std::string dimension = expr.operands.empty() ? "" : fmt::format("{}", expr.operands[0]->integer);
  std::string text = fmt::format("{}({})", name, dimension);
  const bool is_wide = expr.query < WorkItemQuery::sub_group_size && expr.query != WorkItemQuery::work_dim;
  if (width == Width::exact && is_wide) return {"(uint)" + text, Level::unary};
  return {std::move(text), Level::postfix};
}

std::string Writer::flags(unsigned bits) const {
  std::string text;
  if ((bits & language::kLocalFence) != 0) text = "CLK_LOCAL_MEM_FENCE";
  if ((bits & language::kGlobalFence) != 0)
    text += (text.empty() ? "" : " | ") + std::string("CLK_GLOBAL_MEM_FENCE");
  return text;
}

// Translates a fence. CUDA's barriers order all memory. In a kernel that also uses fences or atomics with
// device scope, barriers get device scope, too.
Written Writer::fence(const Expr& expr) {
  if (expr.memory_order == language::kMemFenceOrder)
    return {fmt::format("mem_fence({})", flags(expr.flags)), Level::postfix};
  if (expr.memory_scope <= 1) return {fmt::format("mem_fence({})", flags(expr.flags)), Level::postfix};
  needs_version_3_ = true;
  return {fmt::format("atomic_work_item_fence({}, {}, {})", flags(expr.flags), order_name(expr.memory_order),
                      scope_name(expr.memory_scope)),
          Level::postfix};
}

Written Writer::barrier_of_warp(const Expr& expr) {
  use_sub_groups();
  if (!expr.operands.empty() && !is_whole_warp(*expr.operands[0]))
    note(
        fmt::format("Line {}: the mask of this barrier is omitted, because all work-items of the sub-group "
                    "must arrive in OpenCL C.",
                    expr.range.line));
  return {fmt::format("sub_group_barrier({})", flags(expr.flags)), Level::postfix};
}

Written Writer::special(const Expr& expr, Width width) {
  const auto plainly = [&](std::string_view name) {
    std::string text;
    for (const Expr* value : expr.operands) text += (text.empty() ? "" : ", ") + argument(*value);
    return Written{fmt::format("{}({})", name, text), Level::postfix};
  };
  switch (expr.special) {
    case Special::work_item:
      return work_item(expr, width);
    case Special::two_results:
      return plainly(expr.builtin == number_of(Builtin::remainder) ? "remquo"
                     : expr.builtin == number_of(Builtin::sin)     ? "sincos"
                                                                   : builtin_info(expr.builtin).name);
    case Special::select:
      return plainly("select");
    case Special::any:
      return plainly("any");
    case Special::all:
      return plainly("all");
    case Special::barrier: {
      if (expr.memory_scope < 2 || !fenced_.contains(function_))
        return {fmt::format("barrier({})", flags(expr.flags)), Level::postfix};
      return {fmt::format("work_group_barrier({}, {})", flags(expr.flags), scope_name(expr.memory_scope)),
              Level::postfix};
    }
    case Special::sub_group_barrier:
      return barrier_of_warp(expr);
    case Special::fence:
      return fence(expr);
    case Special::atomic:
      return atomic(expr);
    case Special::collective:
      return collective(expr);
    case Special::printf:
      return formatted_print(expr);
    default:
      refuse(expr.range, "this has no counterpart in OpenCL C");
      return {"0"};
  }
}

// --- atomics

std::string Writer::pointer_as(const Expr& pointer, std::string_view type) {
  const AddressSpace space = spaces_.of_value(*now_, pointer).value_or(AddressSpace::global);
  std::string quals = space == AddressSpace::generic ? "" : std::string(language::name(space)) + " ";
  return fmt::format("(volatile {}{} *){}", quals, type, operand(pointer, Level::unary));
}

// Translates an atomic to a function of OpenCL C 2.0, which takes a memory order and a scope.
Written Writer::ordered_atomic(const Expr& expr) {
  needs_version_3_ = true;
  const Type& type = *expr.operands[0]->type->element;
  const std::string name = to_string(type);
  const std::string object = pointer_as(*expr.operands[0], "atomic_" + name);
  const std::string_view order = order_name(expr.memory_order), scope = scope_name(expr.memory_scope);
  std::string value = expr.operands.size() > 1 ? argument(*expr.operands[1]) : "";
  switch (expr.atomic_op) {
    case AtomicOp::load:
      return {fmt::format("atomic_load_explicit({}, {}, {})", object, order, scope), Level::postfix};
    case AtomicOp::store:
      return {fmt::format("atomic_store_explicit({}, {}, {}, {})", object, value, order, scope),
              Level::postfix};
    case AtomicOp::exchange:
      return {fmt::format("atomic_exchange_explicit({}, {}, {}, {})", object, value, order, scope),
              Level::postfix};
    case AtomicOp::compare_exchange:
    case AtomicOp::increment_to:
    case AtomicOp::decrement_from:
      refuse(expr.range,
             "this atomic function cannot be translated for this scope or a generic pointer; write "
             "it as a loop with atomic_compare_exchange_strong_explicit()");
      return {"0"};
    default:
      break;
  }
  if (type.is_floating()) {
    refuse(expr.range, "OpenCL C has atomic additions of floating-point numbers only as extensions");
    return {"0"};
  }
  return {fmt::format("atomic_fetch_{}_explicit({}, {}, {}, {})", atomic_word(expr.atomic_op), object, value,
                      order, scope),
          Level::postfix};
}

Written Writer::atomic(const Expr& expr) {
  const Type& type = *expr.operands[0]->type->element;
  const AddressSpace space = spaces_.of_value(*now_, *expr.operands[0]).value_or(AddressSpace::global);
  // Atomic functions without a scope argument have device scope, so they can replace atomics with device
  // scope or a smaller scope.
  const bool is_plain_order = expr.memory_order == 0 && expr.memory_scope <= 2;
  const bool is_memory = space == AddressSpace::global || space == AddressSpace::local;
  if (!is_plain_order || !is_memory) return ordered_atomic(expr);
  std::string values;
  for (std::size_t i = 1; i < expr.operands.size(); ++i) values += ", " + argument(*expr.operands[i]);
  const std::string_view word = atomic_word(expr.atomic_op);
  const std::string_view where = space == AddressSpace::local ? "local" : "global";
  if (type.size == 8)
    extensions_.emplace(expr.atomic_op >= AtomicOp::min && expr.atomic_op <= AtomicOp::bit_xor
                            ? "cl_khr_int64_extended_atomics"
                            : "cl_khr_int64_base_atomics");
  const bool is_own = type.is_floating() || expr.atomic_op == AtomicOp::increment_to ||
                      expr.atomic_op == AtomicOp::decrement_from;
  if (is_own && !(type.kind == TypeKind::float_ && expr.atomic_op == AtomicOp::exchange)) {
    const std::string name = fmt::format("atomic_{}_{}_{}", word, to_string(type), where);
    return {fmt::format("{}({}{})", helper(name), plain(*expr.operands[0]), values), Level::postfix};
  }
  return {
      fmt::format("{}_{}({}{})", type.size == 8 ? "atom" : "atomic", word, plain(*expr.operands[0]), values),
      Level::postfix};
}

// --- functions of warps and blocks

Written Writer::masked(const Expr& expr, const std::string& mask) {
  const Collective& collective = expr.collective;
  const bool is_truth = expr.collective_shape == CollectiveShape::truth;
  const std::string value = argument(is_truth ? truth(*expr.operands[0]) : *expr.operands[0]);
  extensions_.emplace("cl_khr_subgroup_ballot");
  if (expr.collective_shape == CollectiveShape::all_equal) {
    extensions_.emplace("cl_khr_subgroup_shuffle");
    return {fmt::format("{}({}, {})", helper("warp_all_equal"), value, mask), Level::postfix};
  }
  if (expr.collective_shape == CollectiveShape::truth) {
    const std::string ballot = fmt::format("(sub_group_ballot({}).x & {})", value, mask);
    return collective.op == CollectiveOperator::bit_and ? Written{ballot + " == " + mask, Level::equality}
                                                        : Written{ballot + " != 0", Level::equality};
  }
  extensions_.emplace("cl_khr_subgroup_shuffle");
  const std::string name =
      fmt::format("warp_{}_{}", operator_name(collective.op), to_string(*expr.operands[0]->type));
  return {fmt::format("{}({}, {})", helper(name), value, mask), Level::postfix};
}

Written Writer::collective(const Expr& expr) {
  const Collective& collective = expr.collective;
  const bool of_warp = collective.of_sub_group;
  if (!of_warp) {
    needs_version_3_ = true;
    const bool is_truth = expr.collective_shape == CollectiveShape::truth;
    const std::string value = argument(is_truth ? truth(*expr.operands[0]) : *expr.operands[0]);
    if (is_truth)
      return {fmt::format("work_group_{}({})", collective.op == CollectiveOperator::bit_and ? "all" : "any",
                          value),
              Level::postfix};
    return {
        fmt::format("work_group_{}_{}({})", kind_name(collective.kind), operator_name(collective.op), value),
        Level::postfix};
  }
  use_sub_groups();
  note("The sub-groups must have 32 work-items, like CUDA's warps.");
  const Expr* mask = collective.has_mask ? expr.operands.back() : nullptr;
  const bool is_whole = mask == nullptr || is_whole_warp(*mask);
  std::string lanes = is_whole ? "" : operand(*mask, Level::bit_and);
  if (lanes.find_first_of("+ ") != std::string::npos && !is_whole) lanes = "(" + lanes + ")";
  if (exchanges(collective.kind)) {
    const bool is_relative =
        collective.kind == CollectiveKind::shuffle_up || collective.kind == CollectiveKind::shuffle_down;
    extensions_.emplace(is_relative ? "cl_khr_subgroup_shuffle_relative" : "cl_khr_subgroup_shuffle");
    return {fmt::format("sub_group_{}({}, {})", kind_name(collective.kind), argument(*expr.operands[0]),
                        operand(lane_of(*expr.operands[1]), Level::assignment, Width::value)),
            Level::postfix};
  }
  if (collective.kind == CollectiveKind::match) {
    extensions_.emplace("cl_khr_subgroup_ballot");
    extensions_.emplace("cl_khr_subgroup_shuffle");
    const std::string name = fmt::format("warp_match_{}", to_string(*expr.operands[0]->type));
    return {fmt::format("{}({}, {})", helper(name), argument(*expr.operands[0]),
                        is_whole ? "0xffffffffu" : lanes),
            Level::postfix};
  }
  if (collective.kind == CollectiveKind::ballot) {
    extensions_.emplace("cl_khr_subgroup_ballot");
    const std::string ballot = fmt::format("sub_group_ballot({})", argument(truth(*expr.operands[0])));
    if (is_whole) return {ballot, Level::postfix};
    return {fmt::format("({} & {})", ballot, lanes)};
  }
  if (!is_whole) return masked(expr, lanes);
  if (expr.collective_shape == CollectiveShape::all_equal) return masked(expr, "0xffffffffu");
  const bool is_truth = expr.collective_shape == CollectiveShape::truth;
  const std::string value = argument(is_truth ? truth(*expr.operands[0]) : *expr.operands[0]);
  if (is_truth)
    return {
        fmt::format("sub_group_{}({})", collective.op == CollectiveOperator::bit_and ? "all" : "any", value),
        Level::postfix};
  const bool is_core = collective.op == CollectiveOperator::add || collective.op == CollectiveOperator::min ||
                       collective.op == CollectiveOperator::max;
  if (!is_core) extensions_.emplace("cl_khr_subgroup_non_uniform_arithmetic");
  return {fmt::format("sub_group_{}{}_{}({})", is_core ? "" : "non_uniform_", kind_name(collective.kind),
                      operator_name(collective.op), value),
          Level::postfix};
}

// Translates a call of printf: "%lld" in CUDA becomes "%ld" in OpenCL C.
Written Writer::formatted_print(const Expr& expr) {
  std::string format = expr.text;
  for (std::size_t at; (at = format.find("ll")) != std::string::npos;) {
    const std::size_t percent = format.rfind('%', at);
    const bool is_length = percent != std::string::npos && at + 2 < format.size() &&
                           format.find_first_not_of("%0123456789.-+ #", percent) == at;
    if (!is_length) break;
    format.erase(at, 1);
  }
  std::string text = "\"";
  for (const char c : format)
    text += c == '\n'   ? "\\n"
            : c == '\t' ? "\\t"
            : c == '"'  ? "\\\""
            : c == '\\' ? "\\\\"
                        : std::string(1, c);
  text += "\"";
  for (const Expr* value : expr.operands) text += ", " + operand(*value, Level::assignment);
  return {"printf(" + text + ")", Level::postfix};
}

}  // namespace lockstep::sim::translation::opencl
