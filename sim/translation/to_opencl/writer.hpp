// Writes OpenCL C: the expressions, statements, functions and types of a tree that was parsed from CUDA C++.
// Text of the program that has the same meaning in both languages is copied unchanged.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/frontend/tree/ast.hpp"
#include "sim/translation/to_opencl/names.hpp"
#include "sim/translation/to_opencl/pointer_spaces.hpp"
#include "sim/translation/to_opencl/source_layout.hpp"

namespace lockstep::sim::translation::opencl {

using language::Member;
using language::Stmt;
using language::Type;

// The precedence of the outermost operator in a text.
enum class Level : std::uint8_t {
  comma,
  assignment,
  conditional,
  either,
  both,
  bit_or,
  bit_xor,
  bit_and,
  equality,
  relation,
  shift,
  sum,
  product,
  unary,
  postfix,
  primary
};

struct Written {
  std::string text;
  Level level = Level::primary;
};

// The requirement on the type in which a 32-bit value is computed. It matters because get_local_id(0) has 64
// bits in OpenCL C, and threadIdx.x has 32 bits in CUDA.
enum class Width : std::uint8_t {
  exact,     // the type must also be the same
  low_bits,  // only the low 32 bits are used, because the value is stored in an int
  value,     // any type that can represent the value, because it is an index or compared
};

// A function together with the address spaces of its pointers. Each variant has its own text.
struct Variant {
  const FunctionDecl* function = nullptr;
  ParameterSpaces spaces;
  auto operator<=>(const Variant&) const = default;
};

// A declaration at program scope; items are in the order in which they must be written.
struct Item {
  std::string text;
  std::optional<Extent> source;  // the corresponding declaration in the source
};

class Writer {
 public:
  Writer(const language::TranslationUnit& unit, const SourceLayout& layout);

  // Writes the kernels with these names, or all kernels if the set is empty.
  void write_kernels(const std::set<std::string, std::less<>>& names);
  const std::vector<Item>& items() const { return items_; }
  const std::vector<std::string>& errors() const { return errors_; }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::set<std::string, std::less<>>& extensions() const { return extensions_; }
  const std::set<std::string, std::less<>>& helpers() const { return helpers_; }
  std::string kernel_name(const FunctionDecl& kernel) { return names_.of(&kernel, kernel.name); }
  bool needs_version_3() const { return needs_version_3_; }

 private:
  struct Inline;

  // types.cpp
  std::string type_name(const Type& type);
  std::string record_name(const Type& record);
  void write_record(const Type& record);
  std::string members(const Type& record);
  std::string declarator(const Type& type, AddressSpace space, const std::string& name, bool is_const = false,
                         bool is_restrict = false);
  std::string declaration_type(const Type& type, AddressSpace space);
  static const Type& innermost(const Type& type);
  bool is_empty(const Type& type) const;

  // expressions.cpp
  Written expression(const Expr& expr, Width width = Width::exact);
  std::string operand(const Expr& expr, Level least, Width width = Width::exact);
  std::string plain(const Expr& expr, Width width = Width::exact) { return expression(expr, width).text; }
  Written composed(const Expr& expr, Width width);
  Written literal(const Expr& expr);
  Written number(std::uint64_t value, const Type& type);
  Written floating(double value, const Type& type);
  Written variable(const VariableDecl& variable);
  Written object_of(const Expr& pointer);
  Written address(const Expr& object);
  Written member(const Expr& expr);
  Written swizzle(const Expr& expr);
  Written index(const Expr& expr);
  Written binary(const Expr& expr, Width width);
  Written compound_assignment(const Expr& expr);
  Written cast(const Expr& expr, Width width);
  Written compound_literal(const Expr& expr);
  Written block_expression(const Expr& expr);
  std::string initial_value(const Type& type, const Expr& value);
  std::string initializer_list(const Type& type, const Expr& list);
  std::optional<Written> source_text(const Expr& expr, const Written& text);
  static Width width_for(const Type& target);
  bool is_small(const Expr& expr) const;
  std::optional<Written> global_index(const Expr& expr);
  std::string temporary(const VariableDecl& variable);
  std::string bytes_as_initializer(const Type& type, const std::vector<std::byte>& bytes, std::uint64_t at);

