// Checks calls of functions that the work-items of a sub-group or work-group compute together.
#include <algorithm>
#include <bit>

#include "sim/frontend/builtins/table.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::rules {
namespace {

// Returns the type of the values. The values of sub-group functions may have any scalar type; values that are
// only exchanged may also be vectors (cl_khr_subgroup_extended_types). The values of work-group functions
// have at least the rank of int.
const Type* value_type(const BuiltinCall& call, CollectiveShape shape, const Collective& collective) {
  const Type* type = call.type(0);
  if (collective.of_sub_group && exchanges(collective.kind) && type->is_vector()) return type;
  if (!type->is_arithmetic()) call.fail_argument(0, "a number");
  if (shape == CollectiveShape::truth || shape == CollectiveShape::ballot) return call.types().int_type();
  if (shape == CollectiveShape::integer && !type->is_integer()) call.fail_argument(0, "an integer");
  return collective.of_sub_group && !type->is_bool() ? type : promoted(call.context, type);
}

std::uint32_t cluster_size(const BuiltinCall& call) {
  const std::size_t last = call.arguments.size() - 1;
  const auto size = call.constant(last);
  if (!size || !std::has_single_bit(*size)) call.fail_argument(last, "a constant power of two");
  // A cluster is limited to 64 work-items, the greatest size of a sub-group.
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(*size, 64));
}

// Returns the type of the argument that selects the value: a signed distance for rotations, otherwise
// a position.
const Type* argument_type(const BuiltinCall& call, const Collective& collective) {
  if (collective.kind == CollectiveKind::rotate) return call.types().int_type();
  return collective.of_sub_group ? call.types().uint_type() : call.types().ulong_type();
}

}  // namespace

Expr* collective(BuiltinCall& call) {
  const auto shape = static_cast<CollectiveShape>(call.a);
  Collective collective = unpacked(call.b);
  collective.of_sub_group = call.name.text.starts_with("sub_group");
  const bool clustered = call.name.text.starts_with("sub_group_clustered");
  const bool has_value = shape != CollectiveShape::elect;
  const bool has_argument = exchanges(collective.kind) && shape != CollectiveShape::first;
  const std::size_t count = (has_value ? 1u : 0u) + (has_argument ? 1u : 0u) + (clustered ? 1u : 0u);
  call.expect_count(count, has_argument && !collective.of_sub_group ? count + 2 : count);
  if (clustered) {
    collective.cluster = cluster_size(call);
    call.arguments.pop_back();
  }
  std::vector<Expr*> operands;
  const Type* type = call.types().int_type();
  if (has_value) {
    type = value_type(call, shape, collective);
    operands.push_back(type->is_vector() ? call.arguments[0]
                                         : convert_arithmetic(call.context, call.arguments[0], type));
  }
  for (std::size_t i = 1; i < call.arguments.size(); ++i)
    operands.push_back(call.argument_as(i, argument_type(call, collective)));
  if (shape == CollectiveShape::ballot) type = call.types().vector(call.types().uint_type(), 4);
  if (shape == CollectiveShape::all_equal) type = call.types().int_type();
  Expr* expr = call.special(Special::collective, type, std::move(operands));
  expr->collective_shape = shape;
  expr->collective = collective;
  return expr;
}

Expr* ballot_function(BuiltinCall& call) {
  const auto function = static_cast<BallotFunction>(call.a);
  call.expect_count(call.b, call.b);
  const Type* mask = call.types().vector(call.types().uint_type(), 4);
  if (call.b > 0 && call.type(0) != mask) call.fail_argument(0, "a ballot (uint4)");
  std::vector<Expr*> operands = call.arguments;
  if (call.b > 1) operands[1] = call.argument_as(1, call.types().uint_type());
  const bool is_truth = function == BallotFunction::inverse || function == BallotFunction::bit_extract;
  const Type* type = call.b == 0 ? mask : is_truth ? call.types().int_type() : call.types().uint_type();
  Expr* expr = call.special(Special::ballot_function, type, std::move(operands));
  expr->ballot_function = function;
  return expr;
}

}  // namespace lockstep::sim::language::rules
