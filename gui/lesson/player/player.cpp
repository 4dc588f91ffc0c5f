#include "gui/lesson/player/player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/lesson/checking/answered_moment.hpp"
#include "gui/lesson/reading/links.hpp"
#include "gui/lesson/reading/markdown.hpp"
#include "sim/explain/moment_words.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kLookAtLesson = std::chrono::seconds(1);

// Prefix of the key under which the user's own kernel text is stored while a page shows the page's text.
constexpr std::string_view kAside = "aside:";

// Sets aside the user's edits of kernels that the scene shows, because the text and the numbers on the page
// refer to the kernel text of the page.
void lay_edits_aside(AppState& state, const AppState& scene) {
  const auto edited = state.edited_texts.find(scene.source_id());
  if (edited == state.edited_texts.end()) return;
  const std::string text = edited->second;
  state.edited_texts.erase(edited);
  const auto own = scene.edited_texts.find(scene.source_id());
  if (own == scene.edited_texts.end() || own->second != text)
    state.edited_texts.try_emplace(std::string(kAside) + scene.source_id(), text);
}

// Escapes the special characters of Markdown.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '{' || c == '}') {
      result += c == '{' ? kOpenBrace : kCloseBrace;
      continue;
    }
    if (std::string_view("*_`[]<>#$|~\\").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// Converts a text to Markdown. Code and formulas are preserved; emphasis and links are removed.
std::string as_markdown(const LessonText& text) {
  std::string result;
  bool in_formula = false;
  for (const LessonInline& piece : text) {
    if ((piece.kind == LessonInline::Kind::formula) != in_formula) {
      result += '$';
      in_formula = !in_formula;
    }
    if (piece.kind == LessonInline::Kind::code)
      result += '`' + piece.text + '`';
    else if (!in_formula)
      result += escaped(piece.text);
    else
      result += piece.script == 0 ? piece.text : (piece.script > 0 ? "^{" : "_{") + piece.text + '}';
  }
  return in_formula ? result + '$' : result;
}

// Returns a question as Markdown, as the audience sees it.
std::string asked_markdown(const ReadyQuestion& question) {
  std::string text = "\n\n**" + as_markdown(question.text) + "**\n\n";
  for (const LessonText& choice : question.choices) text += "1. " + as_markdown(choice) + "\n";
  if (question.form == ReadyQuestion::Form::several) text += "\nMore than one may be right.\n";
  return text;
}

LessonText answer_text(const ReadyQuestion& question) {
  LessonInline answer;
  answer.text = question.answer.ends_with('.') ? question.answer : question.answer + '.';
  LessonText text{answer};
  if (question.why.empty()) return text;
  text.front().text += ' ';
  text.insert(text.end(), question.why.begin(), question.why.end());
  return text;
}

// Makes a page of a talk from a page of a lesson, with the paragraphs and questions in order. The answers
// are shown below the questions after the audience has answered. The speaker's notes contain the answers
// from the start.
class PresentedPage {
 public:
  // On a page without a scene, `moment` has no run.
  PresentedPage(TalkPage& shown, const LessonPage& page, TextMoment moment)
      : shown_(shown), page_(page), moment_(moment) {
    if (moment_.run == nullptr) return;
    quiz_.emplace(moment_.run->trace, moment_.run->figures->combination());
    moment_.position = moment_of(page, shown.scene, *moment_.run, *quiz_).value_or(0);
    shown.scene.position = moment_.position;
  }

  void write() {
    std::size_t written = 0;
    for (const LessonQuestion& question : page_.questions) {
      add_text(written, question.markdown_before);
      written = question.markdown_before;
      if (const auto ready = ready_question(question, moment_, quiz_ ? &*quiz_ : nullptr)) add(*ready);
    }
    add_text(written, page_.markdown.size());
    if (hides_ != 0) shown_.asking = without_answer(shown_.scene.show, hides_);
    shown_.hides_labels = (hides_ & quiz::hides_inputs) != 0;
  }

 private:
  void add_text(std::size_t from, std::size_t to) {
    const std::string text = page_.markdown.substr(from, to - from);
    shown_.text += moment_.lab == nullptr ? text : moment_.lab->with_numbers(text).value_or(text);
  }

  void add(const ReadyQuestion& ready) {
    const std::string label = page_.questions.size() == 1 ? "Answer" : fmt::format("Answer {}", ++answers_);
    const LessonText answer = answer_text(ready);
    shown_.text += asked_markdown(ready) + answer_block("**Answer:** " + as_markdown(answer));
    shown_.note += fmt::format("{}{}: {}", shown_.note.empty() ? "" : "\n", label, plain_text(answer));
    if (!ready.asked || ready.asked->reveal <= moment_.position) return;
    if (leaves_moment(*ready.asked, shown_.scene.show, moment_.run->trace->size())) return;
    hides_ |= ready.asked->hides;
    shown_.answer_at = std::max(shown_.answer_at.value_or(0), ready.asked->reveal);
  }

  TalkPage& shown_;
  const LessonPage& page_;
  TextMoment moment_;
  std::optional<quiz::Quiz> quiz_;
  unsigned hides_ = 0;  // quiz::Hidden of the page's questions
  unsigned answers_ = 0;
};

// Returns the moment at which the next page continues the figure of this page; none if the next page does not
// continue the figure, or if it does not begin at a later moment.
std::optional<std::uint64_t> continued_at(const TalkPage& shown, const TalkPage& next) {
  const bool goes_on = next.scene.tab == shown.scene.tab && next.scene.show.has(ShowCard::figure) &&
                       run_request(next.scene) == run_request(shown.scene);
  if (!goes_on || next.scene.position.value_or(0) <= shown.scene.position.value_or(0)) return std::nullopt;
  return next.scene.position;
}

// Makes the page complete its figure before it is turned: together with the answer, or with one more key
// press. The figure is shown up to the moment where the next page continues it, otherwise up to the end.
// `next`: the next page, or null; `size`: the size of the run, 0 if no run is shown.
void complete(TalkPage& shown, std::uint64_t size, const TalkPage* next) {
  const Show& cards = shown.scene.show;
  if (size == 0 || shown.scene.tab != kStepPage) return;
  shown.completes = cards.has(ShowCard::figure);
  if (shown.completes && next != nullptr) shown.complete_at = continued_at(shown, *next);
  if (!shown.answer_at && answer_shows_end(cards)) shown.answer_at = shown.complete_at.value_or(size);
}

// Returns the scene with the display settings of the window.
AppState shown_scene(const AppState& scene, const AppState& window) {
  AppState shown = scene;
  shown.tab = LessonChoice::kPage;
  shown.theme = window.theme;
  shown.ui_scale = window.ui_scale;
  shown.words = window.words;
  shown.speed = window.speed;
  shown.benchmark = window.benchmark;
  shown.overlay = window.overlay;
  shown.lesson = window.lesson;
  shown.presentation = window.presentation;
  for (const auto& [key, text] : window.edited_texts) shown.edited_texts.try_emplace(key, text);
  return shown;
}

}  // namespace

