// The top bar: which page, and everything that a run depends on. Changing a chip changes the state; the
// session does the rest.
#include <algorithm>
#include <array>

#include "gui/panels/panels.hpp"
#include "gui/text_metrics.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::gui {
namespace {

struct TabEntry {
  Tab tab;
  std::string_view title, tooltip;
};
constexpr TabEntry kTabEntries[] = {
    {Tab::step, "Step", "The run in the simulator, moment by moment (Ctrl+1)"},
    {Tab::compare, "Compare", "What all algorithms cost, counted by the simulator (Ctrl+2)"},
    {Tab::gpu, "Run on GPU", "Time the kernels on a real device (Ctrl+3; Ctrl+Enter runs them)"},
    {Tab::theory, "Theory", "Time, work, cost and efficiency by formula, over n and p (Ctrl+4)"},
};

constexpr std::array kScales{0.8f, 1.0f, 1.25f, 1.5f, 2.0f, 2.5f};

// A chip that picks one of several named values of the state.
template <class E>
struct Choice {
  std::vector<E> values;
  std::vector<std::string> labels;
  std::size_t chosen = 0;
};

template <class E, class Range, class Label>
Choice<E> make_choice(const Range& values, const E& chosen, Label label) {
  Choice<E> choice;
  for (const E& value : values) {
    if (value == chosen) choice.chosen = choice.values.size();
    choice.values.push_back(value);
    choice.labels.push_back(std::string(label(value)));
  }
  return choice;
}

std::string short_title(const sim::DeviceModel& model) { return model.title + " · " + model.name; }

// All that can be stepped through, by family.
struct AlgorithmChoices {
  std::vector<std::string> ids;
  std::vector<ChoiceHeading> headings;
};

std::string_view heading_of(Algorithm::Family family) {
  switch (family) {
    case Algorithm::Family::reduction:
      return "Reductions";
    case Algorithm::Family::scan:
      return "Scans";
    case Algorithm::Family::hazard:
      break;
  }
  return "Hazards: wrong on purpose, each with its repaired twin";
}

AlgorithmChoices algorithm_choices() {
  AlgorithmChoices choices;
  std::optional<Algorithm::Family> last;
  for (const auto* list : {&catalogue(), &hazards()}) {
    for (const Algorithm& algorithm : *list) {
      if (last != algorithm.family)
        choices.headings.push_back({choices.ids.size(), std::string(heading_of(algorithm.family))});
      last = algorithm.family;
      choices.ids.push_back(algorithm.id);
    }
  }
  return choices;
}

class TopBar final : public View {
 public:
  std::string_view help() const override { return "Choose the page, the algorithm and what it runs on."; }

  void draw(const Rect& bar, ViewContext& context) override {
    Canvas& canvas = context.ui.canvas;
    canvas.fill_rect(bar, Role::card);
    canvas.line({bar.x, bar.bottom()}, {bar.right(), bar.bottom()}, Role::line);
    const TextStyle product{Font::text_bold, Role::ink, Align::left, 18};
    canvas.text({20, top_for_centre(bar.centre().y, product)}, "Lockstep", product);
    float x = 20 + canvas.text_width("Lockstep", product) + 22;
    for (const TabEntry& entry : kTabEntries) x = draw_tab(context, entry, x, bar);
    draw_help(context, bar);
    chips_ = {bar.right() - 52, 0};
    draw_appearance(context, bar);
    // Chips are laid out from the right; where there is little room the algorithm's gives way.
    chips_.left = x + 16;
    draw_chips(context, bar);
  }

 private:
  struct Strip {
    float right, left;
  };

  float draw_tab(ViewContext& context, const TabEntry& entry, float x, const Rect& bar) {
    const bool on = context.state.tab == entry.tab;
    const TextStyle style{on ? Font::text_bold : Font::text, on ? Role::acts : Role::second_ink,
                          Align::centre, 14};
    const Rect rect{x, bar.y + 12, context.ui.canvas.text_width(entry.title, style) + 26, 28};
    const ItemState state = context.ui.item(entry.title, rect, entry.tooltip);
    if (on || state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
    context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, entry.title, style);
    if (state.clicked) {
      context.commands.edit([tab = entry.tab](AppState& app) { app.tab = tab; });
    }
    return rect.right() + 6;
  }

  void draw_help(ViewContext& context, const Rect& bar) {
    const Rect rect{bar.right() - 44, bar.y + 12, 28, 28};
    const ItemState state = context.ui.item("keys", rect, describe(Action::show_keys));
    const TextStyle style{Font::text_bold, state.hovered ? Role::acts : Role::second_ink, Align::centre, 14};
    if (state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
    context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, "?", style);
    if (state.clicked) context.commands.actions.push_back(Action::show_keys);
  }

  // Theme and size of everything; they are part of the scene, as a lecturer's room is.
  void draw_appearance(ViewContext& context, const Rect& bar) {
    const std::vector<std::string> labels{
        "light", "dark", "projector (black on white)", "80 %", "100 %", "125 %", "150 %", "200 %", "250 %"};
    const auto chosen = static_cast<std::size_t>(context.state.theme);
    const Rect rect = take(context.ui.chip_width("", "Aa"), bar);
    const auto taken =
        context.ui.chip("appearance", rect, "", "Aa", labels, chosen, "Theme, and size of everything");
    if (!taken) return;
    context.commands.edit([index = *taken](AppState& app) {
      if (index < kThemeNames.size()) {
        app.theme = kThemeNames[index];
      } else {
        app.ui_scale = kScales[index - kThemeNames.size()];
      }
    });
  }

  // A label, where there is room for it; the tooltip says it anyway.
  static std::string_view word(std::string_view label, const Rect& bar) {
    return bar.width < 1500 ? std::string_view{} : label;
  }

