#include "gui/app/interface.hpp"

#include <imgui.h>

#include <algorithm>

#include "assignment/format/folder.hpp"
#include "core/base/features.hpp"
#include "core/catalogue/documents.hpp"
#include "gui/app/pdf_library.hpp"
#include "gui/app/talk_keys.hpp"
#include "gui/app/window_pictures.hpp"
#include "gui/canvas/text.hpp"
#include "gui/lesson/reading/library.hpp"
#include "gui/scene_files/open_run.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/scene_files/talk_file.hpp"
#include "gui/widgets/canvas_imgui.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kSlice = std::chrono::milliseconds(10);  // time of each frame for jobs without threads

// Begins a Dear ImGui window that covers the whole area and draws no decoration.
void begin_window(float width, float height) {
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
}

// Adds slices to the options of a build without threads, in which long work is done in slices
// between two frames.
InterfaceOptions with_slices(InterfaceOptions options) {
  if (!has(Feature::threads) && !options.jobs.slices) options.jobs.slices = std::make_shared<JobSlices>();
  return options;
}

// Returns whether the file replaces the view, instead of opening as the user's own run.
bool brings_view(const std::string& path) {
  return names_document_entry(path) || (names_lesson(path) && !assignment::names_assignment(path)) ||
         (path.ends_with(".json") && !is_talk_file(path) && !opens_as_run(path));
}

}  // namespace

Interface::Interface(AppState state, InterfaceOptions options)
    : options_(with_slices(std::move(options))),
      make_pictures_([this](AppState shown, PictureRequest request) {
        return make_window_pictures(std::move(shown), std::move(request), {{}, options_.jobs.slices},
                                    options_.pages);
      }),
      state_(std::move(state)),
      runners_(options_.kernel_dir, options_.jobs, options_.results_file, options_.worker,
               options_.state_dir.empty() ? "" : options_.state_dir + "/programs"),
      lessons_(read_scene, options_.state_dir.empty() ? "" : options_.state_dir + "/lessons.json", paint_svg),
      files_(options_.state_dir, options_.save_folder),
      predict_(options_.state_dir.empty() ? "" : options_.state_dir + "/predict.json", options_.jobs),
      programs_(options_.starts_programs, options_.state_dir),
      screen_(options_.pages, runners_.for_pages()),
      keyboard_(overlays_, all_actions(screen_.pages(), overlays_, files_, history_, wishes_)) {
  runners_.session.update(state_, Clock::now());
}

Interface::~Interface() = default;

ActionContext Interface::action_context() {
  return {.state = state_,
          .session = runners_.session,
          .program = runners_.program,
          .talk = talk_,
          .lessons = lessons_,
          .predict = predict_,
          .activity = activity_,
          .commands = commands_,
          .page = screen_.shown(state_),
          .page_actions = screen_.page_actions(),
          .recent = files_.recent(),
          .folder = files_.folder(),
          .kernel_dir = options_.kernel_dir,
          .keep_now = options_.keep_now,
          .make_pictures = make_pictures_};
}

void Interface::open_file(const std::string& path) {
  const AppState before = state_;
  if (opens_as_run(path)) history_.take_own_settings(state_);
  const AppState ready = state_;
  ActionContext context = action_context();
  files_.open(context, path);
  if (state_ == ready) state_ = before;  // the file could not be opened
  if (brings_view(path)) history_.bring(before, state_);
}

AppState Interface::kept_state() const {
  AppState kept = state_;
  if (kept.overlay.name == "start") kept.overlay = {};
  if (!talk_.is_running()) return kept;
  for (const auto& [source, text] : talk_.laid_aside()) kept.edited_texts.try_emplace(source, text);
  kept.presentation = false;
  return kept;
}

void Interface::present(const TalkPage& page, const AppState& window, std::string number) {
  Talk alone;
  alone.number = std::move(number);
  alone.tab = page.scene.lesson.name.empty() ? std::string() : std::string(LessonChoice::kPage);
  alone.pages.push_back(page);
  talk_.open(std::move(alone));
  AppState shown = window;
  talk_.start(0, shown);
  show(std::move(shown));
}

void Interface::go_to(std::uint64_t position) {
  state_.position = std::min(position, runners_.session.size());
}

