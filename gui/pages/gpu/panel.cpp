// The panel of the Run on GPU page, with the choices on the left (choices.cpp) and the results on the right.
// A job adds the results row by row.
#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text_styles.hpp"
#include "gui/charts/line_charts.hpp"
#include "gui/pages/gpu/choices.hpp"
#include "gui/pages/gpu/ladder_panel.hpp"
#include "gui/pages/gpu/looked_at.hpp"
#include "gui/pages/gpu/page.hpp"
#include "gui/pages/gpu/plan_panel.hpp"
#include "gui/pages/gpu/result_charts.hpp"
#include "gui/pages/gpu/result_model.hpp"
#include "gui/pages/gpu/result_table.hpp"
#include "gui/pages/shared_place.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSide = 380, kPageGap = 12, kPageHead = 52, kPageBetween = 32, kLeastCharts = 600,
                kLeastPage = 1180;

float all_columns_width() { return 180 + 78 + columns_width(result_columns()); }

class GpuPanel final : public GpuPagePanel {
 public:
  explicit GpuPanel(GpuServices services)
      : services_(services),
        choices_(services.benchmark),
        ladder_(services.ladder),
        plan_(services.benchmark) {}

  std::string_view help() const override {
    return "Run the same kernels on a real device: every result is checked before a time is shown.";
  }

  bool turn_on(int by, const AppState& state) override {
    if (runs_own_plan(state)) return plan_.turn_on(by);
    if (state.benchmark.view == ResultDisplay::ladder) return ladder_.turn_on(by);
    // The charts are beside the table or shown alone, so they are scrolled first.
    return chart_scroll_.turn(by) || table_scroll_.turn(by);
  }

  void draw(const Rect& page, PanelContext& context) override {
    services_.benchmark.discover();
    const BenchmarkSnapshot seen = services_.benchmark.snapshot();
    if (runs_own_plan(context.state)) return plan_.draw(context, page, seen);
    if (context.state.presentation) return draw_presented(context, page, seen);
    if (page.width < kLeastPage) return draw_shared(context, page, seen);
    const Rect side{page.x, page.y, kSide, page.height};
    const Rect table{side.right() + kPageGap, page.y, page.width - kSide - kPageGap, page.height};
    context.ui.card(side);
    context.ui.card(table);
    choices_.draw(context, inside(side), seen);
    draw_results(context, inside(table), seen);
  }

 private:
  // Draws the page in a presentation: the results without the choices, or only the ladder.
  void draw_presented(PanelContext& context, const Rect& page, const BenchmarkSnapshot& seen) {
    context.ui.card(page);
    if (context.state.benchmark.view == ResultDisplay::ladder)
      return ladder_.draw(context, inside(page), seen);
    draw_results(context, inside(page), seen);
  }

  // Draws the page in a narrow window, in which the choices and the results share a place. For a document's
  // ladder, the results are in front by default, because the ladder needs no run.
  void draw_shared(PanelContext& context, const Rect& page, const BenchmarkSnapshot& seen) {
    const SharedPlace shared{page};
    const BenchmarkChoice& choice = context.state.benchmark;
    const bool published = choice.view == ResultDisplay::ladder && !choice.ladder.empty();
    std::string_view cards[] = {kChoicesCard, kResultsCard};
    if (published) std::swap(cards[0], cards[1]);
    const bool results = front_card(context.state, cards) == kResultsCard;
    tabs_.show(
        {{kChoicesCard, "What to run"}, {kResultsCard, seen.running ? "Results · running" : "Results"}},
        results ? kResultsCard : kChoicesCard);
    tabs_.draw(shared.tabs(), context);
    context.ui.card(shared.card());
    results ? draw_results(context, inside(shared.card()), seen)
            : choices_.draw(context, inside(shared.card()), seen);
  }

