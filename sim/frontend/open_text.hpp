// A kernel's text followed by an expression; both are parsed together. The expression can use the macros,
// types and functions of the text, and the variables that are in scope where it is evaluated. Watches and the
// conditions of breakpoints are such expressions.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

class OpenText {
 public:
  // The text has already been compiled, so all errors are in the expression. An error message is
  // one sentence.
  static Result<std::unique_ptr<OpenText>> read(const KernelSource& source, const std::string& options,
                                                const std::string& expression);
  ~OpenText();
  OpenText(const OpenText&) = delete;
  OpenText& operator=(const OpenText&) = delete;

  const TranslationUnit& unit() const;
  // Returns the tree of the expression inside `function`. `visible` contains the variables that are in scope,
  // innermost last. An expression with side effects is an error. This function can be called only once.
  Result<const Expr*> expression(const FunctionDecl& function, std::span<const VariableDecl* const> visible);

 private:
  struct Parts;
  explicit OpenText(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace lockstep::sim::language
