// The table of built-in functions. Each row names a rule; each rule is one function that checks a call.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bytecode/builtin.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/spelling.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

using Component = Builtin;  // the name that functions.def uses

struct BuiltinCall;
using BuiltinRule = Expr* (*)(BuiltinCall&);

struct BuiltinFunction {
  std::string_view name;
  BuiltinRule rule;
  std::uint16_t a = 0;
  std::uint16_t b = 0;
};
// Returns null if there is no function of this name. Families that differ by type are not in the table.
const BuiltinFunction* find_builtin(std::string_view name);
const std::vector<BuiltinFunction>& builtin_rows();

// A call that is being checked. Its arguments are values; arrays are already converted to pointers.
struct BuiltinCall {
  Context& context;
  const Token& name;
  SourceRange range;
  std::vector<Expr*> arguments;
  std::uint16_t a = 0;
  std::uint16_t b = 0;

  TypeTable& types() const { return context.types; }
  const Type* type(std::size_t argument) const { return arguments[argument]->type; }
  [[noreturn]] void fail(const std::string& message) const { context.fail(range, message); }
  [[noreturn]] void fail_argument(std::size_t argument, std::string_view wanted) const;
  void expect_count(std::size_t least, std::size_t most) const;
  // Converts argument `i` to `type` as in an assignment.
  Expr* argument_as(std::size_t i, const Type* type) const;
  const Type* pointee(std::size_t argument) const;  // checks that the argument is a pointer
  void check_writable(std::size_t argument) const;  // checks for a pointer to writable memory
  // Returns the value of a constant argument; empty if the argument is not constant.
  std::optional<std::uint64_t> constant(std::size_t argument) const;

  Expr* node(ExprKind kind, const Type* type, std::vector<Expr*> operands) const;
  Expr* special(Special kind, const Type* type, std::vector<Expr*> operands) const;
};

// Encodes parameter `b` of a collective function: its kind, its operation, and whether all work-items
// must arrive.
constexpr unsigned packed(CollectiveKind kind, CollectiveOperator op, bool uniform) {
  return static_cast<unsigned>(kind) | static_cast<unsigned>(op) << 4 | (uniform ? 1u : 0u) << 8;
}
constexpr Collective unpacked(unsigned b) {
  return {.kind = static_cast<CollectiveKind>(b & 0xF),
          .op = static_cast<CollectiveOperator>(b >> 4 & 0xF),
          .must_be_uniform = (b >> 8) != 0};
}

namespace rules {
// Rules for functions of values (math.cpp)
Expr* component(BuiltinCall& call);
Expr* two_results(BuiltinCall& call);
Expr* not_a_number(BuiltinCall& call);
Expr* compare(BuiltinCall& call);
Expr* any_or_all(BuiltinCall& call);
Expr* select(BuiltinCall& call);
Expr* upsample(BuiltinCall& call);
Expr* geometric(BuiltinCall& call);
Expr* shuffle(BuiltinCall& call);
Expr* special_value(BuiltinCall& call);
Expr* expect(BuiltinCall& call);
Expr* is_constant(BuiltinCall& call);
Expr* no_effect(BuiltinCall& call);
Expr* bits_of_size(BuiltinCall& call);
// Rules for work-items, memory and synchronisation (memory.cpp)
Expr* work_item(BuiltinCall& call);
Expr* synchronise(BuiltinCall& call);
Expr* to_space(BuiltinCall& call);
Expr* fence_of(BuiltinCall& call);
Expr* async_copy(BuiltinCall& call);
Expr* wait_group_events(BuiltinCall& call);
Expr* prefetch(BuiltinCall& call);
Expr* print(BuiltinCall& call);
// collectives.cpp
Expr* collective(BuiltinCall& call);
Expr* ballot_function(BuiltinCall& call);
// images.cpp
Expr* read_image(BuiltinCall& call);
Expr* write_image(BuiltinCall& call);
Expr* query_image(BuiltinCall& call);
// atomics.cpp
Expr* atomic(BuiltinCall& call);
Expr* c11_atomic(BuiltinCall& call);
Expr* c11_compare_exchange(BuiltinCall& call);
Expr* atomic_flag(BuiltinCall& call);
}  // namespace rules

// Converts arguments first .. last-1 to one arithmetic type, and widens scalars to the length of the vectors.
const Type* unify_arguments(BuiltinCall& call, std::size_t first, std::size_t last, BuiltinDomain domain);

// Functions for families that differ by type (families.cpp). call_family() returns null if the name belongs
// to no family.
bool is_in_family(std::string_view name);
std::vector<std::string> family_names();
std::string family_signature(std::string_view name);
Expr* call_family(BuiltinCall& call);

}  // namespace lockstep::sim::language
