// The syntax tree after semantic analysis: every expression has a type and every conversion is a node, so
// that code that walks the tree needs no rules of the language.
//
// Rules that hold for all nodes:
//  * Reading an lvalue where a value is wanted is implicit; every other conversion is an Expr of kind cast.
//  * Operands of an operator have the same type, the result's unless said otherwise (comparisons; the
//    conditions of ?: and &&). Integer operands are promoted. Shift counts have the type of the left operand.
//  * A condition (if, loops, scalar ?: && ||) has type int or bool; other than 0 is true.
//  * Comparisons, && || ! of scalars give an int 0 or 1; of vectors a signed integer vector of 0 and -1
//    with components of the operands' size.
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
  parameter,  // of a function or kernel; its value is private to the work-item
  private_,   // block scope
  local,      // __local in a kernel: one object for the work-group
  global,     // at program scope, or static: one object for all launches of the program; initial_bytes
              // as of constant variables, or empty: zeros
  constant,   // __constant at program or block scope, and string literals: see VariableDecl::initial_bytes
};

// A pointer inside constant data: the value at `offset` is the address of `target` plus `addend` bytes.
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
  bool is_restrict = false;      // a pointer
  bool is_reference = false;     // of CUDA C++: the type is a pointer, which each use follows
  bool is_dynamic = false;       // extern __shared__: the local memory whose size the launch gives
  bool may_be_unused = false;    // __attribute__((unused))
  std::uint32_t references = 0;  // in the source
  bool is_defined = true;        // false: only declared extern
  bool address_taken = false;    // by & or by an array that decays, of the variable or a part of it
  std::uint64_t alignment = 1;   // at least the type's
  SourceRange range;             // of the name
  Expr* init = nullptr;          // of private variables; null: uninitialised
  // Of constant and global variables: type->size bytes. Of a const scalar with a constant initial value too.
  std::vector<std::byte> initial_bytes;
  std::vector<Relocation> relocations;
  FunctionDecl* function = nullptr;  // in which it is declared; null at program scope
};

// --- expressions

enum class ExprKind : std::uint8_t {
  integer_literal,  // integer (sign- or zero-extended by its type); true, false, enumerators, sizeof
  // too; the null pointer is 0 of pointer type, no event 0 of event_t
  floating_literal,    // floating
  string_literal,      // text; an lvalue of type char[n], whose bytes are those of `variable` (constant)
  variable,            // variable
  member,              // operands[0].member; the record may be a value that a function returned
  swizzle,             // components of the vector operands[0]; a scalar when there is one
  component,           // operands[0][operands[1]] of a vector, index not constant (a long)
  index,               // operands[0][operands[1]]: a pointer and a long
  deref,               // *operands[0]
  address_of,          // &operands[0]
  decay,               // the array lvalue operands[0] as a pointer to its first element
  unary,               // unary_op operands[0]
  binary,              // binary_op; of scalars or vectors, or a comparison of two pointers
  pointer_offset,      // binary_op add or sub: the pointer operands[0] ± operands[1] (a long) elements
  pointer_difference,  // operands[0] - operands[1] in elements, a long
  logical_and,         // of conditions, with short circuit
  logical_or,
  assign,            // operands[0] = operands[1]; the value is that of the left side
  compound_assign,   // operands[0] op= operands[1]: see compute_type
  increment,         // ++ or -- of operands[0]: see is_decrement, is_prefix
  conditional,       // operands[0] (condition) ? operands[1] : operands[2]; one of them is evaluated
  vector_select,     // ?: of vectors: component i of operands[1] where the top bit of operands[0]'s is set
  comma,             // operands[0], operands[1]
  cast,              // operands[0] converted to `type`: see cast_kind
  vector_literal,    // the components of all operands (scalars and vectors of the element type) in order
  compound_literal,  // an lvalue: `variable`, unnamed and private, initialised (its init) whenever reached
  initializer_list,  // of an array or record: see elements; only as an init
  statement_expression,  // ({ … operands[0]; }): `block` is run, then the operand gives the value
  call,                  // function(operands…); arguments have the parameters' types
  builtin,               // component-wise builtin function number `builtin` of sim/bytecode/builtins.def
  special,               // any other built-in function: see special
};

enum class UnaryOp : std::uint8_t { minus, bit_not, logical_not };  // + leaves only the promotion

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
  logical_and,  // of vectors: component-wise, both sides evaluated
  logical_or,
};
constexpr bool is_comparison(BinaryOp op) { return op >= BinaryOp::less && op <= BinaryOp::not_equal; }

enum class CastKind : std::uint8_t {
  none,     // the same bits in the same place: pointers to pointers, qualifiers
  numeric,  // scalar to scalar, or component by component, by convert_mode
  to_bool,  // scalar or pointer != 0
  splat,    // a scalar of the element type to every component
  bitcast,  // as_type(): the same bytes (3-vectors count as 4)
  pointer_to_integer,
  integer_to_pointer,
  to_void,  // evaluated and dropped
};

enum class Special : std::uint8_t {
#define S(name, effect) name,
#include "sim/frontend/tree/special.def"
#undef S
};

// What evaluating it does: computes from its operands only; asks which lanes are active; reads memory; meets
// other work-items; or acts: writes, orders, prints.
enum class SpecialEffect : std::uint8_t { computes, asks_lanes, reads, meets, acts };

