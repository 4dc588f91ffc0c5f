// Every instruction that a run executes, as `lockstep disassemble` prints it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// A line each, written piece by piece: the moment, the work-group, the warp and its active lanes (lane 0 is
// the last bit), then the instruction.
void write_instructions(const sim::Trace& trace, const std::function<void(std::string_view)>& write);
std::string instructions_json(const sim::Trace& trace);

}  // namespace lockstep::cli
