// The palettes of the themes. Roles have the colours of Okabe and Ito; each theme has its own neutral
// colours. Text has darker variants of the same hues (lighter variants in the dark theme).
#include "gui/canvas/theme.hpp"

#include <cmath>
#include <string>

namespace lockstep::gui {
namespace {

constexpr std::size_t kRoles = static_cast<std::size_t>(Role::count_);
using Palette = std::array<Colour, kRoles>;

constexpr Colour rgb(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value), 255};
}

struct Entry {
  Role role;
  std::uint32_t light, dark, projector;
};

constexpr Entry kShapes[] = {
    {Role::ground, 0xF6F7F9, 0x14171B, 0xFFFFFF},       {Role::card, 0xFFFFFF, 0x1D2126, 0xFFFFFF},
    {Role::ink, 0x1B1F24, 0xE9ECF0, 0x000000},          {Role::second_ink, 0x5B6470, 0xA3ADB8, 0x33383E},
    {Role::line, 0xD9DEE5, 0x363D46, 0x9AA1AA},         {Role::acts, 0x0072B2, 0x4AA8E0, 0x00619A},
    {Role::acts_pale, 0xE8F2F9, 0x19364B, 0xDCEBF5},    {Role::acted, 0x56B4E9, 0x2D6F9B, 0x56B4E9},
    {Role::costs, 0xD55E00, 0xF0803C, 0xBF5200},        {Role::costs_pale, 0xFBE5D6, 0x4D2C19, 0xF8D9C4},
    {Role::warns, 0xE69F00, 0xF0B429, 0xC98A00},        {Role::good, 0x009E73, 0x2CC295, 0x00835F},
    {Role::changed, 0xF0E442, 0xF0E442, 0xE0CF00},      {Role::masked, 0xC3C9D1, 0x4F5863, 0x858C95},
    {Role::waiting, 0xB3BAC3, 0x6B7580, 0x7B828B},      {Role::on_acts, 0xFFFFFF, 0x0B1015, 0xFFFFFF},
    {Role::on_costs, 0x000000, 0x0B1015, 0xFFFFFF},     {Role::veil, 0x14171B, 0x000000, 0x000000},
    {Role::second_warp, 0x009E73, 0x2CC295, 0x00835F},  {Role::third_warp, 0xB5588C, 0xE08FBC, 0x9C3F74},
    {Role::fourth_warp, 0x6B5A1E, 0xC9B667, 0x57480F},  {Role::code_type, 0x3A55A0, 0xA3BCF5, 0x2A4187},
    {Role::code_builtin, 0x84356B, 0xE5A5D0, 0x6B2256}, {Role::code_value, 0x0A665C, 0x74D1C4, 0x07504A},
};

// Roles with different colours for text and shapes.
constexpr Entry kText[] = {
    {Role::acts, 0x006AA6, 0x6BBDF0, 0x00588C},       {Role::acted, 0x006AA6, 0x6BBDF0, 0x00588C},
    {Role::costs, 0xA84A00, 0xF79A5E, 0x9A4200},      {Role::warns, 0x8A5E00, 0xF0B429, 0x6F4C00},
    {Role::good, 0x00795A, 0x3FD0A4, 0x00664B},       {Role::changed, 0x6E6500, 0xF0E442, 0x5C5500},
    {Role::masked, 0x69727E, 0x929CA8, 0x4A5057},     {Role::waiting, 0x5F6874, 0x9BA5B0, 0x43494F},
    {Role::line, 0x69727E, 0x929CA8, 0x4A5057},       {Role::second_warp, 0x00795A, 0x3FD0A4, 0x00664B},
    {Role::third_warp, 0x9C3F74, 0xE9A3CA, 0x84305F},
};

constexpr std::uint32_t value(const Entry& entry, ThemeName theme) {
  return theme == ThemeName::light ? entry.light : theme == ThemeName::dark ? entry.dark : entry.projector;
}

constexpr Palette make_shapes(ThemeName theme) {
  Palette palette{};
  for (const Entry& entry : kShapes) palette[static_cast<std::size_t>(entry.role)] = rgb(value(entry, theme));
  palette[static_cast<std::size_t>(Role::veil)].a = theme == ThemeName::dark ? 120 : 90;
  return palette;
}

constexpr Palette make_text(ThemeName theme) {
  Palette palette = make_shapes(theme);
  for (const Entry& entry : kText) palette[static_cast<std::size_t>(entry.role)] = rgb(value(entry, theme));
  return palette;
}

constexpr std::array kShapePalettes{make_shapes(ThemeName::light), make_shapes(ThemeName::dark),
                                    make_shapes(ThemeName::projector)};
constexpr std::array kTextPalettes{make_text(ThemeName::light), make_text(ThemeName::dark),
                                   make_text(ThemeName::projector)};

double luminance(Colour colour) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
}

}  // namespace

std::string_view name(ThemeName theme) {
  constexpr std::array<std::string_view, 3> names{"light", "dark", "projector"};
  return names[static_cast<std::size_t>(theme)];
}

std::optional<ThemeName> parse_theme(std::string_view text) {
  for (ThemeName theme : kThemeNames) {
    if (name(theme) == text) return theme;
  }
  return std::nullopt;
}

Colour shape_colour(ThemeName theme, Role role) {
  return kShapePalettes[static_cast<std::size_t>(theme)][static_cast<std::size_t>(role)];
}

Colour text_colour(ThemeName theme, Role role) {
  return kTextPalettes[static_cast<std::size_t>(theme)][static_cast<std::size_t>(role)];
}

double contrast(Colour a, Colour b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

std::string hex(Colour colour) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t channel : {colour.r, colour.g, colour.b}) {
    text += digits[channel >> 4];
    text += digits[channel & 15];
  }
  return text;
}

}  // namespace lockstep::gui
