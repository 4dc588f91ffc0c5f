#include "gui/figures/lanes/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "gui/canvas/text.hpp"
#include "gui/figures/lanes/lanes.hpp"
#include "gui/figures/tools/drawing.hpp"
#include "sim/bytecode/address.hpp"

namespace lockstep::gui {

std::optional<ValuePlace> find_variable(const sim::Program& program, const sim::Kernel* kernel,
                                        const sim::Warp& warp, std::string_view name) {
  std::optional<ValuePlace> found;
  if (kernel != nullptr) {
    for (const sim::Parameter& parameter : kernel->parameters) {
      if (parameter.name == name && parameter.kind == sim::Parameter::Kind::value)
        found = ValuePlace{parameter.first, parameter.type, warp.existing, parameter.name};
    }
  }
  for (const sim::Variable& variable : program.variables) {
    if (variable.name == name && warp.pc >= variable.begin && warp.pc < variable.end)
      found = ValuePlace{variable.first,    variable.type,        warp.existing,
                         std::string(name), variable.in_register, variable.private_offset};
  }
  return found;
}

std::uint64_t lane_bits(const sim::MachineState& machine, const sim::Program& program, const sim::Warp& warp,
                        const ValuePlace& place, unsigned lane) {
  if (place.in_register) return machine.register_bits(warp, place.reg, place.type, lane);
  std::uint64_t bits = 0;
  const std::size_t offset = std::size_t{lane} * program.private_bytes + place.private_offset;
  const std::size_t bytes = size_bytes(place.type);
  if (offset + bytes <= warp.private_memory.size())
    std::memcpy(&bits, warp.private_memory.data() + offset, bytes);
  return bits;
}

bool is_address(std::uint64_t bits, ElementType type) {
  return type == ElementType::uint64 && bits >> 60 != 0 &&
         bits >> 60 <= static_cast<std::uint64_t>(sim::Space::constant);
}

std::vector<std::string> lane_variables(const sim::Trace& trace, std::uint64_t position) {
  std::vector<std::string> names;
  if (position >= trace.size()) return names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const PlanLaunch& launch = trace.plan().launches[trace.at(position).moment.launch];
  const sim::Program& program = trace.program(launch.program);
  if (const sim::Kernel* kernel = program.find_kernel(launch.kernel)) {
    for (const sim::Parameter& parameter : kernel->parameters) {
      if (parameter.kind == sim::Parameter::Kind::value && parameter.count == 1) add(parameter.name);
    }
  }
  const std::uint32_t pc = trace.at(position).moment.pc;
  for (const sim::Variable& variable : program.variables) {
    const bool pointer = variable.type_name.find('*') != std::string::npos;
    if (variable.count == 1 && !pointer && pc >= variable.begin && pc < variable.end) add(variable.name);
  }
  return names;
}

namespace {

constexpr std::size_t kMaxDigits = 6;

double as_number(std::uint64_t bits, ElementType type) {
  if (type == ElementType::float32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == ElementType::float64) return std::bit_cast<double>(bits);
  if (type == ElementType::uint64) return static_cast<double>(bits);
  const std::size_t unused = 64 - 8 * size_bytes(type);
  const bool is_signed = type == ElementType::int8 || type == ElementType::int16 ||
                         type == ElementType::int32 || type == ElementType::int64;
  if (!is_signed) return static_cast<double>(bits << unused >> unused);
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

// Writes a value in thousands, millions and so on: 12345 with one decimal becomes "12.3k". Returns "" for
// values below a thousand.
std::string in_thousands(double value, int decimals) {
  constexpr std::array<std::string_view, 6> units{"k", "M", "G", "T", "P", "E"};
  double size = std::abs(value);
  std::size_t unit = 0;
  if (size < 1000) return {};
  for (size /= 1000; size >= 999.5 && unit + 1 < units.size(); ++unit) size /= 1000;
  return fmt::format("{:.{}f}{}", std::copysign(size, value), decimals, units[unit]);
}

float small_width(std::string_view text) { return nominal_text_width(text, drawing::small_text(Role::ink)); }

}  // namespace

std::vector<std::string> value_forms(std::uint64_t bits, ElementType type) {
  std::vector<std::string> forms{sim::format_value(bits, type)};
  const auto add = [&](std::string form) {
    if (!form.empty() && small_width(form) < small_width(forms.back())) forms.push_back(std::move(form));
  };
  if (type == ElementType::uint16x4) return forms;  // a matrix has no shorter form
  const double value = as_number(bits, type);
  if (!std::isfinite(value)) return forms;
  const bool is_fraction = type == ElementType::float32 || type == ElementType::float64;
  for (int digits = 5; is_fraction && digits > 0; --digits) {
    std::string form = fmt::format("{:.{}g}", value, digits);
    if (form.find('e') == std::string::npos) add(std::move(form));
  }
  for (int decimals = 2; decimals >= 0; --decimals) add(in_thousands(value, decimals));
  if (is_fraction && std::abs(value) < 1e-3) add(fmt::format("{:.0e}", value));
  return forms;
}

bool shows_values(const Lanes& lanes, const ShownWarp& warp) {
  for (const ShownWarp& other : lanes.warps) {
    if (other.executes) return other.value_name == warp.value_name;
  }
  return true;
}

float widest_value(const Lanes& lanes) {
  const std::string typical(std::min(lanes.max_characters, kMaxDigits), '7');
  const float most = kMaxDigits * small_width("0") * 0.96f;
  float widest = std::min(small_width(typical) * 1.06f, most);
  for (const ShownWarp& warp : lanes.warps) {
    if (!shows_values(lanes, warp)) continue;
    for (const ShownLane& lane : warp.lanes) {
      if (lane.has_value) widest = std::max(widest, small_width(sim::format_value(lane.bits, warp.type)));
    }
  }
  return std::min(widest, most);
}

}  // namespace lockstep::gui
