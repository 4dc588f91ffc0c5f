#include "gui/figures/lanes/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>

#include "gui/canvas/text_metrics.hpp"
#include "gui/figures/drawing.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMostDigits = 6;

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

// 12345 with one decimal: "12.3k". Empty below a thousand.
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
  std::vector<std::string> forms{format_value(bits, type)};
  const auto add = [&](std::string form) {
    if (!form.empty() && small_width(form) < small_width(forms.back())) forms.push_back(std::move(form));
  };
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

bool shows_values(const Lanes& lanes, const WarpView& warp) {
  for (const WarpView& other : lanes.warps) {
    if (other.executes) return other.value_name == warp.value_name;
  }
  return true;
}

float widest_value(const Lanes& lanes) {
  const std::string typical(std::min(lanes.most_characters, kMostDigits), '7');
  const float most = kMostDigits * small_width("0") * 0.96f;
  float widest = std::min(small_width(typical) * 1.06f, most);
  for (const WarpView& warp : lanes.warps) {
    if (!shows_values(lanes, warp)) continue;
    for (const LaneView& lane : warp.lanes) {
      if (lane.has_value) widest = std::max(widest, small_width(format_value(lane.bits, warp.type)));
    }
  }
  return std::min(widest, most);
}

}  // namespace lockstep::gui
