// Lowering of one function: walks its syntax tree once and emits as it goes. The methods are grouped by the
// file that implements them. Evaluation order is clang's: operands from left to right, the right side of an
// assignment before the place on its left.
//
// What is counted must be what the source says: each lvalue that is read is one load, each assignment to
// memory one store, none is kept or repeated.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/bytecode/extremum.hpp"
#include "sim/compiler/emit.hpp"
#include "sim/compiler/unit.hpp"
#include "sim/frontend/ast.hpp"

namespace lockstep::sim::language {

// An lvalue, located but not yet read or written: registers, or memory.
struct Place {
  const Type* type = nullptr;  // of the value that it holds
  bool in_memory = false;
  std::vector<FrameRegister> registers;  // by component
  Address address;                       // of the whole variable, vector or record
  // Which components of the vector in memory; empty: all that `type` has.
  std::vector<std::uint8_t> components;
  std::optional<Operand> dynamic_component;  // of `registers`: chosen at run time (long)
  bool packed = false;                       // may be less aligned than its type
};

// A subscript: its own type says how it extends to 64 bits.
struct Index {
  LaneType type = LaneType::int64;
  Operand operand;
};

// What a sum adds: a value, or a product still to be made, which then is rounded only with the sum.
struct Term {
  Value value;
  Value factor;  // empty unless this is a product
  bool is_product() const { return !factor.components.empty(); }
};

// Is `expr` a product that clang contracts with the sum around it? FP_CONTRACT is on by default, within one
// expression; a GPU has one instruction for it.
bool is_contracted_product(const Expr& expr);

class FunctionCompiler {
 public:
  FunctionCompiler(CompilerUnit& unit, FunctionIndex index);
  void compile();

 private:
  // function.cpp: prologue, epilogue, variables
  void begin_kernel_parameters(Kernel& kernel);
  void bind_parameters();
  void add_local_variables();
  bool lives_in_memory(const VariableDecl& variable) const;
  Home declare(const VariableDecl& variable);
  const Home& home(const VariableDecl& variable);
  void name_variable(const VariableDecl& variable, const Home& home);
  void end_scope(std::size_t first_variable, std::uint32_t register_mark);

  // statement.cpp
  void statement(const Stmt& stmt);
  void block(const Stmt& stmt);
  void declaration(const Stmt& stmt);
  struct Choice {
    Operand condition;
    std::uint32_t comparison = 0;  // the instruction that gave it
  };
  void note_kept_extremum(const Stmt& stmt, const Choice& choice);
  void if_statement(const Stmt& stmt);
  void loop(const Stmt& stmt);
  void switch_statement(const Stmt& stmt);
  std::map<const Stmt*, FrameRegister> label_conditions(const Stmt& stmt);
  void return_statement(const Stmt& stmt);
  void once(const Stmt& stmt);

  // jump.cpp: goto, and statements in expressions
  void statements(const std::vector<Stmt*>& list);
  void jump(const Stmt& stmt);
  void run_block(const Expr& statement_expression);
  Value statement_expression(const Expr& expr, Into into);
  void test(const Expr* tested);  // of a loop

  // expression.cpp: values
  Value value(const Expr& expr, Into into = {});
  Value value_of(const Expr& expr, Into into);
  Operand scalar(const Expr& expr, Into into = {});
  FrameRegister condition(const Expr& expr);
  void discard(const Expr& expr);
  Value literal(const Expr& expr);
  Value unary(const Expr& expr, Into into);
  Value binary(const Expr& expr, Into into);
  Term term(const Expr& expr);
  Operand sum_component(BinaryOp op, const Term& left, const Term& right, std::size_t index, Into into);
  Operand multiply_add(LaneType type, const Operand& a, const Operand& b, const Operand& c, Into into);
  Value pointer_difference(const Expr& expr, Into into);
  Value vector_literal(const Expr& expr, Into into);
  Operand binary_component(BinaryOp op, LaneType type, const Operand& a, const Operand& b, Into into);
  Operand truth_component(const Type& type, const Operand& truth, Into into);

  // choice.cpp: && || ?: as selects where that changes nothing, else as masked branches
  Value logical(const Expr& expr, Into into);
  Value conditional(const Expr& expr, Into into);
  Value vector_select(const Expr& expr, Into into);
  Operand top_bit(const Type& type, const Operand& operand);
  Choice choose(const Expr& expr, const std::function<void(const Expr&)>& arm);
  void note_extremum(const Choice& choice, Extremum extremum, FrameRegister value);
  bool is_free_of_effects(const Expr& expr);  // may be evaluated without need
  bool is_address_without_load(const Expr& lvalue);
  bool is_in_register(const VariableDecl& variable) { return home(variable).kind == Home::Kind::registers; }

