#include "gui/app/notice.hpp"

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kNoticeTime = std::chrono::seconds(6);

}  // namespace

void Notice::draw(Ui& ui, Activity& activity, const WindowArea& window, Clock::time_point now) {
  if (activity.notice.empty()) return;
  if (std::exchange(activity.notice_is_new, false)) until_ = now + kNoticeTime;
  if (now >= until_) {
    activity.notice.clear();
    return;
  }
  const TextStyle style{Font::text, Role::card, Align::centre, 13};
  const float text = std::min(ui.canvas.text_width(activity.notice, style), window.width - 120);
  const Rect box{(window.width - text) / 2 - 18, window.height - 190, text + 36, 36};
  ui.canvas.fill_rect(box, Role::ink, 6);
  ui.canvas.text({box.centre().x, top_for_centre(box.centre().y, style)},
                 fit_text(ui.canvas, activity.notice, style, text + 1), style);
}

}  // namespace lockstep::gui
