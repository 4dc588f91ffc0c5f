// The list of all keys, generated from the table of actions.
#include <algorithm>
#include <string>
#include <vector>

#include "gui/overlays/overlays.hpp"
#include "gui/widgets/scroll_area.hpp"
#include "gui/widgets/text_click.hpp"

namespace lockstep::gui {
namespace {

constexpr float kKeysOverlayPadding = 24, kKeysOverlayGap = 28, kLeastRow = 20, kMaxRow = 25, kKeyWidth = 92,
                kHead = 40, kLeastColumn = 350;

struct ListedKey {
  std::string_view label, what;
};
struct Part {
  std::string_view title;
  std::vector<ListedKey> keys;
  std::size_t rows() const { return 1 + keys.size(); }
};
using Columns = std::vector<std::vector<Part>>;

// Returns the parts of the list: the groups of the table of actions that list at least one key. Groups with
// the same title form one part.
std::vector<Part> parts_of(const Actions& actions) {
  std::vector<Part> parts;
  for (const ActionGroup& group : actions.groups()) {
    Part part{group.title, {}};
    for (const ActionRow& row : group.rows)
      if (!row.what.empty()) part.keys.push_back({row.label, row.what});
    if (part.keys.empty()) continue;
    const auto same = std::ranges::find(parts, part.title, &Part::title);
    if (same == parts.end())
      parts.push_back(std::move(part));
    else
      same->keys.insert(same->keys.end(), part.keys.begin(), part.keys.end());
  }
  return parts;
}

// Arranges the parts in order, column by column. No column has more than `most` rows, unless it consists
// of a single part.
Columns fill(const std::vector<Part>& parts, std::size_t most) {
  Columns columns;
  std::size_t rows = 0;
  for (const Part& part : parts) {
    if (columns.empty() || rows + part.rows() > most) {
      columns.emplace_back();
      rows = 0;
    }
    columns.back().push_back(part);
    rows += part.rows();
  }
  return columns;
}

// Arranges the parts in as many columns as fit in the width. The columns are as short as possible.
Columns columns_of(const std::vector<Part>& parts, float width) {
  const auto fits = [&](float count) {
    return (width + kKeysOverlayGap) / count - kKeysOverlayGap >= kLeastColumn;
  };
  const std::size_t count = fits(3) ? 3 : fits(2) ? 2 : 1;
  std::size_t most = 0;
  for (const Part& part : parts) most = std::max(most, part.rows());
  while (fill(parts, most).size() > count) ++most;
  return fill(parts, most);
}

std::size_t rows_of(const std::vector<Part>& parts) {
  std::size_t rows = 0;
  for (const Part& part : parts) rows += part.rows();
  return rows;
}

float draw_part(Canvas& canvas, const Part& part, const Rect& column, float row) {
  canvas.text({column.x, column.y}, part.title, {Font::text_bold, Role::ink, Align::left, 13});
  float y = column.y + row;
  for (const ListedKey& key : part.keys) {
    const TextStyle what{Font::text, Role::ink, Align::left, 13};
    canvas.text({column.x, y}, key.label, {Font::text_bold, Role::acts, Align::left, 13});
    canvas.text({column.x + kKeyWidth, y}, fit_text(canvas, key.what, what, column.width - kKeyWidth), what);
    y += row;
  }
  return y;
}

class KeysOverlay final : public Overlay {
 public:
  std::string_view name() const override { return "keys"; }
  std::optional<Action> action() const override { return actions::show_keys; }
  bool press(const KeyPress& press, ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  float row_ = kMaxRow;
  ScrollArea scroll_;
  TextClick click_;  // closes the overlay
};

// In a small window, or in large type, the list must be scrolled.
bool KeysOverlay::press(const KeyPress& press, ActionContext&) {
  if (!scroll_.is_cut()) return false;
  const float rows = press.key == Key::down        ? 1.0f
                     : press.key == Key::up        ? -1.0f
                     : press.key == Key::page_down ? 10.0f
                     : press.key == Key::page_up   ? -10.0f
                                                   : 0.0f;
  scroll_.move(rows * row_);
  return rows != 0;
}

void KeysOverlay::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(1200.0f, window.width - 16), inner = width - 2 * kKeysOverlayPadding;
  const Columns parts = columns_of(parts_of(context.actions), inner);
  std::size_t most = 0;
  for (const std::vector<Part>& column : parts) most = std::max(most, rows_of(column));
  const auto rows = static_cast<float>(most);
  const float room = window.height - 2 * kKeysOverlayPadding - kHead - 20;
  row_ = std::clamp(room / (rows + 0.5f), kLeastRow, kMaxRow);
  const float height = std::min(window.height - 16, 2 * kKeysOverlayPadding + kHead + 4 + row_ * rows);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kKeysOverlayPadding, box.y + kKeysOverlayPadding, inner,
                     height - 2 * kKeysOverlayPadding};
  ui.canvas.text({content.x, content.y}, "Keys", {Font::text_bold, Role::ink, Align::left, 18});
  const std::string note = scroll_.is_cut() ? "↑ ↓ and Page Down show the rest"
                                            : "letters and arrows work when you are not typing";
  ui.canvas.text({content.right(), content.y + 4}, note, {Font::text, Role::second_ink, Align::right, 12});
  const auto count = static_cast<float>(parts.size());
  Rect column{content.x, 0, (inner + kKeysOverlayGap) / count - kKeysOverlayGap, 0};
  const float top = scroll_.begin(ui, {content.x, content.y + kHead, inner, content.height - kHead});
  for (const std::vector<Part>& below_each_other : parts) {
    column.y = top;
    for (const Part& part : below_each_other) column.y = draw_part(ui.canvas, part, column, row_);
    column.x += column.width + kKeysOverlayGap;
  }
  scroll_.end(ui, top + row_ * rows);
  if (click_.follow(ui, window)) context.commands.close_overlay();
}

}  // namespace

std::unique_ptr<Overlay> make_keys_overlay() { return std::make_unique<KeysOverlay>(); }

}  // namespace lockstep::gui
