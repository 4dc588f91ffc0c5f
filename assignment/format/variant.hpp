// Assignments of which each student has his own: another operator, type or size of work-groups.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/assignment.hpp"

namespace lockstep::assignment {

// "operator = sum, min; L = 32, 64"; none: it is no such list.
std::optional<Variants> parse_variants(std::string_view text);

// Empty, 0: as the assignment has it.
struct Variant {
  std::string op, type;
  std::uint64_t L = 0;
  // "operator min, L 32"; empty: there is none.
  std::string text() const;
  bool operator==(const Variant&) const = default;
};
// Always the same for a student, by his number or name as `grades.csv` has it.
Variant variant_of(const Variants& variants, std::string_view student);
std::vector<Variant> all_variants(const Variants& variants);

// With these values in all tests that give none of their own.
Assignment with_variant(Assignment assignment, const Variant& variant);

}  // namespace lockstep::assignment
