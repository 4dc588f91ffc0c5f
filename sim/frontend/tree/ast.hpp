// The syntax tree after semantic analysis. Every expression has a type and every conversion is a node, so
// code that walks the tree does not need the rules of the language.
//
// Rules that hold for all nodes:
//  * Reading an lvalue as a value is implicit; every other conversion is an Expr of kind cast.
//  * The operands of an operator have the same type, which is also the result's type unless a different
//    result is stated (as for comparisons and for the conditions of ?: and &&). Integer operands are
//    promoted. Shift counts have the type of the left operand.
//  * A condition (if, loops, scalar ?: && ||) has type int or bool; any value other than 0 is true.
//  * For scalars, comparisons and the operators && || ! give an int 0 or 1. For vectors, they give a vector
//    of signed integers 0 and -1, whose components have the size of the operands' components.
//  * No path from a function's body down to an expression has more than kDeepestNesting nodes, so walkers may
//    recurse.
//  * Constant expressions (array sizes, case labels, enumerators, sizeof) are folded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/image.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/bytecode/source.hpp"
#include "sim/frontend/tree/host_launch.hpp"
#include "sim/frontend/tree/type.hpp"
#include "sim/frontend/tree/type_table.hpp"

namespace lockstep::sim::language {

struct Expr;
struct Stmt;
struct FunctionDecl;

// --- variables

enum class Storage : std::uint8_t {
  parameter,  // parameter of a function or kernel, private to the work-item
  private_,   // block scope
  local,      // __local in a kernel: one object for the work-group
  global,     // at program scope, or static: one object for all launches of the program; its initial_bytes
              // are as for constant variables; empty means zeros
  constant,   // __constant at program or block scope, and string literals: see VariableDecl::initial_bytes
};

// A pointer inside constant data. The value at `offset` is the address of `target` plus `addend` bytes.
struct Relocation {
  std::uint64_t offset = 0;
  const struct VariableDecl* target = nullptr;
  std::int64_t addend = 0;
};

struct VariableDecl {
  std::string name;
  const Type* type = nullptr;
  Storage storage = Storage::private_;
  AddressSpace space = AddressSpace::private_;
  bool is_const = false;
  bool is_volatile = false;
  bool is_restrict = false;      // for a pointer
  bool is_reference = false;     // in CUDA C++: the type is a pointer, which each use dereferences
  bool is_dynamic = false;       // extern __shared__: local memory whose size is given at launch
  bool may_be_unused = false;    // __attribute__((unused))
  std::uint32_t references = 0;  // number of references in the source
  bool is_defined = true;        // false if only declared extern
  bool address_taken = false;    // by & or array decay, for the variable or a part of it
  std::uint64_t alignment = 1;   // at least the alignment of the type
  SourceRange range;             // range of the name
  Expr* init = nullptr;          // initial value of a private variable; null if uninitialised
  // For constant and global variables: type->size bytes. Also set for a const scalar with a constant
  // initial value.
  std::vector<std::byte> initial_bytes;
  std::vector<Relocation> relocations;
  FunctionDecl* function = nullptr;  // function that declares it; null at program scope
};

// --- expressions

enum class ExprKind : std::uint8_t {
  integer_literal,  // integer (sign- or zero-extended by its type); also true, false, enumerators and sizeof;
                    // the null pointer is 0 of pointer type, and a null event is 0 of event_t
  floating_literal,    // floating
  string_literal,      // text; an lvalue of type char[n], whose bytes are those of `variable` (constant)
  variable,            // variable
  member,              // operands[0].member; the record may be a value returned by a function
  swizzle,             // components of the vector operands[0]; a scalar if there is only one
  component,           // operands[0][operands[1]] of a vector; the index is not constant (a long)
  index,               // operands[0][operands[1]]: a pointer and a long
  deref,               // *operands[0]
  address_of,          // &operands[0]
  decay,               // the array lvalue operands[0] as a pointer to its first element
  unary,               // unary_op operands[0]
  binary,              // binary_op of scalars or vectors, or comparison of two pointers
  pointer_offset,      // binary_op add or sub: the pointer operands[0] ± operands[1] (a long) elements
  pointer_difference,  // operands[0] - operands[1] in elements, a long
  logical_and,         // operands are conditions; short-circuit evaluation
  logical_or,
  assign,            // operands[0] = operands[1]; the value is that of the left side
  compound_assign,   // operands[0] op= operands[1]: see compute_type
  increment,         // ++ or -- of operands[0]: see is_decrement, is_prefix
  conditional,       // operands[0] (condition) ? operands[1] : operands[2]; only one of the two is evaluated
  vector_select,     // ?: of vectors: component i of operands[1] if the top bit of operands[0][i] is set
  comma,             // operands[0], operands[1]
  cast,              // operands[0] converted to `type`: see cast_kind
  vector_literal,    // the components of all operands (scalars and vectors of the element type) in order
  compound_literal,  // lvalue: unnamed private `variable`, initialised (init) when reached
  initializer_list,  // initialiser of an array or record: see elements
  statement_expression,  // ({ … operands[0]; }): `block` is executed, then the operand gives the value
  call,                  // function(operands…); arguments have the parameters' types
  builtin,               // component-wise built-in function `builtin` of sim/bytecode/builtins.def
  special,               // any other built-in function: see special
};

enum class UnaryOp : std::uint8_t { minus, bit_not, logical_not };  // unary + is only a promotion

enum class BinaryOp : std::uint8_t {
  mul,
  div,
  rem,
  add,
  sub,
  shl,
  shr,
  bit_and,
  bit_xor,
  bit_or,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,  // for vectors: component-wise, both sides are evaluated
  logical_or,
};
constexpr bool is_comparison(BinaryOp op) { return op >= BinaryOp::less && op <= BinaryOp::not_equal; }

enum class CastKind : std::uint8_t {
  none,     // no change of bits: between pointer types, qualifiers
  numeric,  // between scalars or component by component, with convert_mode
  to_bool,  // scalar or pointer != 0
  splat,    // a scalar of the element type to every component
  bitcast,  // as_type(): the same bytes (a 3-vector counts as a 4-vector)
  pointer_to_integer,
  integer_to_pointer,
  to_void,  // evaluated, the value is discarded
};

enum class Special : std::uint8_t {
#define S(name, effect) name,
#include "sim/frontend/tree/special.def"
#undef S
};

// The effect of evaluating an expression. computes: depends only on the operands. asks_lanes: depends on the
// active lanes. reads: reads memory. meets: waits for other work-items. acts: writes, orders memory accesses
// or prints.
enum class SpecialEffect : std::uint8_t { computes, asks_lanes, reads, meets, acts };

constexpr SpecialEffect special_effect(Special special) {
  constexpr SpecialEffect kEffects[] = {
#define S(name, effect) SpecialEffect::effect,
#include "sim/frontend/tree/special.def"
#undef S
  };
  return kEffects[static_cast<std::size_t>(special)];
}

// What a collective function computes in addition to its instruction.
enum class CollectiveShape : std::uint8_t {
  plain,
  integer,    // integers only
  truth,      // conditions: 1 if the value is not zero
  first,      // the argument is the lowest arriving position
  all_equal,  // whether all values equal the first
  elect,      // no value argument: whether the work-item is the first
  ballot,     // the bits as a uint4
  match,      // the positions with the same value, as a uint
};

enum class BallotFunction : std::uint8_t {
  inverse,
  bit_extract,
  bit_count,
  inclusive_scan,
  exclusive_scan,
  find_lsb,
  find_msb,
  eq_mask,
  ge_mask,
  gt_mask,
  le_mask,
  lt_mask,
};

inline constexpr std::uint8_t kMemFenceOrder = 6;

// The bits of Expr::flags, which are those of the machine's barrier and fence.
inline constexpr unsigned kLocalFence = 1;
inline constexpr unsigned kGlobalFence = 2;
inline constexpr unsigned kImageFence = 4;

// One scalar, vector, pointer or record in the initialiser of an aggregate, `offset` bytes from the
// aggregate's start. The elements are in the order of evaluation and do not overlap. Bytes that no element
// covers are zero.
struct InitElement {
  std::uint64_t offset = 0;
  Expr* value = nullptr;
};

struct Expr {
  ExprKind kind = ExprKind::integer_literal;
  unsigned height = 1;         // tree levels including this node, at most kDeepestNesting
  SourceRange range;           // range of the entire expression
  SourceRange operator_range;  // range of the operator, member name or function name, otherwise `range`
  const Type* type = nullptr;
  std::vector<Expr*> operands;

