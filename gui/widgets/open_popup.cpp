#include "gui/widgets/open_popup.hpp"

#include <imgui.h>

#include <algorithm>

namespace lockstep::gui {

void OpenPopup::begin(std::string_view text) {
  text_[text.copy(text_, sizeof text_ - 1)] = '\0';
  problem_.clear();
}

void OpenPopup::move(const std::vector<std::size_t>& shown, bool down) {
  const auto here = std::ranges::find(shown, at_);
  if (here == shown.end()) {
    if (down) at_ = shown.front();
  } else if (down && here + 1 != shown.end()) {
    at_ = *(here + 1);
  } else if (!down && here != shown.begin()) {
    at_ = *(here - 1);
  }
}

void OpenPopup::take_keys(const std::vector<KeyPress>& keys, const std::vector<std::size_t>& shown,
                          std::size_t start) {
  moved_ = takes_ = entered_ = false;
  if (ImGui::IsWindowAppearing()) {
    at_ = start;
    return;
  }
  for (const KeyPress& press : keys) {
    if (press.key == Key::escape) ImGui::CloseCurrentPopup();
    entered_ |= press.key == Key::enter;
    if (press.key == Key::enter && std::ranges::find(shown, at_) != shown.end()) takes_ = true;
    const bool down = press.key == Key::down, up = press.key == Key::up;
    if ((!down && !up) || shown.empty()) continue;
    moved_ = true;
    move(shown, down);
  }
}

bool OpenPopup::choice_row(const std::string& label, std::size_t index, bool refused) {
  const bool here = is_at(index);
  const ImGuiSelectableFlags flags = refused ? ImGuiSelectableFlags_Disabled : ImGuiSelectableFlags_None;
  const bool pressed = ImGui::Selectable((label + "##" + std::to_string(index)).c_str(), here, flags);
  if (refused) return false;
  if (here && (moved_ || ImGui::IsWindowAppearing())) ImGui::SetScrollHereY();
  if (!pressed && (!here || !takes_)) return false;
  ImGui::CloseCurrentPopup();
  return true;
}

bool OpenPopup::search_field(float field_width) {
  const std::string before = text_;
  ImGui::SetNextItemWidth(field_width);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##search", "Search: type a part of the name", text_, sizeof text_);
  return before != text_;
}

bool OpenPopup::number_entered(float field_width) {
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(field_width);
  const ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
  // Without a focused window, Dear ImGui receives no keys.
  const bool entered = entered_ && at_ == kNowhere;
  if (!ImGui::InputText("##number", text_, sizeof text_, flags) && !entered) return false;
  // Enter ends editing in Dear ImGui, but editing must continue if the number was rejected.
  ImGui::SetKeyboardFocusHere(-1);
  return true;
}

void OpenPopup::refuse(std::string_view why) {
  problem_ = why;
  refused_text_ = text();
}

}  // namespace lockstep::gui
