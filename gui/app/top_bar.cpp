#include "gui/app/top_bar.hpp"

#include <algorithm>
#include <array>

#include "gui/canvas/text.hpp"
#include "gui/pages/panels.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::gui {

std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen) {
  using enum sim::ExecutionOrder::Kind;
  std::vector<sim::Schedule> schedules;
  for (const sim::LaneSchedule lanes : {sim::LaneSchedule::lockstep, sim::LaneSchedule::independent})
    for (const auto kind : {fixed, adversarial, random})
      schedules.push_back(
          {lanes, {kind, kind == random ? std::max<std::uint64_t>(1, chosen.order.seed) : 0}});
  if (std::ranges::find(schedules, chosen) == schedules.end()) schedules.push_back(chosen);
  return schedules;
}

std::string schedule_label(const sim::Schedule& schedule) {
  std::string text =
      schedule.lanes == sim::LaneSchedule::lockstep ? "lanes in lockstep" : "each lane by itself";
  switch (schedule.order.kind) {
    case sim::ExecutionOrder::Kind::fixed:
      return text + ", in turn";
    case sim::ExecutionOrder::Kind::adversarial:
      return text + ", in an adversarial order";
    case sim::ExecutionOrder::Kind::random:
      break;
  }
  return text + ", in random order " + std::to_string(schedule.order.seed);
}

std::string_view short_label(const sim::Schedule& schedule) {
  const bool fixed = schedule.order.kind == sim::ExecutionOrder::Kind::fixed;
  if (schedule.lanes == sim::LaneSchedule::independent) return fixed ? "independent" : "independent, mixed";
  if (fixed) return "lockstep";
  return schedule.order.kind == sim::ExecutionOrder::Kind::random ? "random" : "adversarial";
}

namespace {

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

template <class E, class Set>
void choice_box(PanelContext& context, const Rect& rect, std::string_view id, std::string_view label,
                 const Choice<E>& choice, std::string_view value, std::string_view tooltip, Set set) {
  if (const auto taken = context.ui.combo_box(id, rect, label, value, choice.labels, choice.chosen, tooltip)) {
    context.commands.edit([set, chosen = choice.values[*taken]](AppState& app) { set(app, chosen); });
  }
}

// A label, where there is room for it; the tooltip says it anyway.
std::string_view word(std::string_view label, const Rect& bar) {
  return bar.width < 1500 ? std::string_view{} : label;
}

}  // namespace

void RunChoices::draw(PanelContext& context, const Rect& bar, float left, float right) {
  left_ = left;
  right_ = right;
  draw_appearance(context, bar);
  draw_run(context, bar);
}

Rect RunChoices::take(float width, const Rect& bar) {
  const Rect rect{right_ - width, bar.y + 12, width, 28};
  right_ = rect.x - 8;
  return rect;
}

// Theme and size of everything; they are part of the scene, as a lecturer's room is.
void RunChoices::draw_appearance(PanelContext& context, const Rect& bar) {
  const std::vector<std::string> labels{"light",
                                        "dark",
                                        "projector (black on white)",
                                        "80 %",
                                        "100 %",
                                        "125 %",
                                        "150 %",
                                        "200 %",
                                        "250 %",
                                        "OpenCL: work-item, work-group, local memory",
                                        "CUDA: thread, block, shared memory"};
  constexpr std::size_t sizes = kThemeNames.size(), words = sizes + kScales.size();
  const std::vector<ChoiceHeading> headings{{0, "Theme"}, {sizes, "Size"}, {words, "Words"}};
  const auto chosen = static_cast<std::size_t>(context.state.theme);
  const Rect rect = take(context.ui.combo_box_width("", "Aa"), bar);
  const auto taken =
      context.ui.combo_box("appearance", rect, "", "Aa", labels, chosen,
                      "Theme, size of everything, and the words of OpenCL or CUDA (O)", headings);
  if (!taken) return;
  context.commands.edit([index = *taken](AppState& app) {
    if (index < sizes) {
      app.theme = kThemeNames[index];
    } else if (index < words) {
      app.ui_scale = kScales[index - sizes];
    } else {
      app.words = index == words ? Words::opencl : Words::cuda;
    }
  });
}

