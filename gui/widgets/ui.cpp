#include "gui/widgets/ui.hpp"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "core/base/text/visible_text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/widgets/fonts.hpp"

namespace lockstep::gui {
namespace {

constexpr float kRadius = 6;

Rect common_part(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.right(), b.right()) - x, std::min(a.bottom(), b.bottom()) - y};
}

ImVec2 corner(const Rect& rect, float scale) { return {rect.x * scale, rect.y * scale}; }

}  // namespace

ItemState Ui::item(std::string_view id, const Rect& whole, std::string_view tip) {
  const Rect rect = reach ? common_part(whole, *reach) : whole;
  const bool focused = !focus.empty() && id == focus;
  if (focused && focus_moved && reach) wanted = whole;
  if (rect.width < 1 || rect.height < 1) {
    if (places != nullptr && reach)
      places->push_back({std::string(id), whole, stops && !blocked, false, blocked});
    return {};
  }
  if (places != nullptr && blocked) places->push_back({std::string(id), rect, false, true, true});
  if (blocked) return {};
  if (places != nullptr) places->push_back({std::string(id), rect, stops});
  ImGui::PushID(id.data(), id.data() + id.size());
  ImGui::SetCursorScreenPos(corner(rect, scale));
  const bool clicked = ImGui::InvisibleButton("item", ImVec2(rect.width * scale, rect.height * scale));
  const bool held = ImGui::IsItemActive();
  const ItemState state{ImGui::IsItemHovered() && (held || !quiet), held,
                        clicked || (focused && press_focus)};
  ImGui::PopID();
  over_item |= state.hovered || state.held;
  if (state.hovered && !tip.empty()) tooltip(tip, rect);
  return state;
}

void Ui::hint(std::string_view id, const Rect& whole, std::string_view tip) {
  const Rect rect = reach ? common_part(whole, *reach) : whole;
  const bool is_seen = rect.width >= 1 && rect.height >= 1;
  if (places != nullptr && (is_seen || reach))
    places->push_back({std::string(id), is_seen ? rect : whole, false, is_seen, blocked});
  if (is_seen && pointer(rect).inside) tooltip(tip, rect);
}

void Ui::tooltip(std::string_view text) {
  constexpr float around = 12;  // px, about half the size of a cell
  const Point at = mouse();
  tooltip(text, {at.x - around, at.y - around, 2 * around, 2 * around});
}

