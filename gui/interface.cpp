#include "gui/interface.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/canvas_imgui.hpp"
#include "gui/cell_writes.hpp"
#include "gui/figure_export.hpp"
#include "gui/panels/keys_overlay.hpp"
#include "gui/playback.hpp"
#include "gui/text_metrics.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kNoticeTime = std::chrono::seconds(6);

KeyScope page_scope(Tab tab, bool pair) {
  if (pair) return KeyScope::pair;
  return tab == Tab::compare ? KeyScope::compare : tab == Tab::theory ? KeyScope::theory : KeyScope::window;
}

// The one after it in the lists of algorithms, or before it; round at the ends.
std::string neighbour(const std::string& algorithm, int by) {
  std::vector<std::string> ids;
  for (const auto* list : {&catalogue(), &hazards()})
    for (const Algorithm& entry : *list) ids.push_back(entry.id);
  const auto at = static_cast<int>(std::ranges::find(ids, algorithm) - ids.begin());
  const auto count = static_cast<int>(ids.size());
  return ids[static_cast<std::size_t>((at + by + count) % count)];
}

// Both rectangles, and what lies between them.
Rect around(const Rect& a, const Rect& b) {
  if (b.width <= 0 || b.height <= 0) return a;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace

LayoutMode layout_mode(const AppState& state) {
  if (state.tab == Tab::compare) return LayoutMode::compare;
  if (state.tab == Tab::gpu) return LayoutMode::gpu;
  if (state.tab == Tab::theory) return LayoutMode::theory;
  return state.presentation ? LayoutMode::presentation : LayoutMode::step;
}

Interface::Interface(AppState state, InterfaceOptions options)
    : state_(std::move(state)),
      session_(options.kernel_dir, options.wake),
      benchmark_(options.kernel_dir, options.wake),
      counting_(options.kernel_dir, options.wake),
      pair_(options.kernel_dir, options.wake),
      recent_(options.state_dir.empty() ? std::string() : options.state_dir + "/recent.json"),
      sheet_(options.kernel_dir) {
  for (const RegisteredView& view : registered_views()) views_.emplace_back(view.place, view.make());
  session_.update(state_, Clock::now());
}

void Interface::settle(std::chrono::milliseconds most) {
  for (int i = 0; i < 2; ++i) {
    session_.update(state_, Clock::now());
    pair_.update(state_, Clock::now());
    session_.wait(most);
    pair_.wait(most);
  }
}

void Interface::notify(std::string sentence) {
  activity_.notice = std::move(sentence);
  notice_until_ = now_ + kNoticeTime;
}

void Interface::move_to(std::uint64_t position) { state_.position = std::min(position, session_.size()); }

std::string Interface::export_name() const {
  if (state_.tab == Tab::compare) return fmt::format("compare-n{}-L{}.csv", state_.n, state_.group_size);
  if (state_.tab == Tab::theory) return fmt::format("{}-theory.svg", state_.algorithm);
  return fmt::format("{}-n{}-", state_.algorithm, state_.n);
}

void Interface::export_figure() {
  std::string path = export_name();
  std::ranges::replace(path, '/', '-');
  Result<void> written;
  if (state_.tab == Tab::compare) {
    written = export_table(state_, session_.original().text, counting_.snapshot(), path);
  } else if (state_.tab == Tab::theory) {
    written = export_theory(state_, counting_.snapshot(), path);
  } else {
    path += fmt::format("{}.svg", session_.moment(state_).position);
    written = gui::export_figure(state_, session_, path);
  }
  notify(written ? "Exported " + path : written.error().message);
}

std::string_view Interface::overlay() const {
  if (tour_.is_running()) return "tour";
  if (sheet_.is_open()) return "export";
  if (chooser_.is_open()) return "files";
  if (activity_.show_keys) return "keys";
  return activity_.show_why ? "why" : "";
}

void Interface::act(Action action) {
  ++actions_taken_;
  last_action_ = action;
  if (act_on_pair(action)) return;
  const Run* run = session_.run();
  const auto with_trace = [&](auto change) {
    if (run != nullptr) change(*run->trace, playhead(state_, *run));
  };
  using Step = sim::Trace::Step;
  const auto forward = [&](Step step) {
    activity_.playing = false;
    with_trace([&](const sim::Trace& trace, std::uint64_t from) { move_to(trace.next(from, step)); });
  };
  const auto back = [&](Step step) {
    activity_.playing = false;
    with_trace([&](const sim::Trace& trace, std::uint64_t from) { move_to(trace.previous(from, step)); });
  };
  switch (action) {
    case Action::play_or_pause:
      activity_.playing = !activity_.playing && run != nullptr;
      // Playing on from the end begins again.
      if (activity_.playing && playhead(state_, *run) == run->trace->size()) move_to(0);
      next_play_ = now_;
      break;
    case Action::step_forward:
      forward(state_.step);
      break;
    case Action::step_back:
      back(state_.step);
      break;
    case Action::barrier_forward:
      forward(Step::barrier);
      break;
    case Action::barrier_back:
      back(Step::barrier);
      break;
    case Action::launch_forward:
      forward(Step::launch);
      break;
    case Action::launch_back:
      back(Step::launch);
      break;
    case Action::go_to_start:
      move_to(0);
      break;
    case Action::go_to_end:
      move_to(session_.size());
      break;
    case Action::toggle_breakpoint: {
      const std::uint32_t line = session_.moment(state_).line;
      if (line != 0 && state_.breakpoints.erase(line) == 0) state_.breakpoints.insert(line);
      break;
    }
    case Action::run_to_end:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) {
        move_to(next_breakpoint(trace, from, trace.size(), state_.breakpoints).value_or(trace.size()));
      });
      break;
    case Action::run_to_start:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) {
        move_to(previous_breakpoint(trace, from, state_.breakpoints).value_or(0));
      });
      break;
    case Action::next_event:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) { go_to_event(trace, from, true); });
      break;
    case Action::previous_event:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) { go_to_event(trace, from, false); });
      break;
    case Action::faster:
      state_.speed = std::min(state_.speed + 1, kFastest);
      break;
    case Action::slower:
      state_.speed = std::max(state_.speed - 1, kSlowest);
      break;
    case Action::next_algorithm:
      choose_algorithm(state_, neighbour(state_.algorithm, 1));
      break;
    case Action::previous_algorithm:
      choose_algorithm(state_, neighbour(state_.algorithm, -1));
      break;
    default:
      act_on_window(action);
      break;
  }
}

