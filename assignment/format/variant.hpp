// Assignments with a variant for each student: another operator, type or work-group size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/assignment.hpp"

namespace lockstep::assignment {

// Parses "operator = sum, min; L = 32, 64"; returns none if the text is malformed.
std::optional<Variants> parse_variants(std::string_view text);

// An empty text or 0 stands for the value of the assignment.
struct Variant {
  std::string op, type;
  std::uint64_t L = 0;
  // Returns "operator min, L 32"; empty if there is no variant.
  std::string text() const;
  bool operator==(const Variant&) const = default;
};
// Returns the same variant for the same student every time. `student` is the number or name, as
// in `grades.csv`.
Variant variant_of(const Variants& variants, std::string_view student);
std::vector<Variant> all_variants(const Variants& variants);

// Sets the values of the variant in all tests that do not specify them.
Assignment with_variant(Assignment assignment, const Variant& variant);

}  // namespace lockstep::assignment
