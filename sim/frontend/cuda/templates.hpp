// Handles function and class templates: declaration, deduction and instantiation.
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

// Returns all arguments of a call: written, deduced and default arguments; empty if an argument is missing.
std::optional<TemplateArguments> deduced(Parser& p, const Template& pattern, const TemplateArguments& written,
                                         const std::vector<Expr*>& values);

// Returns an example of each kernel template that has no instance; its arguments are guesses.
std::vector<std::string> possible_instances(const Parser& p);

// Returns bindings of the parameter names to these arguments.
BindingsPointer bound(Parser& p, const Template& pattern, const TemplateArguments& arguments);

// Fails if the declarator does not declare a function.
void require_function(Parser& p, const Declarator& declared);
// Declares the function of the declarator that was just parsed. If '{' follows, the body is parsed later.
FunctionDecl* declared_function(Parser& p, std::string name, const Specifiers& specified,
                                const Declarator& declared);

// Parses the type of a template's value parameter; `name` is the name after the type.
QualifiedType parse_type_name_before(Parser& p, std::string_view name);

// Parses the bodies in State::pending.
void read_pending(Parser& p);

}  // namespace lockstep::sim::language::cuda