void Interface::go_to_event(const sim::Trace& trace, std::uint64_t from, bool forward) {
  const bool of_cell = state_.event == EventKind::write;
  if (of_cell && !state_.selected_cell)
    return notify("Click a cell of the figure first: its writes are meant.");
  std::optional<std::uint64_t> found;
  if (of_cell) {
    found = forward ? next_write(trace, from, *state_.selected_cell)
                    : previous_write(trace, from, *state_.selected_cell);
  } else {
    const std::uint16_t flags = event_flags(state_.event);
    found = forward ? trace.next_event(from, flags) : trace.previous_event(from, flags);
  }
  if (found) return move_to(*found);
  notify(forward ? "There is no later event of this kind." : "There is no earlier event of this kind.");
}

void Interface::act_on_window(Action action) {
  switch (action) {
    case Action::show_step:
      state_.tab = Tab::step;
      break;
    case Action::show_compare:
      state_.tab = Tab::compare;
      break;
    case Action::show_gpu:
      state_.tab = Tab::gpu;
      break;
    case Action::show_theory:
      state_.tab = Tab::theory;
      break;
    case Action::show_why:
      state_.tab = Tab::step;
      activity_.show_why = !activity_.show_why;
      break;
    case Action::start_tour:
      state_.tab = Tab::step;
      state_.presentation = false;
      tour_.start();
      break;
    case Action::switch_words:
      state_.words = state_.words == Words::opencl ? Words::cuda : Words::opencl;
      notify(state_.words == Words::cuda ? "In CUDA's words: thread, block, shared memory. O switches back."
                                         : "In OpenCL's words: work-item, work-group, local memory.");
      break;
    case Action::show_keys:
      activity_.show_keys = !activity_.show_keys;
      break;
    case Action::full_screen:
      full_screen_wish_ = true;
      break;
    case Action::presentation:
      state_.presentation = !state_.presentation;
      break;
    case Action::save_scene:
      save();
      break;
    case Action::open_file:
      choose_file();
      break;
    case Action::save_kernel:
      save_kernel();
      break;
    case Action::export_figure:
      export_figure();
      break;
    case Action::export_sheet:
      activity_.playing = false;
      sheet_.open(state_, session_);
      break;
    case Action::run_on_gpu:
      state_.tab = Tab::gpu;
      benchmark_.discover();
      benchmark_.run(state_);
      break;
    case Action::show_original:
      if (!state_.edited_text()) return notify("This kernel is not edited: it is the original.");
      state_.show_original = !state_.show_original;
      state_.tab = Tab::step;
      state_.presentation = false;
      break;
    case Action::edit_source:
    case Action::find_text:
    case Action::find_next:
    case Action::find_previous:
      state_.tab = Tab::step;
      state_.presentation = false;
      page_actions_.push_back(action);
      break;
    case Action::leave:
      if (activity_.show_keys || activity_.show_why) {
        activity_.show_keys = activity_.show_why = false;
      } else {
        state_.presentation = false;
        activity_.playing = false;
      }
      break;
    default:
      page_actions_.push_back(action);  // the page knows what it means
      break;
  }
}

