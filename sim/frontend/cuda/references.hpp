// References are pointers that are dereferenced at each use; this file binds values to references.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language::cuda {

// The address of `value` as `pointer`. If `value` is not an object and the reference is const, a temporary
// is created.
Expr* bound_reference(Context& context, Expr* value, const Type* pointer);

// A temporary variable of the current function that contains the value.
Expr* temporary(Context& context, Expr* value, const SourceRange& range);

// The pointer type that represents a reference to this type.
QualifiedType reference_type(Context& context, const QualifiedType& referred);

}  // namespace lockstep::sim::language::cuda