constexpr SpecialEffect special_effect(Special special) {
  constexpr SpecialEffect kEffects[] = {
#define S(name, effect) SpecialEffect::effect,
#include "sim/frontend/tree/special.def"
#undef S
  };
  return kEffects[static_cast<std::size_t>(special)];
}

// What a collective function computes besides its one instruction.
enum class CollectiveShape : std::uint8_t {
  plain,
  integer,    // of integers only
  truth,      // of conditions: 1 where the value is not zero
  first,      // the argument is the lowest position that arrives
  all_equal,  // whether all values are that of the first
  elect,      // without a value: whether the work-item is the first
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

// Bits of Expr::flags, as the machine's barrier and fence take them.
inline constexpr unsigned kLocalFence = 1;
inline constexpr unsigned kGlobalFence = 2;
inline constexpr unsigned kImageFence = 4;

// One scalar, vector, pointer or record of an aggregate's initialiser, `offset` bytes from its beginning.
// In order of evaluation; no two overlap. Bytes that no element covers are zero.
struct InitElement {
  std::uint64_t offset = 0;
  Expr* value = nullptr;
};

struct Expr {
  ExprKind kind = ExprKind::integer_literal;
  unsigned height = 1;         // levels of the tree below and with this node: at most kDeepestNesting
  SourceRange range;           // of the whole expression
  SourceRange operator_range;  // of the operator, the member's or function's name; `range` when there is none
  const Type* type = nullptr;
  std::vector<Expr*> operands;

  bool is_lvalue = false;
  AddressSpace space = AddressSpace::private_;  // lvalues
  bool is_const = false;                        // lvalues: may not be assigned
  bool is_volatile = false;

  std::uint64_t integer = 0;
  double floating = 0;
  std::string text;
  VariableDecl* variable = nullptr;
  const Member* member = nullptr;
  std::vector<std::uint8_t> components;

  UnaryOp unary_op = UnaryOp::minus;
  BinaryOp binary_op = BinaryOp::add;
  // The left side is converted to this type, the operation is done in it (with operands[1], which has it),
  // and the result converted back. A pointer: operands[1] is a long that counts elements.
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
  std::uint8_t memory_order = 5;  // memory_order_seq_cst; numbered as in C11: relaxed 0 … seq_cst 5
  std::uint8_t failure_order =
      5;                          // of a compare-exchange; mem_fence() and its like have order kMemFenceOrder
  std::uint8_t memory_scope = 1;  // work_item 0, work_group 1, device 2, all_svm_devices 3, sub_group 4
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
  case_,        // a label in a switch's block, before the statements that it leads to; value
  default_,
  break_,
  continue_,
  return_,  // expr (or null), of the function's result type
  label,    // name, in a block before the statements that it leads to
  goto_,    // to the label `target`, of the same function
};

struct Stmt {
  StmtKind kind = StmtKind::empty;
  unsigned height = 1;        // as of an expression; those of the statement are counted, too
  SourceRange range;          // of the whole statement
  SourceRange keyword_range;  // of `if`, `for` …; `range` when there is none
  Expr* expr = nullptr;
  Stmt* init = nullptr;
  Expr* step = nullptr;
  Stmt* body = nullptr;
  Stmt* else_body = nullptr;
  std::vector<Stmt*> children;
  std::vector<VariableDecl*> variables;
  std::vector<Stmt*> cases;  // the case_ and default_ labels of a switch, in order of the text
  std::uint64_t value = 0;   // of a case, converted to the switch expression's type (extended as a literal's)
  std::uint64_t last_value = 0;  // `case 1 ... 5`: both ends belong to it; else as value
  const Type* value_type = nullptr;
  std::string name;        // of a label
  Stmt* target = nullptr;  // of a goto
};

// --- functions

struct FunctionDecl {
  std::string name;
  const Type* type = nullptr;         // of kind function; references are pointers in it
  std::vector<bool> takes_reference;  // by parameter; empty: none
  bool returns_reference = false;
  SourceRange range;  // of the name
  std::vector<VariableDecl*> parameters;
  Stmt* body = nullptr;  // null: only declared
  bool is_kernel = false;
  bool is_constexpr = false;                         // of CUDA C++: its calls with constants are constants
  std::uint32_t required_group_size[3] = {0, 0, 0};  // reqd_work_group_size, or zeros
  std::string attributes;                            // those of kernels, as written, separated by blanks
  std::vector<VariableDecl*> variables;  // all of block scope, __local ones included, in order of the text
  std::vector<FunctionDecl*> callees;    // each once; without a cycle
  const Type* result() const { return type->element; }
};

// --- the whole

struct TranslationUnit {
  std::unique_ptr<TypeTable> types;
  std::vector<SourceFile> files;          // SourceRange::file indexes them; 0 is the kernel's own
  std::vector<FunctionDecl*> functions;   // those with a body, in order of the text
  std::vector<VariableDecl*> globals;     // all variables in global memory
  std::vector<VariableDecl*> constants;   // all constant variables and string literals
  std::vector<std::string> warnings;      // formatted like errors
  std::vector<HostLaunch> host_launches;  // of CUDA C++, in order of the text
  std::vector<HostConstant> host_constants;
  // An example of each kernel template that has no instance: "reduce<int,256,true>".
  std::vector<std::string> possible_instances;

  // Nodes live as long as the unit.
  std::deque<Expr> expressions;
  std::deque<Stmt> statements;
  std::deque<VariableDecl> variable_pool;
  std::deque<FunctionDecl> function_pool;
};

}  // namespace lockstep::sim::language
