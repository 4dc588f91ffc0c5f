// The Theory page: formulas over n and p, with the simulator's counts on the curves.
#include "gui/pages/theory/page.hpp"

#include <algorithm>
#include <bit>

#include "core/base/files/atomic_writer.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/pages/theory/plots.hpp"

namespace lockstep::gui {
namespace {

constexpr const char* kTheoryPage = "theory";

void step(unsigned& value, int by, unsigned low, unsigned high) {
  value = static_cast<unsigned>(
      std::clamp(static_cast<int>(value) + by, static_cast<int>(low), static_cast<int>(high)));
}

ActionRow step_n(const char* name, Key key, std::string label, std::string what, int by) {
  return {{name}, {{key}}, std::move(label), std::move(what), [by](ActionContext& context) {
            step(context.state.theory.log2_n, by, TheoryChoice::kLeastN, TheoryChoice::kMaxN);
          }};
}

ActionRow step_p(const char* name, Key key, std::string label, std::string what, int by) {
  return {{name}, {{key}}, std::move(label), std::move(what), [by](ActionContext& context) {
            TheoryChoice& theory = context.state.theory;
            if (theory.p) theory.log2_p = static_cast<unsigned>(std::bit_width(theory.processors())) - 1;
            theory.p.reset();
            step(theory.log2_p, by, 0, TheoryChoice::kMaxP);
          }};
}

void double_group(ActionContext& context) {
  context.state.group_size = std::min<std::uint64_t>(1024, context.state.group_size * 2);
}
void halve_group(ActionContext& context) {
  context.state.group_size = std::max<std::uint64_t>(2, context.state.group_size / 2);
}

// Writes the curves with the points that have been counted so far.
Result<void> export_curves(const AppState& state, const CountSnapshot& counts, const std::string& path,
                           std::optional<float> wanted) {
  const TheoryModel model = prepare_theory(state, counts);
  if (!model.problem.empty()) return failure(model.problem);
  constexpr float margin = 16;
  const float width = wanted.value_or(1100), height = width * 0.62f;
  CanvasSvg canvas(width, height, state.theme);
  canvas.speak(state.words);
  draw_theory(canvas, {margin, margin, width - 2 * margin, height - 2 * margin}, model);
  return write_atomically(path, canvas.document(model.sentence));
}

class TheoryPage final : public Page {
 public:
  explicit TheoryPage(CountRunner& counting) : counting_(counting) {}

  std::string_view title() const override { return "Theory"; }
  std::string_view summary() const override { return "Theory: cost by formula over n"; }
  std::string tooltip(const std::string& keys) const override {
    return "Time, work, cost and efficiency by formula, over n and p (" + keys + ")";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext&) override {
    return {{"theory", panel_.get(), window.below_top_bar()}};
  }
  // The toolbar does not contain n, because the page has its own n, nor operator and input, because the
  // formulas do not depend on them.
  void draw_toolbar(Toolbar& bar, PanelContext& context) override {
    bar.unusual_schedule(context);
    bar.group_size(context);
    bar.algorithm(context);
  }

  std::vector<ActionGroup> actions() override {
    return {
        {"On Theory",
         kTheoryPage,
         {step_n("n-up", Key::right, "→", "Double the elements n", 1),
          step_n("n-down", Key::left, "←", "Halve the elements n", -1),
          step_p("p-up", Key::up, "↑", "Double the processors p", 1),
          step_p("p-down", Key::down, "↓", "Halve the processors p", -1),
          {{"group-up"}, {{Key::l}}, "L", "Double the work-group size L", double_group},
          {{"group-down"}, {{Key::l, false, true}}, "Shift+L", "Halve the work-group size L", halve_group}}}};
  }

  std::vector<PageExport> exports(const AppState&) const override {
    return {{ExportFormat::svg, "The curves, as a drawing.",
             [&counting = counting_](const ActionContext& context, const std::string& path,
                                     std::optional<float> width) {
               return export_curves(context.state, counting.snapshot(), path, width);
             }},
            {ExportFormat::png, "A picture of the window."}};
  }
  std::string export_name(const ExportChoice&, const AppState& state, std::uint64_t) const override {
    return state.algorithm + "-theory";
  }

  static void scene(SceneFields& fields, AppState& state) {
    fields.object("theory", [&choice = state.theory](SceneFields& part) {
      part.number("log2_n", TheoryChoice::kLeastN, TheoryChoice::kMaxN, choice.log2_n);
      part.number("log2_p", 0, TheoryChoice::kMaxP, choice.log2_p);
      part.count("processors", choice.p);  // need not be a power of two
    });
  }

 private:
  CountRunner& counting_;
  std::unique_ptr<Panel> panel_ = make_theory_panel(counting_);
};

}  // namespace

PageEntry theory_page() {
  return {kTheoryPage,
          [](const PageServices& services) -> std::unique_ptr<Page> {
            return std::make_unique<TheoryPage>(services.counting);
          },
          TheoryPage::scene};
}

}  // namespace lockstep::gui
