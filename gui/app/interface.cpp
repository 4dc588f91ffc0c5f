#include "gui/app/interface.hpp"

#include <imgui.h>

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/jobs/playback.hpp"
#include "gui/widgets/canvas_imgui.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kNoticeTime = std::chrono::seconds(6);
constexpr auto kSlice = std::chrono::milliseconds(10);  // of each frame, for jobs without threads

KeyScope page_scope(Tab tab, bool pair) {
  if (pair) return KeyScope::pair;
  return tab == Tab::compare ? KeyScope::compare : tab == Tab::theory ? KeyScope::theory : KeyScope::window;
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
      slices_(options.jobs.slices),
      session_(options.kernel_dir, options.jobs),
      benchmark_(options.kernel_dir, options.jobs, options.results_file, std::move(options.worker)),
      keep_now_(std::move(options.keep_now)),
      counting_(options.kernel_dir, options.jobs),
      ladder_(options.kernel_dir, options.jobs),
      pair_(options.kernel_dir, options.jobs),
      recent_(options.state_dir.empty() ? std::string() : options.state_dir + "/recent.json"),
      kernel_dir_(options.kernel_dir) {
  for (const RegisteredPanel& view : registered_panels()) panels_.emplace_back(view.place, view.make());
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

OverlayContext Interface::overlay_context() {
  return {state_, session_, benchmark_, counting_, pair_, activity_, commands_, recent_, kernel_dir_};
}

void Interface::follow_overlay() {
  const bool before = overlays_.blocks();
  OverlayContext context = overlay_context();
  overlays_.follow(context);
  if (before == overlays_.blocks()) return;
  before ? focus_.end_overlay() : focus_.begin_overlay();
}

bool Interface::take_key(const KeyPress& press) {
  follow_overlay();
  Overlay* over = overlays_.blocks() ? overlays_.current() : nullptr;
  OverlayContext context = overlay_context();
  if (over != nullptr && press.key == Key::escape) {
    over->leave(context);
    return true;
  }
  return focus_.take(press, places_) || (over != nullptr && over->press(press, context));
}

void Interface::handle_keys(const TypedInput& typed) {
  focus_.begin_frame();
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (activity_.typing || popup || ImGui::GetIO().WantTextInput) return;
  if (!typed.keys.empty()) overlays_.touch(state_);
  for (const KeyPress& press : typed.keys) {
    if (take_key(press)) continue;
    const Overlay* over = overlays_.current();
    const auto own = over != nullptr ? over->scope() : std::nullopt;
    if (const auto action = action_for(press, own.value_or(page_scope(state_.tab, pair_.is_open()))))
      act(*action);
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
  if (overlays_.is_working()) sooner(now_);
  if (!activity_.notice.empty()) sooner(notice_until_);
  if (redraw_at_) sooner(*redraw_at_);
  if (slices_ && slices_->has_work()) sooner(now_);
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

Layout Interface::place_panels(PanelContext& context, float width, float height) {
  const LayoutMode mode = layout_mode(state_);
  // The lower cards of the stage say how high they would like to be before anything is placed.
  const Layout rough = compute_layout(width, height, mode, 100, 100);
  float lanes = 100, memory = 100;
  for (auto& [place, view] : panels_) {
    if (place == &Layout::lanes) lanes = view->wanted_height(context, (rough.*place).width);
    if (place == &Layout::memory) memory = view->wanted_height(context, (rough.*place).width);
  }
  return compute_layout(width, height, mode, lanes, memory);
}

void Interface::draw_panels(Ui& ui, float width, float height) {
  const ShownMoment& moment = session_.moment(state_);
  const Rect window{0, 0, width, height};
  Link next_link;
  PanelContext context{state_,    session_, moment,    benchmark_,    counting_, ladder_,  pair_,
                       activity_, ui,       commands_, page_actions_, link_,     next_link};
  activity_.typing = false;  // whoever has the keyboard says so again
  places_.clear();
  ui.blocked = overlays_.blocks();
  ui.places = &places_;
  ui.focus = focus_.id();
  ui.press_focus = focus_.presses();
  ui.focus_moved = focus_.moved();
  const Layout layout = place_panels(context, width, height);
  for (auto& [place, view] : panels_) {
    const Rect& card = layout.*place;
    if (card.width > 0 && card.height > 0) view->draw(card, context);
  }
  stage_ = layout.figure.width > 0 ? around(around(layout.figure, layout.lanes), layout.memory) : window;
  draw_notice(ui, width, height);
  ui.blocked = false;
  if (Overlay* over = overlays_.current()) over->draw({window, layout}, context);
  const bool clicked = ui.mouse_pressed(window);
  focus_.keep(places_, clicked);
  focus_.draw(ui.canvas, places_);
  if (clicked) overlays_.touch(state_);
  link_ = next_link;
  page_actions_.clear();
}

std::optional<Rect> Interface::item_place(std::string_view id) const {
  const auto found = std::ranges::find(places_, id, &NamedPlace::id);
  return found == places_.end() || !found->seen ? std::nullopt : std::optional(found->rect);
}

void Interface::draw(float width, float height, const FontSet& fonts, const TypedInput& typed,
                     Clock::time_point now) {
  now_ = now;
  if (slices_) slices_->run_slice(kSlice);
  session_.update(state_, now);
  benchmark_.update();
  tell_file_news();
  update_pair();
  follow_overlay();
  handle_keys(typed);
  follow_overlay();
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
  draw_panels(ui, w, h);
  redraw_at_.reset();
  if (activity_.redraw_in)
    redraw_at_ = now_ + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(*activity_.redraw_in));
  ImGui::End();

  apply_commands();
}

void Interface::apply_commands() {
  if (Overlay* over = overlays_.current()) {
    OverlayContext context = overlay_context();
    over->go_on(context);
  }
  Commands wanted = std::exchange(commands_, {});
  for (std::string& notice : wanted.notices) notify(std::move(notice));
  for (const auto& change : wanted.edits) change(state_);
  for (const std::string& path : wanted.files) open_file(path);
  for (const Action action : wanted.actions) act(action);
}

}  // namespace lockstep::gui