  Rect take(float width, const Rect& bar) {
    const Rect rect{chips_.right - width, bar.y + 12, width, 28};
    chips_.right = rect.x - 8;
    return rect;
  }

  template <class E, class Set>
  void choice_chip(ViewContext& context, const Rect& bar, std::string_view id, std::string_view label,
                   const Choice<E>& choice, std::string_view value, std::string_view tooltip, Set set) {
    const Rect rect = take(context.ui.chip_width(label, value), bar);
    if (const auto taken = context.ui.chip(id, rect, label, value, choice.labels, choice.chosen, tooltip)) {
      context.commands.edit([set, chosen = choice.values[*taken]](AppState& app) { set(app, chosen); });
    }
  }

  void draw_chips(ViewContext& context, const Rect& bar) {
    const AppState& state = context.state;
    const auto algorithm = find_algorithm(state.algorithm);
    // What is computed from formulas has no operator and no input.
    const bool runs = state.tab != Tab::theory;
    if (state.tab == Tab::step || state.tab == Tab::compare) draw_model(context, bar);
    if (runs) draw_input(context, bar);
    if (runs && algorithm) {
      choice_chip(context, bar, "type", word("type", bar),
                  make_choice((*algorithm)->types, state.type, opencl_name), opencl_name(state.type),
                  "Type of an element", [](AppState& app, ElementType type) { app.type = type; });
      choice_chip(context, bar, "operator", "⊕",
                  make_choice((*algorithm)->operators, state.op, [](Operator op) { return name(op); }),
                  name(state.op), "The operator that combines two elements",
                  [](AppState& app, Operator op) { app.op = op; });
    }
    if (state.tab == Tab::gpu) return;
    draw_numbers(context, bar);
    if (state.tab != Tab::compare) draw_algorithm(context, bar);
  }

  // The last choice keeps the pattern and takes other random numbers.
  void draw_input(ViewContext& context, const Rect& bar) {
    const AppState& state = context.state;
    Choice<Content::Pattern> choice = make_choice(kPatterns, state.pattern, [](auto p) { return name(p); });
    choice.labels.push_back("other random numbers (seed " + std::to_string(state.seed + 1) + ")");
    const std::string_view label = word("input", bar);
    const Rect rect = take(context.ui.chip_width(label, name(state.pattern)), bar);
    const auto taken = context.ui.chip("input", rect, label, name(state.pattern), choice.labels,
                                       choice.chosen, "What the input array holds");
    if (!taken) return;
    context.commands.edit([pattern = choice.values, index = *taken](AppState& app) {
      if (index < pattern.size()) {
        app.pattern = pattern[index];
      } else {
        if (app.pattern != Content::Pattern::fractions) app.pattern = Content::Pattern::random;
        ++app.seed;
      }
    });
  }

  void draw_model(ViewContext& context, const Rect& bar) {
    const auto model = sim::find_device_model(context.state.model);
    std::vector<std::string> names;
    for (const sim::DeviceModel& entry : sim::device_models()) names.push_back(entry.name);
    Choice<std::string> choice = make_choice<std::string>(
        names, context.state.model,
        [](const std::string& n) { return short_title(**sim::find_device_model(n)); });
    choice_chip(context, bar, "model", word("model", bar), choice,
                model ? (*model)->name : context.state.model, "The GPU generation whose rules are simulated",
                [](AppState& app, const std::string& chosen) { app.model = chosen; });
  }

  void draw_numbers(ViewContext& context, const Rect& bar) {
    const AppState& state = context.state;
    const std::string_view label = word("work-group", bar).empty() ? "L" : "work-group";
    const Rect group = take(context.ui.chip_width(label, format_count(state.group_size)), bar);
    if (const auto value = context.ui.number_chip("group", group, label, state.group_size,
                                                  {8, 16, 32, 64, 128, 256, 512, 1024},
                                                  "Work-items in a work-group (CUDA: threads in a block)")) {
      context.commands.edit([v = *value](AppState& app) { app.group_size = v; });
    }
    if (state.tab == Tab::theory) return;  // it has an n of its own
    const Rect count = take(context.ui.chip_width("n", format_count(state.n)), bar);
    if (const auto value = context.ui.number_chip(
            "n", count, "n", state.n, {1, 8, 16, 32, 63, 64, 65, 100, 128, 256, 512, 1000, 1024, 4096},
            "Elements of the input array")) {
      context.commands.edit([v = *value](AppState& app) { app.n = v; });
    }
  }

  void draw_algorithm(ViewContext& context, const Rect& bar) {
    static const AlgorithmChoices offered = algorithm_choices();
    const std::vector<std::string>& ids = offered.ids;
    Choice<std::string> choice = make_choice<std::string>(
        ids, context.state.algorithm,
        [](const std::string& id) { return id + "  ·  " + (*find_algorithm(id))->title; });
    const float wanted = context.ui.chip_width("algorithm", context.state.algorithm);
    const float room = chips_.right - chips_.left;
    if (room < 80) return;
    const std::string_view label = wanted <= room ? "algorithm" : "";
    const Rect rect = take(std::min(room, context.ui.chip_width(label, context.state.algorithm)), bar);
    if (const auto taken =
            context.ui.chip("algorithm", rect, label, context.state.algorithm, choice.labels, choice.chosen,
                            "The algorithm, and with it the kernel file", offered.headings)) {
      context.commands.edit([id = ids[*taken]](AppState& app) { choose_algorithm(app, id); });
    }
  }

  Strip chips_{};
};

}  // namespace

std::unique_ptr<View> make_top_bar() { return std::make_unique<TopBar>(); }

}  // namespace lockstep::gui