  bool is_lvalue = false;
  AddressSpace space = AddressSpace::private_;  // for lvalues
  bool is_const = false;                        // for lvalues: cannot be assigned
  bool is_volatile = false;

  std::uint64_t integer = 0;
  double floating = 0;
  std::string text;
  VariableDecl* variable = nullptr;
  const Member* member = nullptr;
  std::vector<std::uint8_t> components;

  UnaryOp unary_op = UnaryOp::minus;
  BinaryOp binary_op = BinaryOp::add;
  // The left side is converted to this type, the operation is performed in this type, which is also the type
  // of operands[1], and the result is converted back. If the left side is a pointer, operands[1] is a long
  // that counts elements.
  const Type* compute_type = nullptr;
  bool is_decrement = false;
  bool is_prefix = false;

  CastKind cast_kind = CastKind::none;
  bool is_implicit = false;  // not written in the source
  ConvertMode convert_mode = ConvertMode::c;

  std::vector<InitElement> elements;
  FunctionDecl* function = nullptr;
  Stmt* block = nullptr;

  std::uint16_t builtin = 0;
  std::uint16_t second_builtin = 0;
  Special special = Special::work_item;
  WorkItemQuery query = WorkItemQuery::work_dim;
  AtomicOp atomic_op = AtomicOp::add;
  Collective collective;
  CollectiveShape collective_shape = CollectiveShape::plain;
  BallotFunction ballot_function = BallotFunction::inverse;
  ImageOperation image;
  bool half_aligned = false;
  unsigned flags = 0;
  std::uint8_t memory_order = 5;   // memory_order_seq_cst; numbered as in C11: relaxed 0 … seq_cst 5
  std::uint8_t failure_order = 5;  // order of a failed compare-exchange; mem_fence() has order kMemFenceOrder
  std::uint8_t memory_scope = 1;   // work_item 0, work_group 1, device 2, all_svm_devices 3, sub_group 4
};

// --- statements

enum class StmtKind : std::uint8_t {
  empty,
  expression,   // expr
  declaration,  // variables, in order
  block,        // children
  if_,          // expr, body, else_body (or null)
  for_,         // init (or null), expr (or null), step (or null), body
  while_,       // expr, body
  do_,          // body, expr
  switch_,      // expr (an integer), body, cases
  case_,        // label in the block of a switch, before its statements; value
  default_,
  break_,
  continue_,
  return_,  // expr (or null), with the function's result type
  label,    // name; in a block, before its statements
  goto_,    // to the label `target` in the same function
};

struct Stmt {
  StmtKind kind = StmtKind::empty;
  unsigned height = 1;        // as for an expression, including the levels of statements
  SourceRange range;          // range of the entire statement
  SourceRange keyword_range;  // range of `if`, `for` …, otherwise `range`
  Expr* expr = nullptr;
  Stmt* init = nullptr;
  Expr* step = nullptr;
  Stmt* body = nullptr;
  Stmt* else_body = nullptr;
  std::vector<Stmt*> children;
  std::vector<VariableDecl*> variables;
  std::vector<Stmt*> cases;      // the case_ and default_ labels of a switch, in source order
  std::uint64_t value = 0;       // value of a case in the switch expression's type (extended like a literal)
  std::uint64_t last_value = 0;  // `case 1 ... 5`: inclusive; otherwise equal to value
  const Type* value_type = nullptr;
  std::string name;        // name of a label
  Stmt* target = nullptr;  // target of a goto
};

// --- functions

struct FunctionDecl {
  std::string name;
  const Type* type = nullptr;         // type of kind function, in which references are pointers
  std::vector<bool> takes_reference;  // for each parameter; empty if none is a reference
  bool returns_reference = false;
  SourceRange range;  // range of the name
  std::vector<VariableDecl*> parameters;
  Stmt* body = nullptr;  // null if only declared
  bool is_kernel = false;
  bool is_constexpr = false;                         // calls with constant arguments are constants (CUDA C++)
  std::uint32_t required_group_size[3] = {0, 0, 0};  // value of reqd_work_group_size, or zeros
  std::string attributes;                            // kernel attributes, as written, separated by blanks
  std::vector<VariableDecl*> variables;  // all variables of block scope including __local, in source order
  std::vector<FunctionDecl*> callees;    // without duplicates and cycles
  const Type* result() const { return type->element; }
};

// --- the translation unit

struct TranslationUnit {
  std::unique_ptr<TypeTable> types;
  std::vector<SourceFile> files;          // indexed by SourceRange::file; 0 is the kernel file
  std::vector<FunctionDecl*> functions;   // functions with a body, in source order
  std::vector<VariableDecl*> globals;     // all variables in global memory
  std::vector<VariableDecl*> constants;   // all constant variables and string literals
  std::vector<std::string> warnings;      // formatted like errors
  std::vector<HostLaunch> host_launches;  // in CUDA C++, in source order
  std::vector<HostConstant> host_constants;
  // An example instance of each kernel template that is not instantiated: "reduce<int,256,true>".
  std::vector<std::string> possible_instances;

  // Nodes exist as long as the unit.
  std::deque<Expr> expressions;
  std::deque<Stmt> statements;
  std::deque<VariableDecl> variable_pool;
  std::deque<FunctionDecl> function_pool;
};

}  // namespace lockstep::sim::language