  void draw_results(PanelContext& context, const Rect& content, const BenchmarkSnapshot& seen) {
    const std::vector<ResultRow> rows = prepare_results(seen);
    const measure::BenchReport report = bench_report(seen);
    const bool ladder = context.state.benchmark.view == ResultDisplay::ladder;
    if (rows.empty() || ladder) {
      draw_head(context, content, report, seen.stored_on, rows.size(), false);
      const Rect below{content.x, content.y + kPageHead, content.width, content.height - kPageHead};
      return ladder ? ladder_.draw(context, below, seen) : draw_before_first_run(context, below);
    }
    // In a wide window, the charts are beside the table.
    const float both = all_columns_width() + kPageBetween + kLeastCharts;
    const bool beside = content.width >= both;
    draw_head(context, content, report, seen.stored_on, rows.size(), beside);
    const Rect below{content.x, content.y + kPageHead, content.width, content.height - kPageHead};
    const bool charts_alone = !beside && context.state.benchmark.view == ResultDisplay::charts;
    Rect left = below;
    if (beside) left.width = all_columns_width();
    if (!charts_alone) draw_table(context, left, seen, rows, report, !beside);
    if (beside) {
      draw_charts(
          context,
          {left.right() + kPageBetween, below.y, below.right() - left.right() - kPageBetween, below.height},
          seen, report);
    } else if (charts_alone) {
      draw_charts(context, below, seen, report);
    }
  }

