// Calls of built-in functions: from a name and arguments to a node.
// The functions are data (functions.def, and builtins.def of the machine); families that differ only by type
// (convert_int4_sat_rte, vload8, as_float …) are recognised by the parts of their names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/spelling.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

bool is_builtin_function(std::string_view name);
Expr* call_builtin(Context& context, const Token& name, std::vector<Expr*> arguments,
                   const SourceRange& range);
void suggest_builtin_functions(Spelling& spelling);

// The names that a program may use, families included: without those of compilers, which begin with `__`.
std::vector<std::string> builtin_function_names();
// "size_t get_global_id(uint dimension)", in the words of the specification: gentype is any type that the
// function takes. Empty for other names.
std::string builtin_signature(std::string_view name);

// "images are not supported" for read_imagef and the like; empty for other names.
std::string_view refused_function(std::string_view name);

// Of several __attribute__((overloadable)) functions: the one whose parameters fit best.
FunctionDecl* best_overload(Context& context, const std::vector<FunctionDecl*>& functions,
                            const std::vector<Expr*>& arguments, const SourceRange& range);

}  // namespace lockstep::sim::language
