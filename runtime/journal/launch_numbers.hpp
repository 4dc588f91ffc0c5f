// Selects the launches of a program that are checked and recorded, as given by the user: "3,7..9".
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::runtime {

struct LaunchNumbers {
  std::vector<std::pair<std::size_t, std::size_t>> ranges;  // first and last; empty: all launches
  bool is_all() const { return ranges.empty(); }
  bool contains(std::size_t number) const;
};

// Reads the numbers. "" selects all launches. The first launch has number 1.
Result<LaunchNumbers> parse_launch_numbers(std::string_view text);

}  // namespace lockstep::runtime
