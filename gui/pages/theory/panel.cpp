// The panel of the Theory page: sliders, verdicts and numbers on the left, the curves on the right
// (plots.cpp). A job of the CountRunner counts the points.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <utility>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/shared_place.hpp"
#include "gui/pages/theory/own_model.hpp"
#include "gui/pages/theory/page.hpp"
#include "gui/pages/theory/plots.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTheorySide = 330, kTheoryGap = 12, kTheoryLeastPage = 980;
constexpr std::string_view kCurvesCard = "curves", kNumbersCard = "numbers";

// The measures at the selected n: a row for each measure, a column for each kind of curve or mark.
struct NumbersTable {
  PanelContext& context;
  Rect area;
  float y = 0;  // of the next row

  static constexpr float kRow = 20, kUsefulRow = 18;

  static void draw_cells(Canvas& canvas, const Rect& area, float at,
                         const std::array<std::string_view, 3>& cells, TextStyle first, TextStyle others) {
    const std::array<float, 3> right{area.x + area.width * 0.54f, area.x + area.width * 0.78f, area.right()};
    first.align = others.align = Align::right;
    for (std::size_t i = 0; i < cells.size(); ++i)
      canvas.text({right[i], at}, cells[i], i == 0 ? first : others);
  }

  void row(const std::string& name, const std::string& own, const std::string& fixed,
           const std::string& counted, const std::string& explanation) {
    const TextStyle bold{Font::text_bold, Role::ink, Align::right, 12},
        plain{Font::text, Role::ink, Align::right, 12};
    context.ui.canvas.text({area.x, y}, name, kText);
    draw_cells(context.ui.canvas, area, y, {own, fixed, counted}, bold, plain);
    if (!explanation.empty())
      context.ui.hint("number " + name, {area.x, y - 3, area.width, kRow - 2}, explanation);
    y += kRow;
  }

  // Without the operations on identities, if this makes a difference.
  void useful_row(const TheoryPlot& plot) {
    if (plot.own_useful == "–") return;
    if (plot.own_useful == plot.own_value && plot.fixed_useful == plot.fixed_value) return;
    context.ui.canvas.text({area.x + 12, y - 3}, "on inputs only", kQuiet);
    draw_cells(context.ui.canvas, area, y - 3, {plot.own_useful, plot.fixed_useful, plot.counted_useful},
               kQuiet, kQuiet);
    context.ui.hint("useful " + plot.title, {area.x, y - 4, area.width, kUsefulRow},
                    "Without the operations on identities, such as the padding of a block.");
    y += kUsefulRow;
  }
};

class TheoryPanel final : public Panel {
 public:
  explicit TheoryPanel(CountRunner& counting) : counting_(counting) {}

  std::string_view help() const override {
    return "The costs of an algorithm by its formulas, over n and p, with the simulator's counts on "
           "the curves.";
  }

  void draw(const Rect& page, PanelContext& context) override {
    counting_.want(theory_requests(context.state));
    if (!context.state.kernel_file.empty()) return draw_own(context, page);
    const TheoryModel model = prepare_theory(context.state, counting_.snapshot());
    if (page.width < kTheoryLeastPage) return draw_shared(context, page, model);
    const Rect side{page.x, page.y, kTheorySide, page.height};
    const Rect main{side.right() + kTheoryGap, page.y, page.width - kTheorySide - kTheoryGap, page.height};
    context.ui.card(side);
    context.ui.card(main);
    draw_side(context, inside(side), model);
    draw_main(context, inside(main), model);
  }

 private:
  // Draws the counts of a user's own kernel, and the bounds that follow from them.
  void draw_own(PanelContext& context, const Rect& page) {
    const OwnTheory theory = prepare_own_theory(context.session.run(), context.state.kernel_file,
                                                context.state.theory.processors());
    context.ui.card(page);
    const Rect card = inside(page);
    const float top = main_scroll_.begin(context.ui, card);
    const Rect area{card.x, top, std::min(card.width - 14, 760.0f), card.height};
    context.ui.heading(area, theory.title);
    if (!theory.problem.empty()) {
      main_scroll_.end(context.ui,
                       context.ui.paragraph({area.x, area.y + 32, area.width, 60}, theory.problem, kText));
      return;
    }
    float y = area.y + 32;
    for (const OwnTheory::Number& number : theory.numbers) {
      draw_cells(context.ui.canvas, area, y, {number.name, number.value}, false);
      context.ui.hint("own " + number.name, {area.x, y - 3, area.width, 20}, number.explanation);
      y += 22;
    }
    y = draw_processors(context, {area.x, y + 16, area.width, 0});
    y = context.ui.paragraph({area.x, y + 12, area.width, 80}, theory.sentence, kText) + 12;
    draw_cells(context.ui.canvas, area, y, {"processors p", "steps, least", "most", "speed-up", "efficiency"},
               true);
    y += 22;
    for (const OwnTheory::Processors& on : theory.on) {
      if (on.is_chosen)
        context.ui.canvas.fill_rect({area.x - 6, y - 3, area.width + 12, 20}, Role::acts_pale, 4);
      draw_cells(context.ui.canvas, area, y,
                 {count_text(on.p), count_text(on.least), count_text(on.most),
                  fmt::format("≥ {:.2f}", on.speed_up), fmt::format("≥ {:.1f} %", 100 * on.efficiency)},
                 false);
      y += 20;
    }
    main_scroll_.end(context.ui, y + 8);
  }