void RunChoices::draw_run(PanelContext& context, const Rect& bar) {
  const AppState& state = context.state;
  const auto algorithm = find_algorithm(state.algorithm);
  // What is computed from formulas has no operator and no input.
  const bool runs = state.tab != Tab::theory;
  if (state.tab == Tab::step || state.tab == Tab::compare) draw_model(context, bar);
  if (runs) draw_input(context, bar);
  if (runs && algorithm) {
    if (state.tab == Tab::step) draw_schedule(context, bar);
    const std::string_view type_name = opencl_name(state.type);
    choice_box(context, take(context.ui.combo_box_width(word("type", bar), type_name), bar), "type",
                word("type", bar), make_choice((*algorithm)->types, state.type, opencl_name), type_name,
                "Type of an element", [](AppState& app, ElementType type) { app.type = type; });
    draw_operator(context, bar, **algorithm);
  }
  if (state.tab == Tab::gpu) return;
  draw_numbers(context, bar);
  if (state.tab != Tab::compare) draw_algorithm(context, bar);
}

// The last choice keeps the pattern and takes other random numbers.
void RunChoices::draw_input(PanelContext& context, const Rect& bar) {
  const AppState& state = context.state;
  Choice<Content::Pattern> choice = make_choice(kPatterns, state.pattern, [](auto p) { return name(p); });
  choice.labels.push_back("other random numbers (seed " + std::to_string(state.seed + 1) + ")");
  const std::string_view label = word("input", bar);
  const Rect rect = take(context.ui.combo_box_width(label, name(state.pattern)), bar);
  const auto taken = context.ui.combo_box("input", rect, label, name(state.pattern), choice.labels, choice.chosen,
                                     "What the input array holds");
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

void RunChoices::draw_model(PanelContext& context, const Rect& bar) {
  const auto model = sim::find_device_model(context.state.model);
  std::vector<std::string> names;
  for (const sim::DeviceModel& entry : sim::device_models()) names.push_back(entry.name);
  Choice<std::string> choice = make_choice<std::string>(names, context.state.model, [](const std::string& n) {
    return short_title(**sim::find_device_model(n));
  });
  const std::string value = model ? (*model)->name : context.state.model;
  choice_box(context, take(context.ui.combo_box_width(word("model", bar), value), bar), "model",
              word("model", bar), choice, value, "The GPU generation whose rules are simulated",
              [](AppState& app, const std::string& chosen) { app.model = chosen; });
}

// Only what is not the usual one is named in the chip.
void RunChoices::draw_schedule(PanelContext& context, const Rect& bar) {
  const sim::Schedule& now = context.state.schedule;
  const std::vector<sim::Schedule> schedules = offered_schedules(now);
  std::vector<std::string> labels;
  for (const sim::Schedule& schedule : schedules) labels.push_back(schedule_label(schedule));
  labels.push_back("another random order");
  const auto chosen = static_cast<std::size_t>(std::ranges::find(schedules, now) - schedules.begin());
  const std::string value(short_label(now));
  const std::string_view label = word("schedule", bar);
  const Rect rect = take(context.ui.combo_box_width(label, value), bar);
  const auto taken = context.ui.combo_box(
      "schedule", rect, label, value, labels, chosen,
      "Whether the lanes of a warp go together, and who goes first: a correct kernel depends on neither");
  if (!taken) return;
  sim::Schedule wanted = *taken < schedules.size() ? schedules[*taken] : now;
  if (*taken == schedules.size()) wanted.order = {sim::ExecutionOrder::Kind::random, now.order.seed + 1};
  context.commands.edit([wanted](AppState& app) {
    app.schedule = wanted;
    app.position.reset();
  });
}

// The operator, and of a scan its form.
void RunChoices::draw_operator(PanelContext& context, const Rect& bar, const Algorithm& algorithm) {
  const AppState& state = context.state;
  const Choice<Operator> choice =
      make_choice(algorithm.operators, state.op, [](Operator op) { return name(op); });
  std::vector<std::string> labels = choice.labels;
  std::vector<ChoiceHeading> headings;
  std::string value(name(state.op));
  if (algorithm.has_exclusive_form) {
    headings = {{0, "Operator"}, {labels.size(), "Form of the scan"}};
    labels.insert(labels.end(), {"inclusive: with the element itself", "exclusive: only those before it"});
    if (state.exclusive) value += ", exclusive";
  }
  const Rect rect = take(context.ui.combo_box_width("⊕", value), bar);
  const auto taken = context.ui.combo_box("operator", rect, "⊕", value, labels, choice.chosen,
                                     "The operator that combines two elements", headings);
  if (!taken) return;
  context.commands.edit([operators = choice.values, index = *taken](AppState& app) {
    if (index < operators.size()) {
      app.op = operators[index];
    } else {
      app.exclusive = index > operators.size();
      app.position.reset();
    }
  });
}

void RunChoices::draw_numbers(PanelContext& context, const Rect& bar) {
  const AppState& state = context.state;
  const std::string_view label = word("work-group", bar).empty() ? "L" : "work-group";
  const Rect group = take(context.ui.combo_box_width(label, format_count(state.group_size)), bar);
  if (const auto value =
          context.ui.number_box("group", group, label, state.group_size,
                                 {8, 16, 32, 64, 128, 256, 512, 1024}, "Work-items in a work-group")) {
    context.commands.edit([v = *value](AppState& app) { app.group_size = v; });
  }
  if (state.tab == Tab::theory) return;  // it has an n of its own
  const Rect count = take(context.ui.combo_box_width("n", format_count(state.n)), bar);
  if (const auto value = context.ui.number_box(
          "n", count, "n", state.n, {1, 8, 16, 32, 63, 64, 65, 100, 128, 256, 512, 1000, 1024, 4096},
          "Elements of the input array")) {
    context.commands.edit([v = *value](AppState& app) { app.n = v; });
  }
}

void RunChoices::draw_algorithm(PanelContext& context, const Rect& bar) {
  static const AlgorithmChoices offered = algorithm_choices();
  const std::vector<std::string>& ids = offered.ids;
  Choice<std::string> choice = make_choice<std::string>(
      ids, context.state.algorithm,
      [](const std::string& id) { return id + "  ·  " + (*find_algorithm(id))->title; });
  const float wanted = context.ui.combo_box_width("algorithm", context.state.algorithm);
  const float room = right_ - left_;
  if (room < 80) return;
  const std::string_view label = wanted <= room ? "algorithm" : "";
  const Rect rect = take(std::min(room, context.ui.combo_box_width(label, context.state.algorithm)), bar);
  if (const auto taken =
          context.ui.combo_box("algorithm", rect, label, context.state.algorithm, choice.labels, choice.chosen,
                          "The algorithm, and with it the kernel file", offered.headings)) {
    context.commands.edit([id = ids[*taken]](AppState& app) { choose_algorithm(app, id); });
  }
}

// The top bar: which page, and everything that a run depends on. Changing a chip changes the state; the
// session does the rest.

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

class TopBar final : public Panel {
 public:
  std::string_view help() const override { return "Choose the page, the algorithm and what it runs on."; }

  void draw(const Rect& bar, PanelContext& context) override {
    Canvas& canvas = context.ui.canvas;
    canvas.fill_rect(bar, Role::card);
    canvas.line({bar.x, bar.bottom()}, {bar.right(), bar.bottom()}, Role::line);
    const TextStyle product{Font::text_bold, Role::ink, Align::left, 18};
    canvas.text({20, top_for_centre(bar.centre().y, product)}, "Lockstep", product);
    float x = 20 + canvas.text_width("Lockstep", product) + 22;
    for (const TabEntry& entry : kTabEntries) x = draw_tab(context, entry, x, bar);
    draw_help(context, bar);
    choices_.draw(context, bar, x + 16, bar.right() - 52);
  }

 private:
  float draw_tab(PanelContext& context, const TabEntry& entry, float x, const Rect& bar) {
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

  void draw_help(PanelContext& context, const Rect& bar) {
    const Rect rect{bar.right() - 44, bar.y + 12, 28, 28};
    const ItemState state = context.ui.item("keys", rect, describe(Action::show_keys));
    const TextStyle style{Font::text_bold, state.hovered ? Role::acts : Role::second_ink, Align::centre, 14};
    if (state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
    context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, "?", style);
    if (state.clicked) context.commands.actions.push_back(Action::show_keys);
  }

  RunChoices choices_;
};

}  // namespace

std::unique_ptr<Panel> make_top_bar() { return std::make_unique<TopBar>(); }

}  // namespace lockstep::gui
