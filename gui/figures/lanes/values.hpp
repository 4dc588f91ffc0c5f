// What stands in a lane's cell: its value, or a form of it that is as long as the cell has room for.
#pragma once

#include <string>
#include <vector>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {

// From the value itself to the shortest form: "1234567", "1.23M", "1.2M", "1M"; "0.123457", "0.123", "0.1".
std::vector<std::string> value_forms(std::uint64_t bits, ElementType type);

// px of the widest value that any lane holds, and of the widest one that the run's arrays come to; in the
// smallest text, and never more than six digits need: longer ones have a shorter form.
float widest_value(const Lanes& lanes);

// The footer names one kind of value, that of the warp which executes, so only warps that hold this kind show
// theirs; the tooltip tells the others.
bool shows_values(const Lanes& lanes, const WarpView& warp);

}  // namespace lockstep::gui
