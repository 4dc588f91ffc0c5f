// The sentence on a moment of a run, for steps of one size.
#pragma once

#include <cstdint>
#include <string>

#include "gui/session/run.hpp"

namespace lockstep::gui {

// On the next instruction, or on its whole line where the step is longer.
std::string step_sentence(const Run& run, sim::Trace::Step step, std::uint64_t position);

}  // namespace lockstep::gui
