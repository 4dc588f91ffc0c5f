#include "tests/gui/app/controls_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "gui/lesson/player/player.hpp"
#include "gui/scene_files/scenes.hpp"

namespace lockstep::gui {
namespace {

AppState on_tab(const char* tab) {
  AppState state;
  state.tab = tab;
  state.position = 40;
  // Measurements on request are fast.
  state.benchmark.sizes = {1024};
  state.benchmark.repetitions = state.benchmark.warm_ups = 1;
  return state;
}

AppState pair_scene() {
  AppState state = on_tab(CompareChoice::kPage);
  state.compare.pair = {"reduce/divergent", "scan/blelloch"};
  state.compare.stepping = true;
  state.compare.step = 30;
  return state;
}

AppState lesson_scene() {
  AppState state = on_tab(LessonChoice::kPage);
  open_lesson(state, "first-steps", "masks");
  return state;
}

AppState assignment_scene() {
  AppState state = on_tab(AssignmentChoice::kPage);
  open_assignment(state, "puzzles");
  return state;
}

AppState task_scene() {
  AppState state = on_tab(AssignmentChoice::kPage);
  open_assignment(state, "puzzles", "one-barrier-less");
  return state;
}

// Sheets over a page, with fields and buttons.
AppState sheet_scene(const char* name) {
  AppState state = on_tab(kStepPage);
  state.overlay = {name, 0};
  return state;
}

// Opens the first of these items that is visible: small windows have a menu instead of some of them.
constexpr std::string_view kLists[] = {"n",     "gpu-group",  "group",     "lab-preset",
                                       "event", "appearance", "algorithm", "heat"};

InterfaceOptions options_in(const TemporaryFolder& folder) {
  InterfaceOptions options;
  options.save_folder = folder.path().string() + "/";
  return options;
}

AppState scaled(AppState state, float ui_scale) {
  state.ui_scale = ui_scale;
  return state;
}

}  // namespace

const std::vector<ControlsView>& controls_views() {
  static const std::vector<ControlsView> views = [] {
    std::vector<ControlsView> all{
        {"step", [] { return on_tab(kStepPage); }, "F2", "timeline"},
        {"compare", [] { return on_tab(CompareChoice::kPage); }, nullptr, nullptr},
        {"pair", pair_scene, nullptr, "pair-steps"},
        {"gpu", [] { return on_tab(BenchmarkChoice::kPage); }, nullptr, nullptr},
        {"theory", [] { return on_tab("theory"); }, nullptr, "theory-n"},
        {"lab", [] { return on_tab(LabChoice::kPage); }, "lab-active", nullptr},
        {"lessons", [] { return on_tab(LessonChoice::kPage); }, nullptr, nullptr},
        {"lesson", lesson_scene, "question-0-number", "timeline"},
        {"assignments", [] { return on_tab(AssignmentChoice::kPage); }, nullptr, nullptr},
        {"assignment", assignment_scene, nullptr, nullptr},
        {"task", task_scene, "F2", nullptr},
    };
    for (const char* sheet : {"files", "export", "save-scene", "start", "settings", "typed-input", "program",
                              "documents", "talk", "lecturers"})
      all.push_back({sheet, [sheet] { return sheet_scene(sheet); }, nullptr, nullptr});
    return all;
  }();
  return views;
}

std::vector<ControlsCase> controls_cases() {
  std::vector<ControlsCase> cases;
  for (const ControlsView& view : controls_views()) {
    cases.push_back({&view, 1280, 720, 1});
    cases.push_back({&view, 1600, 900, 1});
    cases.push_back({&view, 1920, 1080, 2});
  }
  return cases;
}

std::string to_text(const ControlsCase& controls) {
  std::string name = controls.view->name;
  std::ranges::replace(name, '-', '_');
  return fmt::format("{}W{}xH{}at{}", name, controls.width, controls.height,
                     static_cast<int>(100 * controls.ui_scale));
}

std::string difference(const Noticed& before, const Noticed& after) {
  std::string text = nlohmann::json::diff(nlohmann::json::parse(to_scene(before.state)),
                                          nlohmann::json::parse(to_scene(after.state)))
                         .dump();
  const auto add = [&](const char* what, const auto& one, const auto& other) {
    if (one != other) text += fmt::format(" {}: \"{}\", \"{}\"", what, one, other);
  };
  add("list", before.popup, after.popup);
  add("playing", before.playing, after.playing);
  add("speaker's window", before.speaker, after.speaker);
  add("working", before.working, after.working);
  add("keyboard", static_cast<int>(before.keyboard), static_cast<int>(after.keyboard));
  add("answers", before.answers, after.answers);
  add("notice", before.notice, after.notice);
  return text;
}

ControlsWindow::ControlsWindow(const ControlsCase& controls)
    : DrivenWindow(scaled(controls.view->scene(), controls.ui_scale), controls.width, controls.height,
                   options_in(folder)),
      case_(controls) {
  settle(*this);
  base_ = state();
}

void ControlsWindow::forget_answers() {
  for (ShownQuestion& question : interface().lessons().questions()) {
    question.given = {};
    question.verdict.reset();
    question.complaint.clear();
    question.wrong_tries = 0;
    question.is_solved = false;
  }
}

void ControlsWindow::start_again() {
  for (const int button : {0, 1}) hold_button(false, button);
  point_at({-10, -10});
  interface().activity().playing = interface().activity().speaker_window = false;
  interface().show(base_);
  frame();  // after an overlay has closed
  const auto is_busy = [&] { return is_list_open() || is_typing() || !interface().focus().empty(); };
  for (int i = 0; i < 5 && is_busy(); ++i) {
    press({Key::escape});
    frame();
  }
  interface().show(base_);
  interface().settle(kLong);
  for (int i = 0; i < 1000 && noticed().working; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    frame();
  }
  interface().activity().notice.clear();
  forget_answers();
  frame();
}

std::vector<std::string> ControlsWindow::controls(bool all) {
  std::vector<std::string> ids;
  for (const NamedPlace& place : interface().places())
    if (place.stop && !place.below && (all || place.seen)) ids.push_back(place.id);
  return ids;
}

std::string ControlsWindow::answers() {
  std::string text;
  for (const ShownQuestion& question : interface().lessons().questions())
    text += fmt::format("[{}|{}|{}|{}]", fmt::join(question.given.chosen, " "), question.given.typed,
                        question.verdict.has_value(), question.is_solved);
  if (!interface().predict().asks()) return text;
  const AnswerDraft& draft = interface().predict().draft();
  return text + draft.typed() + "|" + draft.items_text() + "|" +
         (draft.choice() ? std::to_string(*draft.choice()) : "");
}

Noticed ControlsWindow::noticed() {
  Noticed now{state()};
  now.state.edited_texts.clear();
  // In a small window, F2 brings it to the front.
  std::erase_if(now.state.in_front,
                [](const std::string& card) { return card == "source" || card == "task-code"; });
  now.playing = interface().activity().playing;
  if (now.playing) {
    now.state.position.reset();
    now.state.compare.step.reset();
  }
  now.popup = is_list_open();
  now.working = interface().benchmark().snapshot().running;
  now.speaker = interface().activity().speaker_window;
  now.keyboard = interface().activity().keyboard;
  now.answers = answers();
  const std::string& notice = interface().activity().notice;
  now.notice = notice.substr(0, notice.find('/'));  // file names differ
  return now;
}

std::string ControlsWindow::edited_texts() {
  std::string all;
  for (const auto& [source, text] : state().edited_texts) all += source + "\n" + text + "\n";
  return all;
}

bool ControlsWindow::asks() { return interface().predict().asks() || interface().lessons().asks(); }

std::vector<std::string> ControlsWindow::drawn() {
  WrittenFrame written;
  interface().note_text(&written);
  frame();
  interface().note_text(nullptr);
  std::vector<std::string> texts;
  for (const WrittenText& text : written.texts)
    texts.push_back(
        fmt::format("{} {} {}", text.text, std::lround(text.bounds.x), std::lround(text.bounds.y)));
  return texts;
}

void ControlsWindow::settle_press() {
  frame();
  interface().predict().wait(kLong);
  interface().settle(kLong);
  frame();
  frame();
}

std::optional<Noticed> ControlsWindow::effect_of(const std::string& id) {
  start_again();
  const Noticed before = noticed();
  click(id);
  settle_press();
  Noticed after = noticed();
  return after == before ? std::nullopt : std::optional(std::move(after));
}

bool ControlsWindow::edit() {
  if (!has_field()) return false;
  is_f2() ? press({Key::f2}) : click(view().field);
  frame();
  frame();
  return is_typing();
}

bool ControlsWindow::open_list() {
  const auto list = std::ranges::find_if(kLists, [&](std::string_view id) { return has(id); });
  click(*list);
  frame();
  return is_list_open();
}

bool ControlsWindow::ask() {
  if (view().name == std::string_view("step")) press({Key::q});
  for (int i = 0; i < 20 && !asks(); ++i) settle_press();
  return asks();
}

bool ControlsWindow::hold_drag() {
  if (!has_dragged()) return false;
  const auto place = interface().item_place(view().dragged);
  point_at(place->centre());
  frame();
  hold_button(true);
  frame();
  frame();
  return true;
}

}  // namespace lockstep::gui
