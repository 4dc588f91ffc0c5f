// Ordinal numbers in words: "third", "12th".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

// Returns "first" to "tenth", then "11th", "22nd" and so on. The numbers begin with 1.
std::string ordinal(std::uint64_t number);
// The inverse of ordinal(), also for "1st", "2nd", "3rd", "4th" and so on; none if it is not an ordinal.
std::optional<std::uint64_t> parse_ordinal(std::string_view word);

}  // namespace lockstep
