// A variable of the source as the lanes of a warp hold it: in a register, or in their private memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/figures/lanes/lanes.hpp"
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

// What stands in a lane's cell: its value, or a form of it that is as long as the cell has room for.

// From the value itself to the shortest form: "1234567", "1.23M", "1.2M", "1M"; "0.123457", "0.123", "0.1".
std::vector<std::string> value_forms(std::uint64_t bits, ElementType type);

// px of the widest value that any lane holds, and of the widest one that the run's arrays come to; in the
// smallest text, and never more than six digits need: longer ones have a shorter form.
float widest_value(const Lanes& lanes);

// The footer names one kind of value, that of the warp which executes, so only warps that hold this kind show
// theirs; the tooltip tells the others.
bool shows_values(const Lanes& lanes, const ShownWarp& warp);

}  // namespace lockstep::gui
