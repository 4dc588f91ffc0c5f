// Combo boxes: a small label, a value, and a popup with choices.
#include <imgui.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <sstream>

#include "core/base/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/widgets/imgui_style.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kLabel{Font::text, Role::second_ink, Align::left, 11};
constexpr TextStyle kValue{Font::text_bold, Role::ink, Align::left, 13};
constexpr TextStyle kChoice{Font::text, Role::ink, Align::left, 13};
constexpr float kComboBoxPadding = 9, kBetween = 8;

// The keyboard's position in the open popup; only one popup is open at a time.
struct Cursor {
  std::size_t at = 0;  // an index of the choices, or kNowhere
  bool moved = false, takes = false, entered = false;
};
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
Cursor cursor;

// A list with more choices has a field that searches it.
constexpr std::size_t kMostWithoutSearch = 16;
// What was typed into the field of the open popup: words to search for, or a number.
char field_text[64];
// Why the number is not taken; empty once it is changed.
std::string field_problem, refused_text;

// The choices that have all words that are searched for, in any order.
std::vector<std::size_t> matching(const std::vector<std::string>& choices, std::string_view words) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string choice = lower(choices[i]);
    std::istringstream wanted(lower(words));
    bool all = true;
    for (std::string word; wanted >> word;) all = all && choice.find(word) != std::string::npos;
    if (all) found.push_back(i);
  }
  return found;
}

void move_cursor(const std::vector<std::size_t>& shown, bool down) {
  const auto here = std::ranges::find(shown, cursor.at);
  if (here == shown.end()) {
    if (down) cursor.at = shown.front();
  } else if (down && here + 1 != shown.end()) {
    cursor.at = *(here + 1);
  } else if (!down && here != shown.begin()) {
    cursor.at = *(here - 1);
  }
}

// Up and Down move among the shown choices, Enter chooses, Escape closes. The key that opened the popup has
// no effect in it.
void take_keys(const TypedInput& typed, const std::vector<std::size_t>& shown, std::size_t start) {
  cursor.moved = cursor.takes = cursor.entered = false;
  if (ImGui::IsWindowAppearing()) {
    cursor.at = start;
    return;
  }
  for (const KeyPress& press : typed.keys) {
    if (press.key == Key::escape) ImGui::CloseCurrentPopup();
    cursor.entered |= press.key == Key::enter;
    if (press.key == Key::enter && std::ranges::find(shown, cursor.at) != shown.end()) cursor.takes = true;
    const bool down = press.key == Key::down, up = press.key == Key::up;
    if ((!down && !up) || shown.empty()) continue;
    cursor.moved = true;
    move_cursor(shown, down);
  }
}

// A row of the popup; true if it is chosen.
bool choice_row(const std::string& label, std::size_t index, bool refused = false) {
  const bool here = cursor.at == index;
  const ImGuiSelectableFlags flags = refused ? ImGuiSelectableFlags_Disabled : ImGuiSelectableFlags_None;
  const bool pressed = ImGui::Selectable((label + "##" + std::to_string(index)).c_str(), here, flags);
  if (refused) return false;
  if (here && (cursor.moved || ImGui::IsWindowAppearing())) ImGui::SetScrollHereY();
  if (!pressed && (!here || !cursor.takes)) return false;
  ImGui::CloseCurrentPopup();
  return true;
}

// The heading of the part that a choice is in; `last` is the one that was drawn last.
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

// The field above a long list. True if what is searched for has changed.
bool search_field(float width) {
  const std::string before = field_text;
  ImGui::SetNextItemWidth(width);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##search", "Search: type a part of the name", field_text, sizeof field_text);
  return before != field_text;
}

// The field for a number; true if Enter was pressed in it.
bool field_was_entered(float width) {
  const bool appears = ImGui::IsWindowAppearing();
  if (appears) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
  // Without a window Dear ImGui gets no keys.
  const bool entered = cursor.entered && cursor.at == kNowhere;
  if (!ImGui::InputText("##number", field_text, sizeof field_text, flags) && !entered) return false;
  // Enter ends Dear ImGui's editing; after a number that is not taken it goes on.
  ImGui::SetKeyboardFocusHere(-1);
  return true;
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
  popup_height_ = place.most_height;
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
  if (state.clicked) field_text[0] = '\0';
  if (!begin_popup(id, rect, state.clicked)) return std::nullopt;
  std::vector<std::string> labels;
  for (const std::string& choice : choices) labels.push_back(in_words(choice, canvas.words()));
  const bool searches = labels.size() > kMostWithoutSearch;
  const float width = searches ? std::min(widest(labels) + 28 * scale, popup_width_ * scale) : 0;
  const bool changed = searches && search_field(width);
  const std::vector<std::size_t> shown = matching(labels, searches ? field_text : "");
  const auto is_refused = [&](std::size_t i) { return i < refused.size() && !refused[i].empty(); };
  std::vector<std::size_t> possible = shown;
  std::erase_if(possible, is_refused);
  take_keys(typed, possible, chosen < choices.size() ? chosen : kNowhere);
  if (changed && !shown.empty()) cursor.at = shown.front();
  // The field stays in sight while the list scrolls.
  const bool appears = ImGui::IsWindowAppearing();
  if (searches) ImGui::BeginChild("list", ImVec2(width, std::max(60.0f, popup_height_ - 64) * scale));
  std::optional<std::size_t> result;
  const ChoiceHeading* heading = nullptr;
  for (const std::size_t i : shown) {
    heading_above(headings, i, heading);
    if (choice_row(fit_text(canvas, labels[i], kChoice, popup_width_), i, is_refused(i))) result = i;
    if (is_refused(i) && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip(refused[i]);
    if (appears && cursor.at == i) ImGui::SetScrollHereY();
  }
  if (shown.empty()) ImGui::TextDisabled("No entry has these letters.");
  if (searches) ImGui::EndChild();
  ImGui::EndPopup();
  return result;
}

std::optional<std::uint64_t> Ui::number_box(std::string_view id, const Rect& rect, std::string_view label,
                                            std::uint64_t value, const std::vector<std::uint64_t>& choices,
                                            std::string_view tip, const CountRange& range) {
  const ItemState state = item(id, rect, popup_open() ? std::string_view{} : tip);
  combo_box_face(rect, label, format_count(value), state);
  if (state.clicked) {
    const std::string text = std::to_string(value);
    std::memcpy(field_text, text.c_str(), text.size() + 1);
    field_problem.clear();
  }
  if (!begin_popup(id, rect, state.clicked)) return std::nullopt;
  std::vector<std::size_t> shown(choices.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  take_keys(typed, shown, kNowhere);
  std::optional<std::uint64_t> result;
  if (field_was_entered(std::max(104.0f, rect.width - 16) * scale)) {
    const Result<std::uint64_t> number = read_count(field_text, range);
    if (number) {
      result = *number;
      ImGui::CloseCurrentPopup();
    } else {
      complaint = field_problem = number.error().message;
      refused_text = field_text;
    }
  }
  if (field_problem.empty() || refused_text != field_text) {
    field_problem.clear();
  } else {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 240 * scale);
    ImGui::TextColored(ImGui::GetStyleColorVec4(kProblemColour), "%s", field_problem.c_str());
    ImGui::PopTextWrapPos();
  }
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choice_row(format_count(choices[i]), i)) result = choices[i];
  ImGui::EndPopup();
  return result;
}

}  // namespace lockstep::gui