void open_lesson(AppState& state, const std::string& id, const std::string& page) {
  state.lesson = {id, page, false};
  state.tab = LessonChoice::kPage;
  state.overlay = {};
}

void close_lesson(AppState& state) {
  state.lesson = {};
  for (auto text = state.edited_texts.begin(); text != state.edited_texts.end();) {
    if (!text->first.starts_with(kAside)) {
      ++text;
      continue;
    }
    state.edited_texts.try_emplace(text->first.substr(kAside.size()), text->second);
    text = state.edited_texts.erase(text);
  }
}

std::optional<std::string> LessonPlayer::update(AppState& state, Clock::time_point now) {
  if (state.lesson.name != id_) open(state);
  if (!lesson_) return std::nullopt;
  std::optional<std::string> news = follow_file(state, now);
  if (auto missing = find_page_of(state)) news = std::move(missing);
  if (!state.lesson.begun) show_scene(state);
  note_page();
  return news;
}

// Stores that the page was seen. In a presentation, the talk selects the page.
void LessonPlayer::note_page() {
  if (std::exchange(noted_page_, page()->name) == page()->name) return;
  LessonProgress progress = progress_.of(id_);
  progress.page = page()->name;
  if (std::ranges::find(progress.seen, page()->name) == progress.seen.end())
    progress.seen.push_back(page()->name);
  progress_.keep(id_, std::move(progress));
}

