// The constructs that CUDA C++ (sim/frontend/cuda) adds to the grammar of OpenCL C. The parser calls these
// functions wherever such a construct may start. Each function parses the construct if the next token starts
// it; otherwise it takes no token and returns null or false.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/frontend/parse/declarations.hpp"

namespace lockstep::sim::language {

class Dialect {
 public:
  Dialect() = default;
  Dialect(const Dialect&) = delete;
  Dialect& operator=(const Dialect&) = delete;
  virtual ~Dialect() = default;

  // Parses constructs at program scope: templates, namespaces, host code.
  virtual bool external_declaration(Parser& p) = 0;

  // Parses a specifier before a declarator; `has_type` means that the type is already known.
  virtual bool specifier(Parser& p, Specifiers& specified, bool has_type) = 0;
  // Returns whether the token starts a type, at a position where an expression is also possible. An empty
  // result means that the rule of OpenCL C applies.
  virtual std::optional<bool> starts_type(const Parser& p, const Token& token) const = 0;
  // Parses the '&' or '&&' after the '*'s of a declarator.
  virtual bool reference(Parser& p) = 0;
  // Parses the name of an operator function.
  virtual bool declarator_name(Parser& p, Declarator& declared) = 0;
  // Returns whether the '(' after a declared name starts initial values.
  virtual bool begins_values(const Parser& p) const = 0;
  virtual void parameter(Parser& p, ParameterDecl& parameter) = 0;
  // Parses what follows the parameters of a function: const, noexcept, -> type.
  virtual void after_parameters(Parser& p, Declarator& declared) = 0;
  virtual void function_declared(Parser& p, FunctionDecl& function, const Declarator& declared) = 0;

  // Parses a variable inside a function whose initial value or storage exists only in this language.
  virtual VariableDecl* block_variable(Parser& p, const Specifiers& specified,
                                       const Declarator& declared) = 0;
  virtual bool program_variable(Parser& p, const Specifiers& specified, const Declarator& declared) = 0;

  // For classes: parses specifiers before and after the tag, the name of the record, members that are not
  // data, and the end of the record.
  struct Inside {
    Inside() = default;
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    virtual ~Inside() = default;
  };
  virtual void before_tag(Parser& p, Attributes& asked) = 0;
  virtual void after_tag(Parser& p) = 0;
  // Returns whether an instance of a class template starts, which is a separate record.
  virtual bool begins_instance() const = 0;
  virtual std::unique_ptr<Inside> enter_record(Parser& p, Type& record) = 0;
  virtual void begin_record(Parser& p, const Token* tag, Type& record) = 0;
  virtual bool member(Parser& p, Type& record, std::vector<Member>& members) = 0;
  virtual void member_value(Parser& p, Type& record, const Member& member) = 0;
  virtual void end_record(Parser& p, Type& record) = 0;
  virtual void begin_enum(Parser& p) = 0;

  virtual Stmt* statement(Parser& p) = 0;
  virtual Expr* primary(Parser& p) = 0;
  // Parses suffixes of a complete operand: calls of its member functions, overloaded [] and ().
  virtual Expr* postfix(Parser& p, Expr* operand) = 0;
  // Apply operators that the program defines for the types of these operands; return null if there is no
  // such operator.
  virtual Expr* unary(Parser& p, const Token& op, Expr* operand) = 0;
  virtual Expr* binary(Parser& p, const Token& op, Expr* left, Expr* right) = 0;
  // Converts the value of a `return` statement if the value determines the result type of the function, or if
  // the function returns a reference.
  virtual Expr* result(Parser& p, Expr* value) = 0;
};

}  // namespace lockstep::sim::language
