// Binds values to references. A reference is a pointer that is dereferenced at each use.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language::cuda {

// Returns the address of `value`; `pointer` is the type of the reference. If `value` is not an object and the
// reference is const, a temporary is created.
Expr* bound_reference(Context& context, Expr* value, const Type* pointer);

// Creates a temporary variable of the current function that contains the value.
Expr* temporary(Context& context, Expr* value, const SourceRange& range);

// Returns the pointer type that represents a reference to this type.
QualifiedType reference_type(Context& context, const QualifiedType& referred);

}  // namespace lockstep::sim::language::cuda
