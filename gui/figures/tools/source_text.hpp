// Returns pieces of the kernel's text for figures.
#pragma once

#include <string>

#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// Returns the text of a range within one line of the kernel file; "" for ranges of several lines and of
// other files.
std::string source_text(const PlanProgram& program, const sim::SourceRange& range);

// Returns the source range of an instruction.
const sim::SourceRange& range_of(const sim::Program& program, std::uint32_t pc);

}  // namespace lockstep::gui
