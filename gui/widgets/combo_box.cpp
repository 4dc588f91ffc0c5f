// Combo boxes: a small label, a value, and a popup with choices.
#include <imgui.h>

#include <algorithm>
#include <cstring>

#include "gui/canvas/text.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kLabel{Font::text, Role::second_ink, Align::left, 11};
constexpr TextStyle kValue{Font::text_bold, Role::ink, Align::left, 13};
constexpr TextStyle kChoice{Font::text, Role::ink, Align::left, 13};
constexpr float kComboBoxPadding = 9, kBetween = 8;

// The keyboard's position in the open popup; only one popup is open at a time.
struct Cursor {
  std::size_t at = 0;
  bool moved = false, takes = false, entered = false;
};
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
Cursor cursor;

// Up and Down move, Enter chooses, Escape closes. The key that opened the popup has no effect in it.
void take_keys(const TypedInput& typed, std::size_t choices, std::size_t start) {
  cursor.moved = cursor.takes = cursor.entered = false;
  if (ImGui::IsWindowAppearing()) {
    cursor.at = start;
    return;
  }
  for (const KeyPress& press : typed.keys) {
    if (press.key == Key::escape) ImGui::CloseCurrentPopup();
    cursor.entered |= press.key == Key::enter;
    if (press.key == Key::enter && cursor.at < choices) cursor.takes = true;
    const bool down = press.key == Key::down, up = press.key == Key::up;
    cursor.moved |= (down || up) && choices > 0;
    if (down) cursor.at = cursor.at == kNowhere ? 0 : std::min(cursor.at + 1, choices - 1);
    if (up && cursor.at != kNowhere) cursor.at -= cursor.at == 0 ? 0 : 1;
  }
}

// A row of the popup; true if it is chosen.
bool choice_row(const std::string& label, std::size_t index) {
  const bool here = cursor.at == index;
  const bool pressed = ImGui::Selectable((label + "##" + std::to_string(index)).c_str(), here);
  if (here && (cursor.moved || ImGui::IsWindowAppearing())) ImGui::SetScrollHereY();
  if (!here || !cursor.takes) return pressed;
  ImGui::CloseCurrentPopup();
  return true;
}

void heading_above(const std::vector<ChoiceHeading>& headings, std::size_t choice) {
  const auto heading = std::ranges::find(headings, choice, &ChoiceHeading::first);
  if (heading == headings.end()) return;
  if (choice > 0) ImGui::Separator();
  ImGui::TextDisabled("%s", heading->title.c_str());
}

}  // namespace

PopupPlace place_popup(const Rect& box, float window_width, float window_height) {
  constexpr float gap = 4, edge = 6, most = 560;
  PopupPlace place;
  const float below = window_height - edge - box.bottom() - gap, above = box.y - gap - edge;
  // A menu of usual length opens below where there is room for it.
  place.from_below = below < 260 && above > below;
  place.corner.y = place.from_below ? box.y - gap : box.bottom() + gap;
  place.most_height = std::min(most, place.from_below ? above : below);
  // In the right half of the window it opens to the left.
  place.from_right = box.centre().x > window_width / 2;
  place.corner.x = place.from_right ? std::min(box.right(), window_width - edge) : std::max(box.x, edge);
  place.most_width = place.from_right ? place.corner.x - edge : window_width - edge - place.corner.x;
  return place;
}

float Ui::combo_box_width(std::string_view label, std::string_view value) const {
  const float gap = label.empty() ? 0 : kBetween;
  return 2 * kComboBoxPadding + canvas.text_width(label, kLabel) + gap + canvas.text_width(value, kValue);
}