  // calls.cpp
  Written call(const Expr& expr);
  std::optional<Written> inlined(const Expr& expr);
  Written builtin(const Expr& expr);
  Written special(const Expr& expr, Width width);
  Written work_item(const Expr& expr, Width width);
  Written atomic(const Expr& expr);
  Written ordered_atomic(const Expr& expr);
  Written collective(const Expr& expr);
  Written masked(const Expr& expr, const std::string& mask);
  Written fence(const Expr& expr);
  Written barrier_of_warp(const Expr& expr);
  Written formatted_print(const Expr& expr);
  std::string argument(const Expr& expr);
  std::string arguments(const Expr& expr, std::size_t first = 0);
  std::string flags(unsigned bits) const;
  std::string pointer_as(const Expr& pointer, std::string_view type);
  void use_sub_groups() {
    extensions_.emplace("cl_khr_subgroups");
    needs_version_3_ = true;
  }
  std::string helper(std::string_view name) {
    helpers_.emplace(name);
    return std::string(name);
  }

  // statements.cpp
  std::string block(const Stmt& block, const Extent& braces);
  std::string statement(const Stmt& statement, const std::string& indent);
  std::string composed_statement(const Stmt& statement, const std::string& indent);
  std::string nested(const Stmt& statement, const std::string& indent);
  std::string declaration(const Stmt& statement);
  std::string one_declaration(const VariableDecl& variable);
  std::optional<std::string> spliced(const Extent& extent,
                                     const std::vector<std::pair<Extent, std::string>>& pieces);
  std::string indent_at(const Extent& extent) const;
  bool is_dropped(const Stmt& statement) const;

  // functions.cpp
  const std::string& variant(const FunctionDecl& function, const ParameterSpaces& spaces);
  std::string function_text(const Variant& of, const std::string& name);
  std::string function_head(const Variant& of, const std::string& name);
  std::string kernel_attributes(const FunctionDecl& kernel) const;
  std::optional<Extent> braces_of(const FunctionDecl& function) const;
  std::string constructor_function(const FunctionDecl& constructor, const Type& record,
                                   const ParameterSpaces& spaces);
  void check_parameter(const VariableDecl& parameter);
  void write_variable(const VariableDecl& variable);
  struct SharedNeeds {
    std::vector<const VariableDecl*> arrays;  // static __shared__ variables of functions and inner blocks
    const VariableDecl* dynamic = nullptr;
  };
  const SharedNeeds& shared_needs(const FunctionDecl& function);
  std::string shared_arguments(const FunctionDecl& callee);
  std::string shared_parameters(const FunctionDecl& function);
  std::string hoisted_declarations(const FunctionDecl& kernel, const std::string& indent);
  bool is_hoisted(const VariableDecl& variable) const;
  void add_fenced(const FunctionDecl& function);
  bool is_passed(const VariableDecl& variable) const;

  void refuse(const SourceRange& range, const std::string& message);
  void note(const std::string& sentence);

  const language::TranslationUnit& unit_;
  const SourceLayout& layout_;
  PointerSpaces spaces_;
  Names names_;
  std::vector<Item> items_;
  std::vector<std::string> errors_, notes_;
  std::set<std::string, std::less<>> extensions_, helpers_;
  bool needs_version_3_ = false;
  std::map<Variant, std::string> variants_;
  std::map<std::pair<const FunctionDecl*, ParameterSpaces>, std::string> constructors_;
  std::map<const FunctionDecl*, SharedNeeds> shared_;
  std::set<const FunctionDecl*> fenced_;  // functions reached by a kernel with a device-scope fence
  std::set<const VariableDecl*> at_top_;  // __shared__ variables in a kernel's outermost block

  // The state of the function that is being written
  const FunctionDecl* function_ = nullptr;
  const FunctionSpaces* now_ = nullptr;
  std::map<const VariableDecl*, Written> replaced_;  // parameters of a function that is expanded at a call
  std::map<const VariableDecl*, std::string> temporaries_;
  std::vector<std::string> temporary_declarations_;
};

}  // namespace lockstep::sim::translation::opencl
