// Compiles expressions to values. `into` is the preferred register for the result (see emit.hpp).
#pragma once

#include <functional>
#include <optional>

#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {

// expressions.cpp: dispatcher, literals, operators, vectors
Value compile_value(FunctionCompiler& f, const Expr& expr, Into into = {});
Operand scalar(FunctionCompiler& f, const Expr& expr, Into into = {});
FrameRegister condition(FunctionCompiler& f, const Expr& expr);
void discard(FunctionCompiler& f, const Expr& expr);  // evaluated only for its side effects

// Returns the bits of a scalar literal, which may be negated or converted; emits no instruction.
std::optional<std::uint64_t> literal_bits(const Expr& expr);
// Returns a truth value in the form of the source: 1 or 0 as an int for scalars; for a component of a vector,
// -1 or 0 in an integer of the same size.
Operand truth_component(FunctionCompiler& f, const Type& type, const Operand& truth, Into into);

// A term of a sum: a value, or a product that is not computed yet. Such a product is rounded only together
// with the sum.
struct Term {
  Value value;
  Value factor;  // empty unless this is a product
  bool is_product() const { return !factor.components.empty(); }
};
Term term(FunctionCompiler& f, const Expr& expr);
Operand sum_component(FunctionCompiler& f, BinaryOp op, const Term& left, const Term& right,
                      std::size_t index, Into into);
// Returns whether `expr` is a product that clang contracts with the surrounding sum. FP_CONTRACT is on by
// default within one expression. A GPU has a single instruction for such a product and sum.
bool is_contracted_product(const Expr& expr);

// assignments.cpp
Value assign(FunctionCompiler& f, const Expr& expr);
// Returns whether the assignment copies one vector in private memory to another. In such a copy,
// uninitialised components remain uninitialised, and no finding is reported.
bool is_vector_copy(FunctionCompiler& f, const Expr& assignment);
void copy_vector(FunctionCompiler& f, const Expr& assignment);
Value compound_assign(FunctionCompiler& f, const Expr& expr);
Value increment(FunctionCompiler& f, const Expr& expr, bool is_used);

// initialisers.cpp
void initialise(FunctionCompiler& f, const VariableDecl& variable);

// conversions.cpp
Value cast(FunctionCompiler& f, const Expr& expr, Into into);
Value convert(FunctionCompiler& f, const Type& to, const Type& from, const Value& value,
              ConvertMode mode = ConvertMode::c, Into into = {});
// Rounds a result that was computed in the lane type of `type`. Halves are computed as floats and then
// rounded. This second rounding gives the correct result, because a float has more than twice as many bits as
// a half.
Operand rounded(FunctionCompiler& f, const Type& type, const Operand& component, Into into = {});
Value rounded(FunctionCompiler& f, const Type& type, Value value, Into into = {});

// conditionals.cpp: && || ?: become selects if the result is the same, otherwise masked branches
Value logical(FunctionCompiler& f, const Expr& expr, Into into);
Value conditional(FunctionCompiler& f, const Expr& expr, Into into);
Value vector_select(FunctionCompiler& f, const Expr& expr, Into into);
Operand top_bit(FunctionCompiler& f, const Type& type, const Operand& operand);
bool is_free_of_effects(FunctionCompiler& f, const Expr& expr);  // may be evaluated unnecessarily

struct Choice {
  Operand condition;
  std::uint32_t comparison = 0;  // index of the comparison instruction
};
// Calls `arm` for each operand of ?: that a lane may choose; if the condition is constant, only for the
// chosen operand.
Choice choose(FunctionCompiler& f, const Expr& expr, const std::function<void(const Expr&)>& arm);
// Marks the comparison and the last instruction, which computes `value`, as a minimum or maximum.
void note_extremum(FunctionCompiler& f, const Choice& choice, Extremum extremum, FrameRegister value);

// calls.cpp
Value call(FunctionCompiler& f, const Expr& expr, Into into);

}  // namespace lockstep::sim::language