  // cast.cpp
  Value cast(const Expr& expr, Into into);
  Value convert(const Type& to, const Type& from, const Value& value, ConvertMode mode = ConvertMode::c,
                Into into = {});
  Value bitcast(const Type& to, const Type& from, const Value& value);
  Value bitcast_lanes(const Type& to, const Type& from, const Value& value);
  // A result of `type` that was computed in its lane type: halves are computed as floats and then rounded,
  // which gives the right result since a float has more than twice as many bits.
  Operand rounded(const Type& type, const Operand& component, Into into = {});
  Value rounded(const Type& type, Value value, Into into = {});
  Operand component_to_half(const Type& from, const Operand& component, ConvertMode mode, Into into);

  // place.cpp: lvalues, addresses, records
  Place place(const Expr& lvalue);
  Place variable_place(const VariableDecl& variable);
  Place swizzle_place(const Expr& expr);
  Place component_place(const Expr& expr);
  Place memory_place(const Type& type, Address address, bool packed = false);
  Address pointer(const Expr& expr, Into into = {});
  Address record(const Expr& expr);  // the address of a struct or union, lvalue or not
  Index index(const Expr& expr);
  struct Bound {
    std::uint64_t count = ~std::uint64_t{0};
    std::uint32_t number = 0;  // in Program::array_bounds, plus one; 0: the bounds of the object suffice
  };
  Address displaced(Address base, const Index& index, std::int64_t element_bytes, Into into,
                    const Bound& bound);
  Address displaced(Address base, const Index& index, std::int64_t element_bytes, Into into = {}) {
    return displaced(base, index, element_bytes, into, {});
  }
  Bound bound_of(const Expr& array_pointer, std::uint64_t past);
  Place element_place(const Expr& lvalue, std::uint64_t past);
  static Address symbolic(const Home& home);

  // access.cpp
  Value read(const Place& place, Into into = {});
  void write(const Place& place, const Value& value);
  void write_registers(const std::vector<FrameRegister>& targets, const Value& value);

  // assign.cpp
  Value assign(const Expr& expr);
  Value compound_assign(const Expr& expr);
  Value increment(const Expr& expr, bool is_used);
  Into into_variable(const Place& target, const Expr& assignment);

  // initialise.cpp
  void initialise(const VariableDecl& variable);
  void initialise_aggregate(const Type& type, const Address& where, const Expr& init);
  void initialise_element(const Type& whole, const Address& where, const InitElement& element);

  // call.cpp
  Value call(const Expr& expr, Into into);
  Address saved_record(const Expr& expr);
  void pass_arguments(const Expr& expr, const FunctionSignature& callee);

  // builtin.cpp: component-wise and geometric functions
  Value builtin(const Expr& expr, Into into);
  Value builtin_components(const Expr& expr, unsigned index, const std::vector<Value>& arguments,
                           const Type& type, Into into);
  Value special(const Expr& expr, Into into);
  Value two_results(const Expr& expr);
  Value select_function(const Expr& expr, Into into);
  Value any_or_all(const Expr& expr);
  Value geometric(const Expr& expr, Into into);
  Operand dot(LaneType type, const Value& a, const Value& b);
  Value shuffle(const Expr& expr);

  // memory.cpp: functions on memory, synchronisation, printf
  Value memory_function(const Expr& expr, Into into);
  Value vload(const Expr& expr, Into into);
  void vstore(const Expr& expr);
  Value vload_half(const Expr& expr);
  void vstore_half(const Expr& expr);
  Value atomic(const Expr& expr);
  Value atomic_compare_exchange(const Expr& expr);
  void synchronise(Opcode op, unsigned flags, std::uint8_t mode);
  Value async_copy(const Expr& expr);
  void print(const Expr& expr);

  // collective.cpp: functions of sub-groups and work-groups
  Value collective(const Expr& expr, Into into);
  Value collective_of_components(const Expr& expr, Into into);
  std::optional<Operand> collective_argument(const Expr& expr);
  Operand local_size(unsigned dimension);
  Operand own_position();
  Operand first_position();
  Operand cast_ballot(const Operand& truth);
  Value all_equal(const Expr& expr, Into into);
  Value ballot_in_vector(const Operand& bits);
  Operand ballot_from_vector(const Expr& expr);
  Operand bits_below(const Operand& position);
  Operand existing_bits(const Operand& bits);
  Value position_mask(BallotFunction function);
  Value ballot_function(const Expr& expr);
  Value ballot_bit(const Operand& bits, const Operand& position);

  Address pointer_to_elements(const Expr& pointer_expr, const Expr& offset_expr, std::size_t stride_bytes);

  CompilerUnit& unit_;
  Emitter& emit_;
  Code& code_;
  FunctionIndex index_;
  const FunctionDecl& decl_;
  bool is_kernel_;
  const Stmt* last_statement_ = nullptr;           // of the body: a return there needs no jump
  std::set<const VariableDecl*> maybe_unwritten_;  // when they are read
  std::map<const VariableDecl*, Home> homes_;
  struct JumpTarget {
    std::size_t region = 0;
    bool is_behind = false;  // the label comes before the goto
  };
  std::map<const Stmt*, JumpTarget> jump_targets_;  // labels that a goto here can reach
};

}  // namespace lockstep::sim::language
