#include "gui/pages/step/stage.hpp"

#include <algorithm>
#include <array>

#include "gui/editor/diagnostics.hpp"
#include "gui/pages/step/figure_control.hpp"
#include "gui/pages/step/model/story.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/pages/step/predict_picks.hpp"
#include "gui/questions/hiding.hpp"
#include "gui/session/wrong_cells.hpp"

namespace lockstep::gui {

LaneChoice lane_choice(const sim::Trace& trace, std::uint64_t position, const std::string& variable,
                       const Lanes& lanes) {
  LaneChoice choice;
  choice.labels.push_back("last result");
  for (std::string& name : lane_variables(trace, position)) choice.labels.push_back(std::move(name));
  if (variable.empty()) {
    choice.shown = values_name(lanes);
    if (choice.shown.empty()) choice.shown = choice.labels.front();
    return choice;
  }
  choice.shown = variable;
  const auto found = std::find(choice.labels.begin() + 1, choice.labels.end(), variable);
  choice.chosen = static_cast<std::size_t>(found - choice.labels.begin());
  if (found == choice.labels.end()) {
    choice.labels.push_back(variable);
    choice.shown += ", not in scope here";
  }
  return choice;
}

std::string variable_of(const LaneChoice& choice, std::size_t taken) {
  return taken == 0 || taken >= choice.labels.size() ? std::string() : choice.labels[taken];
}

void PassPlayer::follow(std::uint64_t position, unsigned passes, double now) {
  if (position != position_ || passes != passes_) {
    position_ = position;
    passes_ = passes;
    pass_ = kAll;
    since_.reset();
  }
  while (since_ && now >= *since_ + kSecondsEach) {
    *since_ += kSecondsEach;
    if (++pass_ < static_cast<int>(passes_)) continue;
    pass_ = kAll;
    since_.reset();
  }
}

void PassPlayer::next() {
  since_.reset();
  if (can_play() && ++pass_ >= static_cast<int>(passes_)) pass_ = kAll;
}

void PassPlayer::back() {
  since_.reset();
  if (can_play()) pass_ = pass_ == kAll ? static_cast<int>(passes_) - 1 : pass_ - 1;
}

void PassPlayer::play_or_stop(double now) {
  if (since_) {
    since_.reset();
  } else if (can_play()) {
    if (pass_ == kAll) pass_ = 0;
    since_ = now;
  }
}

std::optional<double> PassPlayer::due(double now) const {
  if (!since_) return std::nullopt;
  return std::max(0.0, *since_ + kSecondsEach - now);
}

// The three cards of the stage, each with one figure. A card passes a rectangle, the pointer and the link to
// its figure, and converts the figure's output to commands and highlights.

namespace {

FigureInput figure_input(const PanelContext& context, const Rect& area) {
  FigureInput input{context.link, context.ui.pointer(area)};
  link_cursor(context.predict, input.link);
  return input;
}

void merge(Link& into, const Link& hovered) {
  if (hovered.line) into.line = hovered.line;
  if (hovered.lane) into.lane = hovered.lane;
  if (hovered.cell) into.cell = hovered.cell;
  if (hovered.bank) into.bank = hovered.bank;
  if (hovered.position) into.position = hovered.position;
}

bool has_words(const PanelContext& context) {
  return !context.state.title.empty() || !context.state.story.empty();
}

constexpr Rect kEverywhere{-1e6f, -1e6f, 2e6f, 2e6f};

void answer(PanelContext& context, const FigureOutput& output) {
  merge(context.next_link, output.hovered);
  if (!output.tooltip.empty())
    context.ui.tooltip(output.hovered.cell ? output.tooltip + "\nRight-click: who wrote it, who read it"
                                           : output.tooltip);
  if (output.hovered.cell && !context.state.presentation && context.ui.right_pressed(kEverywhere))
    context.commands.edit([cell = *output.hovered.cell](AppState& state) { show_history(state, cell); });
  if (output.go_to) context.commands.go_to(*output.go_to);
  if (const auto item = output.selected ? asked_item(context.predict, *output.selected) : std::nullopt) {
    context.predict.draft().toggle(*item);
  } else if (output.selected) {
    context.commands.edit([cell = *output.selected](AppState& state) { state.selected_cell = cell; });
  }
}

// Draws why nothing is shown yet. Only the first card shows this text; the other cards stay empty.
void say_nothing_yet(PanelContext& context, const Rect& content) {
  const TextStyle style{Font::text, Role::second_ink, Align::left, 13};
  if (const auto& failure = context.session.failure()) {
    const std::string reason =
        failure->diagnostics.empty() ? failure->message : diagnostic_text(failure->diagnostics.front());
    context.ui.paragraph(content, "Nothing has run yet: " + reason, style);
  } else {
    context.ui.canvas.text({content.x, content.y}, "simulating …", style);
  }
}

// Returns whether an open question of a lesson asks which inputs a cell contains.
bool asks_for_inputs(const PanelContext& context) {
  if (const TalkPage* page = context.talk.shown()) return page->hides_labels && !context.talk.shows_answer();
  return context.state.tab == LessonChoice::kPage &&
         (context.lessons.hides(context.state, context.session) & quiz::hides_inputs) != 0;
}

class FigurePanel final : public Panel {
 public:
  std::string_view help() const override {
    return "The figure of the algorithm: a row of cells for each step, and arrows from the cells that it "
           "reads. The wheel zooms, dragging moves it.";
  }

