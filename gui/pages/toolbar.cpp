#include "gui/pages/toolbar.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/pattern_options.hpp"
#include "gui/canvas/text.hpp"
#include "gui/session/run_request.hpp"
#include "sim/device_models/device_model.hpp"

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
      schedule.lanes == sim::LaneSchedule::lockstep ? "lanes in lockstep" : "independent lanes";
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

constexpr float kCross = 20;         // px, width of the × of a chip
constexpr float kLabelsFrom = 1500;  // px, width of the bar from which all labels fit

constexpr std::array kScales{0.8f, 1.0f, 1.25f, 1.5f, 2.0f, 2.5f};

// Values that the user can select in a combo box, with their names.
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

std::string short_title(const sim::DeviceModel& model) {
  return model.product.empty() ? model.title + " · " + model.name
                               : model.rates.product + " · rules of " + model.name;
}

// All algorithms that can be stepped through, by family.
struct AlgorithmChoices {
  std::vector<std::string> ids;
  std::vector<ChoiceHeading> headings;
};

std::string_view heading_of(const Algorithm& algorithm) {
  if (algorithm.technique) return "Techniques: the tuned kernels with one after another";
  switch (algorithm.family) {
    case Algorithm::Family::reduction:
      return "Reductions";
    case Algorithm::Family::scan:
      return "Scans";
    case Algorithm::Family::pattern:
      return "Patterns: what reductions and scans are for, convolutions, transposes";
    case Algorithm::Family::hazard:
      break;
  }
  return "Hazards: wrong on purpose, each with its repaired twin";
}

AlgorithmChoices algorithm_choices() {
  AlgorithmChoices choices;
  std::string_view last;
  for (const auto* list : all_lists()) {
    for (const Algorithm& algorithm : *list) {
      const std::string_view heading = heading_of(algorithm);
      if (last != heading) choices.headings.push_back({choices.ids.size(), std::string(heading)});
      last = heading;
      choices.ids.push_back(algorithm.id);
    }
  }
  return choices;
}

template <class E, class Set>
void choice_box(PanelContext& context, const Rect& rect, std::string_view id, std::string_view label,
                const Choice<E>& choice, std::string_view value, std::string_view tooltip, Set set) {
  if (const auto taken =
          context.ui.combo_box(id, rect, label, value, choice.labels, choice.chosen, tooltip)) {
    context.commands.edit([set, chosen = choice.values[*taken]](AppState& app) { set(app, chosen); });
  }
}

// Returns the label of an operator in the list of operators. The operators digits and matrix show why some
// algorithms need a commutative operator.
std::string_view operator_label(Operator op) {
  if (op == Operator::digits) return "digits: 31 ⊕ 7 = 317, not commutative";
  if (op == Operator::matrix) return "matrix: product of 2×2 matrices, not commutative";
  return name(op);
}

// Returns the tooltip of the work-group size. If the algorithm is not made for the selected size, the
// tooltip says why.
std::string group_size_help(const AppState& state) {
  const auto algorithm = find_algorithm(state.algorithm);
  const std::string why =
      algorithm && !state.has_own_kernel() ? unsuited_group(**algorithm, state.group_size) : "";
  if (why.empty()) return "Work-items of a work-group";
  return "Work-items of a work-group. " + state.algorithm + " is not made for " +
         std::to_string(state.group_size) + ": " + why;
}

// The order in which settings are moved into the menu. The settings that users need least come first.
constexpr std::string_view kFirstToGo[] = {"input",   "schedule",   "model", "type", "operator",   "columns",
                                           "tile",    "mask_width", "bins",  "bit",  "keep_above", "segment",
                                           "by_keys", "key_bits",   "group", "n"};

}  // namespace

std::vector<std::string> settings_in_bar(const std::vector<SettingWidth>& all, float room, float menu) {
  std::vector<std::string> kept;
  float used = 0;
  const auto width = [](const SettingWidth& one) { return Toolbar::kGap + one.width; };
  for (const SettingWidth& one : all) {
    kept.push_back(one.id);
    used += width(one);
  }
  if (used <= room) return kept;
  used += menu + Toolbar::kGap;
  for (const std::string_view id : kFirstToGo) {
    const auto found = std::ranges::find(all, id, &SettingWidth::id);
    if (used <= room || found == all.end() || found->stays) continue;
    used -= width(*found);
    std::erase(kept, id);
  }
  return kept;
}

