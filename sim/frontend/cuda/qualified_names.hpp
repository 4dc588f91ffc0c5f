// Parses qualified names ("::"), and detects names of types.
#pragma once

#include <optional>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Returns the position after the type that starts at `position`, without qualifiers and '*'; 0 if no type
// starts there.
std::size_t end_of_type(const Parser& p, std::size_t position);
// Returns the position after the '>' that closes the '<' at `position`; 0 if no '>' closes it.
std::size_t end_of_angles(const Parser& p, std::size_t position);
// Returns the position after the bracket that closes the bracket at `position`.
std::size_t end_of_brackets(const Parser& p, std::size_t position);

// Skips namespace names such as "cuda::std::"; namespaces have no scopes in the front end.
void skip_namespaces(Parser& p);
// Parses the name of a type with its arguments and enclosing classes; takes no token if no type name follows.
std::optional<QualifiedType> take_type_name(Parser& p);
// Parses "Class::" before a member in the same way; returns the class type, or null.
const Type* take_class_qualifier(Parser& p);

std::string text_of(const Parser& p, const Template& pattern, const TemplateArguments& arguments);

}  // namespace lockstep::sim::language::cuda