  // The height that shows all steps so far. The height is used only if the scene has a text, which
  // describes the figure.
  float wanted_height(PanelContext& context, float width) override {
    const Run* run = context.session.run();
    const sim::Combination* combination = run == nullptr ? nullptr : run->figures->combination();
    if (combination == nullptr || !has_words(context)) return 0;
    // Windows and matrices have no rows; they show the part around the active cells.
    const bool has_rows = by_steps_ || (run->figures->windows() == nullptr &&
                                        run->figures->matrices(context.moment.position).empty());
    if (!has_rows) return 0;
    constexpr float padding = 32;
    return padding + story_height(context, *run, width - padding) +
           begun_combination_height(*combination, context.moment.position);
  }
  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Run* run = context.session.run();
    if (run == nullptr) return say_nothing_yet(context, inside(card));
    const bool presented = context.state.shows_chosen_cards();
    const Rect content = presented ? inside(card) : draw_story(context, *run, inside(card));
    FigureSet& figures = *run->figures;
    const sim::Combination* combination = figures.combination();
    if (combination == nullptr) {
      context.ui.heading(content, "The array");
      const bool has_images = std::ranges::any_of(
          run->trace->plan().buffers, [](const PlanBuffer& buffer) { return buffer.image.has_value(); });
      context.ui.paragraph({content.x, content.y + 22, content.width, content.height},
                           has_images
                               ? "Images are not drawn: their accesses are simulated, but not followed."
                               : "This run has no step: the input is the result.",
                           {Font::text, Role::second_ink, Align::left, 13});
      return;
    }
    control_.follow(context.moment.position);
    Hiding hiding = hiding_of(context.predict, context.moment.position);
    if (asks_for_inputs(context)) hiding.labels = true;
    const sim::Windows* windows = figures.windows();
    if (windows != nullptr && !by_steps_) {
      const WindowsFrame frame{context.moment.position, context.moment.step_begin,
                               presented ? 0 : kSwitch + 8, wrong_cells(*run), hiding.next};
      answer(context, draw_windows(context.ui.canvas, content, *run->trace, *combination, *windows,
                                   figures.shown_window(context.moment.position, context.state.selected_cell),
                                   frame, figure_input(context, content)));
      return switch_button(context, content, 0, "steps", "Rows of cells, one for each step");
    }
    if (windows != nullptr) {
      switch_button(context, content, kZoomButtons, "windows", "The window of one output");
    } else if (const auto matrices = figures.matrices(context.moment.position);
               !matrices.empty() && !by_steps_) {
      const MatrixFrame frame{context.moment.position,     context.moment.step_begin, context.moment.step_end,
                              context.state.selected_cell, wrong_cells(*run),         hiding.next};
      answer(context, draw_matrices(context.ui.canvas, content, *run->trace, matrices, frame,
                                    figure_input(context, content)));
      return switch_button(context, content, kZoomButtons, "steps", "Rows of cells, one for each step");
    } else if (!matrices.empty()) {
      switch_button(context, content, kZoomButtons, "matrices", "Buffers as matrices");
    }
    CombinationFrame frame{context.moment.position, context.moment.step_begin, context.state.selected_cell,
                           kZoomButtons + (by_steps_ ? kSwitch : 0), wrong_cells(*run)};
    frame.hides_next = hiding.next;
    frame.hides_rest = hiding.future;
    frame.hides_labels = hiding.labels;
    frame.picked = picked_cells(context.predict);
    frame.all_begun = has_words(context);
    CombinationView all_steps;
    if (presented) {
      frame.all_begun = false;
      frame.footer_right = 0;
      frame.whole = true;
    }
    answer(context,
           draw_combination(context.ui.canvas, content, *run->trace, *combination, figures.coverage_labels(),
                            frame, presented ? all_steps : control_.view, figure_input(context, content)));
    if (presented) return;
    control_.answer(context.ui, "figure", content);
    zoom_buttons(context, content);
    for (const Action action : context.page_actions) control_.act(action);
  }