bool Toolbar::begin_drawing(float menu) {
  way_ = Way::bar;
  in_bar_ = settings_in_bar(measured_, right_ - left_, menu);
  return in_bar_.size() == measured_.size();
}

Rect Toolbar::take(float width) {
  const Rect rect{right_ - width, bar_.y + 12, width, kHeight};
  right_ = rect.x - kGap;
  return rect;
}

std::optional<Toolbar::Box> Toolbar::box(PanelContext& context, std::string_view id, std::string_view name,
                                         std::string_view label, std::string_view narrow,
                                         std::string_view value, Kind kind) {
  constexpr TextStyle quiet{Font::text, Role::second_ink, Align::left, 13};
  if (way_ == Way::menu) {
    const float middle = bar_.y + kHeight / 2;
    context.ui.canvas.text({bar_.x, top_for_centre(middle, quiet)}, name, quiet);
    const Rect rect{bar_.x + kMenuNames, bar_.y, bar_.width - kMenuNames, kHeight};
    bar_.y += kMenuRow;
    return Box{rect, "menu-" + std::string(id), {}};
  }
  const std::string_view shown = bar_.width < kLabelsFrom ? narrow : label;
  const bool is_chip = kind == Kind::chip;
  const float width = context.ui.combo_box_width(shown, value) + (is_chip ? kCross : 0);
  if (way_ == Way::measure) {
    has_chips_ |= is_chip;
    if (!is_chip || !chips_line_) measured_.push_back({std::string(id), width, is_chip});
    return std::nullopt;
  }
  if (is_chip) return chip(context, id, shown, width);
  if (std::ranges::find(in_bar_, id) == in_bar_.end()) return std::nullopt;
  return Box{take(std::min(width, right_ - left_)), std::string(id), shown};
}

Toolbar::Box Toolbar::chip(PanelContext& context, std::string_view id, std::string_view label, float width) {
  Box box{{}, std::string(id), label};
  if (chips_line_) {
    box.rect = {chips_line_->x, chips_line_->y, std::min(width, chips_line_->width), kHeight};
    chips_line_->width -= box.rect.width + kGap;
    chips_line_->x += box.rect.width + kGap;
  } else {
    box.rect = take(std::min(width, right_ - left_));
  }
  context.ui.canvas.fill_rect(box.rect, Role::acts_pale, 5);
  box.rect.width -= kCross;
  box.cross = Rect{box.rect.right(), box.rect.y, kCross, kHeight};
  return box;
}

// Draws the × of a chip; returns true when it is pressed.
static bool draw_cross(PanelContext& context, std::string_view chip, const Rect& rect,
                       std::string_view tooltip) {
  const ItemState state = context.ui.item(std::string(chip) + "-usual", rect, tooltip);
  const TextStyle style{Font::text_bold, state.hovered ? Role::acts : Role::second_ink, Align::centre, 14};
  context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, "×", style);
  return state.clicked;
}