void LessonPlayer::open(AppState& state) {
  id_ = state.lesson.name;
  noted_page_.clear();
  lesson_.reset();
  scenes_.clear();
  faults_.clear();
  error_.clear();
  questions_.clear();
  asked_of_.reset();
  stamp_ = {};
  if (id_.empty()) return;
  const auto folder = find_lesson(id_);
  const auto loaded = folder ? load_lesson(*folder) : tl::unexpected(folder.error());
  if (!loaded) {
    error_ = loaded.error().message;
    return;
  }
  if (!folder->is_built_in()) stamp_ = stamp_of(loaded->path());
  if (state.lesson.page.empty()) state.lesson.page = progress_.of(id_).page;
  read_again(*loaded);
}

void LessonPlayer::read_again(const LoadedLesson& loaded) {
  lesson_ = loaded;
  pictures_.forget();
  faults_ = loaded.faults;
  scenes_ = lesson_scenes(loaded, read_, faults_);
  asked_of_.reset();
  asked_on_.clear();
}

std::optional<std::string> LessonPlayer::follow_file(AppState& state, Clock::time_point now) {
  if (lesson_->folder.is_built_in() || now - looked_at_ < kLookAtLesson) return std::nullopt;
  looked_at_ = now;
  const FileStamp stamp = stamp_of(lesson_->path());
  if (stamp == FileStamp{} || stamp == stamp_) return std::nullopt;
  stamp_ = stamp;
  const auto loaded = load_lesson(lesson_->folder);
  if (!loaded) return loaded.error().message;
  const std::optional<AppState> before = scenes_[page_];
  const std::optional<LessonEntry> at = page()->at;
  read_again(*loaded);
  find_page_of(state);
  // The reader stays at the same moment, unless the page's scene has changed.
  const bool same_moment =
      at.has_value() == page()->at.has_value() && (!at || at->value == page()->at->value);
  if (before != scenes_[page_] || !same_moment) state.lesson.begun = false;
  return faults_.empty() ? fmt::format("{} changed on disk and was read again.", lesson_->folder.file)
                         : fault_text(lesson_->folder.file, faults_.front());
}

std::optional<std::string> LessonPlayer::find_page_of(AppState& state) {
  const auto found = find_page(lesson_->lesson, state.lesson.page);
  page_ = found.value_or(state.lesson.page.empty() ? 0 : std::min(page_, lesson_->lesson.pages.size() - 1));
  const std::string asked = std::exchange(state.lesson.page, page()->name);
  const auto there = check_page(lesson_->lesson, asked);
  return there ? std::nullopt : std::optional(there.error().message);
}

void LessonPlayer::show_scene(AppState& state) {
  state.lesson.begun = true;
  if (has_scene()) {
    const AppState& scene = *scenes_[page_];
    lay_edits_aside(state, scene);
    state = shown_scene(scene, state);
    wants_moment_ = page()->at || (!scene.position && !scene.after_row);
  }
  own_runs_.reset();
  own_run_ = nullptr;
  own_position_ = 0;
  lab_.reset();
  if (has_scene() && is_lab(*scenes_[page_])) lab_.emplace(*scenes_[page_]);
  asked_of_.reset();
  asked_on_.clear();
  questions_.clear();
}

