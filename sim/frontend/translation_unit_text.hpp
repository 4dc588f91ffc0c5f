// Supports separate compilation. A translation unit is checked separately and converted to text without
// macros and includes. This text can be joined with the text of other units and compiled.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::sim::language {

// A declaration outside of functions.
struct OuterDeclaration {
  std::string text;        // on one line, preceded by a #line directive
  bool is_unique = false;  // a function definition with external linkage, which must not appear twice
  bool operator==(const OuterDeclaration&) const = default;
};

struct TranslationUnitText {
  std::vector<OuterDeclaration> declarations;
  std::vector<std::string> warnings;
};

// Converts one unit. Functions may be declared without a definition. An error has the form of an error
// of compile().
Result<TranslationUnitText> translate_alone(const KernelSource& source, const std::string& options);

// Joins several units to one text. Declarations with the same text, for example from a common header, appear
// only once.
std::string join(const std::vector<TranslationUnitText>& units);

}  // namespace lockstep::sim::language
