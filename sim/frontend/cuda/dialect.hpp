// CUDA C++ as an extension of the parser of OpenCL C. Each member function is defined in the file of its
// topic: names, specifiers, templates, classes, constructors, calls, operators, casts, lambdas,
// variables, host.
#pragma once

#include <memory>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

class CudaDialect : public Dialect, public UserConversions {
 public:
  explicit CudaDialect(Parser& p);
  State& state() { return state_; }
  const State& state() const { return state_; }

  bool external_declaration(Parser& p) override;
  bool specifier(Parser& p, Specifiers& specified, bool has_type) override;
  std::optional<bool> starts_type(const Parser& p, const Token& token) const override;
  bool reference(Parser& p) override;
  bool declarator_name(Parser& p, Declarator& declared) override;
  bool begins_values(const Parser& p) const override;
  void parameter(Parser& p, ParameterDecl& parameter) override;
  void after_parameters(Parser& p, Declarator& declared) override;
  void function_declared(Parser& p, FunctionDecl& function, const Declarator& declared) override;
  VariableDecl* block_variable(Parser& p, const Specifiers& specified, const Declarator& declared) override;
  bool program_variable(Parser& p, const Specifiers& specified, const Declarator& declared) override;
  void before_tag(Parser& p, Attributes& asked) override;
  void after_tag(Parser& p) override;
  bool begins_instance() const override { return state_.open_pattern != nullptr; }
  std::unique_ptr<Inside> enter_record(Parser& p, Type& record) override;
  void begin_record(Parser& p, const Token* tag, Type& record) override;
  bool member(Parser& p, Type& record, std::vector<Member>& members) override;
  void member_value(Parser& p, Type& record, const Member& member) override;
  void end_record(Parser& p, Type& record) override;
  void begin_enum(Parser& p) override;
  Stmt* statement(Parser& p) override;
  Expr* primary(Parser& p) override;
  Expr* postfix(Parser& p, Expr* operand) override;
  Expr* unary(Parser& p, const Token& op, Expr* operand) override;
  Expr* binary(Parser& p, const Token& op, Expr* left, Expr* right) override;
  Expr* result(Parser& p, Expr* value) override;

  Expr* converted(Expr* value, const Type* type) override;

 private:
  Parser& parser_;
  State state_;
};

// "using" name "=" type-name ";"
void parse_using(Parser& p);
// Declares a constant that the host and kernels share.
void constant_of_program(Parser& p, const Specifiers& specified, const Declarator& declared);
// Parses if constexpr and skips the branch that is not taken.
Stmt* chosen_branch(Parser& p);
// "return" "{" values "}" ";"
Stmt* return_list(Parser& p);
// Sets the contents of __constant__ variables from the build options, and records what the host code copies
// to these variables.
void read_constants(Parser& p);
// Reads the launches in the host code, and instantiates the kernel templates that the launches name.
void read_launches(Parser& p);

// Returns the value of a static member of a class.
Expr* member_constant(Parser& p, const Symbol& symbol, const SourceRange& range);

// Parses a translation unit of CUDA C++, like parse_translation_unit() for OpenCL C.
void parse_cuda(Parser& p);

}  // namespace lockstep::sim::language::cuda
