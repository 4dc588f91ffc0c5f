// Prints every instruction that a run executes, in the format of `lockstep disassemble`.
#pragma once

#include <functional>
#include <string_view>

#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// Writes one line for each moment: its number, the work-group, the warp, the active lanes in
// hexadecimal (lane 0 is the lowest bit), and the instruction. As JSON, writes one object for each
// moment in {"instructions": […]}. The output is passed to `write` in pieces, because a long run has
// millions of moments.
void write_instructions(const sim::Trace& trace, bool json,
                        const std::function<void(std::string_view)>& write);

}  // namespace lockstep::cli