void LessonPlayer::follow_run(AppState& state, Session& session) {
  if (!lesson_ || !state.lesson.begun) return;
  if (is_changed(state)) return follow_changed_run(state, session);
  const bool is_there =
      has_scene() && session.run() != nullptr && session.status(state) == Session::RunStatus::current;
  if (has_scene() && !is_there) return;
  const auto trace = is_there ? session.run()->trace : nullptr;
  if (is_there) own_position_ = playhead(state, *session.run());
  if (asked_of_ == trace && asked_on_ == page()->name) return;
  asked_of_ = trace;
  asked_on_ = page()->name;
  if (is_there && std::exchange(wants_moment_, false)) {
    const quiz::Quiz quiz(trace, session.run()->figures->combination());
    const auto position = moment_of(*page(), *scenes_[page_], *session.run(), quiz);
    if (position) state.position = *position;
  }
  make_questions(state, session);
}

// Handles two cases. Either the window was closed while it showed a run that the reader had changed, or the
// run uses a document's own kernel, whose figure starts at the row of the page's moment.
void LessonPlayer::follow_changed_run(AppState& state, const Session& session) {
  if (asked_on_ == page()->name) return;
  asked_on_ = page()->name;
  if (const Run* run = own_run()) {
    const quiz::Quiz quiz(run->trace, run->figures->combination());
    own_position_ = moment_of(*page(), *scenes_[page_], *run, quiz).value_or(0);
    if (std::exchange(wants_moment_, false) && shows_listing(state))
      state.after_row = rows_before(*run, own_position_);
  }
  make_questions(state, session);
}

void LessonPlayer::make_questions(const AppState& state, const Session& session) {
  questions_.clear();
  const TextMoment moment = this->moment(state, session);
  std::optional<quiz::Quiz> quiz;
  if (moment.run != nullptr) quiz.emplace(moment.run->trace, moment.run->figures->combination());
  const LessonProgress& progress = progress_.of(id_);
  for (const LessonQuestion& question : page()->questions) {
    ShownQuestion shown{ready_question(question, moment, quiz ? &*quiz : nullptr), {}, {}, {}, 0, false};
    const auto answered = progress.answers.find(question_key(questions_.size()));
    // Questions that were answered wrongly are asked again.
    if (shown.ready && answered != progress.answers.end() && answered->second.is_right) {
      shown.given = answered->second.given;
      if (auto verdict = check_answer(*shown.ready, shown.given)) shown.verdict = std::move(*verdict);
    }
    questions_.push_back(std::move(shown));
  }
}

std::optional<LessonPlayer::Clock::time_point> LessonPlayer::due() const {
  if (!lesson_ || lesson_->folder.is_built_in()) return std::nullopt;
  return looked_at_ + kLookAtLesson;
}

bool LessonPlayer::is_changed(const AppState& state) const {
  if (!has_scene() || !state.lesson.begun) return false;
  const AppState& scene = *scenes_[page_];
  const std::string* edited = state.edited_text();
  const std::string* own = scene.edited_text();
  const bool same_text = (edited == nullptr) == (own == nullptr) && (edited == nullptr || *edited == *own);
  return !same_text || !(run_request(state) == run_request(scene));
}

bool LessonPlayer::shows_listing(const AppState& state) const {
  if (!has_scene() || state.listing() == nullptr || state.edited_text() != nullptr) return false;
  AppState same = *scenes_[page_];
  same.words = state.words;
  return run_request(state) == run_request(same);
}

const Run* LessonPlayer::own_run() const {
  if (!own_runs_) {
    own_runs_ = std::make_unique<PageRuns>();
    own_run_ = own_runs_->run(*scenes_[page_]).value_or(nullptr);
  }
  return own_run_;
}

TextMoment LessonPlayer::moment(const AppState& state, const Session& session) const {
  if (is_changed(state)) return {own_run(), own_position_, lab_ ? &*lab_ : nullptr};
  if (!has_scene()) return {};
  if (session.run() == nullptr || session.status(state) != Session::RunStatus::current)
    return {nullptr, 0, nullptr, session.status(state) == Session::RunStatus::simulating};
  return {session.run(), playhead(state, *session.run()), lab_ ? &*lab_ : nullptr};
}

Show LessonPlayer::shown_cards(const AppState& state, const Session& session) const {
  return without_answer(state.show, hides(state, session));
}

