// Names with "::", and whether a name is that of a type.
#pragma once

#include <optional>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// The position after the type that begins at `position`, without qualifiers and '*'; 0: no type begins there.
std::size_t end_of_type(const Parser& p, std::size_t position);
// The position after the '>' that closes the '<' at `position`; 0 if none does.
std::size_t end_of_angles(const Parser& p, std::size_t position);
// After the bracket that closes the one at `position`.
std::size_t end_of_brackets(const Parser& p, std::size_t position);

// "cuda::std::": takes the names of namespaces, which have no scopes of their own here.
void skip_namespaces(Parser& p);
// Parses the name of a type, with its arguments and enclosing classes; consumes nothing if there is
// no type.
std::optional<QualifiedType> take_type_name(Parser& p);
// The same for "Class::" before a member: its type, or null.
const Type* take_class_qualifier(Parser& p);

std::string text_of(const Parser& p, const Template& pattern, const TemplateArguments& arguments);

}  // namespace lockstep::sim::language::cuda
