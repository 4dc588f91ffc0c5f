// Parses calls of program functions, including overloaded functions, templates and member functions.
#pragma once

#include <string_view>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// The functions and templates that a name may refer to.
struct Candidates {
  std::vector<FunctionDecl*> functions;
  std::vector<Template*> templates;
  bool empty() const { return functions.empty() && templates.empty(); }
};
Candidates functions_named(Parser& p, std::string_view name);
Candidates methods_named(Parser& p, const Type& record, std::string_view name);
Candidates constructors_of(Parser& p, const Type& record);

// Calls the best-matching candidate; returns null if none matches. `self` is the address of the object,
// or null.
Expr* best_call(Parser& p, const Candidates& candidates, const TemplateArguments& written, Expr* self,
                const std::vector<Expr*>& values, const SourceRange& name, const SourceRange& range);
// Does the same, but fails if no candidate matches.
Expr* call_of(Parser& p, std::string_view called, const Candidates& candidates,
              const TemplateArguments& written, Expr* self, const std::vector<Expr*>& values,
              const SourceRange& name, const SourceRange& range);

// Returns the address of an object whose member function is called.
Expr* address_of_object(Parser& p, Expr* object);
// Returns the value of `this` in a member function.
Expr* this_pointer(Parser& p, const SourceRange& range);

// Calls a function of CUDA, C or C++ with these arguments; returns null if there is no function of this name.
bool is_function_of_cuda(const Parser& p, const Token& name);
Expr* call_cuda(Parser& p, const Token& name, const TemplateArguments& written, std::vector<Expr*> values,
                const SourceRange& range);

}  // namespace lockstep::sim::language::cuda
