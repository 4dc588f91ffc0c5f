// The Run on GPU tab: what to run on the left (gpu_choices.cpp), the table that fills row by row on the
// right. Everything slow happens in the BenchmarkRunner's thread.
#include <fmt/format.h>

#include <algorithm>

#include "gui/panels/gpu_charts.hpp"
#include "gui/panels/gpu_choices.hpp"
#include "gui/panels/gpu_view.hpp"
#include "gui/panels/panels.hpp"
#include "gui/scroll_area.hpp"
#include "gui/text_metrics.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSide = 380, kGap = 12, kRow = 30;
constexpr TextStyle kQuiet{Font::text, Role::second_ink, Align::left, 12};
constexpr TextStyle kText{Font::text, Role::ink, Align::left, 13};

struct Column {
  std::string_view title, tooltip;
  std::string ResultRow::*value;
  float share;  // of the table's width
};
constexpr Column kColumns[] = {
    {"n", "Elements", &ResultRow::n, 0.08f},
    {"median", "Median device time of all runs: the kernels' own execution", &ResultRow::median, 0.1f},
    {"min", "Fastest run", &ResultRow::min, 0.09f},
    {"max", "Slowest run", &ResultRow::max, 0.09f},
    {"Gelem/s", "Elements by the median time, in 10⁹ a second", &ResultRow::gelem, 0.09f},
    {"GB/s", "Bytes that the problem must move, by the median time", &ResultRow::gbps, 0.08f},
    {"of copy", "Share of what this device reaches copying one buffer to another", &ResultRow::share, 0.09f},
    {"speed-up", "Over the first row of the same n", &ResultRow::speed_up, 0.09f},
};

class GpuPage final : public View {
 public:
  std::string_view help() const override {
    return "Run the same kernels on a real device: every result is checked before a time is shown.";
  }

  void draw(const Rect& page, ViewContext& context) override {
    context.benchmark.discover();
    const BenchmarkSnapshot seen = context.benchmark.snapshot();
    const Rect side{page.x, page.y, kSide, page.height};
    const Rect table{side.right() + kGap, page.y, page.width - kSide - kGap, page.height};
    context.ui.card(side);
    context.ui.card(table);
    choices_.draw(context, inside(side), seen);
    draw_results(context, inside(table), seen);
  }

 private:
  void draw_results(ViewContext& context, const Rect& content, const BenchmarkSnapshot& seen) {
    Canvas& canvas = context.ui.canvas;
    const std::string right =
        seen.copy_gbps > 0 ? fmt::format("copy on this device: {:.0f} GB/s", seen.copy_gbps) : "";
    context.ui.heading(content, seen.device.name.empty() ? "Results" : "Results · " + seen.device.name,
                       right);
    const std::vector<ResultRow> rows = prepare_results(seen);
    if (rows.empty()) return draw_before_first_run(context, content);
    const float top = draw_header(context, {content.x, content.y + 34, content.width, kRow});
    float y = scroll_.begin(context.ui, {content.x, top, content.width, content.bottom() - top});
    for (const ResultRow& row : rows) y = draw_row(context, row, {content.x, y, content.width, kRow});
    if (!seen.copy_reason.empty()) {
      canvas.text({content.x, y + 10}, fit_text(canvas, seen.copy_reason, kQuiet, content.width), kQuiet);
      y += 30;
    }
    const BarChart chart = throughput_chart(seen);
    if (!chart.bars.empty()) {
      const Rect bars{content.x, y + 26, content.width, bar_chart_height(chart)};
      draw_bar_chart(canvas, bars, chart);
      y = bars.bottom();
    }
    scroll_.end(context.ui,
                seen.running ? y : draw_documents(context, {content.x, y + 30, content.width, 0}));
  }