 private:
  static constexpr float kZoomButtons = 96;

  void zoom_buttons(PanelContext& context, const Rect& content) {
    const float y = content.bottom() - 20;
    Rect place{content.right() - kZoomButtons + 12, y, 24, 20};
    const auto button = [&](std::string_view id, std::string_view label, Action action) {
      if (context.ui.button(id, place, label, context.actions.describe(action))) control_.act(action);
      place.x = place.right() + 4;
    };
    button("zoom-out", "−", actions::zoom_out);
    button("zoom-in", "+", actions::zoom_in);
    button("zoom-fit", "fit", actions::zoom_fit);
  }

  // Draws a button that switches between rows of steps and another form of the figure. `right`: the space in
  // px that is left free for the zoom buttons.
  void switch_button(PanelContext& context, const Rect& content, float right, std::string_view label,
                     std::string_view tip) {
    if (context.state.shows_chosen_cards()) return;
    const Rect place{content.right() - right - kSwitch + 4, content.bottom() - 20, kSwitch - 4, 20};
    if (context.ui.button("figure-form", place, label, tip)) by_steps_ = !by_steps_;
  }
  static constexpr float kSwitch = 74;

  FigureControl control_;
  bool by_steps_ = false;  // whether the figure shows a row for each step although it has another form
};

class LanesPanel final : public Panel {
 public:
  std::string_view help() const override {
    return "Every lane of every warp: active, masked off and by which line, waiting at the barrier, "
           "or finished.";
  }
  float wanted_height(PanelContext& context, float width) override {
    const Run* run = context.session.run();
    if (run == nullptr) return 140;
    // At the end of the run, when all lanes have finished, the card keeps its height. If the scene has a
    // text, which describes the figure, the figure gets this space instead.
    const bool keeps_place = context.state.shows_chosen_cards() || !has_words(context);
    const std::uint64_t size = run->trace->size();
    if (keeps_place && context.moment.position >= size && size > 0)
      return lanes_height(run->figures->lanes(size - 1, context.state.lane_variable), width - 32) + 26;
    return lanes_height(lanes(*run, context), width - 32) + 26;
  }
  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    const Run* run = context.session.run();
    if (run == nullptr) return;
    scroll(context.ui, content);
    choose_values(*run, context, content);
    const FigureInput input = figure_input(context, content);
    if (context.predict.asks()) return draw_asked(context, content, lanes(*run, context), input);
    view_.picked.clear();
    FigureOutput output = draw_lanes(context.ui.canvas, content, lanes(*run, context), view_, input);
    add_address(run->figures->memory_access(context.moment.position), output);
    answer(context, output);
  }