Result<void> Interface::write_export(ExportFormat format, const std::string& path, float width) {
  const ActionContext context = action_context();
  const auto wanted = export_as(context.page, state_, format);
  if (!wanted || !wanted->write) return failure("This page has no drawing to export.");
  return wanted->write(context, path, width);
}

void Interface::follow_overlay() {
  ActionContext context = action_context();
  keyboard_.follow_overlay(context);
}

// Call this before the update of the session, because the page of the lesson may request a different run.
void Interface::follow_lesson() {
  auto news = lessons_.update(state_, now_);
  if (!news) return;
  activity_.notify(std::move(*news));
  // A running presentation of the lesson must also show the new text.
  if (talk_.is_running() && talk_.talk().tab == LessonChoice::kPage && lessons_.lesson() != nullptr)
    talk_.read_again(lessons_.talk(), lessons_.page_index(), state_);
}

// Keeps hints marked as read when a scene, a lesson or an undo operation replaces the state.
void Interface::keep_hints() {
  std::vector<std::string>& shown = state_.assignment.hints;
  if (shown == hints_) return;
  for (const std::string& hint : hints_)
    if (std::ranges::count(shown, hint) < std::ranges::count(hints_, hint)) shown.push_back(hint);
  hints_ = shown;
}

// Records choices for undo. Dragging a value is one choice, which is complete when the button is released.
void Interface::follow_choices() {
  if (!history_.is_new(state_)) return;
  state_.seed = history_.own_seed(state_).value_or(state_.seed);
  files_.remember_launch(state_);
  follow_typed_input(state_);
  if (talk_.is_running())
    history_.follow(state_);
  else if (!ImGui::IsMouseDown(ImGuiMouseButton_Left))
    history_.observe(state_);
}

// A proposed launch is not an undo step.
void Interface::propose_launch() {
  ActionContext context = action_context();
  if (!files_.propose_launch(context)) return;
  history_.follow(state_);
  runners_.session.update(state_, now_);
}

void Interface::keep_moment(const AppState& repaired) {
  const Session& session = runners_.session;
  const std::string* const text = repaired.edited_text();
  if (text != nullptr && session.run() != nullptr && session.status(state_) == Session::RunStatus::current)
    same_moment_.note(*session.run(), playhead(state_, *session.run()), *text);
}

void Interface::follow_repair() {
  const Session& session = runners_.session;
  if (session.run() == nullptr || session.status(state_) != Session::RunStatus::current) return;
  if (const auto position = same_moment_.take(*session.run())) state_.position = position;
}

// Updates the session, so that a newly shown page is drawn in this frame; its run has been prepared.
void Interface::follow_talk(ActionContext& context) {
  if (!talk_.has_talk()) return;
  if (talk_.is_running() && !state_.presentation) talk_.end(state_);
  if (const PageSteps steps = page_steps(context); talk_.is_running() && (steps.next || steps.previous))
    talk_.begin_at(steps.at);
  runners_.session.prepared().prepare(talk_.likely_views(state_));
}

void Interface::update_pair() {
  PairRunner& pair = runners_.pair;
  const bool was_open = pair.is_open();
  pair.update(state_, now_);
  // The run that was playing is no longer shown.
  if (pair.is_open() != was_open) activity_.playing = false;
}

// Returns the owner of the keyboard. All fields of Dear ImGui are in popups. ImGuiIO::WantTextInput is not
// used, because it is still set in the frame after Enter has closed the popup, and keys pressed in this
// frame would be lost.
KeyboardOwner Interface::keyboard_owner() const {
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  return popup ? KeyboardOwner::sheet : activity_.keyboard;
}

void Interface::handle_keys(const TypedInput& typed, KeyboardOwner owner) {
  for (const KeyPress& press : typed.keys) {
    ActionContext context = action_context();
    keyboard_.press(press, owner, context, screen_.places());
  }
}

std::optional<Interface::Clock::time_point> Interface::due() const {
  std::optional<Clock::time_point> due = runners_.session.due();
  const auto sooner = [&](std::optional<Clock::time_point> at) {
    if (at) due = due ? std::min(*due, *at) : at;
  };
  sooner(runners_.pair.due());
  if (state_.tab == AssignmentChoice::kPage) sooner(runners_.assignments.due());
  sooner(player_.due());
  if (overlays_.is_working()) sooner(now_);
  sooner(programs_.due());
  sooner(lessons_.due());
  sooner(predict_.due());
  sooner(notice_.due(activity_));
  sooner(redraw_at_);
  if (options_.jobs.slices && options_.jobs.slices->has_work()) sooner(now_);
  return due;
}

