// Reads the value of a source variable in each lane, from a register or from private memory, and formats
// values for cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/figures/lanes/lanes.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The location and the name of a value.
struct ValuePlace {
  sim::Register reg = 0;
  ElementType type = ElementType::int32;
  std::uint64_t lanes = 0;  // lanes that have this value
  std::string name;
  bool in_register = true;
  std::uint32_t private_offset = 0;
};

// Returns the location of the variable or parameter `name` that is in scope at the warp's next instruction;
// no value if there is no such variable.
std::optional<ValuePlace> find_variable(const sim::Program& program, const sim::Kernel* kernel,
                                        const sim::Warp& warp, std::string_view name);

// Returns the raw bits of the value of `lane` at this location.
std::uint64_t lane_bits(const sim::MachineState& machine, const sim::Program& program, const sim::Warp& warp,
                        const ValuePlace& place, unsigned lane);

// Returns true if the bits are a pointer of the simulated machine, which is not shown as a number.
bool is_address(std::uint64_t bits, ElementType type);

// Returns the forms of a value from the longest to the shortest: "1234567", "1.23M", "1.2M", "1M", or
// "0.123457", "0.123", "0.1".
std::vector<std::string> value_forms(std::uint64_t bits, ElementType type);

// Returns the width in px of the widest value of any lane and of the run's arrays, in the smallest text size.
// The result is at most the width of six digits, because longer values have a shorter form.
float widest_value(const Lanes& lanes);

// Returns true if the cells of a warp show its values. The heading names the value of the executing warp, so
// only warps with a value of the same name show it; the values of other warps appear in tooltips.
bool shows_values(const Lanes& lanes, const ShownWarp& warp);

}  // namespace lockstep::gui
