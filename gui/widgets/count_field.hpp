// Parses the text of a field in which a whole number is entered.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::gui {

// The range of numbers that a field accepts.
struct CountRange {
  std::uint64_t least = 1, most = UINT64_MAX;
  bool contains(std::uint64_t value) const { return value >= least && value <= most; }
};

// Returns the number. An Error says what is wrong with the text and what to enter.
Result<std::uint64_t> read_count(std::string_view text, const CountRange& range);

}  // namespace lockstep::gui