  // Draws the device and the request, and on the right the choice of what is shown.
  void draw_head(PanelContext& context, const Rect& content, const measure::BenchReport& report,
                 const std::string& stored_on, std::size_t asked, bool beside) {
    Canvas& canvas = context.ui.canvas;
    float right = content.right();
    const BenchmarkChoice& choice = context.state.benchmark;
    right = draw_view_choice(context, right, content.y, choice) - 16;
    if (const float width = beside ? all_columns_width() : content.width;
        asked != 0 && choice.view != ResultDisplay::ladder &&
        (choice.view == ResultDisplay::table || beside) &&
        table_columns(width, choice.columns).size() < result_columns().size())
      right = draw_column_choice(context, right, content.y, choice) - 16;
    std::string name = report.device.name.empty() ? "Results" : "Results · " + report.device.name;
    if (report.devices.size() > 1) name = "Results · devices " + measure::devices_label(report.devices);
    if (!stored_on.empty()) name += " · stored on " + stored_on.substr(0, stored_on.find('T'));
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 13};
    canvas.text({content.x, content.y}, fit_text(canvas, name, title, right - content.x), title);
    std::string note = request_text(report);
    if (report.rows.size() < asked) note += fmt::format(" · {} of {} rows", report.rows.size(), asked);
    if (report.copy_gbps > 0 && report.devices.size() < 2)
      note += fmt::format(" · copy on this device: {} GB/s", rate_text(report.copy_gbps));
    canvas.text({content.x, content.y + 22}, fit_text(canvas, note, kQuiet, right - content.x), kQuiet);
  }

  // The following functions draw a choice that ends at `right`. Each function returns the left
  // edge of its choice.
  float draw_view_choice(PanelContext& context, float right, float y, const BenchmarkChoice& choice) {
    const Rect rect{right - 173, y - 2, 173, 26};
    if (const auto chosen = context.ui.segments(
            "results-", rect, {"table", "charts", "ladder"}, static_cast<std::size_t>(choice.view),
            {"A row for each algorithm and n, with the charts beside or below it",
             "Only the charts: lines over n, bars, published figures",
             "From the naive kernel to the fastest: each rung's gain, measured, predicted and explained "
             "by counts"}))
      context.commands.edit([to = kResultDisplays[*chosen]](AppState& app) { app.benchmark.view = to; });
    return rect.x;
  }
  float draw_column_choice(PanelContext& context, float right, float y, const BenchmarkChoice& choice) {
    const Rect rect{right - 109, y - 2, 109, 26};
    if (const auto chosen = context.ui.segments(
            "columns-", rect, {"times", "rates"}, static_cast<std::size_t>(choice.columns),
            {"Device time and its spread, launches, gaps between them, round trip",
             "Elements and bytes per second, share of the copy bandwidth, speed-up, earlier runs"}))
      context.commands.edit([to = kResultColumns[*chosen]](AppState& app) { app.benchmark.columns = to; });
    return rect.x;
  }

  void draw_table(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen,
                  const std::vector<ResultRow>& rows, const measure::BenchReport& report, bool charts_below) {
    Canvas& canvas = context.ui.canvas;
    const std::vector<ResultColumn> columns = table_columns(area.width, context.state.benchmark.columns);
    const TableHint hint = [&](std::string_view id, const Rect& rect, std::string_view text) {
      context.ui.hint(id, rect, text);
    };
    const float top = draw_result_header(canvas, area, columns, hint);
    const Rect list{area.x, top, area.width, area.bottom() - top};
    float y = table_scroll_.begin(context.ui, list);
    const RowTools tools = [&](std::size_t row, const Rect& below) {
      return draw_looked_at(context, below, seen, row, services_.benchmark);
    };
    y = draw_result_rows(canvas, {area.x, y, area.width, 0}, rows, columns, hint, tools) + 12;
    if (!seen.no_worker.empty())
      y = context.ui.paragraph({area.x, y, area.width, 80}, seen.no_worker, kQuiet) + 6;
    if (!seen.copy_reason.empty())
      y = context.ui.paragraph({area.x, y, area.width, 80}, seen.copy_reason, kQuiet) + 6;
    for (const std::string& problem : seen.problems)
      y = context.ui.paragraph({area.x, y, area.width, 80}, problem, kQuiet) + 6;
    if (charts_below) {
      y = draw_result_charts(context, {area.x, y + 10, area.width, 0}, list, report);
      if (!seen.running) y = draw_published_figures(context, services_.ladder, {area.x, y, area.width, 0});
    }
    table_scroll_.end(context.ui, y);
  }

  void draw_charts(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen,
                   const measure::BenchReport& report) {
    float y = chart_scroll_.begin(context.ui, area);
    y = draw_result_charts(context, {area.x, y, area.width, 0}, area, report);
    if (!seen.running) y = draw_published_figures(context, services_.ladder, {area.x, y, area.width, 0});
    chart_scroll_.end(context.ui, y);
  }

  // Draws the contents before the first run: how to get results, and published figures.
  void draw_before_first_run(PanelContext& context, const Rect& content) {
    const TextStyle ink{Font::text, Role::ink, Align::left, 14};
    const TextStyle quiet{Font::text, Role::second_ink, Align::left, 13};
    float y = table_scroll_.begin(context.ui, content);
    y = context.ui.paragraph(
        {content.x, y + 4, std::min(760.0f, content.width), 60},
        "There are no results yet. Ctrl+Enter runs the chosen kernels on the device, with "
        "your edits.",
        ink);
    y = context.ui.paragraph({content.x, y + 6, std::min(760.0f, content.width), 120},
                             "Each kernel and size gets a row: device time and its spread, launches and the "
                             "gaps between them, round "
                             "trip of the host, elements and bytes per second, share of the copy bandwidth, "
                             "speed-up, and the change "
                             "since an earlier run. Each result is compared with the sequential reference; "
                             "only a correct result gets "
                             "a time. Lines over n and bars follow; Ctrl+Shift+E exports all results.",
                             quiet);
    table_scroll_.end(
        context.ui, draw_published_figures(context, services_.ladder, {content.x, y + 26, content.width, 0}));
  }

  GpuServices services_;
  CardTabs tabs_;
  GpuChoices choices_;
  LadderPanel ladder_;
  PlanPanel plan_;
  ScrollArea table_scroll_, chart_scroll_;
};

}  // namespace

std::unique_ptr<GpuPagePanel> make_gpu_panel(GpuServices services) {
  return std::make_unique<GpuPanel>(services);
}

}  // namespace lockstep::gui
