// Every instruction that a run executes, in the format of `lockstep disassemble`.
#pragma once

#include <functional>
#include <string_view>

#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// One line for each moment: its number, the work-group, the warp and its active lanes in hexadecimal (lane 0
// is the last bit), followed by the instruction; or one object for each moment in {"instructions": […]}. The
// output is written in pieces, because a long run has millions of moments.
void write_instructions(const sim::Trace& trace, bool json,
                        const std::function<void(std::string_view)>& write);

}  // namespace lockstep::cli