void Interface::draw_all(Ui& ui, const WindowArea& window) {
  Link next_link;
  PanelContext context{.state = state_,
                       .session = runners_.session,
                       .moment = runners_.session.moment(state_),
                       .program = runners_.program,
                       .talk = talk_,
                       .lessons = lessons_,
                       .predict = predict_,
                       .activity = activity_,
                       .ui = ui,
                       .commands = commands_,
                       .actions = keyboard_.actions(),
                       .page = screen_.shown(state_),
                       .page_actions = screen_.page_actions(),
                       .link = screen_.link(),
                       .next_link = next_link};
  activity_.keyboard = KeyboardOwner::nobody;  // the owner of the keyboard sets it again
  Focus& focus = keyboard_.focus();
  std::vector<NamedPlace>& places = screen_.places();
  places.clear();
  ui.blocked = overlays_.blocks();
  ui.quiet = state_.presentation && !ui.blocked;
  ui.tips = &tooltips_;
  tooltips_.begin_frame(ui.seconds(), ImGui::IsMouseClicked(ImGuiMouseButton_Left), ui.mouse());
  ui.places = &places;
  ui.focus = focus.id();
  ui.press_focus = focus.presses();
  ui.focus_moved = focus.moved();
  screen_.draw(context, window, history_.own_run());
  ui.blocked = false;
  if (Overlay* over = overlays_.current()) over->draw({window.window(), screen_.cards()}, context);
  const Link& hovered = next_link;
  ui.drag_taken |= hovered.lane || hovered.cell || hovered.bank || hovered.position;
  follow_selection(ui);
  notice_.draw(ui, activity_, window, notes_text_ ? &selection_.frame() : nullptr, now_);
  const bool clicked = ui.mouse_pressed(window.window());
  focus.keep(places, ui.pressed_outside({}));
  focus.draw(ui.canvas, places);
  if (clicked) overlays_.touch(state_);
  if (!ui.complaint.empty()) activity_.notify(std::exchange(ui.complaint, {}));
  screen_.end_frame(next_link);
}

void Interface::follow_selection(Ui& ui) {
  const Point at = ui.mouse();
  const bool is_free = !ui.over_item && !ui.drag_taken && !ui.popup_open();
  selection_.follow(ui.canvas, {at, ImGui::IsMouseClicked(ImGuiMouseButton_Left), ui.mouse_down(), is_free});
  if (!std::exchange(wishes_.copy_text, false)) return;
  std::string text = selection_.text();
  if (text.empty()) text = text_at(ui.canvas, selection_.frame(), at);
  // A truncated text is replaced by its tooltip, which contains the full text.
  const bool is_cut = text.empty() || text.ends_with("…");
  if (is_cut && !tooltips_.text().empty()) text = tooltips_.text();
  if (text.empty()) return activity_.notify("There is no text under the pointer.");
  ImGui::SetClipboardText(text.c_str());
  activity_.notify("Copied: " + shortened(text, 80));
}

