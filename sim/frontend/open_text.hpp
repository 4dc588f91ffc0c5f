// A kernel's text and an expression behind it, read together: the expression knows the macros, types and
// functions of the text, and the variables that are in scope where it is evaluated. Watches and the
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
  // Errors are of the expression, in a sentence, because the text was compiled before.
  static Result<std::unique_ptr<OpenText>> read(const KernelSource& source, const std::string& options,
                                                const std::string& expression);
  ~OpenText();
  OpenText(const OpenText&) = delete;
  OpenText& operator=(const OpenText&) = delete;

  const TranslationUnit& unit() const;
  // The tree of the expression inside `function`, where `visible` are its variables in scope, the innermost
  // last. An expression that would change something is refused. Call it once.
  Result<const Expr*> expression(const FunctionDecl& function, std::span<const VariableDecl* const> visible);

 private:
  struct Parts;
  explicit OpenText(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace lockstep::sim::language
