// Parses declarations: reads declarators and enters the declared names into scopes.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "sim/frontend/parse/specifiers.hpp"

namespace lockstep::sim::language {

struct ParameterDecl {
  std::string_view name;
  SourceRange range;
  QualifiedType type;  // for a reference, a pointer
  bool is_reference = false;
  std::size_t default_value = 0;  // position of its first token; 0 means none
};

struct Declarator {
  QualifiedType type;
  std::string_view name;  // empty for an abstract declarator
  SourceRange range;
  bool is_function = false;
  bool is_variadic = false;   // (int a, ...)
  bool is_reference = false;  // the type is the referenced type
  bool returns_reference = false;
  bool is_const = false;         // const member function: (int a) const
  bool has_result_type = false;  // auto f() -> int
  std::vector<ParameterDecl> parameters;
  Attributes attributes;
};

inline constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 32;  // in bytes

// declarators.cpp
// Fails if the type has too many levels.
void check_depth(Parser& p, const Type& type, const SourceRange& range);
Declarator parse_declarator(Parser& p, QualifiedType base);
QualifiedType parse_type_name(Parser& p);

// declarations.cpp
Stmt* parse_declaration(Parser& p);  // inside a function
// Returns the storage of a variable inside a function.
Storage block_storage(Parser& p, const Specifiers& specified, const Declarator& declared);
bool parse_static_assertion(Parser& p);
void declare_typedef(Parser& p, const Declarator& declared);
void declare_variable(Parser& p, VariableDecl& variable);
void check_variable_type(Parser& p, const Declarator& declared);

// functions.cpp
FunctionDecl* declare_function(Parser& p, const Specifiers& specified, const Declarator& declared);
void parse_function_definition(Parser& p, const Specifiers& specified, const Declarator& declared);
// Parses the function body from its '{'. `before` returns statements that are executed before the body and
// may use the parameters.
void parse_function_body(Parser& p, FunctionDecl& function, const Declarator& declared,
                         const std::function<std::vector<Stmt*>()>& before = {});

}  // namespace lockstep::sim::language
