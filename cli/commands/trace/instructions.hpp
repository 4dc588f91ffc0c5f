// Every instruction that a run executes, as `lockstep disassemble` prints it.
#pragma once

#include <functional>
#include <string_view>

#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// A line for each moment: its number, the work-group, the warp and its active lanes in hexadecimal (lane 0 is
// the last bit), then the instruction; or an object for each in {"instructions": […]}. Written piece by
// piece: a long run has millions of moments.
void write_instructions(const sim::Trace& trace, bool json,
                        const std::function<void(std::string_view)>& write);

}  // namespace lockstep::cli
