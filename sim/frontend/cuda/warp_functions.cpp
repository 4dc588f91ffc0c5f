// Checks calls of warp functions: shuffles, votes and reductions.
#include <fmt/format.h>

#include "sim/frontend/cuda/functions.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

enum class Shuffle : std::uint8_t { of_lane, up, down, exclusive_or };

constexpr std::uint64_t kWarp = 32;

Expr* lane(const CudaCall& call) {
  Expr* expr = call.special(Special::work_item, call.types().uint_type(), {});
  expr->query = WorkItemQuery::sub_group_local_id;
  return expr;
}

Expr* exchange(const CudaCall& call, CollectiveKind kind, Expr* value, Expr* argument) {
  Expr* expr = call.special(Special::collective, value->type, {value, argument});
  expr->collective = {.kind = kind, .must_be_uniform = false};
  return expr;
}

// Returns the source lane of a shuffle within segments of `width` lanes.
Expr* source_lane(const CudaCall& call, Shuffle kind, Expr* argument, Expr* width) {
  Context& context = call.context();
  const Type* uint = call.types().uint_type();
  const SourceRange& range = call.range;
  const auto binary = [&](BinaryOp op, Expr* a, Expr* b) { return make_binary(context, op, a, b, range); };
  const auto own = [&] { return lane(call); };
  const auto number = [&](std::uint64_t value) { return call.number(value, uint); };
  // The width is a power of two.
  const auto constant = integer_constant(width);
  const auto last = [&] {
    return constant ? number(*constant - 1) : binary(BinaryOp::sub, width, number(1));
  };
  const auto in_part = [&](Expr* position) { return binary(BinaryOp::bit_and, position, last()); };
  const auto first = [&] {
    return constant ? binary(BinaryOp::bit_and, own(), number(kWarp - *constant))
                    : binary(BinaryOp::sub, own(), in_part(own()));
  };
  switch (kind) {
    case Shuffle::of_lane:
      return binary(BinaryOp::bit_or, first(), in_part(argument));
    case Shuffle::up:
      return make_conditional(context, binary(BinaryOp::greater_equal, in_part(own()), argument),
                              binary(BinaryOp::sub, own(), argument), own(), range);
    case Shuffle::down:
      return make_conditional(context,
                              binary(BinaryOp::less, binary(BinaryOp::add, in_part(own()), argument), width),
                              binary(BinaryOp::add, own(), argument), own(), range);
    case Shuffle::exclusive_or:
      break;
  }
  // A lane must not read from a later segment of the warp.
  Expr* target = binary(BinaryOp::bit_xor, own(), argument);
  Expr* limit = binary(BinaryOp::add, first(), width);
  return make_conditional(context, binary(BinaryOp::less, target, limit),
                          binary(BinaryOp::bit_xor, own(), argument), own(), range);
}

// Returns true for `warpSize`, which is 32 on all NVIDIA devices.
bool is_warp_size(const Expr* expr) {
  while (expr->kind == ExprKind::cast) expr = expr->operands[0];
  return expr->kind == ExprKind::special && expr->special == Special::work_item &&
         expr->query == WorkItemQuery::max_sub_group_size;
}

// Returns the width of a shuffle, which is the argument with this index; null if the width is that of the
// warp.
Expr* width_of(const CudaCall& call, std::size_t index) {
  if (call.arguments.size() <= index || is_warp_size(call.arguments[index])) return nullptr;
  const auto constant = integer_constant(call.arguments[index]);
  if (!constant) return call.as(index, call.types().uint_type());
  if (*constant == 0 || *constant > kWarp || (*constant & (*constant - 1)) != 0)
    call.fail("the width of a shuffle must be a power of two, at most 32");
  return *constant == kWarp ? nullptr : call.number(*constant, call.types().uint_type());
}

Expr* shuffle_of(const CudaCall& call, std::size_t first) {
  call.expect_count(first + 2, first + 3);
  const auto kind = static_cast<Shuffle>(call.a);
  Expr* value = call.value(first);
  if (!value->type->is_arithmetic() && !value->type->is_vector())
    call.fail(fmt::format("{}() takes a number, not {}", call.name.text, to_string(*value->type)));
  if (value->type->is_integer())
    value = convert(call.context(), value, promoted(call.context(), value->type), "this shuffle");
  Expr* argument = call.as(first + 1, call.types().uint_type());
  Expr* width = width_of(call, first + 2);
  constexpr CollectiveKind kKinds[] = {CollectiveKind::shuffle, CollectiveKind::shuffle_up,
                                       CollectiveKind::shuffle_down, CollectiveKind::shuffle_xor};
  if (width == nullptr) {
    if (kind == Shuffle::of_lane)
      argument = make_binary(call.context(), BinaryOp::bit_and, argument,
                             call.number(kWarp - 1, call.types().uint_type()), call.range);
    return exchange(call, kKinds[call.a], value, argument);
  }
  return exchange(call, CollectiveKind::shuffle, value, source_lane(call, kind, argument, width));
}