 private:
  static const Lanes& lanes(const Run& run, const PanelContext& context) {
    return run.figures->lanes(context.moment.position, context.state.lane_variable);
  }

  // Draws the lanes without the answer to a question of Predict mode. The user chooses lanes by
  // clicking or dragging.
  void draw_asked(PanelContext& context, const Rect& content, const Lanes& lanes, const FigureInput& input) {
    const Hiding hiding = hiding_of(context.predict, context.moment.position);
    const Lanes hidden = hide_masks(lanes, *context.predict.asked(), hiding);
    view_.picked =
        picked_lanes(context.predict, hidden.warps.empty() ? 0 : hidden.warps.front().lanes.size());
    const FigureOutput output = draw_lanes(context.ui.canvas, content, hidden, view_, input);
    const auto item = output.hovered.lane ? asked_item(context.predict, *output.hovered.lane) : std::nullopt;
    AnswerDraft& draft = context.predict.draft();
    if (item && input.pointer.clicked) chooses_ = !draft.has(*item);
    if (!context.ui.mouse_down()) chooses_.reset();
    if (item && chooses_ && draft.has(*item) != *chooses_) draft.set(*item, *chooses_);
    answer(context, output);
  }

  // Adds the address that the lane under the pointer requests in the current access.
  static void add_address(const MemoryAccess& access, FigureOutput& output) {
    const auto& lane = output.hovered.lane;
    if (!access.upcoming || !lane || lane->warp != access.warp) return;
    const std::string arithmetic = lane_arithmetic(access, lane->lane);
    if (!arithmetic.empty()) output.tooltip += "\n" + arithmetic;
  }

  // Scrolls the mask stack or the warps with the wheel, depending on the position of the pointer.
  void scroll(const Ui& ui, const Rect& content) {
    const float wheel = ui.wheel(content);
    if (wheel == 0) return;
    if (!view_.drawn_stack.contains(ui.mouse())) {
      view_.scroll = std::max(0.0f, view_.scroll - 30 * wheel);
    } else if (wheel > 0) {
      ++view_.stack_back;
    } else if (view_.stack_back > 0) {
      --view_.stack_back;
    }
  }

  void choose_values(const Run& run, PanelContext& context, const Rect& content) {
    const Lanes& shown = lanes(run, context);
    view_.heading_right = 0;
    if (shown.warps.empty() || context.state.shows_chosen_cards()) return;
    const LaneChoice choice =
        lane_choice(*run.trace, context.moment.position, context.state.lane_variable, shown);
    // If there is little space, the value is more important than its label.
    const bool has_label = context.ui.combo_box_width("values", choice.shown) < content.width * 0.25f;
    const std::string_view label = has_label ? "values" : "";
    const float width = std::min(context.ui.combo_box_width(label, choice.shown) + 2, content.width * 0.4f);
    view_.heading_right = width + 10;
    const auto taken =
        context.ui.combo_box("lane-values", {content.right() - width, content.y - 3, width, 26}, label,
                             choice.shown, choice.labels, choice.chosen,
                             "Value in the lanes' cells: the last result of each warp, or a variable of "
                             "the source");
    if (!taken) return;
    context.commands.edit(
        [name = variable_of(choice, *taken)](AppState& state) { state.lane_variable = name; });
  }

  LanesView view_;
  std::optional<bool> chooses_;  // while the button is held: whether lanes are chosen or removed
};

enum class PassSign : std::uint8_t { back, play, stop, next };

void draw_pass_sign(Canvas& canvas, Point centre, PassSign sign) {
  if (sign == PassSign::stop) return canvas.fill_rect({centre.x - 4, centre.y - 4, 8, 8}, Role::ink, 1);
  // Play is a triangle; a step to the next or previous pass is an angle bracket.
  const float way = sign == PassSign::back ? -1.0f : 1.0f;
  const Point tip{centre.x + 4 * way, centre.y}, upper{centre.x - 3 * way, centre.y - 5},
      lower{centre.x - 3 * way, centre.y + 5};
  if (sign == PassSign::play) return canvas.fill_polygon(std::array{upper, tip, lower}, Role::ink);
  canvas.line(upper, tip, Role::ink, 1.6f);
  canvas.line(tip, lower, Role::ink, 1.6f);
}