void Interface::handle_keys(const TypedInput& typed) {
  focus_.begin_frame();
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (activity_.typing || popup || ImGui::GetIO().WantTextInput) return;
  if (sheet_.is_open()) {
    for (const KeyPress& press : typed.keys) sheet_.press(press, state_, session_, counting_);
    return;
  }
  if (!typed.keys.empty()) tour_.end_welcome();
  for (const KeyPress& press : typed.keys) {
    if (tour_.take(press)) continue;
    const KeyScope scope = activity_.show_why ? KeyScope::why : page_scope(state_.tab, pair_.is_open());
    if (!activity_.show_why && focus_.take(press, places_)) continue;
    if (const auto action = action_for(press, scope)) act(*action);
  }
}

bool Interface::play_on() {
  if (pair_.is_open()) return play_pair_on();
  const Run* run = session_.run();
  if (run == nullptr) return true;  // soon it is there
  const PlayStep step = play_step(*run->trace, playhead(state_, *run), state_);
  move_to(step.position);
  return !step.stop;
}

void Interface::play(Clock::time_point now) {
  if (!activity_.playing || now < next_play_) return;
  const auto interval = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(1 / steps_per_second(state_.speed)));
  // At high speeds several steps fall on one frame; after a pause of the machine nothing is made up for.
  for (int i = 0; i < 32 && activity_.playing && next_play_ <= now; ++i) {
    activity_.playing = play_on();
    next_play_ += interval;
  }
  next_play_ = std::max(next_play_, now);
}

std::optional<Interface::Clock::time_point> Interface::due() const {
  std::optional<Clock::time_point> due = session_.due();
  const auto sooner = [&](Clock::time_point at) { due = due ? std::min(*due, at) : at; };
  if (const auto at = pair_.due()) sooner(*at);
  if (activity_.playing) sooner(next_play_);
  if (sheet_.is_working()) sooner(now_);
  if (!activity_.notice.empty()) sooner(notice_until_);
  if (redraw_at_) sooner(*redraw_at_);
  return due;
}

void Interface::draw_notice(Ui& ui, float width, float height) {
  if (activity_.notice.empty()) return;
  if (now_ >= notice_until_) {
    activity_.notice.clear();
    return;
  }
  const TextStyle style{Font::text, Role::card, Align::centre, 13};
  const float text = std::min(ui.canvas.text_width(activity_.notice, style), width - 120);
  const Rect box{(width - text) / 2 - 18, height - 190, text + 36, 36};
  ui.canvas.fill_rect(box, Role::ink, 6);
  ui.canvas.text({box.centre().x, top_for_centre(box.centre().y, style)},
                 fit_text(ui.canvas, activity_.notice, style, text + 1), style);
}

