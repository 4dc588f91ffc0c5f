// Checks calls of barriers and fences.
#include "sim/frontend/cuda/functions.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// CUDA's barriers order all memory. Together with an atomic, a barrier acts as a fence with device scope:
// in the reduction example of CUDA's programming guide, the last block reads values of other blocks after
// a barrier.
Expr* barrier(const CudaCall& call) {
  Expr* expr = call.special(Special::barrier, call.types().void_type(), {});
  expr->flags = kLocalFence | kGlobalFence;
  expr->memory_scope = 2;
  return expr;
}

}  // namespace

namespace rules {

Expr* block_barrier(const CudaCall& call) {
  call.expect_count(0, 0);
  return barrier(call);
}

// Checks __syncthreads_count(), _and() and _or(), which combine a barrier with a reduction of the
// threads' predicates.
Expr* block_vote(const CudaCall& call) {
  call.expect_count(1, 1);
  constexpr std::string_view kFunctions[] = {"work_group_reduce_add", "work_group_all", "work_group_any"};
  Expr* truth =
      make_unary(call.context(), "!", make_unary(call.context(), "!", call.value(0), call.range), call.range);
  return make_comma(call.context(), barrier(call), call.opencl(kFunctions[call.a], {truth}));
}

Expr* warp_barrier(const CudaCall& call) {
  call.expect_count(0, 1);
  const Type* uint = call.types().uint_type();
  Expr* mask = call.arguments.empty() ? call.number(UINT32_MAX, uint) : call.as(0, uint);
  Expr* expr = call.special(Special::sub_group_barrier, call.types().void_type(), {mask});
  expr->flags = kLocalFence | kGlobalFence;
  return expr;
}

// Checks calls of fences. a: the scope
Expr* fence(const CudaCall& call) {
  call.expect_count(0, 0);
  constexpr std::uint8_t kAcquireAndRelease = 4;
  Expr* expr = call.special(Special::fence, call.types().void_type(), {});
  expr->flags = kLocalFence | kGlobalFence;
  expr->memory_order = kAcquireAndRelease;
  expr->memory_scope = static_cast<std::uint8_t>(call.a);
  return expr;
}

}  // namespace rules

std::vector<CudaFunction> synchronisation_functions() {
  return {{"__syncthreads", rules::block_barrier},     {"__syncthreads_count", rules::block_vote, 0},
          {"__syncthreads_and", rules::block_vote, 1}, {"__syncthreads_or", rules::block_vote, 2},
          {"__syncwarp", rules::warp_barrier},         {"__threadfence_block", rules::fence, 1},
          {"__threadfence", rules::fence, 2},          {"__threadfence_system", rules::fence, 3}};
}

}  // namespace lockstep::sim::language::cuda