class MemoryPanel final : public Panel {
 public:
  std::string_view help() const override {
    return "The memory access of this step: its segments, or its banks pass by pass, and its cost.";
  }
  float wanted_height(PanelContext& context, float width) override {
    const Run* run = context.session.run();
    return run ? memory_access_height(run->figures->memory_access(context.moment.position), width - 32) + 32
               : 160;
  }
  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    const Run* run = context.session.run();
    if (run == nullptr) return;
    view_.scroll = std::max(0.0f, view_.scroll - 30 * context.ui.wheel(content));
    const MemoryAccess& access = run->figures->memory_access(context.moment.position);
    const quiz::Question* asked = context.predict.asked();
    if (asked != nullptr && (access.upcoming || asked->kind == quiz::QuestionKind::bank))
      return draw_hidden_access(context, content);
    const double now = context.ui.seconds();
    player_.follow(access.position, access.passes, now);
    control_passes(context, content);
    view_.pass = player_.pass();
    context.activity.redraw_in = player_.due(now);
    FigureOutput output =
        draw_memory_access(context.ui.canvas, content, access, view_, figure_input(context, content));
    output.hovered.cell = requested_cell(*run->trace, access, output.hovered.lane);
    answer(context, output);
  }

 private:
  // Returns the cell that the lane under the pointer reads or writes.
  static std::optional<CellId> requested_cell(const sim::Trace& trace, const MemoryAccess& access,
                                              const std::optional<LaneId>& lane) {
    if (!access.present || !lane || lane->lane >= access.detail.addresses.size()) return std::nullopt;
    if ((access.detail.lanes & ~access.detail.denied & (std::uint64_t{1} << lane->lane)) == 0)
      return std::nullopt;
    for (const sim::MemoryObject& object : sim::memory_objects(trace, access.position))
      if (const auto index = object.index_of_address(access.detail.addresses[lane->lane]))
        return object.cell(*index);
    return std::nullopt;
  }

  // Handles three buttons beside the heading, two keys, and a click on the picture.
  void control_passes(PanelContext& context, const Rect& content) {
    const double now = context.ui.seconds();
    view_.heading_right = 0;
    for (const Action action : context.page_actions) {
      if (action == actions::next_pass) player_.next();
      if (action == actions::play_passes) player_.play_or_stop(now);
    }
    if (!player_.can_play() || context.state.presentation) return;
    view_.heading_right = 3 * 28 + 8;
    Rect place{content.right() - 3 * 28 + 4, content.y - 2, 24, 24};
    const auto button = [&](std::string_view id, PassSign sign, std::string_view tooltip) {
      const bool pressed = context.ui.button(id, place, "", tooltip);
      draw_pass_sign(context.ui.canvas, place.centre(), sign);
      place.x += 28;
      return pressed;
    };
    if (button("pass-back", PassSign::back, "Previous pass")) player_.back();
    const PassSign play = player_.is_playing() ? PassSign::stop : PassSign::play;
    if (button("pass-play", play, context.actions.describe(actions::play_passes))) player_.play_or_stop(now);
    if (button("pass-next", PassSign::next, context.actions.describe(actions::next_pass))) player_.next();
    if (context.ui.mouse_pressed(view_.drawn_picture)) player_.next();
  }

  PassPlayer player_;
  MemoryAccessView view_;
};

}  // namespace

std::unique_ptr<Panel> make_figure_panel() { return std::make_unique<FigurePanel>(); }
std::unique_ptr<Panel> make_lanes_panel() { return std::make_unique<LanesPanel>(); }
std::unique_ptr<Panel> make_memory_panel() { return std::make_unique<MemoryPanel>(); }

}  // namespace lockstep::gui
