// Draws combo boxes, which have a small label, a value, and a popup with choices.
#include <imgui.h>

#include <algorithm>
#include <numeric>

#include "gui/canvas/fit_name.hpp"
#include "gui/canvas/text.hpp"
#include "gui/widgets/imgui_style.hpp"
#include "gui/widgets/ui.hpp"
#include "gui/widgets/word_search.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kComboLabel{Font::text, Role::second_ink, Align::left, 11};
constexpr TextStyle kComboValue{Font::text_bold, Role::ink, Align::left, 13};
constexpr TextStyle kChoice{Font::text, Role::ink, Align::left, 13};
constexpr float kComboBoxPadding = 9, kComboBetween = 8;

// A list with more choices than this has a search field.
constexpr std::size_t kMaxWithoutSearch = 16;

// Returns the indices of the choices that contain all searched words.
std::vector<std::size_t> matching(const std::vector<std::string>& choices, std::string_view words) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (has_words(choices[i], words)) found.push_back(i);
  return found;
}

// Draws the heading above a choice if the choice belongs to a group whose heading is not drawn yet. `last` is
// the heading that was drawn last.
void heading_above(const std::vector<ChoiceHeading>& headings, std::size_t choice,
                   const ChoiceHeading*& last) {
  const ChoiceHeading* mine = nullptr;
  for (const ChoiceHeading& heading : headings)
    if (heading.first <= choice) mine = &heading;
  if (mine == nullptr || mine == last) return;
  if (last != nullptr || (mine->first > 0 && headings.front().first > 0)) ImGui::Separator();
  ImGui::TextDisabled("%s", mine->title.c_str());
  last = mine;
}

float widest(const std::vector<std::string>& labels) {
  float width = 0;
  for (const std::string& label : labels) width = std::max(width, ImGui::CalcTextSize(label.c_str()).x);
  return width;
}

}  // namespace

PopupPlace place_popup(const Rect& box, float window_width, float window_height) {
  constexpr float gap = 4, edge = 6, most = 560;
  PopupPlace place;
  const float below = window_height - edge - box.bottom() - gap, above = box.y - gap - edge;
  // The popup opens below the box if there is enough room for a popup of typical height.
  place.from_below = below < 260 && above > below;
  place.corner.y = place.from_below ? box.y - gap : box.bottom() + gap;
  place.max_height = std::min(most, place.from_below ? above : below);
  // In the right half of the window, the popup extends to the left.
  place.from_right = box.centre().x > window_width / 2;
  place.corner.x = place.from_right ? std::min(box.right(), window_width - edge) : std::max(box.x, edge);
  place.max_width = place.from_right ? place.corner.x - edge : window_width - edge - place.corner.x;
  return place;
}

float Ui::combo_box_width(std::string_view label, std::string_view value) const {
  const float gap = label.empty() ? 0 : kComboBetween;
  return 2 * kComboBoxPadding + canvas.text_width(label, kComboLabel) + gap +
         canvas.text_width(value, kComboValue);
}

void Ui::combo_box_face(const Rect& rect, std::string_view label, std::string_view value,
                        const ItemState& state) {
  canvas.fill_rect(rect, state.hovered ? Role::acts_pale : Role::card, 5);
  canvas.stroke_rect(rect, state.hovered ? Role::acts : Role::line, 1, 5);
  const float middle = rect.centre().y, label_width = canvas.text_width(label, kComboLabel);
  canvas.text({rect.x + kComboBoxPadding, top_for_centre(middle, kComboLabel)}, label, kComboLabel);
  const float left = rect.x + kComboBoxPadding + label_width + (label.empty() ? 0 : kComboBetween);
  TextStyle style = kComboValue;
  style.align = label.empty() ? Align::left : Align::right;
  canvas.text({label.empty() ? left : rect.right() - kComboBoxPadding, top_for_centre(middle, style)},
              fit_name(canvas, value, style, rect.right() - kComboBoxPadding - left + 1), style);
}

void Ui::fixed_box(std::string_view id, const Rect& rect, std::string_view label, std::string_view value,
                   std::string_view tip) {
  hint(id, rect, tip);
  TextStyle style = kComboValue;
  style.align = Align::right;
  style.role = Role::second_ink;
  canvas.text({rect.x + kComboBoxPadding, top_for_centre(rect.centre().y, kComboLabel)}, label, kComboLabel);
  canvas.text({rect.right() - kComboBoxPadding, top_for_centre(rect.centre().y, style)}, value, style);
}

