// Templates of functions and classes: declared, deduced, and read again for each list of arguments.
#pragma once

#include <optional>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// template = "template" "<" parameters ">" declaration; of a member, too
bool template_declaration(Parser& p);
// From '<' to '>'.
TemplateArguments parse_template_arguments(Parser& p);

const Type* class_instance(Parser& p, const Token& name, TemplateArguments arguments);
FunctionDecl* function_instance(Parser& p, Template& pattern, const TemplateArguments& arguments);

// All arguments of a call: those written, deduced, or by default; nothing where one is left.
std::optional<TemplateArguments> deduced(Parser& p, const Template& pattern, const TemplateArguments& written,
                                         const std::vector<Expr*>& values);

// An example of each kernel template that has no instance; the arguments are guesses.
std::vector<std::string> possible_instances(const Parser& p);

// The names of the parameters with these arguments.
BindingsPointer bound(Parser& p, const Template& pattern, const TemplateArguments& arguments);

// Fails where the declarator that was just read has no parameters.
void require_function(Parser& p, const Declarator& declared);
// A function whose declarator was just read: its body, if '{' follows, is read later.
FunctionDecl* declared_function(Parser& p, std::string name, const Specifiers& specified,
                                const Declarator& declared);

// The type of a template's value, before its name.
QualifiedType parse_type_name_before(Parser& p, std::string_view name);

// Reads the bodies that wait.
void read_pending(Parser& p);

}  // namespace lockstep::sim::language::cuda