void Ui::tooltip(std::string_view text, const Rect& thing) {
  if (text.empty() || quiet) return;
  if (tips != nullptr && !tips->offer(text, thing)) return;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const TooltipPlace place = place_tooltip(thing, window.x / scale, window.y / scale);
  ImGui::SetNextWindowPos(ImVec2(place.corner.x * scale, place.corner.y * scale), ImGuiCond_Always,
                          ImVec2(place.from_right ? 1.0f : 0.0f, place.from_below ? 1.0f : 0.0f));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(360 * scale);
  const std::string said = with_escapes(*ImGui::GetFont(), terminal_text(in_words(text, canvas.words())));
  ImGui::TextUnformatted(said.c_str());
  bool first = true;
  for (const std::string& line : glossary_of(text, canvas.words())) {
    if (std::exchange(first, false)) ImGui::Spacing();
    ImGui::TextDisabled("%s", line.c_str());
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

bool Ui::popup_open() const {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

Point Ui::mouse() const {
  const ImVec2 at = ImGui::GetIO().MousePos;
  return {at.x / scale, at.y / scale};
}

Pointer Ui::pointer(const Rect& rect) const {
  Pointer pointer;
  pointer.at = mouse();
  const bool rests = quiet && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  pointer.inside =
      !blocked && !rests && rect.contains(pointer.at) && !popup_open() && ImGui::IsWindowHovered();
  pointer.clicked = pointer.inside && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  return pointer;
}

Pointer Ui::pointer(const Rect& rect, const ItemState& held) const {
  if (!held.held) return pointer(rect);
  const Point at = mouse();
  return {{std::clamp(at.x, rect.x, rect.right() - 1), std::clamp(at.y, rect.y, rect.bottom() - 1)},
          true,
          ImGui::IsMouseClicked(ImGuiMouseButton_Left)};
}

float Ui::wheel(const Rect& rect) const {
  return !blocked && !popup_open() && rect.contains(mouse()) ? ImGui::GetIO().MouseWheel : 0;
}
float Ui::wheel_sideways(const Rect& rect) const {
  if (blocked || popup_open() || !rect.contains(mouse())) return 0;
  const ImGuiIO& io = ImGui::GetIO();
  return io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0);
}
bool Ui::mouse_pressed(const Rect& rect) const { return pointer(rect).clicked; }
bool Ui::pressed_outside(const Rect& rect) const {
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && (!keyboard_is_free() || !rect.contains(mouse()));
}
bool Ui::right_pressed(const Rect& rect) const {
  return pointer(rect).inside && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
}
bool Ui::mouse_down() const { return ImGui::IsMouseDown(ImGuiMouseButton_Left); }
bool Ui::shift_held() const { return ImGui::GetIO().KeyShift; }
bool Ui::ctrl_held() const { return ImGui::GetIO().KeyCtrl; }
int Ui::clicks() const { return ImGui::GetMouseClickedCount(ImGuiMouseButton_Left); }
double Ui::seconds() const { return ImGui::GetTime(); }

void Ui::card(const Rect& rect) {
  canvas.fill_rect(rect, Role::card, kRadius);
  canvas.stroke_rect(rect, Role::line, 1, kRadius);
}

void Ui::sheet(const Rect& window, const Rect& box) {
  canvas.fill_rect(window, Role::veil);
  canvas.fill_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::line, kRadius + 1);
  card(box);
}

void Ui::heading(const Rect& content, std::string_view text, std::string_view right) {
  canvas.text({content.x, content.y}, text, {Font::text_bold, Role::ink, Align::left, 13});
  canvas.text({content.right(), content.y}, right, {Font::text, Role::second_ink, Align::right, 13});
}

bool Ui::button(std::string_view id, const Rect& rect, std::string_view label, std::string_view tip,
                bool primary, bool enabled) {
  const ItemState state = item(id, rect, tip);
  const bool lit = enabled && state.hovered;
  const TextStyle style{Font::text_bold,
                        primary && enabled ? Role::on_acts
                        : enabled          ? Role::ink
                                           : Role::masked,
                        Align::centre, primary ? 14.0f : 13.0f};
  if (primary) {
    canvas.fill_rect(rect, enabled ? Role::acts : Role::ground, kRadius);
    if (!enabled) canvas.stroke_rect(rect, Role::line, 1, kRadius);
    if (lit) canvas.stroke_rect(rect, Role::acted, 2, kRadius);
  } else {
    canvas.fill_rect(rect, lit ? Role::acts_pale : Role::card, kRadius);
    canvas.stroke_rect(rect, lit ? Role::acts : Role::line, 1, kRadius);
  }
  canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, label, style);
  return enabled && state.clicked;
}

std::optional<std::size_t> Ui::segments(std::string_view id, const Rect& rect,
                                        const std::vector<std::string>& labels, std::size_t chosen,
                                        const std::vector<std::string>& tooltips) {
  std::optional<std::size_t> result;
  constexpr float gap = 3, padding = 11;
  float total = 0;
  const TextStyle measure{Font::text_bold, Role::ink, Align::centre, 12};
  for (const std::string& label : labels) total += canvas.text_width(label, measure) + 2 * padding + gap;
  const float squeeze = std::min(1.0f, (rect.width + gap) / total);
  float x = rect.x;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float width = (canvas.text_width(labels[i], measure) + 2 * padding) * squeeze;
    const Rect cell{x, rect.y, width, rect.height};
    const ItemState state = item(std::string(id) + labels[i], cell, i < tooltips.size() ? tooltips[i] : "");
    const bool on = i == chosen;
    canvas.fill_rect(cell, on || state.hovered ? Role::acts_pale : Role::card, 5);
    canvas.stroke_rect(cell, on ? Role::acts : Role::line, 1, 5);
    const TextStyle style{on ? Font::text_bold : Font::text, on ? Role::acts : Role::ink, Align::centre, 12};
    canvas.text({cell.centre().x, top_for_centre(cell.centre().y, style)}, labels[i], style);
    if (state.clicked && !on) result = i;
    x += width + gap;
  }
  return result;
}