void Ui::combo_box_face(const Rect& rect, std::string_view label, std::string_view value,
                        const ItemState& state) {
  canvas.fill_rect(rect, state.hovered ? Role::acts_pale : Role::card, 5);
  canvas.stroke_rect(rect, state.hovered ? Role::acts : Role::line, 1, 5);
  const float middle = rect.centre().y, label_width = canvas.text_width(label, kLabel);
  canvas.text({rect.x + kComboBoxPadding, top_for_centre(middle, kLabel)}, label, kLabel);
  const float left = rect.x + kComboBoxPadding + label_width + (label.empty() ? 0 : kBetween);
  TextStyle style = kValue;
  style.align = Align::right;
  canvas.text({rect.right() - kComboBoxPadding, top_for_centre(middle, style)},
              fit_text(canvas, value, style, rect.right() - kComboBoxPadding - left + 1), style);
}

bool Ui::begin_popup(std::string_view id, const Rect& below, bool open) {
  const std::string name = std::string(id) + "-choices";
  if (open) ImGui::OpenPopup(name.c_str());
  if (!ImGui::IsPopupOpen(name.c_str())) return false;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const PopupPlace place = place_popup(below, window.x / scale, window.y / scale);
  ImGui::SetNextWindowPos(ImVec2(place.corner.x * scale, place.corner.y * scale), ImGuiCond_Always,
                          ImVec2(place.from_right ? 1.0f : 0.0f, place.from_below ? 1.0f : 0.0f));
  const float least = std::min(std::max(120.0f, below.width), place.most_width);
  ImGui::SetNextWindowSizeConstraints(ImVec2(least * scale, 0),
                                      ImVec2(place.most_width * scale, place.most_height * scale));
  popup_width_ = place.most_width - 40;  // without padding and scroll bar
  if (!ImGui::BeginPopup(name.c_str())) return false;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  if (places != nullptr && !ImGui::IsWindowAppearing())
    places->push_back({name, {at.x / scale, at.y / scale, size.x / scale, size.y / scale}, false});
  return true;
}

std::optional<std::size_t> Ui::combo_box(std::string_view id, const Rect& rect, std::string_view label,
                                         std::string_view value, const std::vector<std::string>& choices,
                                         std::size_t chosen, std::string_view tip,
                                         const std::vector<ChoiceHeading>& headings) {
  const ItemState state = item(id, rect, popup_open() ? std::string_view{} : tip);
  combo_box_face(rect, label, value, state);
  std::optional<std::size_t> result;
  if (begin_popup(id, rect, state.clicked)) {
    take_keys(typed, choices.size(), chosen);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      heading_above(headings, i);
      const std::string choice = in_words(choices[i], canvas.words());
      if (choice_row(fit_text(canvas, choice, kChoice, popup_width_), i)) result = i;
    }
    ImGui::EndPopup();
  }
  return result;
}

std::optional<std::uint64_t> Ui::number_box(std::string_view id, const Rect& rect, std::string_view label,
                                            std::uint64_t value, const std::vector<std::uint64_t>& choices,
                                            std::string_view tip) {
  // Only one popup is open at a time, so one buffer serves all.
  static char typed_text[32];
  const ItemState state = item(id, rect, popup_open() ? std::string_view{} : tip);
  combo_box_face(rect, label, format_count(value), state);
  if (state.clicked) {
    const std::string text = std::to_string(value);
    std::memcpy(typed_text, text.c_str(), text.size() + 1);
  }
  std::optional<std::uint64_t> result;
  if (begin_popup(id, rect, state.clicked)) {
    take_keys(typed, choices.size(), kNowhere);
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(std::max(104.0f, rect.width - 16) * scale);
    const ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
    // Without a window Dear ImGui gets no keys.
    const bool entered = cursor.entered && cursor.at == kNowhere;
    if (ImGui::InputText("##number", typed_text, sizeof typed_text, flags) || entered) {
      if (const auto number = parse_count(typed_text)) {
        result = number;
        ImGui::CloseCurrentPopup();
      }
    }
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (choice_row(format_count(choices[i]), i)) result = choices[i];
    ImGui::EndPopup();
  }
  return result;
}

}  // namespace lockstep::gui
