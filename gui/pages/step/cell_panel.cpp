// The panel with the history of the selected cell: which work-items wrote or read the cell, at which moment
// and on which line. A click on an entry moves the playhead to its moment.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/pages/line_entry.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/questions/hiding.hpp"
#include "gui/widgets/scroll_area.hpp"
#include "sim/figure_rows/cell_rows.hpp"
#include "sim/figure_rows/combination_tree.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxRows = 400;

class CellPanel final : public Panel {
 public:
  std::string_view help() const override {
    return "The selected cell: which work-item wrote it and which read it; a click goes to that moment.";
  }
  float wanted_height(PanelContext&, float) override {
    return std::clamp(scroll_.content_height() + kTop + 30, 160.0f, 420.0f);
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    for (const Action action : context.page_actions)
      if (action == actions::find_cell) name_.open("");
    const Run* run = context.session.run();
    if (run == nullptr) return;
    prepare(context, *run);
    context.ui.heading(content, "Cell");
    draw_name(context, content, *run);
    const Rect list{content.x - 6, content.y + kTop, content.width + 12, content.height - kTop + 6};
    float y = scroll_.begin(context.ui, list);
    y = draw_rows(context, content, y);
    scroll_.end(context.ui, y);
  }

 private:
  static constexpr float kTop = 34, kRow = 22;
  static constexpr TextStyle kQuiet{Font::text, Role::second_ink, Align::left, 12};

  void prepare(const PanelContext& context, const Run& run) {
    const auto& cell = context.state.selected_cell;
    const std::uint64_t position = context.moment.position;
    // Computes the rows. The history of a cell in local memory covers one work-group. A long history is
    // limited to the part around the playhead.
    const bool hides = hiding_of(context.predict, position).future;
    if (trace_ == run.trace && cell_ == cell && position_ == position && hides_later_ == hides) return;
    hides_later_ = hides;
    trace_ = run.trace;
    cell_ = cell;
    position_ = position;
    place_ = cell ? sim::place_of(*trace_, position, *cell) : std::nullopt;
    rows_ =
        place_ ? sim::cell_rows(*trace_, place_->memory, place_->index, position, kMaxRows) : sim::CellRows{};
    if (!hides) return;
    std::erase_if(rows_.rows, [&](const sim::CellRow& row) { return row.position >= position; });
    rows_.left_out_after = 0;
  }

  // Draws a field with the name of the cell, such as "scratch[4]". The user can enter the name of a
  // different cell.
  void draw_name(PanelContext& context, const Rect& content, const Run& run) {
    const std::string shown = place_ ? place_->memory.name + "[" + std::to_string(place_->index) + "]" : "";
    const Rect field{content.x + 44, content.y - 4, std::min(200.0f, content.width - 44), 26};
    if (name_.draw(context, "cell-name", field, shown, "a cell: out[3]") != LineEntry::Outcome::entered)
      return;
    if (name_.text().empty() || name_.text() == shown) return;
    const auto found = sim::find_cell(*run.trace, context.moment.position, name_.text());
    const auto cell =
        found ? sim::cell_of(*run.trace, context.moment.position, found->memory, found->index) : std::nullopt;
    if (!cell)
      return context.commands.notices.push_back(found ? "This cell is not shown here."
                                                      : found.error().message);
    context.commands.edit([cell](AppState& app) { show_history(app, *cell); });
  }

  float draw_rows(PanelContext& context, const Rect& content, float y) {
    const std::string_view nothing =
        !cell_ ? "Click a cell of the figure, or \"Cell\" at a finding: its writes and reads are listed here."
        : !place_ ? "The launch at this moment has no such memory."
        : rows_.rows.empty() && hides_later_
            ? "No work-item has accessed this cell yet. Later accesses are hidden in Predict mode."
        : rows_.rows.empty() ? "No work-item reads or writes this cell."
                             : "";
    if (!nothing.empty()) return context.ui.paragraph({content.x, y, content.width, 60}, nothing, kQuiet);
    if (rows_.left_out_before > 0) y = draw_left_out(context, content, y, rows_.left_out_before, "earlier");
    for (std::size_t i = 0; i < rows_.rows.size(); ++i)
      y = draw_row(context, {content.x - 6, y, content.width + 4, kRow}, i);
    if (rows_.left_out_after > 0) y = draw_left_out(context, content, y, rows_.left_out_after, "later");
    return y;
  }

  float draw_left_out(PanelContext& context, const Rect& content, float y, std::size_t count,
                      std::string_view which) {
    context.ui.canvas.text({content.x, y + 4}, count_text(count) + " " + std::string(which) + " accesses",
                           kQuiet);
    return y + kRow;
  }

  // Draws an entry: a filled square for a write or an open square for a read, the value, the work-item, the
  // moment and the line.
  float draw_row(PanelContext& context, const Rect& rect, std::size_t index) {
    const sim::CellRow& row = rows_.rows[index];
    Canvas& canvas = context.ui.canvas;
    const ItemState state =
        context.ui.item("access-" + std::to_string(index), rect, "Go to moment " + count_text(row.position));
    const bool is_now = row.position == context.moment.position;
    if (is_now || state.hovered) canvas.fill_rect(rect, Role::acts_pale, 4);
    const bool is_past = row.position < context.moment.position;
    const bool writes = row.kind != sim::AccessKind::load;
    const float middle = rect.centre().y;
    const Rect sign{rect.x + 8, middle - 4, 8, 8};
    writes ? canvas.fill_rect(sign, Role::acts, 1) : canvas.stroke_rect(sign, Role::acts, 1.5f, 1);
    const Role role = is_past || is_now ? Role::ink : Role::second_ink;
    const TextStyle value{writes ? Font::text_bold : Font::text, role, Align::left, 13};
    const TextStyle words{Font::text, role, Align::left, 12};
    const float value_width = std::clamp(rect.width * 0.2f, 56.0f, 110.0f);
    canvas.text({rect.x + 24, top_for_centre(middle, value)},
                fit_text(canvas, row.value, value, value_width - 8), value);
    const std::string text = "work-item " + std::to_string(row.work_item) + " " +
                             std::string(sim::verb(row.kind)) + " · line " + std::to_string(row.line) +
                             " · moment " + count_text(row.position);
    canvas.text({rect.x + 24 + value_width, top_for_centre(middle, words)},
                fit_text(canvas, text, words, rect.width - 32 - value_width), words);
    if (state.hovered) context.next_link.line = row.line;
    if (state.clicked) context.commands.go_to(row.position);
    return rect.bottom();
  }

  ScrollArea scroll_;
  LineEntry name_;
  std::shared_ptr<const sim::Trace> trace_;
  std::optional<CellId> cell_;
  std::uint64_t position_ = 0;
  std::optional<sim::PlacedCell> place_;
  sim::CellRows rows_;
  bool hides_later_ = false;
};

}  // namespace

std::unique_ptr<Panel> make_cell_panel() { return std::make_unique<CellPanel>(); }

}  // namespace lockstep::gui