  // Draws the cells of a table row. The first cell is left-aligned. The other cells are right-aligned, with
  // equal distances between their right edges.
  static void draw_cells(Canvas& canvas, const Rect& row, float y, const std::vector<std::string>& cells,
                         bool is_head) {
    TextStyle style = is_head ? kQuiet : kText;
    canvas.text({row.x, y}, cells.front(), style);
    style.align = Align::right;
    const float first = 0.36f * std::min(row.width, 760.0f), each = (row.width - first) / 4;
    for (std::size_t i = 1; i < cells.size(); ++i)
      canvas.text({row.x + first + each * static_cast<float>(i - 1), y}, cells[i], style);
  }

  // Draws the page in a narrow window, in which the numbers and the curves share a place.
  void draw_shared(PanelContext& context, const Rect& page, const TheoryModel& model) {
    const SharedPlace shared{page};
    const std::string_view cards[] = {kCurvesCard, kNumbersCard};
    const std::string_view front = front_card(context.state, cards);
    tabs_.show({{kCurvesCard, "Curves"}, {kNumbersCard, "Numbers, n and p"}}, front);
    tabs_.draw(shared.tabs(), context);
    context.ui.card(shared.card());
    front == kCurvesCard ? draw_main(context, inside(shared.card()), model)
                         : draw_side(context, inside(shared.card()), model);
  }

  // Draws the curves. If they would be too low in the card, the contents can be scrolled.
  void draw_main(PanelContext& context, const Rect& card, const TheoryModel& model) {
    const float least = least_theory_height(context.ui.canvas, card.width, model);
    const float top = main_scroll_.begin(context.ui, card);
    const Rect area{card.x, top, card.width, std::max(card.height, least)};
    draw_curves(context, area, model);
    main_scroll_.end(context.ui, area.bottom());
  }

  void draw_curves(PanelContext& context, const Rect& area, const TheoryModel& model) {
    if (!model.problem.empty()) {
      context.ui.paragraph({area.x, area.y, std::min(620.0f, area.width), 120}, model.problem, kText);
      return;
    }
    draw_theory(context.ui.canvas, area, model);
    const TheoryFrames frames = theory_frames(context.ui.canvas, area, model);
    for (std::size_t i = 0; i < model.plots.size(); ++i) point_at(context, frames.fields[i], model.plots[i]);
    const Rect& last = frames.fields.back();
    context.ui.hint(
        "isoefficiency", {last.x, last.y, last.width, 22},
        "How n must grow with the processors p to keep the efficiency E of the chosen n and p; and "
        "p₀ = n / log n, the most processors at optimal cost.");
  }

  // Shows the values at the n under the pointer. A press selects this n.
  void point_at(PanelContext& context, const Rect& field, const TheoryPlot& plot) {
    context.ui.hint(plot.title, {field.x, field.y, field.width, 22}, plot.growth + "\n" + plot.explanation);
    const Rect curves = curve_area(field);
    const ItemState state = without_stops(context.ui, [&] {
      return context.ui.item("curves of " + plot.title,
                             {curves.x - 6, curves.y, curves.width + 12, curves.height});
    });
    if (!state.hovered && !state.held) return;
    const auto n = log2_n_at(field, context.ui.mouse());
    if (!n) return;
    const auto value = [&](const std::vector<TheoryPoint>& points) -> std::string {
      for (const TheoryPoint& point : points)
        if (point.x == static_cast<double>(std::uint64_t{1} << *n))
          return format_measure(plot.measure, point.y);
      return "–";
    };
    std::string text =
        fmt::format("n = {}\non all work-items: {}", count_text(std::uint64_t{1} << *n), value(plot.own));
    if (!plot.fixed.empty()) text += fmt::format("\non p processors: {}", value(plot.fixed));
    context.ui.tooltip(text + fmt::format("\ncounted: {}", value(plot.counted)));
    if (state.held) context.commands.edit([chosen = *n](AppState& app) { app.theory.log2_n = chosen; });
  }

  void draw_side(PanelContext& context, const Rect& card, const TheoryModel& model) {
    const float top = side_scroll_.begin(context.ui, card);
    side_scroll_.end(context.ui, draw_choices(context, {card.x, top, card.width, card.height}, model));
  }

