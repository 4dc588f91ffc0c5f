// The panel of the Compare page: the choice of families and the progress at the top, the table, and two rows
// side by side. A job of the CountRunner counts the runs.
#include <fmt/format.h>

#include <algorithm>

#include "gui/pages/compare/page.hpp"
#include "gui/pages/compare/pair/page.hpp"
#include "gui/pages/compare/table.hpp"
#include "gui/pages/step/present/layout.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPanelGap = 12;
constexpr TextStyle kQuietPanel{Font::text, Role::second_ink, Align::left, 13};

class TableOrPair final : public ComparePanel {
 public:
  explicit TableOrPair(CompareServices services) : services_(services), pair_(services.pair) {}

  std::string_view help() const override {
    return "The costs of all algorithms on the same input, counted by the simulator; sort by any counter.";
  }

  float presented_zoom(PanelContext& context, const Rect& area) const override {
    return services_.pair.is_open() ? pair_.presented_zoom(context, area) : kLeastPresentedZoom;
  }

  float presented_worth(PanelContext& context, const Rect& area) const override {
    return services_.pair.is_open() ? pair_.presented_worth(context, area) : kLeastPresentedZoom;
  }

  bool turn_on(int by) override { return !services_.pair.is_open() && table_.turn_on(by); }

  void draw(const Rect& page, PanelContext& context) override {
    if (services_.pair.is_open()) return pair_.draw(page, context);
    std::vector<CompareRow> all = compare_rows(context.state, context.session.original().text);
    services_.counting.want(count_requests(all));
    const CountSnapshot counts = services_.counting.snapshot();
    const std::vector<CompareRow> rows = prepare_compare(context.state, all, counts);
    const std::optional<Pair> pair = find_pair(context.state, rows);
    const float below = pair ? CompareTable::pair_height(*pair->first, *pair->second) + kPanelGap : 0;
    const Rect card{page.x, page.y, page.width, page.height - below};
    context.ui.card(card);
    draw_table(context, inside(card), rows, counts);
    if (!pair) return;
    const Rect lower{page.x, card.bottom() + kPanelGap, page.width, below - kPanelGap};
    context.ui.card(lower);
    table_.draw_pair(context, inside(lower), *pair->first, *pair->second);
  }

 private:
  static constexpr float kStopWidth = 56;
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

  void draw_table(PanelContext& context, const Rect& area, const std::vector<CompareRow>& rows,
                  const CountSnapshot& counts) {
    context.ui.heading(area, "All algorithms on the same input");
    draw_toggle(context, {area.x + 250, area.y - 4, 110, 24}, "Reductions", &CompareChoice::reductions,
                actions::toggle_reductions);
    draw_toggle(context, {area.x + 366, area.y - 4, 76, 24}, "Scans", &CompareChoice::scans,
                actions::toggle_scans);
    draw_toggle(context, {area.x + 448, area.y - 4, 96, 24}, "Patterns", &CompareChoice::patterns,
                actions::toggle_patterns);
    draw_progress(context, {area.x + 558, area.y, area.width - 558, 20}, rows, counts);
    const Rect table{area.x, area.y + 36, area.width, area.height - 36};
    if (rows.empty()) {
      context.ui.paragraph({table.x, table.y, 500, 60}, "All families are hidden. Tick a family above.",
                           kQuietPanel);
      return;
    }
    context.ui.stops = false;  // the arrow keys select rows
    table_.draw(context, table, rows);
    context.ui.stops = true;
  }

  void draw_toggle(PanelContext& context, const Rect& rect, std::string_view title,
                   bool CompareChoice::*shown, Action action) {
    if (context.ui.check_box(title, rect, title, context.state.compare.*shown,
                             context.actions.describe(action)))
      context.commands.edit([shown](AppState& app) { app.compare.*shown = !(app.compare.*shown); });
  }

  // Draws the progress of counting. After counting, draws why a result is wrong, or which
  // actions are available.
  void draw_progress(PanelContext& context, const Rect& area, const std::vector<CompareRow>& rows,
                     const CountSnapshot& counts) {
    Canvas& canvas = context.ui.canvas;
    TextStyle style = kQuietPanel;
    style.align = Align::right;
    if (counts.complete()) {
      if (const std::string wrong = wrong_sentence(context.state.compare, rows); !wrong.empty()) {
        style.role = Role::costs;
        canvas.text({area.right(), area.y}, fit_text(canvas, wrong, style, area.width), style);
        context.ui.hint("why wrong", area, wrong);
        return;
      }
      if (context.state.presentation) return;
      const std::string_view text =
          "click a row to open it in Step · rings mark two rows to compare, B steps both · Ctrl+E: CSV";
      canvas.text({area.right(), area.y}, fit_text(canvas, text, style, area.width), style);
      return;
    }
    const Rect button{area.right() - kStopWidth, area.y - 4, kStopWidth, 24};
    const float right = button.x - 12;
    if (counts.is_stopped) {
      if (context.ui.button("count-on", button, "Go on", "Count the remaining runs"))
        services_.counting.go_on();
    } else if (context.ui.button("count-stop", button, "Stop", "Finished counts are kept")) {
      services_.counting.stop();
    }
    const std::string what = counts.running ? counts.requests[*counts.running].run.algorithm : "";
    const std::string text = fmt::format("{} · {} of {}", counts.is_stopped ? "stopped" : "counting " + what,
                                         counts.finished(), counts.requests.size());
    canvas.text({right, area.y}, fit_text(canvas, text, style, right - area.x), style);
    const Rect track{right - 240, area.y + 20, 240, 4};
    const auto share = static_cast<float>(counts.finished()) / static_cast<float>(counts.requests.size());
    canvas.fill_rect(track, Role::line, 2);
    canvas.fill_rect({track.x, track.y, track.width * share, track.height}, Role::acts, 2);
  }

  CompareServices services_;
  CompareTable table_;
  PairPage pair_;
};

}  // namespace

std::unique_ptr<ComparePanel> make_compare_panel(CompareServices services) {
  return std::make_unique<TableOrPair>(services);
}

}  // namespace lockstep::gui