bool Ui::begin_popup(std::string_view id, const Rect& below, bool open) {
  const std::string name = std::string(id) + "-choices";
  if (open) ImGui::OpenPopup(name.c_str());
  if (!ImGui::IsPopupOpen(name.c_str())) return false;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const PopupPlace place = place_popup(below, window.x / scale, window.y / scale);
  ImGui::SetNextWindowPos(ImVec2(place.corner.x * scale, place.corner.y * scale), ImGuiCond_Always,
                          ImVec2(place.from_right ? 1.0f : 0.0f, place.from_below ? 1.0f : 0.0f));
  const float least = std::min(std::max(120.0f, below.width), place.max_width);
  ImGui::SetNextWindowSizeConstraints(ImVec2(least * scale, 0),
                                      ImVec2(place.max_width * scale, place.max_height * scale));
  popup.width = place.max_width - 40;  // reduced by the padding and the scroll bar
  popup.height = place.max_height;
  if (!ImGui::BeginPopup(name.c_str())) return false;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  if (places != nullptr && !ImGui::IsWindowAppearing())
    places->push_back({name, {at.x / scale, at.y / scale, size.x / scale, size.y / scale}, false});
  return true;
}

std::optional<std::size_t> Ui::combo_box(std::string_view id, const Rect& rect, std::string_view label,
                                         std::string_view value, const std::vector<std::string>& choices,
                                         std::size_t chosen, std::string_view tip,
                                         const std::vector<ChoiceHeading>& headings,
                                         const std::vector<std::string>& refused) {
  const ItemState state = item(id, rect, popup_open() ? std::string_view{} : tip);
  combo_box_face(rect, label, value, state);
  if (state.clicked) popup.begin("");
  if (!begin_popup(id, rect, state.clicked)) return std::nullopt;
  std::vector<std::string> labels;
  for (const std::string& choice : choices) labels.push_back(in_words(choice, canvas.words()));
  const bool searches = labels.size() > kMaxWithoutSearch;
  const float width = searches ? std::min(widest(labels) + 28 * scale, popup.width * scale) : 0;
  const bool changed = searches && popup.search_field(width);
  const std::vector<std::size_t> shown = matching(labels, searches ? popup.text() : "");
  const auto is_refused = [&](std::size_t i) { return i < refused.size() && !refused[i].empty(); };
  std::vector<std::size_t> possible = shown;
  std::erase_if(possible, is_refused);
  popup.take_keys(typed.keys, possible, chosen < choices.size() ? chosen : OpenPopup::kNowhere);
  if (changed && !shown.empty()) popup.move_to(shown.front());
  // The list is a separate scroll area, so that the search field stays visible.
  const bool appears = ImGui::IsWindowAppearing();
  if (searches) ImGui::BeginChild("list", ImVec2(width, std::max(60.0f, popup.height - 64) * scale));
  std::optional<std::size_t> result;
  const ChoiceHeading* heading = nullptr;
  for (const std::size_t i : shown) {
    heading_above(headings, i, heading);
    if (popup.choice_row(fit_text(canvas, labels[i], kChoice, popup.width), i, is_refused(i))) result = i;
    if (is_refused(i) && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip(refused[i]);
    if (appears && popup.is_at(i)) ImGui::SetScrollHereY();
  }
  if (shown.empty()) ImGui::TextDisabled("No entry contains these letters.");
  if (searches) ImGui::EndChild();
  ImGui::EndPopup();
  return result;
}

std::optional<std::uint64_t> Ui::number_box(std::string_view id, const Rect& rect, std::string_view label,
                                            std::uint64_t value, const std::vector<std::uint64_t>& choices,
                                            std::string_view tip, const CountRange& range) {
  const ItemState state = item(id, rect, popup_open() ? std::string_view{} : tip);
  combo_box_face(rect, label, format_count(value), state);
  if (state.clicked) popup.begin(std::to_string(value));
  if (!begin_popup(id, rect, state.clicked)) return std::nullopt;
  std::vector<std::size_t> shown(choices.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  popup.take_keys(typed.keys, shown, OpenPopup::kNowhere);
  std::optional<std::uint64_t> result;
  if (popup.number_entered(std::max(104.0f, rect.width - 16) * scale)) {
    const Result<std::uint64_t> number = read_count(popup.text(), range);
    if (number) {
      result = *number;
      ImGui::CloseCurrentPopup();
    } else {
      complaint = number.error().message;
      popup.refuse(complaint);
    }
  }
  if (const std::string problem = popup.problem(); !problem.empty()) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 240 * scale);
    ImGui::TextColored(ImGui::GetStyleColorVec4(kProblemColour), "%s", problem.c_str());
    ImGui::PopTextWrapPos();
  }
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (popup.choice_row(format_count(choices[i]), i)) result = choices[i];
  ImGui::EndPopup();
  return result;
}

}  // namespace lockstep::gui
