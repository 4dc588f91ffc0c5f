// References are pointers that each use follows: how a value is bound to one.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language::cuda {

// The address of `value` as `pointer`; a value that is not an object becomes one if the reference
// is const.
Expr* bound_reference(Context& context, Expr* value, const Type* pointer);

// An object of the function that holds the value.
Expr* temporary(Context& context, Expr* value, const SourceRange& range);

// The pointer type that stands for a reference to this.
QualifiedType reference_type(Context& context, const QualifiedType& referred);

}  // namespace lockstep::sim::language::cuda
