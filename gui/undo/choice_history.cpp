#include "gui/undo/choice_history.hpp"

#include <fmt/format.h>

#include <utility>

#include "gui/undo/difference.hpp"

namespace lockstep::gui {
namespace {

// Returns the part of the state that undo restores. Stepping through the run, turning to another page,
// opening a sheet and typing in a kernel are not undo steps.
AppState choices_of(const AppState& state) {
  AppState choices = state;
  static_cast<PlayheadChoice&>(choices).position.reset();
  choices.after_row.reset();
  choices.selected_cell.reset();
  choices.in_front.clear();
  choices.tab.clear();
  choices.presentation = false;
  choices.edited_texts.clear();
  choices.compare.row.clear();
  choices.compare.step.reset();
  choices.lesson = {};
  choices.assignment = {};
  choices.predict = {};
  choices.overlay = {};
  return choices;
}

bool shows_same_choices(const AppState& a, const AppState& b) { return choices_of(a) == choices_of(b); }

// Returns true if the run comes from a lesson, an entry of a document or a scene.
bool is_brought(const AppState& state) {
  return !state.lesson.name.empty() || !state.document.empty() || !state.title.empty() ||
         !state.story.empty();
}

// Returns true if the run is that of a file which no document and no scene has brought.
bool has_own_file(const AppState& state) {
  return !state.kernel_file.empty() && state.document.empty() && state.title.empty() && state.story.empty();
}

AppState without_texts(AppState state) {
  state.edited_texts.clear();
  return state;
}

// Returns the earlier state. Fields that undo does not change have their values from `now`.
AppState with_texts_of(const AppState& now, AppState earlier) {
  earlier.edited_texts = now.edited_texts;
  earlier.presentation = now.presentation;
  earlier.assignment = now.assignment;
  earlier.predict = now.predict;
  earlier.overlay = {};
  return earlier;
}

bool is_another_view(const AppState& before, const AppState& after) {
  return before.lesson != after.lesson || before.document != after.document || before.title != after.title ||
         before.story != after.story;
}

// Replaces settings that still have the values of the scene `brought` with those of the user's own run: the
// settings that define the run, and the settings of its display.
void take_settings(AppState& state, const AppState& brought, const AppState& own) {
  const auto take = [&](auto field) {
    if (state.*field == brought.*field) state.*field = own.*field;
  };
  take(&AppState::model);
  take(&AppState::schedule);
  take(&AppState::schedule_before);
  take(&AppState::n);
  take(&AppState::group_size);
  take(&AppState::op);
  take(&AppState::type);
  take(&AppState::pattern);
  take(&AppState::pattern_options);
  take(&AppState::constant);
  take(&AppState::typed_input);
  take(&AppState::seed);
  take(&AppState::exclusive);
  take(&AppState::step);
  take(&AppState::event);
  take(&AppState::watches);
  take(&AppState::heat);
  take(&AppState::show);
  take(&AppState::show_original);
  take(&AppState::source_form);
}

std::optional<std::string> edit_of(const AppState& state, const std::string& key) {
  const auto edited = state.edited_texts.find(key);
  return edited == state.edited_texts.end() ? std::nullopt : std::optional(edited->second);
}

void set_edit(AppState& state, const std::string& key, const std::optional<std::string>& text) {
  if (text)
    state.edited_texts[key] = *text;
  else
    state.edited_texts.erase(key);
}

}  // namespace

void ChoiceHistory::observe(const AppState& state) {
  if (!is_new(state)) return;
  if (last_ && last_->lesson != state.lesson) return follow(state);
  if (last_) remember_step(*last_, state);
  follow(state);
}

void ChoiceHistory::remember_step(const AppState& before, const AppState& after) {
  if (!shows_same_choices(before, after)) push(before, std::nullopt, after.tab);
}

void ChoiceHistory::push(const AppState& before, std::optional<TextChange> text, const std::string& page) {
  done_.push_back({without_texts(before), own_run_, std::move(text), page});
  if (done_.size() > kMaxSteps) done_.erase(done_.begin());
  undone_.clear();
}

void ChoiceHistory::change_text(const AppState& before, const AppState& after) {
  const std::string key = after.source_key(0);
  if (last_) remember_step(*last_, before);
  push(before, TextChange{key, edit_of(after, key), edit_of(before, key)}, after.tab);
  last_ = after;
}

void ChoiceHistory::bring(const AppState& before, const AppState& after) {
  if (before == after) return;
  remember_step(before, after);
  if (!own_run_ && !is_brought(before)) keep_own_run(before);
  brought_ = std::make_shared<const AppState>(without_texts(after));
  last_ = after;
}

void ChoiceHistory::follow(const AppState& state) {
  if (!is_new(state)) return;
  remember_own_run(state);
  if (is_brought(state) && (!last_ || is_another_view(*last_, state)))
    brought_ = std::make_shared<const AppState>(without_texts(state));
  if (!is_brought(state) && state.tab != LessonChoice::kPage) run_tab_ = state.tab;
  last_ = state;
}

// Keeps the user's own run when a lesson or a document is opened. The run is kept, regardless of further
// changes, until the user opens one of their own files. A lesson stays open behind such a file, which is then
// the user's own run, with all its later settings.
void ChoiceHistory::remember_own_run(const AppState& state) {
  if (!last_) return;
  const bool is_opened = !state.kernel_file.empty() && state.kernel_file != last_->kernel_file;
  if (!is_brought(state)) {
    if (is_opened) own_run_.reset();
    return;
  }
  const bool is_continued =
      own_run_ && !own_run_->kernel_file.empty() && own_run_->kernel_file == state.kernel_file;
  if (!is_another_view(*last_, state) && has_own_file(state) && (is_opened || is_continued))
    keep_own_run(state);
  else if (!is_brought(*last_) && !own_run_)
    keep_own_run(*last_);
}

// Stores the user's own run. A lesson is opened from the list of lessons, which shows no run, so the page on
// which the run was last shown is stored.
void ChoiceHistory::keep_own_run(const AppState& state) {
  AppState own = without_texts(state);
  own.lesson = {};
  if (own.tab == LessonChoice::kPage) own.tab = run_tab_;
  own_run_ = std::make_shared<const AppState>(std::move(own));
}

std::optional<EarlierState> ChoiceHistory::move(std::vector<Moment>& from, std::vector<Moment>& to,
                                                const AppState& now, const char* done) {
  // If a text was edited after its repair, the repair can be undone only in the editor, so this step
  // is dropped.
  while (!from.empty() && from.back().text && edit_of(now, from.back().text->key) != from.back().text->from)
    from.pop_back();
  if (from.empty()) return std::nullopt;
  Moment moment = std::move(from.back());
  from.pop_back();
  AppState earlier = with_texts_of(now, std::move(moment.state));
  std::optional<TextChange> back;
  if (moment.text) {
    set_edit(earlier, moment.text->key, moment.text->to);
    back = TextChange{moment.text->key, moment.text->to, moment.text->from};
  }
  to.push_back({without_texts(now), std::exchange(own_run_, moment.own_run), std::move(back), moment.page});
  last_ = earlier;
  if (is_brought(earlier)) brought_ = std::make_shared<const AppState>(without_texts(earlier));
  return EarlierState{earlier,
                      fmt::format("{}: {}.", done,
                                  moment.text ? "the repair of the kernel's text" : difference(now, earlier)),
                      moment.page == earlier.tab ? "" : moment.page};
}

std::optional<std::uint64_t> ChoiceHistory::own_seed(const AppState& state) const {
  const bool has_left =
      last_ && !last_->document.empty() && !is_brought(state) && last_->source_key(0) != state.source_key(0);
  if (!has_left || !own_run_ || state.seed != last_->seed) return std::nullopt;
  return own_run_->seed;
}

void ChoiceHistory::take_own_settings(AppState& state) const {
  if (own_run_ && brought_) take_settings(state, *brought_, *own_run_);
}

std::optional<EarlierState> ChoiceHistory::undo(const AppState& now) {
  return move(done_, undone_, now, "Undone");
}

std::optional<EarlierState> ChoiceHistory::redo(const AppState& now) {
  return move(undone_, done_, now, "Redone");
}

const AppState* ChoiceHistory::own_run() const {
  const bool is_shown =
      own_run_ && last_ && has_own_file(*last_) && last_->kernel_file == own_run_->kernel_file;
  return is_shown ? nullptr : own_run_.get();
}

std::optional<EarlierState> ChoiceHistory::back_to_own_run(const AppState& now) {
  if (own_run() == nullptr) return std::nullopt;
  AppState own = with_texts_of(now, *own_run_);
  own.theme = now.theme;
  own.ui_scale = now.ui_scale;
  own.words = now.words;
  push(now, std::nullopt, own.tab);
  own_run_.reset();
  last_ = own;
  return EarlierState{own, fmt::format("Back to your run: {}.", own.source_id())};
}

}  // namespace lockstep::gui