void Interface::plan_redraw() {
  std::optional<double> seconds = activity_.redraw_in;
  if (const auto tooltip = tooltips_.due()) seconds = seconds ? std::min(*seconds, *tooltip) : tooltip;
  redraw_at_.reset();
  if (seconds)
    redraw_at_ = now_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

std::optional<Rect> Interface::item_place(std::string_view id) const {
  const auto found = std::ranges::find(places(), id, &NamedPlace::id);
  return found == places().end() || !found->seen ? std::nullopt : std::optional(found->rect);
}

void Interface::tell_of_kept_files() {
  std::string remarks;
  for (const std::string& remark :
       {files_.take_remark(), programs_.take_remark(), predict_.take_remark(), lessons_.take_remark()})
    remarks = joined_remarks(std::move(remarks), remark);
  if (!remarks.empty()) activity_.notify(std::move(remarks));
}

void Interface::draw(float width, float height, const FontSet& fonts, const TypedInput& typed,
                     Clock::time_point now) {
  now_ = now;
  if (options_.jobs.slices) options_.jobs.slices->run_slice(kSlice);
  follow_lesson();
  keep_hints();
  follow_choices();
  runners_.session.update(state_, now);
  follow_repair();
  propose_launch();
  own_terms_.follow(state_);
  lessons_.follow_run(state_, runners_.session);
  runners_.benchmark.update();
  ActionContext context = action_context();
  follow_talk(context);
  files_.report_changes(context);
  programs_.update(context, now);
  tell_of_kept_files();
  update_pair();
  follow_overlay();
  keyboard_.focus().begin_frame();
  // If a text field has the keyboard, keys are handled after the field has been drawn, so that they act on
  // the text at the time of the key press.
  const KeyboardOwner owner = keyboard_owner();
  if (owner == KeyboardOwner::nobody) handle_keys(typed, owner);
  follow_overlay();
  ActionContext after_keys = action_context();
  player_.update(after_keys, screen_.pages(), now);
  if (talk_.is_running()) runners_.session.update(state_, now);
  predict_.update(state_, runners_.session, activity_.playing, now);
  update_pair();

  begin_window(width, height);
  CanvasImgui canvas(*ImGui::GetWindowDrawList(), state_.theme, fonts);
  std::optional<TextRecordingCanvas> recorder;
  if (written_ != nullptr) {
    *written_ = {};
    recorder.emplace(canvas, *written_);
  }
  Canvas& seen = recorder ? static_cast<Canvas&>(*recorder) : canvas;
  // The text of the frame is recorded if it is selected or copied, or if a notice must be placed.
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  notes_text_ = selection_.needs_text({mouse.x / fonts.scale, mouse.y / fonts.scale}) || wishes_.copy_text ||
                notice_.needs_text(activity_);
  std::optional<TextRecordingCanvas> noted;
  if (notes_text_) {
    selection_.frame() = {};
    noted.emplace(seen, selection_.frame());
  }
  Canvas& target = noted ? static_cast<Canvas&>(*noted) : seen;
  target.speak(state_.words);
  Ui ui(target, fonts.scale, typed, popup_);
  ui.max_ui_scale = fitting_scale(1e3f, width, height) * state_.ui_scale / fonts.scale;
  const WindowArea window{width / fonts.scale, height / fonts.scale, state_.presentation};
  // The renderer has already cleared the frame to this colour. A recording of the frame needs this fill.
  if (&target != &canvas) target.fill_rect(window.window(), Role::ground);
  activity_.redraw_in.reset();
  draw_all(ui, window);
  plan_redraw();
  if (talk_.cover() != Cover::none)
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(0, 0), ImVec2(width, height), talk_.cover() == Cover::black ? IM_COL32_BLACK : IM_COL32_WHITE);
  ImGui::End();

  apply_commands();
  if (owner != KeyboardOwner::nobody) handle_keys(typed, owner);
}

void Interface::apply_commands() {
  if (Overlay* over = overlays_.current()) {
    ActionContext context = action_context();
    over->go_on(context);
  }
  Commands wanted = std::exchange(commands_, {});
  for (std::string& notice : wanted.notices) activity_.notify(std::move(notice));
  if (wanted.talk) {  // an edit may start a talk
    ActionContext context = action_context();
    files_.save_talk(context, std::move(*wanted.talk));
  }
  for (const auto& change : wanted.edits) change(state_);
  for (const auto& repair : wanted.repairs) {
    const AppState before = state_;
    AppState repaired = state_;
    repair(repaired);
    keep_moment(repaired);
    state_ = std::move(repaired);
    history_.change_text(before, state_);
  }
  for (const std::string& path : wanted.files) open_file(path);
  for (const Commands::Save& save : wanted.saves) {
    ActionContext context = action_context();
    files_.save_as(context, save);
  }
  if (wanted.stop_program) runners_.program.stop();
  if (wanted.program) {
    ActionContext context = action_context();
    programs_.start(context, std::move(*wanted.program));
  }
  for (const Action action : wanted.actions) {
    ActionContext context = action_context();
    keyboard_.run(action, context);
  }
}

}  // namespace lockstep::gui
