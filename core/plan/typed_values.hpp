// Parses an input typed by the user: "3,1,7,0,4,1,6,3".
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

struct TypedValues {
  Content content;  // Pattern::bytes
  std::uint64_t count = 0;
};

// Commas, semicolons, brackets and spaces separate numbers; a ushort4 consists of four numbers: "[1 2; 3 4]".
// The Error states the number that does not fit the type.
Result<TypedValues> parse_typed_values(std::string_view text, ElementType type);

// Returns whether a text is meant as typed values, not as the name of a pattern: it then begins like
// a number.
bool looks_typed(std::string_view text);

}  // namespace lockstep