  // What will be here, and what makes it appear; meanwhile, what others have measured.
  void draw_before_first_run(ViewContext& context, const Rect& content) {
    const TextStyle ink{Font::text, Role::ink, Align::left, 14};
    const TextStyle quiet{Font::text, Role::second_ink, Align::left, 13};
    float y = scroll_.begin(context.ui, {content.x, content.y + 28, content.width, content.height - 28});
    y = context.ui.paragraph({content.x, y + 4, std::min(760.0f, content.width), 60},
                             "Nothing has run yet. Ctrl+Enter runs the ticked kernels on the device, as "
                             "their texts stand in the source panel.",
                             ink);
    y = context.ui.paragraph(
        {content.x, y + 6, std::min(760.0f, content.width), 120},
        "A row for each kernel and size will appear here: the median, fastest and slowest time, elements and "
        "bytes a second, and the share of what the device reaches when it only copies. Every result is "
        "checked against the sequential reference; only a right one gets a time. Ctrl+Shift+E writes table "
        "and bars to a file.",
        quiet);
    scroll_.end(context.ui, draw_documents(context, {content.x, y + 26, content.width, 0}));
  }

  // Returns the y below them.
  float draw_documents(ViewContext& context, const Rect& area) {
    context.ui.heading({area.x, area.y, area.width, 20}, "Published, for orientation",
                       "on the devices of their documents");
    return draw_published(context.ui.canvas, {area.x, area.y + 34, area.width, 0});
  }

  // The first column takes what the others leave, the last one the status.
  template <class Draw>
  void for_columns(const Rect& row, Draw draw) {
    float x = row.x + row.width * 0.2f;
    for (const Column& column : kColumns) {
      const float width = row.width * column.share;
      draw(column, x + width);
      x += width;
    }
  }

  float draw_header(ViewContext& context, const Rect& row) {
    Canvas& canvas = context.ui.canvas;
    canvas.text({row.x, row.y}, "algorithm", kQuiet);
    for_columns(row, [&](const Column& column, float right) {
      TextStyle style = kQuiet;
      style.align = Align::right;
      canvas.text({right, row.y}, column.title, style);
      context.ui.hint(column.title, {right - 70, row.y - 4, 70, 22}, column.tooltip);
    });
    canvas.text({row.right(), row.y}, "check", {Font::text, Role::second_ink, Align::right, 12});
    canvas.line({row.x, row.y + 22}, {row.right(), row.y + 22}, Role::line);
    return row.y + 24;
  }

  float draw_row(ViewContext& context, const ResultRow& row, const Rect& rect) {
    Canvas& canvas = context.ui.canvas;
    const float middle = rect.centre().y;
    canvas.text({rect.x, top_for_centre(middle, kText)},
                fit_text(canvas, row.algorithm, kText, rect.width * 0.24f), kText);
    for_columns(rect, [&](const Column& column, float right) {
      const bool main = column.value == &ResultRow::gbps;
      const TextStyle style{main ? Font::text_bold : Font::text, Role::ink, Align::right, 13};
      canvas.text({right, top_for_centre(middle, style)}, row.*column.value, style);
    });
    const Role role = row.mood == ResultRow::Mood::good  ? Role::good
                      : row.mood == ResultRow::Mood::bad ? Role::costs
                                                         : Role::second_ink;
    const TextStyle status{Font::text_bold, role, Align::right, 12};
    canvas.text({rect.right(), top_for_centre(middle, status)}, row.status, status);
    context.ui.hint("result-" + row.algorithm + row.n, {rect.right() - 90, rect.y, 90, rect.height},
                    row.details);
    canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, Role::line, 0.5f);
    if (row.reason.empty()) return rect.bottom();
    TextStyle reason = kQuiet;
    reason.role = role;
    canvas.text({rect.x + 12, rect.bottom() + 4}, fit_text(canvas, row.reason, reason, rect.width - 12),
                reason);
    return rect.bottom() + 24;
  }

  GpuChoices choices_;
  ScrollArea scroll_;
};

}  // namespace

std::unique_ptr<View> make_gpu_page() { return std::make_unique<GpuPage>(); }

}  // namespace lockstep::gui
