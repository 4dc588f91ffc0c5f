#include "gui/app/notice.hpp"

#include <algorithm>
#include <utility>

#include "gui/canvas/recorder.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kNotice{Font::text, Role::card, Align::centre, 13};
constexpr float kNoticePadding = 18, kNoticeHeight = 36;

float covered_text(const WrittenFrame& written, const Rect& place) {
  float area = 0;
  for (const WrittenText& text : written.texts) {
    const Rect covered = intersection(intersection(text.bounds, text.clip), place);
    area += covered.width * covered.height;
  }
  return area;
}

float covered_items(const std::vector<NamedPlace>& items, const Rect& place) {
  float area = 0;
  for (const NamedPlace& item : items) {
    const Rect covered = intersection(item.rect, place);
    if (item.seen && !item.below) area += covered.width * covered.height;
  }
  return area;
}

}  // namespace

Rect free_place(const WrittenFrame& written, const std::vector<NamedPlace>& items, const WindowArea& window,
                float width, float height) {
  constexpr float step = 6, edge = 8, margin = 3;
  const float middle = (window.width - width) / 2, right = std::max(edge, window.width - width - edge);
  Rect best{middle, window.height - height - edge, width, height};
  float least = 1e9f;
  for (float y = window.height - height - edge; y > window.top_bar_height(); y -= step)
    for (const float x : {middle, (middle + right) / 2, (middle + edge) / 2, right, edge}) {
      const Rect around{x - margin, y - margin, width + 2 * margin, height + 2 * margin};
      // A control may be covered for seconds rather than a text.
      constexpr float text_weight = 1000;
      const float covered = text_weight * covered_text(written, around) + covered_items(items, around);
      if (covered >= least) continue;
      least = covered;
      best = {x, y, width, height};
      if (covered == 0) return best;
    }
  return best;
}

std::chrono::milliseconds notice_time(std::string_view sentence) {
  constexpr int least = 2500, each_letter = 50, most = 8000;
  const auto letters = static_cast<int>(std::min<std::size_t>(sentence.size(), 1000));
  return std::chrono::milliseconds(std::min(most, least + each_letter * letters));
}

void Notice::draw(Ui& ui, Activity& activity, const WindowArea& window, const WrittenFrame* written,
                  Clock::time_point now) {
  if (activity.notice.empty()) return;
  const float text = std::min(ui.canvas.text_width(activity.notice, kNotice), window.width - 120);
  if (activity.notice_is_new && written == nullptr) return;  // the next frame is noted
  if (std::exchange(activity.notice_is_new, false)) {
    place_ = free_place(*written, ui.places == nullptr ? std::vector<NamedPlace>{} : *ui.places, window,
                        text + 2 * kNoticePadding, kNoticeHeight);
    until_ = now + notice_time(activity.notice);
  }
  // The window may have become smaller.
  place_.y = std::min(place_.y, window.height - kNoticeHeight);
  place_.x = std::max(0.0f, std::min(place_.x, window.width - place_.width));
  if (now >= until_ || ui.mouse_pressed(place_)) {
    activity.notice.clear();
    return;
  }
  ui.canvas.fill_rect(place_, Role::card, 6);
  ui.canvas.fill_rect(place_, Role::ink, 6);
  ui.canvas.text({place_.centre().x, top_for_centre(place_.centre().y, kNotice)},
                 fit_text(ui.canvas, activity.notice, kNotice, text + 1), kNotice);
}

}  // namespace lockstep::gui