  // Draws the sliders, the numbers and the verdicts. Returns the y below them.
  float draw_choices(PanelContext& context, const Rect& area, const TheoryModel& model) {
    context.ui.heading(area, context.state.algorithm);
    float y = draw_sliders(context, area, area.y + 32);
    if (!model.problem.empty()) return y;
    y = draw_numbers(context, {area.x, y, area.width, 0}, model);
    y = draw_verdict(context, {area.x, y + 10, area.width, 0}, model.work_optimal, model.work_verdict);
    y = draw_verdict(context, {area.x, y + 6, area.width, 0}, model.cost_optimal, model.cost_verdict);
    y = context.ui.paragraph({area.x, y + 8, area.width, 120}, model.processors_verdict, kText);
    return context.ui.paragraph(
        {area.x, y + 8, area.width, 200},
        fmt::format(
            "Formulas beside titles: n is a power of two, in one block. Curves: any n and blocks of L: {} "
            "Counts: work-group size and input as above.",
            model.any_n),
        kQuiet);
  }

  // Draws sliders, which the arrow keys move. The sliders are not Tab stops, because Enter would have no
  // effect on them.
  template <class Draw>
  static std::invoke_result_t<Draw> without_stops(Ui& ui, Draw draw) {
    const bool stops = std::exchange(ui.stops, false);
    const auto drawn = draw();
    ui.stops = stops;
    return drawn;
  }

  float draw_sliders(PanelContext& context, const Rect& area, float y) {
    const TheoryChoice& choice = context.state.theory;
    const auto shown = [](unsigned exponent) { return count_text(std::uint64_t{1} << exponent); };
    if (const auto n = without_stops(context.ui, [&] {
          return context.ui.slider("theory-n", {area.x, y, area.width, 42}, "elements n",
                                   shown(choice.log2_n), choice.log2_n, TheoryChoice::kLeastN,
                                   TheoryChoice::kMaxN, "Elements of the input, as a power of two (← →)");
        }))
      context.commands.edit([n = *n](AppState& app) { app.theory.log2_n = n; });
    return draw_processors(context, {area.x, y + 54, area.width, 0});
  }

  // Draws the choice of the number of processors p. Returns the y below it.
  float draw_processors(PanelContext& context, const Rect& area) {
    const TheoryChoice& choice = context.state.theory;
    constexpr float box = 96;
    const std::uint64_t processors = choice.processors();
    const auto nearest = static_cast<unsigned>(std::bit_width(processors)) - 1;
    if (const auto p = without_stops(context.ui, [&] {
          return context.ui.slider("theory-p", {area.x, area.y, area.width - box - 10, 42}, "processors p",
                                   count_text(processors), nearest, 0, TheoryChoice::kMaxP,
                                   "Processors that share the work, as a power of two (↑ ↓)");
        }))
      context.commands.edit([p = *p](AppState& app) {
        app.theory.log2_p = p;
        app.theory.p.reset();
      });
    if (const auto p = context.ui.number_box("theory-any-p", {area.right() - box, area.y + 6, box, 28}, "p",
                                             processors, {1, 32, 100, 256, 341, 1000, 2048, 4096},
                                             "Any number of processors, up to 1,048,576"))
      context.commands.edit([p = *p](AppState& app) {
        app.theory.p = std::clamp<std::uint64_t>(p, 1, TheoryChoice::kMaxProcessors);
      });
    return area.y + 60;
  }

  // Draws a table of the measures at the selected n, with a column for each kind of curve or mark.
  float draw_numbers(PanelContext& context, const Rect& area, const TheoryModel& model) {
    Canvas& canvas = context.ui.canvas;
    NumbersTable::draw_cells(canvas, area, area.y, {"all work-items", "p", "counted"}, kQuiet, kQuiet);
    canvas.text({area.x, area.y}, "at this n", kQuiet);
    canvas.line({area.x, area.y + 20}, {area.right(), area.y + 20}, Role::line);
    NumbersTable table{context, area, area.y + 26};
    table.row("processors", count_text(model.own_processors), count_text(model.processors), "", "");
    const OverheadNumbers& overhead = model.overhead;
    table.row("Sequential T_S", overhead.sequential, overhead.sequential, "",
              "The n − 1 steps of one processor.");
    for (const TheoryPlot& plot : model.plots) {
      table.row(plot.title, plot.own_value, plot.fixed_value, plot.counted_value, plot.explanation);
      table.useful_row(plot);
      if (plot.measure == Measure::cost)
        table.row("Overhead T_O", overhead.own_value, overhead.fixed_value, overhead.counted_value,
                  "T_O = C − T_S: what all processors execute or wait beyond the steps of one processor.");
    }
    return table.y;
  }

  float draw_verdict(PanelContext& context, const Rect& area, bool yes, const std::string& text) {
    const Role role = yes ? Role::good : Role::costs;
    context.ui.canvas.text({area.x, area.y}, yes ? "✓" : "✗", {Font::text_bold, role, Align::left, 13});
    return context.ui.paragraph({area.x + 20, area.y, area.width - 20, 60}, text,
                                {Font::text_bold, role, Align::left, 13});
  }

  CountRunner& counting_;
  CardTabs tabs_;
  ScrollArea side_scroll_, main_scroll_;
};

}  // namespace

std::unique_ptr<Panel> make_theory_panel(CountRunner& counting) {
  return std::make_unique<TheoryPanel>(counting);
}

}  // namespace lockstep::gui
