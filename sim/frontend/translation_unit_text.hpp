// Separate compilation: a translation unit by itself is checked, and becomes text without macros and includes
// that can be joined with others and compiled.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::sim::language {

// A declaration outside of functions.
struct OuterDeclaration {
  std::string text;        // in one line, preceded by a #line directive
  bool is_unique = false;  // the definition of a function with external linkage: two are an error
  bool operator==(const OuterDeclaration&) const = default;
};

struct TranslationUnitText {
  std::vector<OuterDeclaration> declarations;
  std::vector<std::string> warnings;
};

// Functions may be declared only: they are defined elsewhere. The error is that of compile().
Result<TranslationUnitText> translate_alone(const KernelSource& source, const std::string& options);

// One text of several units. What two of them declare in the same words, as by a common header, is there
// once.
std::string join(const std::vector<TranslationUnitText>& units);

}  // namespace lockstep::sim::language