// Checks a vote. `argument` is the index of the condition: 1 if a mask precedes the condition, otherwise 0.
Expr* vote_of(const CudaCall& call, std::size_t argument) {
  call.expect_count(argument + 1, argument + 1);
  Expr* truth = make_unary(call.context(), "!",
                           make_unary(call.context(), "!", call.value(argument), call.range), call.range);
  constexpr std::string_view kFunctions[] = {"sub_group_non_uniform_any", "sub_group_non_uniform_all",
                                             "sub_group_non_uniform_all_equal"};
  const auto masked = [&](Expr* collective) {
    return argument > 0 ? call.with_mask(collective) : collective;
  };
  if (call.a < std::size(kFunctions)) return masked(call.opencl(kFunctions[call.a], {truth}));
  Expr* ballot = masked(call.opencl("sub_group_ballot", {truth}));
  Token member = call.name;
  member.text = "x";
  return make_member(call.context(), ballot, member, false);
}

// Returns the mask of the lanes that have the same value.
Expr* matched(const CudaCall& call) {
  Expr* value = call.value(1);
  if (!value->type->is_arithmetic())
    call.fail(fmt::format("{}() takes a number, not {}", call.name.text, to_string(*value->type)));
  Expr* expr = call.special(Special::collective, call.types().uint_type(), {value});
  expr->collective = {.kind = CollectiveKind::match, .must_be_uniform = false};
  expr->collective_shape = CollectiveShape::match;
  return call.with_mask(expr);
}

void warn_without_mask(const CudaCall& call) {
  call.context().diagnostics.warn(
      call.name.range,
      fmt::format("{0}() without a mask was removed in compute capability 7.0; use {0}_sync()",
                  call.name.text),
      "deprecated-declarations");
}

}  // namespace

namespace rules {

Expr* lane_number(const CudaCall& call) {
  call.expect_count(0, 0);
  return lane(call);
}

Expr* shuffle(const CudaCall& call) { return call.with_mask(shuffle_of(call, 1)); }
Expr* old_shuffle(const CudaCall& call) {
  warn_without_mask(call);
  return shuffle_of(call, 0);
}
Expr* vote(const CudaCall& call) { return vote_of(call, 1); }
Expr* old_vote(const CudaCall& call) {
  warn_without_mask(call);
  return vote_of(call, 0);
}

Expr* active_mask(const CudaCall& call) {
  call.expect_count(0, 0);
  Token member = call.name;
  member.text = "x";
  Expr* one = call.number(1, call.types().int_type());
  return make_member(call.context(), call.opencl("sub_group_ballot", {one}), member, false);
}

Expr* warp_reduction(const CudaCall& call) {
  call.expect_count(2, 2);
  constexpr std::string_view kFunctions[] = {"add", "min", "max", "and", "or", "xor"};
  return call.with_mask(
      call.opencl(fmt::format("sub_group_non_uniform_reduce_{}", kFunctions[call.a]), {call.value(1)}));
}

Expr* match_any(const CudaCall& call) {
  call.expect_count(2, 2);
  return matched(call);
}

// Returns the mask if all lanes have the same value, otherwise 0; sets *holds accordingly.
Expr* match_all(const CudaCall& call) {
  call.expect_count(3, 3);
  Context& context = call.context();
  Expr* same =
      make_binary(context, BinaryOp::equal, matched(call), call.as(0, call.types().uint_type()), call.range);
  Expr* holds = make_deref(context, call.value(2), call.range);
  Expr* stored = make_assign(context, holds, same, call.range);
  return make_conditional(context, stored, call.as(0, call.types().uint_type()),
                          call.number(0, call.types().uint_type()), call.range);
}

}  // namespace rules

std::vector<CudaFunction> warp_functions() {
  return {{"__lockstep_lane", rules::lane_number},
          {"__shfl_sync", rules::shuffle, 0},
          {"__shfl_up_sync", rules::shuffle, 1},
          {"__shfl_down_sync", rules::shuffle, 2},
          {"__shfl_xor_sync", rules::shuffle, 3},
          {"__shfl", rules::old_shuffle, 0},
          {"__shfl_up", rules::old_shuffle, 1},
          {"__shfl_down", rules::old_shuffle, 2},
          {"__shfl_xor", rules::old_shuffle, 3},
          {"__any_sync", rules::vote, 0},
          {"__all_sync", rules::vote, 1},
          {"__uni_sync", rules::vote, 2},
          {"__ballot_sync", rules::vote, 3},
          {"__any", rules::old_vote, 0},
          {"__all", rules::old_vote, 1},
          {"__ballot", rules::old_vote, 3},
          {"__activemask", rules::active_mask},
          {"__match_any_sync", rules::match_any},
          {"__match_all_sync", rules::match_all},
          {"__reduce_add_sync", rules::warp_reduction, 0},
          {"__reduce_min_sync", rules::warp_reduction, 1},
          {"__reduce_max_sync", rules::warp_reduction, 2},
          {"__reduce_and_sync", rules::warp_reduction, 3},
          {"__reduce_or_sync", rules::warp_reduction, 4},
          {"__reduce_xor_sync", rules::warp_reduction, 5}};
}

}  // namespace lockstep::sim::language::cuda
