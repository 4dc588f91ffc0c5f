// Declarations: the declarators around a name, and what a declaration makes known.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "sim/frontend/parse/specifiers.hpp"

namespace lockstep::sim::language {

struct ParameterDecl {
  std::string_view name;
  SourceRange range;
  QualifiedType type;  // of a reference: a pointer
  bool is_reference = false;
  std::size_t default_value = 0;  // the position of its first token; 0: none
};

struct Declarator {
  QualifiedType type;
  std::string_view name;  // empty: abstract
  SourceRange range;
  bool is_function = false;
  bool is_variadic = false;   // (int a, ...)
  bool is_reference = false;  // the type is what it refers to
  bool returns_reference = false;
  bool is_const = false;         // of a class: (int a) const
  bool has_result_type = false;  // auto f() -> int
  std::vector<ParameterDecl> parameters;
  Attributes attributes;
};

inline constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 32;  // bytes

// declarators.cpp
// Refuses a type of too many levels.
void check_depth(Parser& p, const Type& type, const SourceRange& range);
Declarator parse_declarator(Parser& p, QualifiedType base);
QualifiedType parse_type_name(Parser& p);

// declarations.cpp
Stmt* parse_declaration(Parser& p);  // inside a function
// Where a variable of a function lives.
Storage block_storage(Parser& p, const Specifiers& specified, const Declarator& declared);
bool parse_static_assertion(Parser& p);
void declare_typedef(Parser& p, const Declarator& declared);
void declare_variable(Parser& p, VariableDecl& variable);
void check_variable_type(Parser& p, const Declarator& declared);

// functions.cpp
FunctionDecl* declare_function(Parser& p, const Specifiers& specified, const Declarator& declared);
void parse_function_definition(Parser& p, const Specifiers& specified, const Declarator& declared);
// From its '{' on.
// `before` gives what the function does first; it may use the parameters.
void parse_function_body(Parser& p, FunctionDecl& function, const Declarator& declared,
                         const std::function<std::vector<Stmt*>()>& before = {});

}  // namespace lockstep::sim::language
