#include "tests/gui/app/frame_faults.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

std::string words(const WrittenText& text) {
  return fmt::format("\"{}\" at {:.0f}, {:.0f}", text.text, text.bounds.x, text.bounds.y);
}

// The contrast of the displayed colours, computed as WCAG defines it for text.
constexpr double kLeastContrast = 4.5;

}  // namespace

Rect ink(const WrittenText& text) {
  const float base = text.bounds.y + text.style.size * ascent(text.style.font);
  const float high = text.style.size * 0.5f;
  return {text.bounds.x, base - high, text.bounds.width, high};
}

bool is_seen(const WrittenText& text) {
  const Rect part = intersection(ink(text), text.clip);
  return part.width > 0 && part.height > 0;
}

bool reaches_out(const Rect& rect, const Rect& of) {
  return rect.x < of.x - 0.6f || rect.right() > of.right() + 0.6f || rect.y < of.y - 0.6f ||
         rect.bottom() > of.bottom() + 0.6f;
}

std::vector<std::string> text_faults(const WrittenFrame& frame, ThemeName theme) {
  std::vector<std::string> found;
  std::vector<const WrittenText*> seen;
  for (const WrittenText& text : frame.texts) {
    if (text.text.empty() || text.text == " " || !is_seen(text)) continue;
    if (reaches_out(ink(text), text.clip)) found.push_back(words(text) + " is cut off");
    if (reaches_out(text.bounds, frame.cards[text.card])) found.push_back(words(text) + " leaves its card");
    const double clear = contrast(text_colour(theme, text.style.role), shape_colour(theme, text.behind));
    if (clear < kLeastContrast)
      found.push_back(fmt::format("{} has a contrast of {:.1f} : 1", words(text), clear));
    seen.push_back(&text);
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t j = i + 1; j < seen.size(); ++j) {
      if (seen[i]->card != seen[j]->card) continue;
      const Rect both = intersection(ink(*seen[i]), ink(*seen[j]));
      if (both.width > 1 && both.height > 1)
        found.push_back(words(*seen[i]) + " and " + words(*seen[j]) + " overlap");
    }
  }
  return found;
}

namespace {

bool contains(const Rect& outer, const Rect& inner) { return !reaches_out(inner, outer); }

std::string words(const NamedPlace& place) {
  return fmt::format("\"{}\" at {:.0f}, {:.0f}, {:.0f} by {:.0f}", place.id, place.rect.x, place.rect.y,
                     place.rect.width, place.rect.height);
}

bool overlap(const Rect& a, const Rect& b) {
  const Rect both = intersection(a, b);
  return both.width > 1 && both.height > 1 && !contains(a, b) && !contains(b, a);
}

// A label is text whose centre is inside the item; text of a larger item belongs to the parent item.
void find_wide_labels(const NamedPlace& place, const WrittenFrame& frame, std::vector<std::string>& found) {
  if (!place.stop || place.rect.height > 44) return;
  for (const WrittenText& text : frame.texts) {
    if (!is_seen(text) || !place.rect.contains(ink(text).centre())) continue;
    const Rect shown = intersection(text.bounds, text.clip);
    if (shown.x < place.rect.x - 1 || shown.right() > place.rect.right() + 1)
      found.push_back(words(text) + " is wider than its item " + words(place));
  }
}

}  // namespace

std::vector<std::string> item_faults(const std::vector<NamedPlace>& places, const WrittenFrame& frame) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const NamedPlace& place = places[i];
    if (!place.seen || place.below) continue;
    if (reaches_out(place.rect, frame.cards.front())) found.push_back(words(place) + " leaves the window");
    find_wide_labels(place, frame, found);
    for (std::size_t j = i + 1; j < places.size(); ++j)
      if (places[j].seen && !places[j].below && places[j].id != place.id &&
          overlap(place.rect, places[j].rect))
        found.push_back(words(place) + " and " + words(places[j]) + " overlap");
  }
  return found;
}

}  // namespace lockstep::gui
