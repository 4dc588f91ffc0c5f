// What the lanes' cells may show: the last result of each warp, or a variable of the source.
#pragma once

#include <string>
#include <vector>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {

struct LaneChoice {
  std::vector<std::string> labels;  // the last result first
  std::size_t chosen = 0;
  std::string shown;  // what the cells hold now: "loaded on line 33", "t", "left, not in scope here"
};
// `variable`: the one that was chosen; empty for the last result.
LaneChoice lane_choice(const sim::Trace& trace, std::uint64_t position, const std::string& variable,
                       const Lanes& lanes);
// What a choice is kept as.
std::string variable_of(const LaneChoice& choice, std::size_t taken);

}  // namespace lockstep::gui