bool Ui::check_box(std::string_view id, const Rect& rect, std::string_view label, bool on,
                   std::string_view tip, bool struck) {
  const ItemState state = item(id, rect, tip);
  const Rect box{rect.x, rect.centre().y - 7, 14, 14};
  // At the edge of a scrolled area, the label is hidden, so the box is hidden as well.
  if (reach && (box.y < reach->y || box.bottom() > reach->bottom())) return state.clicked;
  canvas.fill_rect(box, on ? Role::acts : Role::card, 3);
  canvas.stroke_rect(box, on || state.hovered ? Role::acts : Role::waiting, 1, 3);
  if (on) {
    canvas.line({box.x + 3, box.y + 7}, {box.x + 6, box.y + 10}, Role::on_acts, 2);
    canvas.line({box.x + 6, box.y + 10}, {box.x + 11, box.y + 4}, Role::on_acts, 2);
  }
  const TextStyle style{Font::text, struck ? Role::second_ink : Role::ink, Align::left, 13};
  const std::string shown = fit_text(canvas, label, style, rect.right() - box.right() - 8);
  canvas.text({box.right() + 8, top_for_centre(rect.centre().y, style)}, shown, style);
  if (struck)
    canvas.line({box.right() + 6, box.centre().y},
                {box.right() + 10 + canvas.text_width(shown, style), box.centre().y}, Role::second_ink, 1);
  return state.clicked;
}

std::optional<unsigned> Ui::slider(std::string_view id, const Rect& rect, std::string_view label,
                                   std::string_view shown, unsigned value, unsigned low, unsigned high,
                                   std::string_view tip) {
  constexpr float knob = 8;
  const ItemState state = item(id, rect, tip);
  canvas.text({rect.x, rect.y}, label, {Font::text, Role::second_ink, Align::left, 12});
  canvas.text({rect.right(), rect.y}, shown, {Font::text_bold, Role::ink, Align::right, 13});
  const Rect track{rect.x + knob, rect.bottom() - knob - 2, rect.width - 2 * knob, 4};
  const auto share = [&](unsigned v) { return static_cast<float>(v - low) / static_cast<float>(high - low); };
  const float x = track.x + track.width * share(std::clamp(value, low, high));
  canvas.fill_rect(track, Role::line, 2);
  canvas.fill_rect({track.x, track.y, x - track.x, track.height}, Role::acts, 2);
  canvas.fill_circle({x, track.centre().y}, knob, state.hovered || state.held ? Role::acts : Role::card);
  canvas.fill_circle({x, track.centre().y}, knob - 2, Role::acts);
  if (!state.held) return std::nullopt;
  const float at = std::clamp((mouse().x - track.x) / track.width, 0.0f, 1.0f);
  const auto chosen = low + static_cast<unsigned>(at * static_cast<float>(high - low) + 0.5f);
  return chosen == value ? std::nullopt : std::optional(chosen);
}

float Ui::paragraph(const Rect& rect, std::string_view text, const TextStyle& style, float line_spacing) {
  float y = rect.y;
  std::vector<std::string> lines = wrap_text(canvas, text, style, rect.width);
  const float step = style.size * line_spacing;
  // If the text does not fit, the last line ends with an ellipsis.
  const auto fitting = static_cast<std::size_t>(std::max(0.0f, (rect.height - style.size) / step + 1.001f));
  if (fitting > 0 && fitting < lines.size()) {
    std::string& last = lines[fitting - 1];
    const std::string more = fit_text(canvas, last + " " + lines[fitting], style, rect.width);
    last = more.ends_with("…") ? more : fit_text(canvas, last + " …", style, rect.width);
  }
  if (lines.size() > fitting) lines.resize(fitting);
  for (const std::string& line : lines) {
    const float x = style.align == Align::left     ? rect.x
                    : style.align == Align::centre ? rect.centre().x
                                                   : rect.right();
    canvas.text({x, y}, line, style);
    y += step;
  }
  return y;
}

}  // namespace lockstep::gui
