#include "gui/overlays/tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTourWidth = 340, kTourPadding = 16, kTourGap = 14, kLine = 20;
constexpr TextStyle kTourTitle{Font::text_bold, Role::ink, Align::left, 15};

std::optional<Rect> target_of(const TourStop& stop, const OverlayFrame& frame,
                              const std::vector<NamedPlace>& places) {
  if (!stop.card.empty()) {
    const Rect* card = frame.card(stop.card);
    return card != nullptr ? std::optional(*card) : std::nullopt;
  }
  const auto place = std::ranges::find(places, stop.item, &NamedPlace::id);
  return place == places.end() ? std::nullopt : std::optional(place->rect);
}

void draw_bubble(Ui& ui, const Rect& target, const Rect& window, std::string_view title,
                 std::string_view text, std::string_view below) {
  Canvas& canvas = ui.canvas;
  const float inner = kTourWidth - 2 * kTourPadding;
  const std::vector<std::string> lines = wrap_text(canvas, text, kText, inner);
  const float height = 2 * kTourPadding + 26 + kLine * static_cast<float>(lines.size()) + 22;
  const Rect ring{target.x - 4, target.y - 4, target.width + 8, target.height + 8};
  canvas.stroke_rect(ring, Role::acts, 3, 9);
  const Rect bubble = place_bubble(ring, kTourWidth, height, window);
  canvas.fill_rect({bubble.x - 2, bubble.y - 2, bubble.width + 4, bubble.height + 4}, Role::acts, 9);
  canvas.fill_rect(bubble, Role::card, 8);
  float y = bubble.y + kTourPadding;
  canvas.text({bubble.x + kTourPadding, y}, title, kTourTitle);
  y += 26;
  for (const std::string& line : lines) {
    canvas.text({bubble.x + kTourPadding, y}, line, kText);
    y += kLine;
  }
  canvas.text({bubble.x + kTourPadding, y + 6}, fit_text(canvas, below, kQuiet, inner), kQuiet);
}

// Moves one stop forward or back; the tour ends after the last stop.
void move(AppState& state, int by) {
  std::uint64_t& stop = state.overlay.page;
  if (by < 0) {
    stop -= stop > 0 ? 1 : 0;
  } else if (++stop >= tour_stops().size()) {
    state.overlay = {};
  }
}

}  // namespace

const std::vector<TourStop>& tour_stops() {
  static const std::vector<TourStop> stops{
      {"source", "", "The kernel",
       "The OpenCL C source. The arrow marks the line that runs next, × is how often each line ran, and the "
       "bar is its cost. F2 or a double click edits the text, Esc ends editing: the run follows what you "
       "type."},
      {"figure", "", "What the algorithm does",
       "A row of cells for each step. Lines connect each result with the cells that it was computed from, "
       "and each result names the inputs that it covers. The wheel zooms, dragging moves the figure."},
      {"lanes", "", "Active lanes",
       "Every lane of every warp. Blue lanes are active, hatched lanes are masked off by a branch, a grey "
       "bar waits at the barrier."},
      {"memory", "", "What an access costs",
       "Global memory: the aligned segments that the lanes access. Local memory: the banks, and the number "
       "of passes that the access needs. Watch shows any expression in each lane, Cell who wrote a cell."},
      {"inspector", "", "What happens now",
       "One sentence about this moment, the costs of the run so far, and the errors found. W explains them "
       "and suggests cures. Q asks you what comes next before it is shown."},
      {"transport", "", "Time",
       "Space plays, ← and → step, N and P go to the next or previous conflict, divergence or finding. Drag "
       "the line to any moment, forwards or backwards."},
      {"", "algorithm", "Other algorithms",
       "Reductions, scans, and kernels that are wrong on purpose: choose one here or with A. Beside it are "
       "the array's length, the operator, the input and the device."},
      {"", "file", "Open, save, export",
       "Opens a kernel of your own or a saved scene; saves the view as a scene, the kernel's text as a file, "
       "the figure as a picture or an animation, and each table as CSV or JSON. A message says where the "
       "file is."},
      {"", "Compare", "All algorithms at once",
       "The costs of each algorithm on the same input, sorted by any counter. Mark two to compare them side "
       "by side."},
      {"", "run", "On a real device",
       "Runs this kernel on large arrays on any OpenCL device, checks each result, and measures its time. F1 "
       "lists all keys.",
       "inspector"},
  };
  return stops;
}

Rect place_bubble(const Rect& target, float width, float height, const Rect& window) {
  const auto inside_x = [&](float x) { return std::clamp(x, window.x + 8, window.right() - width - 8); };
  const auto inside_y = [&](float y) { return std::clamp(y, window.y + 8, window.bottom() - height - 8); };
  const float x = inside_x(target.centre().x - width / 2);
  const float above = target.y - kTourGap - height;
  const bool fits_below = target.bottom() + kTourGap + height + 8 <= window.bottom();
  // A bubble for a small target is not placed beside the target, because the items around the target
  // should stay visible.
  const bool is_small = target.width < width && target.height < height;
  if (is_small && (fits_below || above >= window.y + 8))
    return {x, fits_below ? target.bottom() + kTourGap : above, width, height};
  const float beside_y = inside_y(target.centre().y - height / 2);
  if (target.right() + kTourGap + width + 8 <= window.right())
    return {target.right() + kTourGap, beside_y, width, height};
  if (target.x - kTourGap - width >= window.x + 8)
    return {target.x - kTourGap - width, beside_y, width, height};
  return {x, fits_below ? target.bottom() + kTourGap : inside_y(above), width, height};
}

void Tour::begin(ActionContext& context) {
  brought_.reset();
  context.state.tab = kStepPage;
  context.state.presentation = false;
}

bool Tour::press(const KeyPress& press, ActionContext& context) {
  switch (press.key) {
    case Key::right:
    case Key::down:
    case Key::enter:
    case Key::space:
    case Key::page_down:
      move(context.state, 1);
      return true;
    case Key::left:
    case Key::up:
    case Key::page_up:
      move(context.state, -1);
      return true;
    default:
      return true;
  }
}

void Tour::draw(const OverlayFrame& frame, PanelContext& context) {
  // Find the next stop whose target was drawn; other stops are skipped. During the tour, the target
  // cannot be pressed.
  const std::vector<TourStop>& stops = tour_stops();
  const std::uint64_t page = context.state.overlay.page;
  std::uint64_t at = page;
  std::optional<Rect> target;
  while (at < stops.size() && !(target = target_of(stops[at], frame, *context.ui.places))) {
    // In a small window, another card may cover the card of the stop. Bring this card to the front.
    const std::string_view card = stops[at].card.empty() ? stops[at].on_card : stops[at].card;
    if (!card.empty() && brought_ != at) {
      brought_ = at;
      return context.commands.edit([card](AppState& state) { bring_to_front(state, card); });
    }
    ++at;
  }
  if (brought_ != at) brought_.reset();
  if (at != page) context.commands.edit([at](AppState& state) { state.overlay.page = at; });
  if (!target) return context.commands.close_overlay();
  draw_bubble(context.ui, *target, frame.window, stops[at].title, stops[at].text,
              fmt::format("{} of {} · → next · ← back · Esc ends", at + 1, stops.size()));
  if (context.ui.mouse_pressed(frame.window)) context.commands.edit([](AppState& state) { move(state, 1); });
}

std::unique_ptr<Overlay> make_tour() { return std::make_unique<Tour>(); }

}  // namespace lockstep::gui