unsigned LessonPlayer::hides(const AppState& state, const Session& session) const {
  if (is_changed(state)) return 0;
  const TextMoment moment = this->moment(state, session);
  unsigned hides = 0;
  for (const ShownQuestion& question : questions_)
    if (moment.run != nullptr && question.is_open() && question.ready->asked &&
        question.ready->asked->reveal > moment.position)
      hides |= question.ready->asked->hides;
  return hides;
}

bool LessonPlayer::asks() const { return std::ranges::any_of(questions_, &ShownQuestion::is_open); }

std::string LessonPlayer::question_key(std::size_t question) const {
  return fmt::format("{}/{}", page()->name, question + 1);
}

void LessonPlayer::answer(std::size_t question) {
  if (question >= questions_.size() || !questions_[question].ready) return;
  ShownQuestion& shown = questions_[question];
  auto verdict = check_answer(*shown.ready, shown.given);
  shown.complaint = verdict ? std::string() : verdict.error().message;
  if (!verdict) return;
  LessonProgress progress = progress_.of(id_);
  const std::string key = question_key(question);
  const unsigned tries = progress.answers.contains(key) ? progress.answers[key].tries + 1 : 1;
  progress.answers[key] = {shown.given, verdict->is_right, tries};
  progress_.keep(id_, std::move(progress));
  shown.wrong_tries += verdict->is_right ? 0 : 1;
  shown.verdict = std::move(*verdict);
}

void LessonPlayer::solve(std::size_t question) {
  if (question >= questions_.size() || !questions_[question].ready) return;
  ShownQuestion& shown = questions_[question];
  shown.is_solved = true;
  shown.complaint.clear();
  shown.given = right_answer(*shown.ready);
  shown.verdict = AnswerVerdict{false, answer_text(*shown.ready)};
}

std::vector<QuestionResult> LessonPlayer::results() {
  using State = QuestionResult::State;
  std::vector<QuestionResult> results;
  if (!lesson_) return results;
  const LessonProgress& progress = progress_.of(id_);
  const auto& pages = lesson_->lesson.pages;
  for (std::size_t page = 0; page < pages.size(); ++page)
    for (std::size_t question = 0; question < pages[page].questions.size(); ++question) {
      const auto answered = progress.answers.find(fmt::format("{}/{}", pages[page].name, question + 1));
      const auto state = answered == progress.answers.end() ? State::open
                         : answered->second.is_right        ? State::right
                                                            : State::wrong;
      results.push_back({page, question, state});
    }
  return results;
}

Talk LessonPlayer::talk() const {
  Talk talk;
  if (!lesson_) return talk;
  talk.title = lesson_->lesson.title;
  talk.tab = LessonChoice::kPage;
  PageRuns runs;
  std::vector<std::uint64_t> sizes;  // size of the run of each page
  for (std::size_t i = 0; i < scenes_.size(); ++i) {
    const LessonPage& page = lesson_->lesson.pages[i];
    TalkPage shown;
    shown.title = page.title;
    shown.steps = page.steps;
    shown.scene = scenes_[i].value_or(AppState{});
    shown.scene.lesson = {id_, page.name, true};
    if (!scenes_[i]) shown.scene.show.cards.clear();
    const Run* const run = scenes_[i] ? runs.run(*scenes_[i]).value_or(nullptr) : nullptr;
    std::optional<LabValues> lab;
    if (is_lab(shown.scene)) lab.emplace(shown.scene);
    const TextMoment moment{run, 0, lab ? &*lab : nullptr};
    if (page.note) shown.note = with_values(page.note->value, moment.at_end()).value_or(page.note->value);
    std::erase(shown.note, '`');  // notes are shown as plain text
    if (run != nullptr || !scenes_[i])
      PresentedPage(shown, page, moment).write();
    else
      shown.text = page.markdown;
    talk.pages.push_back(std::move(shown));
    sizes.push_back(run == nullptr ? 0 : run->trace->size());
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    complete(talk.pages[i], sizes[i], i + 1 < sizes.size() ? &talk.pages[i + 1] : nullptr);
  return talk;
}

}  // namespace lockstep::gui
