// The Compare tab: what is compared and how far counting is at the top, the table, and two rows side by side.
// Everything slow happens in the CountRunner's thread.
#include "gui/pages/compare/pair/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text_layout.hpp"
#include "gui/canvas/text_metrics.hpp"
#include "gui/pages/compare/table.hpp"
#include "gui/pages/panels.hpp"

namespace lockstep::gui {
namespace {

constexpr float kGap = 12;
constexpr TextStyle kQuietPage{Font::text, Role::second_ink, Align::left, 13};

// What keys of this page change.
void apply(AppState& state, Action action, const std::vector<CompareRow>& rows) {
  CompareChoice& choice = state.compare;
  const auto row = std::ranges::find(rows, choice.row, &CompareRow::key);
  switch (action) {
    case Action::row_down:
      return step_row(choice, rows, 1);
    case Action::row_up:
      return step_row(choice, rows, -1);
    case Action::column_right:
      return step_column(choice, 1);
    case Action::column_left:
      return step_column(choice, -1);
    case Action::turn_order:
      return sort_by(choice, choice.column);
    case Action::open_row:
      if (row != rows.end()) open_row(state, *row);
      return;
    case Action::mark_row:
      return mark_row(choice, row != rows.end() ? choice.row : "");
    case Action::toggle_reductions:
      choice.reductions = !choice.reductions;
      return;
    case Action::toggle_scans:
      choice.scans = !choice.scans;
      return;
    default:
      return;
  }
}

class ComparePage final : public View {
 public:
  std::string_view help() const override {
    return "What all algorithms cost on the same input, counted by the simulator: sort by any counter.";
  }

  void draw(const Rect& page, ViewContext& context) override {
    if (context.pair.is_open()) return pair_.draw(page, context);
    std::vector<CompareRow> all = compare_rows(context.state, context.session.original().text);
    context.counting.want(count_requests(all));
    const CountSnapshot counts = context.counting.snapshot();
    const std::vector<CompareRow> rows = prepare_compare(context.state, all, counts);
    for (const Action action : context.page_actions)
      context.commands.edit([action, rows](AppState& state) { apply(state, action, rows); });
    const std::optional<Pair> pair = find_pair(context.state, rows);
    const float below = pair ? CompareTable::kPairHeight + kGap : 0;
    const Rect card{page.x, page.y, page.width, page.height - below};
    context.ui.card(card);
    draw_table(context, inside(card), rows, counts);
    if (!pair) return;
    const Rect lower{page.x, card.bottom() + kGap, page.width, CompareTable::kPairHeight};
    context.ui.card(lower);
    table_.draw_pair(context, inside(lower), *pair->first, *pair->second);
  }

 private:
  struct Pair {
    const CompareRow *first, *second;
  };

  static std::optional<Pair> find_pair(const AppState& state, const std::vector<CompareRow>& rows) {
    if (state.compare.pair.size() != 2) return std::nullopt;
    const auto first = std::ranges::find(rows, state.compare.pair[0], &CompareRow::key);
    const auto second = std::ranges::find(rows, state.compare.pair[1], &CompareRow::key);
    if (first == rows.end() || second == rows.end()) return std::nullopt;
    return Pair{&*first, &*second};
  }

  void draw_table(ViewContext& context, const Rect& area, const std::vector<CompareRow>& rows,
                  const CountSnapshot& counts) {
    context.ui.heading(area, "All algorithms on the same input");
    draw_toggle(context, {area.x + 250, area.y - 4, 110, 24}, "Reductions", &CompareChoice::reductions,
                Action::toggle_reductions);
    draw_toggle(context, {area.x + 366, area.y - 4, 76, 24}, "Scans", &CompareChoice::scans,
                Action::toggle_scans);
    draw_progress(context, {area.x + 456, area.y, area.width - 456, 20}, counts);
    const Rect table{area.x, area.y + 36, area.width, area.height - 36};
    if (rows.empty()) {
      context.ui.paragraph({table.x, table.y, 500, 60}, "Both families are hidden: tick one above.",
                           kQuietPage);
      return;
    }
    context.ui.stops = false;  // its rows have keys of their own
    table_.draw(context, table, rows);
    context.ui.stops = true;
  }

  void draw_toggle(ViewContext& context, const Rect& rect, std::string_view title, bool CompareChoice::*shown,
                   Action action) {
    if (context.ui.check_box(title, rect, title, context.state.compare.*shown, describe(action)))
      context.commands.edit([shown](AppState& app) { app.compare.*shown = !(app.compare.*shown); });
  }

  void draw_progress(ViewContext& context, const Rect& area, const CountSnapshot& counts) {
    Canvas& canvas = context.ui.canvas;
    TextStyle style = kQuietPage;
    style.align = Align::right;
    if (counts.complete()) {
      const std::string_view text =
          "click a row to open it in Step · ring: set two side by side, B steps both · Ctrl+E: CSV";
      canvas.text({area.right(), area.y}, fit_text(canvas, text, style, area.width), style);
      return;
    }
    const std::string what = counts.running ? counts.requests[*counts.running].run.algorithm : "";
    const std::string text =
        fmt::format("counting {} · {} of {}", what, counts.finished(), counts.requests.size());
    canvas.text({area.right(), area.y}, fit_text(canvas, text, style, area.width), style);
    const Rect track{area.right() - 240, area.y + 20, 240, 4};
    const auto share = static_cast<float>(counts.finished()) / static_cast<float>(counts.requests.size());
    canvas.fill_rect(track, Role::line, 2);
    canvas.fill_rect({track.x, track.y, track.width * share, track.height}, Role::acts, 2);
  }

  CompareTable table_;
  PairPage pair_;
};

}  // namespace

std::unique_ptr<View> make_compare_page() { return std::make_unique<ComparePage>(); }

}  // namespace lockstep::gui
