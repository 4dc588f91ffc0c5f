#include "gui/app/notice.hpp"

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kNotice{Font::text, Role::card, Align::left, 13};
constexpr float kNoticePadding = 18, kNoticeHeight = 36, kNoticeLine = 18;

FreePlace place_lines(const Canvas& canvas, const std::vector<std::string>& lines,
                      const PlaceFinder& finder) {
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, canvas.text_width(line, kNotice));
  return finder.find(width + 2 * kNoticePadding,
                     kNoticeHeight + kNoticeLine * static_cast<float>(lines.size() - 1));
}

}  // namespace

std::chrono::milliseconds notice_time(std::string_view sentence) {
  constexpr int least = 2500, each_letter = 50, most = 8000;
  const auto letters = static_cast<int>(std::min<std::size_t>(sentence.size(), 1000));
  return std::chrono::milliseconds(std::min(most, least + each_letter * letters));
}

// Breaks the sentence into the smallest number of lines for which there is a place that covers nothing.
void Notice::choose_place(const Canvas& canvas, std::string_view sentence, const PlaceFinder& finder,
                          const WindowArea& window) {
  constexpr int max_lines = 5;
  constexpr float slack = 1.2f, least_width = 140;  // slack: words do not fill lines completely
  const float whole = canvas.text_width(sentence, kNotice), most = window.width - 120;
  place_.covered = 1e18;
  for (int count = 1; count <= max_lines && place_.covered > 0; ++count) {
    const float share = count == 1 ? whole + 1 : slack * whole / static_cast<float>(count);
    std::vector<std::string> lines =
        wrap_text(canvas, sentence, kNotice, std::min(most, std::max(least_width, share)));
    const FreePlace place = place_lines(canvas, lines, finder);
    if (place.covered >= place_.covered) continue;
    place_ = place;
    lines_ = std::move(lines);
  }
  window_width_ = window.width;
  window_height_ = window.height;
}

void Notice::draw(Ui& ui, Activity& activity, const WindowArea& window, const WrittenFrame* written,
                  Clock::time_point now) {
  if (activity.notice.empty()) return;
  if (activity.notice_is_new && written == nullptr)
    return;  // wait for the next frame, which records its text
  const bool is_new = std::exchange(activity.notice_is_new, false);
  if (is_new) until_ = now + notice_time(activity.notice);
  if (written != nullptr) {
    const PlaceFinder finder(*written, ui.places == nullptr ? std::vector<NamedPlace>{} : *ui.places, window);
    const bool other_window = window.width != window_width_ || window.height != window_height_;
    const bool covers_more = finder.covers_text(place_.rect) && finder.covered(place_.rect) > place_.covered;
    if (is_new || other_window || covers_more) choose_place(ui.canvas, activity.notice, finder, window);
  }
  if (now >= until_ || ui.mouse_pressed(place_.rect)) {
    activity.notice.clear();
    return;
  }
  ui.canvas.fill_rect(place_.rect, Role::card, 6);
  ui.canvas.fill_rect(place_.rect, Role::ink, 6);
  const float first = place_.rect.y + kNoticeHeight / 2;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    ui.canvas.text({place_.rect.x + kNoticePadding,
                    top_for_centre(first + kNoticeLine * static_cast<float>(i), kNotice)},
                   lines_[i], kNotice);
}

}  // namespace lockstep::gui