// Draws the setting of the theme, the size of the contents and the terms.
void Toolbar::appearance(PanelContext& context) {
  std::vector<std::string> labels{"light",
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
  const std::vector<ChoiceHeading> headings{{0, "Theme"}, {sizes, "Size"}, {words, "Terms"}};
  const AppState& state = context.state;
  const auto chosen = static_cast<std::size_t>(state.theme);
  // The menu contains three independent choices. A mark shows the selected entry of each choice.
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const bool on = i < sizes   ? i == chosen
                    : i < words ? std::abs(kScales[i - sizes] - state.ui_scale) < 0.01f
                                : (i == words) == (state.words == Words::opencl);
    labels[i].insert(0, on ? "● " : "○ ");
  }
  const std::string value = way_ == Way::menu ? std::string(name(context.state.theme)) : "Aa";
  const auto box = this->box(context, "appearance", "Theme, size, terms", "", "", value);
  if (!box) return;
  const auto taken = context.ui.combo_box(
      box->id, box->rect, "", value, labels, chosen,
      "Theme, size of the window's contents, and the terms of OpenCL or CUDA (O)", headings);
  if (!taken) return;
  const bool is_size = *taken >= sizes && *taken < words;
  if (is_size && kScales[*taken - sizes] > context.ui.max_ui_scale + 0.01f)
    context.commands.notices.push_back(
        "The contents already have the largest size that fits in this window.");
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

void Toolbar::input(PanelContext& context) { draw_input(context, context.state.pattern); }

void Toolbar::measured_input(PanelContext& context) { draw_input(context, measured_pattern(context.state)); }

// Draws the setting of the input. The last entry keeps the pattern and uses the next seed.
void Toolbar::draw_input(PanelContext& context, Content::Pattern pattern) {
  const AppState& state = context.state;
  Choice<Content::Pattern> choice = make_choice(kPatterns, pattern, [](auto p) { return name(p); });
  choice.labels.push_back("other random numbers (seed " + std::to_string(state.seed + 1) + ")");
  const bool is_typed = pattern == Content::Pattern::bytes;
  const std::string value = is_typed ? state.typed_input : std::string(name(pattern));
  std::ranges::replace(choice.labels, std::string(name(Content::Pattern::bytes)), std::string("typed …"));
  const std::string shown = fit_text(context.ui.canvas, value, {Font::text, Role::ink, Align::left, 13},
                                     bar_.width < kLabelsFrom ? 76 : 120);
  const auto box =
      this->box(context, "input", "Input", "input", "", shown, is_typed ? Kind::chip : Kind::setting);
  if (!box) return;
  if (box->cross && draw_cross(context, box->id, *box->cross, "Removes the typed values: random input"))
    context.commands.edit([](AppState& app) { app.pattern = Content::Pattern::random; });
  const auto taken = context.ui.combo_box(
      box->id, box->rect, box->label, shown, choice.labels, choice.chosen,
      pattern == state.pattern ? "Values of the input array"
                               : "Values of the input arrays; the typed ones are for stepping");
  if (!taken) return;
  context.commands.edit([pattern = choice.values, index = *taken](AppState& app) {
    if (index < pattern.size() && pattern[index] == Content::Pattern::bytes) {
      app.overlay = {"typed-input", 0};
    } else if (index < pattern.size()) {
      app.pattern = pattern[index];
    } else {
      if (app.pattern != Content::Pattern::fractions) app.pattern = Content::Pattern::random;
      ++app.seed;
    }
  });
}

void Toolbar::model(PanelContext& context) {
  const auto model = sim::find_device_model(context.state.model);
  std::vector<std::string> names;
  for (const auto* models : {&sim::device_models(), &sim::product_models()})
    for (const sim::DeviceModel& entry : *models) names.push_back(entry.called());
  Choice<std::string> choice = make_choice<std::string>(names, context.state.model, [](const std::string& n) {
    return short_title(**sim::find_device_model(n));
  });
  const std::string value = model ? (*model)->called() : context.state.model;
  const auto box = this->box(context, "model", "Device model", "model", "", value);
  if (!box) return;
  choice_box(context, box->rect, box->id, box->label, choice, value,
             "The GPU generation whose rules are simulated",
             [](AppState& app, const std::string& chosen) { app.model = chosen; });
}

// Draws the setting of the schedule. The bar shows a short label, which names only the differences
// from the default.
void Toolbar::schedule(PanelContext& context) {
  const sim::Schedule& now = context.state.schedule;
  const std::vector<sim::Schedule> schedules = offered_schedules(now);
  std::vector<std::string> labels;
  for (const sim::Schedule& schedule : schedules) labels.push_back(schedule_label(schedule));
  labels.push_back("another random order");
  const auto chosen = static_cast<std::size_t>(std::ranges::find(schedules, now) - schedules.begin());
  const std::string value(short_label(now));
  const auto box = this->box(context, "schedule", "Schedule", "schedule", "", value,
                             now == sim::Schedule{} ? Kind::setting : Kind::chip);
  if (!box) return;
  if (box->cross && draw_cross(context, box->id, *box->cross, "Lanes in lockstep, in turn, as usual"))
    context.commands.edit([](AppState& app) { choose_schedule(app, {}); });
  const auto taken =
      context.ui.combo_box(box->id, box->rect, box->label, value, labels, chosen,
                           "Whether the lanes of a warp execute together, and in which order: a "
                           "correct kernel depends on neither");
  if (!taken) return;
  sim::Schedule wanted = *taken < schedules.size() ? schedules[*taken] : now;
  if (*taken == schedules.size()) wanted.order = {sim::ExecutionOrder::Kind::random, now.order.seed + 1};
  context.commands.edit([wanted](AppState& app) { choose_schedule(app, wanted); });
}

void Toolbar::type_and_operator(PanelContext& context) {
  const auto algorithm = find_algorithm(context.state.algorithm);
  if (!algorithm) return;
  const ElementType type = run_request(context.state).type;
  const std::string_view type_name = opencl_name(type);
  if (const auto box = this->box(context, "type", "Element type", "type", "", type_name))
    choice_box(context, box->rect, box->id, box->label,
               make_choice((*algorithm)->types, type, [](ElementType each) { return opencl_name(each); }),
               type_name, "Type of the elements", [](AppState& app, ElementType chosen) {
                 app.type = chosen;
                 if (takes(app.op, chosen)) return;
                 app.op = chosen == ElementType::uint16x4 ? Operator::matrix : Operator::sum;
               });
  scan_operator(context, **algorithm);
}

// Draws the setting of the operator and, for a scan, of its form.
void Toolbar::scan_operator(PanelContext& context, const Algorithm& algorithm) {
  const AppState& state = context.state;
  // For a pattern with a single operator, there is no choice, unless the state contains a different operator.
  if (algorithm.family == Algorithm::Family::pattern && algorithm.operators == std::vector{state.op}) return;
  const Choice<Operator> choice = make_choice(algorithm.operators, state.op, operator_label);
  std::vector<std::string> labels = choice.labels;
  std::vector<ChoiceHeading> headings;
  std::string value(name(state.op));
  if (algorithm.has_exclusive_form) {
    headings = {{0, "Operator"}, {labels.size(), "Form of the scan"}};
    labels.insert(labels.end(),
                  {"inclusive: includes the element itself", "exclusive: only the elements before it"});
    if (state.exclusive) value += ", exclusive";
  }
  const auto box = this->box(context, "operator", "Operator ⊕", "⊕", "⊕", value);
  if (!box) return;
  const auto taken = context.ui.combo_box(box->id, box->rect, box->label, value, labels, choice.chosen,
                                          "The operator that combines two elements", headings);
  if (!taken) return;
  context.commands.edit([operators = choice.values, index = *taken](AppState& app) {
    if (index < operators.size()) {
      app.op = operators[index];
      if (!takes(app.op, app.type))
        app.type = app.op == Operator::matrix ? ElementType::uint16x4 : ElementType::int32;
    } else {
      app.exclusive = index > operators.size();
      forget_position(app);
    }
  });
}

void Toolbar::pattern_options(PanelContext& context) {
  const auto algorithm = find_algorithm(context.state.algorithm);
  const auto model = sim::find_device_model(context.state.model);
  if (!algorithm || !model) return;
  const PlanRequest request = plan_request(run_request(context.state), **model);
  // The options are drawn from right to left, so that the first option is on the left.
  const std::vector<const PatternOption*> options = pattern_options_of(**algorithm);
  for (auto at = options.rbegin(); at != options.rend(); ++at) {
    const PatternOption* option = *at;
    const std::uint64_t value = used_value(*option, **algorithm, request);
    const auto box =
        this->box(context, option->key, option->title, option->label, option->label, format_count(value));
    if (!box) continue;
    if (const auto chosen = context.ui.number_box(box->id, box->rect, box->label, value, option->offered,
                                                  option->help, {option->least, option->most}))
      context.commands.edit([member = option->value, number = *chosen](AppState& app) {
        app.pattern_options.*member = number;
        forget_position(app);
      });
  }
}

void Toolbar::group_size(PanelContext& context) {
  const std::uint64_t size = context.state.group_size;
  const auto box = this->box(context, "group", "Work-group L", "work-group", "L", format_count(size));
  if (!box) return;
  if (const auto value =
          context.ui.number_box(box->id, box->rect, box->label, size,
                                {8, 16, 32, 64, 96, 128, 256, 512, 1024}, group_size_help(context.state)))
    context.commands.edit([v = *value](AppState& app) { app.group_size = v; });
}

void Toolbar::elements(PanelContext& context) {
  const std::uint64_t n = context.state.n;
  const auto box = this->box(context, "n", "Elements n", "n", "n", format_count(n));
  if (!box) return;
  if (context.state.has_typed_input())
    return context.ui.fixed_box(box->id, box->rect, box->label, format_count(n),
                                "The number of typed values; the × next to them removes them");
  if (const auto value = context.ui.number_box(
          box->id, box->rect, box->label, n, {1, 8, 16, 32, 63, 64, 65, 100, 128, 256, 512, 1000, 1024, 4096},
          "Elements of the input array"))
    context.commands.edit([v = *value](AppState& app) { app.n = v; });
}

void Toolbar::launch(PanelContext& context) {
  const AppState& state = context.state;
  if (!state.has_own_kernel()) return;
  std::string value = "form …";
  if (state.launch && !state.launch->description.launches.empty()) {
    const DescribedLaunch& first = state.launch->description.launches.front();
    value = first.kernel;
    if (const std::size_t more = state.launch->description.launches.size() - 1; more > 0)
      value += " + " + std::to_string(more);
  }
  const auto box = this->box(context, "launch", "Launch", "launch", "launch", value);
  if (!box) return;
  if (context.ui.button(box->id, box->rect, "Launch: " + value,
                        "Buffers, sizes and arguments of your kernel: the launch form"))
    context.commands.edit([](AppState& app) { app.overlay = {"launch", 0}; });
}

void Toolbar::program(PanelContext& context) {
  const AppState& state = context.state;
  if (!state.program) return;
  const ProgramStatus& status = context.program.status();
  const bool is_of_it = status.phase != ProgramStatus::Phase::none && status.command == *state.program;
  std::string value = "run …";
  if (is_of_it && status.phase == ProgramStatus::Phase::running)
    value = "running";
  else if (is_of_it)
    value = status.succeeded ? "ended" : "failed";
  const auto box = this->box(context, "program", "Program", "program", "program", value);
  if (box && context.ui.button(box->id, box->rect, "Program: " + value,
                               "The command, what the program wrote and what it did; run it again"))
    context.commands.edit([](AppState& app) { app.overlay = {"program", 0}; });
}

void Toolbar::algorithm(PanelContext& context) {
  static const AlgorithmChoices offered = algorithm_choices();
  const std::vector<std::string>& ids = offered.ids;
  Choice<std::string> choice = make_choice<std::string>(
      ids, context.state.algorithm,
      [](const std::string& id) { return id + "  ·  " + (*find_algorithm(id))->title; });
  const AppState& state = context.state;
  const std::string id = state.program ? "your program"
                         : state.shows_recording()
                             ? state.kernel_file.substr(state.kernel_file.rfind('/') + 1)
                         : state.launch ? "your kernel"
                                        : state.algorithm;
  const float labelled = context.ui.combo_box_width("algorithm", id);
  const bool has_room = way_ == Way::bar && labelled <= right_ - left_;
  const std::string_view label = has_room ? "algorithm" : "";
  const auto box = this->box(context, "algorithm", "Algorithm", label, label, id);
  if (!box) return;
  if (const auto taken =
          context.ui.combo_box(box->id, box->rect, box->label, id, choice.labels, choice.chosen,
                               "The algorithm and its kernel file", offered.headings)) {
    context.commands.edit([id = ids[*taken]](AppState& app) { choose_algorithm(app, id); });
  }
}

}  // namespace lockstep::gui
