// Function and class templates: declaration, deduction and instantiation.
#pragma once

#include <optional>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// template = "template" "<" parameters ">" declaration; also for members
bool template_declaration(Parser& p);
// Parses the arguments from '<' to '>'.
TemplateArguments parse_template_arguments(Parser& p);

const Type* class_instance(Parser& p, const Token& name, TemplateArguments arguments);
FunctionDecl* function_instance(Parser& p, Template& pattern, const TemplateArguments& arguments);

// All arguments of a call: written, deduced and default arguments; empty if an argument is missing.
std::optional<TemplateArguments> deduced(Parser& p, const Template& pattern, const TemplateArguments& written,
                                         const std::vector<Expr*>& values);

// An example of each kernel template that has no instance; the arguments are guesses.
std::vector<std::string> possible_instances(const Parser& p);

// Bindings of the parameter names to these arguments.
BindingsPointer bound(Parser& p, const Template& pattern, const TemplateArguments& arguments);

// Fails if the declarator is not that of a function.
void require_function(Parser& p, const Declarator& declared);
// Declares the function of a declarator that was just parsed; its body, if '{' follows, is parsed later.
FunctionDecl* declared_function(Parser& p, std::string name, const Specifiers& specified,
                                const Declarator& declared);

// The type of a value parameter of a template, before its name.
QualifiedType parse_type_name_before(Parser& p, std::string_view name);

// Parses the pending bodies.
void read_pending(Parser& p);

}  // namespace lockstep::sim::language::cuda
