// Calls of built-in functions: arguments are converted to one type, and the node records the call.
#include "sim/bytecode/builtin.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/sim/frontend/tree_text.hpp"

namespace lockstep::sim::language {
namespace {

TEST(Builtin, ArgumentsBecomeOneType) {
  EXPECT_EQ(tree_of("clamp(v, 0.0f, 1)"), "(clamp:float4 v (splat:float4 0:float) (splat:float4 1:float))");
  EXPECT_EQ(tree_of("min(i, u)"), "(min:uint (numeric:uint i) u)");
  EXPECT_EQ(tree_of("max(uc, uc)"), "(max:uchar uc uc)");
  EXPECT_EQ(tree_of("pow(f, 2)"), "(pow:float f 2:float)");
  EXPECT_EQ(tree_of("sqrt(i)"), "(sqrt:float (numeric:float i))");
  EXPECT_EQ(tree_of("pown(v, 3)"), "(pown:float4 v (splat:int4 3:int))");
  EXPECT_EQ(tree_of("native_sin(f)"), "(sin:float f)");
  EXPECT_EQ(tree_of("half_recip(f)"), "(recip:float f)");
  EXPECT_EQ(tree_of("abs(n)"), "(abs:uint4 n)");
  EXPECT_EQ(tree_of("max(v, n)"), "error: argument 2 of max() must be float4 like the others, not int4");
  EXPECT_EQ(tree_of("sin(n)"), "error: argument 1 of sin() must be of type float or double, not int4");
  EXPECT_EQ(tree_of("popcount(f)"), "error: argument 1 of popcount() must be an integer, not float");
}

TEST(Builtin, RelationsGiveIntOrMasks) {
  EXPECT_EQ(tree_of("isnan(f)"), "(isnan:int f)");
  EXPECT_EQ(tree_of("isnan(v)"), "(isnan:int4 v)");
  EXPECT_EQ(tree_of("isless(v, v)"), "(<:int4 v v)");
  EXPECT_EQ(tree_of("ilogb(v)"), "(ilogb:int4 v)");
}

TEST(Builtin, FamiliesByName) {
  EXPECT_EQ(tree_of("convert_int4(v)"), "(numeric:int4 v)");
  EXPECT_EQ(tree_of("convert_uchar4_sat_rte(v)"), "(numeric:uchar4 v)");
  EXPECT_EQ(tree_of("convert_int2(v)"),
            "error: argument 1 of convert_int2() must be of 2 components, not float4");
  EXPECT_EQ(tree_of("as_uint(f)"), "(bits:uint f)");
  EXPECT_EQ(tree_of("as_float4(v3)"), "(bits:float4 v3)");
  EXPECT_EQ(tree_of("as_uint(d)"), "error: as_uint() needs a value of 4 bytes, but double has 8");
  EXPECT_EQ(tree_of("vload4(i, q)"), "(special12:float4 (numeric:ulong i) q)");
  EXPECT_EQ(tree_of("vload5(i, q)"), "error: unknown function 'vload5'; did you mean 'vload2'?");
}

TEST(Builtin, SaturationAndRoundingAreInTheNode) {
  const auto unit = analyse_text("void f(float4 v) { convert_uchar4_sat_rte(v); }");
  ASSERT_TRUE(unit);
  const Expr& expr = *unit->functions[0]->body->children[0]->expr;
  EXPECT_EQ(expr.cast_kind, CastKind::numeric);
  EXPECT_EQ(expr.convert_mode, ConvertMode::saturate_rte);
}

TEST(Builtin, BarriersKnowTheirFlags) {
  const auto unit = analyse_text(
      "__kernel void f() { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); "
      "mem_fence(CLK_GLOBAL_MEM_FENCE); }");
  ASSERT_TRUE(unit);
  const auto& statements = unit->functions[0]->body->children;
  EXPECT_EQ(statements[0]->expr->special, Special::barrier);
  EXPECT_EQ(statements[0]->expr->flags, kLocalFence | kGlobalFence);
  EXPECT_EQ(statements[1]->expr->special, Special::fence);
  EXPECT_EQ(statements[1]->expr->flags, kGlobalFence);
}

TEST(Builtin, AtomicsCheckTheirPointer) {
  EXPECT_EQ(tree_of("atomic_add(p, 1)"), tree_of("atom_add(p, 1)"));
  EXPECT_EQ(tree_of("atomic_add(q, 1)"),
            "error: argument 1 of atomic_add() must be a pointer to an integer of 32 or 64 bits, not "
            "__local float*");
  EXPECT_EQ(tree_of("atomic_add(&i, 1)"),
            "error: argument 1 of atomic_add() must be a pointer to __global or __local memory, not int*");
  const auto unit = analyse_text("__kernel void f(volatile __global int* p) { atomic_cmpxchg(p, 1, 2); }");
  ASSERT_TRUE(unit);
  const Expr& expr = *unit->functions[0]->body->children[0]->expr;
  EXPECT_EQ(expr.special, Special::atomic);
  EXPECT_EQ(expr.atomic_op, AtomicOp::compare_exchange);
  EXPECT_EQ(expr.operands.size(), 3u);
}

TEST(Builtin, C11AtomicsCarryOrderAndScope) {
  const auto unit = analyse_text(
      "__kernel void f(__global atomic_int* p) {"
      " atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_work_group); atomic_store(p, 2); "
      "}",
      "-cl-std=CL2.0");
  ASSERT_TRUE(unit) << unit.error().message;
  const auto& statements = unit->functions[0]->body->children;
  EXPECT_EQ(statements[0]->expr->atomic_op, AtomicOp::add);
  EXPECT_EQ(statements[0]->expr->memory_order, 0);
  EXPECT_EQ(statements[0]->expr->memory_scope, 1);
  EXPECT_EQ(statements[1]->expr->memory_order, 5);
  EXPECT_EQ(statements[1]->expr->type->kind, TypeKind::void_);
}

TEST(Builtin, SecondResultsGoThroughAPointerOfTheirType) {
  EXPECT_EQ(tree_of("sincos(f, &f)"), "(special1:float f (address:float* f))");
  EXPECT_EQ(tree_of("frexp(f, &i)"), "(special1:float f (address:int* i))");
  EXPECT_EQ(tree_of("frexp(f, &f)"), "error: argument 2 of frexp() must be a pointer to int, not float*");
}

TEST(Builtin, WorkItemQueriesAreUlong) {
  EXPECT_EQ(tree_of("get_global_id(0)"), "(special0:ulong 0:uint)");
  EXPECT_EQ(tree_of("get_work_dim()"), "(special0:uint)");
  EXPECT_EQ(tree_of("get_global_id()"), "error: get_global_id() takes 1 argument, not 0");
}

TEST(Builtin, RefusesUnsupportedCallsByName) {
  EXPECT_EQ(tree_of("read_imageh(i, i)"), "error: images of half values are not supported: read_imageh");
  EXPECT_EQ(tree_of("enqueue_kernel(i)"), "error: device-side enqueue is not supported: enqueue_kernel");
}

// Every component function can be called with the arguments that its row in the table lists.
TEST(Builtin, EveryComponentFunctionCanBeCalled) {
  for (const BuiltinInfo& row : kBuiltinTable) {
    const bool has_two_results = row.name == "fract" || row.name == "frexp" || row.name == "modf";
    if (row.is_internal || has_two_results) continue;
    const std::string argument = row.domain == BuiltinDomain::integer ? "m" : "v";
    std::string call = std::string(row.name) + "(" + argument;
    for (unsigned i = 1; i < row.arity; ++i) call += ", " + (row.takes_int ? std::string("n") : argument);
    EXPECT_FALSE(tree_of(call + ")").starts_with("error")) << call << ": " << tree_of(call + ")");
  }
}

}  // namespace
}  // namespace lockstep::sim::language
