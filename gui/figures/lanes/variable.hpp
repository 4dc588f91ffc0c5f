// A variable of the source as the lanes of a warp hold it: in a register, or in their private memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// Where a value can be read and what it is called.
struct ValuePlace {
  sim::Register reg = 0;
  ElementType type = ElementType::int32;
  std::uint64_t lanes = 0;  // for which it is meaningful
  std::string name;
  bool in_register = true;
  std::uint32_t private_offset = 0;
};

// The variable or the parameter `name` that is in scope where the warp is.
std::optional<ValuePlace> find_variable(const sim::Program& program, const sim::Kernel* kernel,
                                        const sim::Warp& warp, std::string_view name);

// What `lane` holds there, as raw bits.
std::uint64_t lane_bits(const sim::MachineState& machine, const sim::Program& program, const sim::Warp& warp,
                        const ValuePlace& place, unsigned lane);

// A pointer of the machine, which no student would read as a number.
bool is_address(std::uint64_t bits, ElementType type);

}  // namespace lockstep::gui