void Interface::draw_views(Ui& ui, float width, float height) {
  const MomentView& moment = session_.moment(state_);
  Link next_link;
  ViewContext context{state_,    session_, moment,    benchmark_,    counting_, pair_,
                      activity_, ui,       commands_, page_actions_, link_,     next_link};
  const bool show_why = activity_.show_why;  // what opens it now is drawn from the next frame on
  ui.blocked =
      activity_.show_keys || show_why || chooser_.is_open() || sheet_.is_open() || tour_.is_running();
  activity_.typing = false;  // whoever has the keyboard says so again
  places_.clear();
  ui.places = &places_;
  ui.focus = focus_.id();
  ui.press_focus = focus_.presses();
  const LayoutMode mode = layout_mode(state_);
  // The lower cards of the stage say how high they would like to be before anything is placed.
  const Layout rough = compute_layout(width, height, mode, 100, 100);
  float lanes = 100, memory = 100;
  for (auto& [place, view] : views_) {
    if (place == &Layout::lanes) lanes = view->wanted_height(context, (rough.*place).width);
    if (place == &Layout::memory) memory = view->wanted_height(context, (rough.*place).width);
  }
  const Layout layout = compute_layout(width, height, mode, lanes, memory);
  for (auto& [place, view] : views_) {
    const Rect& card = layout.*place;
    if (card.width > 0 && card.height > 0) view->draw(card, context);
  }
  focus_.keep(places_, ui.mouse_pressed({0, 0, width, height}));
  focus_.draw(ui.canvas, places_);
  stage_ = layout.figure.width > 0 ? around(around(layout.figure, layout.lanes), layout.memory)
                                   : Rect{0, 0, width, height};
  draw_notice(ui, width, height);
  ui.blocked = false;
  if (show_why) why_sheet_.draw({0, 0, width, height}, context);
  if (chooser_.is_open())
    if (const auto path = chooser_.draw(ui, {0, 0, width, height}, activity_)) open_file(*path);
  if (activity_.show_keys) draw_keys_overlay(ui, {0, 0, width, height}, activity_);
  if (sheet_.is_open()) sheet_.draw(ui, {0, 0, width, height}, state_, session_, counting_);
  // What the tour points at was drawn, though it could not be pressed.
  tour_.draw(ui, {0, 0, width, height}, layout, places_);
  if (ui.mouse_pressed({0, 0, width, height})) tour_.end_welcome();
  link_ = next_link;
  page_actions_.clear();
}

std::optional<Rect> Interface::item_place(std::string_view id) const {
  const auto found = std::ranges::find(places_, id, &NamedPlace::id);
  return found == places_.end() ? std::nullopt : std::optional(found->rect);
}

void Interface::draw(float width, float height, const FontSet& fonts, const TypedInput& typed,
                     Clock::time_point now) {
  now_ = now;
  session_.update(state_, now);
  tell_file_news();
  update_pair();
  handle_keys(typed);
  play(now);
  update_pair();

  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(ImVec2(width, height));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoBackground |
                                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::Begin("Lockstep###lockstep", nullptr, flags);
  ImGui::PopStyleVar(3);
  CanvasImgui window(*ImGui::GetWindowDrawList(), state_.theme, fonts);
  std::optional<CanvasWitness> witness;
  if (written_ != nullptr) {
    *written_ = {};
    witness.emplace(window, *written_);
  }
  Canvas& canvas = witness ? static_cast<Canvas&>(*witness) : window;
  canvas.speak(state_.words);
  Ui ui(canvas, fonts.scale, typed);
  const float w = width / fonts.scale, h = height / fonts.scale;
  canvas.fill_rect({0, 0, w, h}, Role::ground);
  activity_.redraw_in.reset();
  draw_views(ui, w, h);
  redraw_at_.reset();
  if (activity_.redraw_in)
    redraw_at_ = now_ + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(*activity_.redraw_in));
  ImGui::End();

  sheet_.go_on();
  if (auto said = sheet_.take_notice()) notify(std::move(*said));
  const Commands wanted = std::exchange(commands_, {});
  for (const auto& change : wanted.edits) change(state_);
  for (const Action action : wanted.actions) act(action);
}

}  // namespace lockstep::gui
