// Checks calls of built-in functions and creates their nodes. The functions are listed in functions.def and
// sim/bytecode/builtins.def. Families of functions that differ only by type (convert_int4_sat_rte, vload8,
// as_float …) are recognised by the parts of their names.
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

// Returns the names that a program may use, including families. Compiler-specific names, which start with
// `__`, are excluded.
std::vector<std::string> builtin_function_names();
// Returns the signature in the notation of the specification, such as "size_t get_global_id(uint dimension)".
// gentype stands for any type that the function accepts. Returns an empty string if the name is not that of a
// built-in function.
std::string builtin_signature(std::string_view name);

// Returns the reason why a function is not supported; empty for other names.
std::string_view refused_function(std::string_view name);

// Returns the best-matching function among several __attribute__((overloadable)) functions.
FunctionDecl* best_overload(Context& context, const std::vector<FunctionDecl*>& functions,
                            const std::vector<Expr*>& arguments, const SourceRange& range);

}  // namespace lockstep::sim::language
