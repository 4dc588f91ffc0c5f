#include "gui/widgets/imgui_style.hpp"

#include <imgui.h>

namespace lockstep::gui {
namespace {

ImVec4 colour(Colour c) {
  return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255, 1};
}

}  // namespace

const int kProblemColour = ImGuiCol_PlotLinesHovered;

void apply_style(ThemeName theme, float scale) {
  ImGuiStyle style;
  style.WindowRounding = style.PopupRounding = 6;
  style.FrameRounding = 4;
  style.WindowPadding = ImVec2(10, 8);
  style.FramePadding = ImVec2(8, 5);
  style.ItemSpacing = ImVec2(8, 7);
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 1;
  style.ScrollbarSize = 8;
  style.ScaleAllSizes(scale);
  const auto shape = [&](Role role) { return colour(shape_colour(theme, role)); };
  style.Colors[ImGuiCol_Text] = colour(text_colour(theme, Role::ink));
  style.Colors[ImGuiCol_TextDisabled] = colour(text_colour(theme, Role::second_ink));
  style.Colors[ImGuiCol_PopupBg] = style.Colors[ImGuiCol_WindowBg] = shape(Role::card);
  style.Colors[kProblemColour] = colour(text_colour(theme, Role::costs));
  style.Colors[ImGuiCol_Border] = shape(Role::line);
  style.Colors[ImGuiCol_FrameBg] = shape(Role::ground);
  style.Colors[ImGuiCol_Header] = style.Colors[ImGuiCol_HeaderHovered] = style.Colors[ImGuiCol_HeaderActive] =
      shape(Role::acts_pale);
  style.Colors[ImGuiCol_TextSelectedBg] = shape(Role::acts_pale);
  style.Colors[ImGuiCol_ScrollbarBg] = shape(Role::card);
  style.Colors[ImGuiCol_ScrollbarGrab] = style.Colors[ImGuiCol_ScrollbarGrabHovered] =
      style.Colors[ImGuiCol_ScrollbarGrabActive] = shape(Role::waiting);
  ImGui::GetStyle() = style;
}

ImFont* interface_font(const FontSet& fonts) {
  return fonts.find({Font::text, Role::ink, Align::left, 13}).font;
}

}  // namespace lockstep::gui
