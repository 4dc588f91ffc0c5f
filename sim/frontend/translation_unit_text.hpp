// Separate compilation: a translation unit is checked separately and converted to text without macros and
// includes, which can be joined with other units and compiled.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::sim::language {

// A declaration outside of functions.
struct OuterDeclaration {
  std::string text;        // on one line, preceded by a #line directive
  bool is_unique = false;  // a function definition with external linkage, of which two are an error
  bool operator==(const OuterDeclaration&) const = default;
};

struct TranslationUnitText {
  std::vector<OuterDeclaration> declarations;
  std::vector<std::string> warnings;
};

// Functions may be declared without a definition. The error is that of compile().
Result<TranslationUnitText> translate_alone(const KernelSource& source, const std::string& options);

// Joins several units to one text. Declarations with the same text, for example from a common header,
// appear once.
std::string join(const std::vector<TranslationUnitText>& units);

}  // namespace lockstep::sim::language
