#include "gui/lesson/export/page_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/canvas/svg.hpp"
#include "gui/lesson/checking/answered_moment.hpp"
#include "gui/session/wrong_cells.hpp"

namespace lockstep::gui {
namespace {

// Padding around a figure of rows, and the minimum height of the figure.
constexpr float kAroundRows = 12, kLeastRows = 150;

std::string place_of(const LoadedLesson& lesson, LessonPlace place) {
  return fmt::format("{}:{}:{}: ", lesson.path(), place.line, place.column);
}

std::string svg(const AppState& scene, float width, float height, const std::function<void(Canvas&)>& draw) {
  CanvasSvg canvas(width, std::ceil(height), ThemeName::light);
  canvas.speak(scene.words);
  draw(canvas);
  return canvas.document(fmt::format("{}, n = {}", scene.algorithm, scene.n));
}

}  // namespace

std::string right_in_words(const ReadyQuestion& question) {
  std::string letters;
  for (std::size_t i = 0; i < question.right.size(); ++i)
    if (question.right[i])
      letters += fmt::format("{}{}", letters.empty() ? "" : ", ", static_cast<char>('a' + i));
  const std::string answer =
      letters.empty() ? question.answer : fmt::format("{}: {}", letters, question.answer);
  return answer.ends_with('.') ? answer : answer + '.';
}

Result<PageContent> PageContents::read(const LessonPage& page, const std::optional<AppState>& scene,
                                       const PaperSpace& room) {
  page_ = &page;
  room_ = room;
  run_ = nullptr;
  moment_ = {};
  quiz_.reset();
  scene_.reset();
  drawn_.reset();
  if (!scene) return PageContent{};
  auto content = run(*scene);
  if (!content)
    return tl::unexpected(
        Error{content.error().kind, place_of(lesson_, page.scene->place) + content.error().message});
  return content;
}

Result<ReadyQuestion> PageContents::question(std::size_t number) const {
  const LessonQuestion& written = page_->questions[number];
  auto ready = ready_question(written, moment_, quiz_.get());
  if (!ready)
    return tl::unexpected(
        Error{ready.error().kind, place_of(lesson_, written.place) + ready.error().message});
  return ready;
}

// The cards of the scene.
Result<PageContent> PageContents::run(const AppState& scene) {
  const auto run = runs_.run(scene);
  if (!run) return tl::unexpected(run.error());
  run_ = *run;
  quiz_ = std::make_unique<quiz::Quiz>(run_->trace, run_->figures->combination());
  const auto position = moment_of(*page_, scene, *run_, *quiz_);
  if (!position) return tl::unexpected(position.error());
  lab_.reset();
  if (is_lab(scene)) lab_.emplace(scene);
  moment_ = {run_, *position, lab_ ? &*lab_ : nullptr};
  scene_ = scene;
  scene_->position = *position;
  if (scene_->tab == kStepPage) return shown(room_);
  auto drawn = drawn_page(*scene_);
  if (drawn && !is_lab(*scene_)) drawn_ = *drawn;
  return drawn;
}

// The drawing of a page other than Step.
Result<PageContent> PageContents::drawn_page(const AppState& scene) const {
  PageContent content;
  if (!tools_.draw_page || !tools_.draw_lab) return content;
  auto drawn = is_lab(scene) ? tools_.draw_lab(scene, room_.width, room_.rows_height)
                             : tools_.draw_page(scene, room_.width);
  if (!drawn) return tl::unexpected(drawn.error());
  if (!drawn->empty()) content.figures.push_back(std::move(*drawn));
  return content;
}

PageContent PageContents::shown(const PaperSpace& room) {
  if (!scene_ || drawn_) return drawn_.value_or(PageContent{});
  room_ = room;
  if (is_lab(*scene_)) return drawn_page(*scene_).value_or(PageContent{});
  hides_ = hidden_at(*scene_->position);
  AppState scene = *scene_;
  scene.show = without_answer(scene.show, hides_);
  return content_of(std::move(scene));
}

// The content at the position of the scene.
PageContent PageContents::content_of(AppState scene) {
  const ShownMoment& moment = runs_.session().moment(scene);
  PageContent content;
  if (scene.show.has(ShowCard::source)) content.source = source(moment);
  add_figures(scene, moment, content);
  if (scene.show.has(ShowCard::sentence)) content.sentence = moment.sentence;
  if (scene.show.has(ShowCard::counters)) content.counters = counters(scene.show, moment.so_far);
  return content;
}

PageContent PageContents::answered(const PaperSpace& room) {
  if (!scene_ || scene_->tab != kStepPage) return shown(room);
  room_ = room;
  hides_ = 0;
  AppState scene = *scene_;
  if (const auto revealed = revealed_after(*scene_->position))
    scene.position = revealed;
  else if (answer_shows_end(scene.show))
    scene.position = run_->trace->size();
  PageContent content = content_of(scene);
  // Answers refer to the whole run.
  if (scene.show.has(ShowCard::counters))
    content.counters = counters(scene.show, run_->trace->counted().total);
  return content;
}

float PageContents::min_width() const {
  constexpr float lab = 550;  // width in which lanes and their numbers are side by side
  if (is_of_lab()) return lab;
  if (!scene_ || scene_->tab != kStepPage) return 0;
  float width = 0;
  const CanvasSvg ruler(1, 1, ThemeName::light);
  const sim::Combination* rows = run_->figures->combination();
  if (scene_->show.has(ShowCard::figure) && rows != nullptr && run_->figures->windows() == nullptr)
    width = whole_combination_size(ruler, *rows).width + 2 * kAroundRows;
  constexpr float lanes = 500;  // width in which 16 lanes fit in a line
  return scene_->show.has(ShowCard::lanes) ? std::max(width, lanes) : width;
}

template <class Visit>
void PageContents::each_asked_after(std::uint64_t position, Visit visit) const {
  for (const LessonQuestion& question : page_->questions)
    if (question.form == LessonQuestion::Form::asked)
      if (const auto asked = asked_question(question, *run_, *quiz_);
          asked && asked->reveal > position && !leaves_moment(*asked, scene_->show, run_->trace->size()))
        visit(*asked);
}

// Returns which contents must be hidden at this position because of the page's questions (quiz::Hidden).
unsigned PageContents::hidden_at(std::uint64_t position) const {
  unsigned hides = 0;
  each_asked_after(position, [&](const quiz::Question& asked) { hides |= asked.hides; });
  return hides;
}

// Returns the moment that shows the answers to the page's questions, as in a presentation; none if the page
// already shows the answers at this position.
std::optional<std::uint64_t> PageContents::revealed_after(std::uint64_t position) const {
  std::optional<std::uint64_t> latest;
  each_asked_after(position, [&](const quiz::Question& asked) {
    latest = std::max(latest.value_or(0), std::uint64_t{asked.reveal});
  });
  return latest;
}

void PageContents::add_figures(const AppState& scene, const ShownMoment& moment, PageContent& content) const {
  StageFigure none{moment.position, moment.step_begin};
  none.combination = none.lanes = none.memory = false;
  none.lane_variable = scene.lane_variable;
  none.selected = scene.selected_cell;
  if (scene.show.has(ShowCard::figure)) {
    StageFigure figure = none;
    figure.combination = figure.windows = true;
    if (hides_ == 0) figure.wrong = wrong_cells(*run_);
    const bool by_rows = run_->figures->combination() != nullptr && run_->figures->windows() == nullptr;
    content.figures.push_back(by_rows ? rows_so_far(scene, moment) : stage(scene, figure));
  }
  for (const auto& [card, part] :
       {std::pair(ShowCard::lanes, &StageFigure::lanes), std::pair(ShowCard::memory, &StageFigure::memory)}) {
    if (!scene.show.has(card)) continue;
    StageFigure figure = none;
    figure.*part = true;
    figure.max_memory_height = room_.memory_height;
    content.figures.push_back(stage(scene, figure));
  }
}

std::string PageContents::stage(const AppState& scene, const StageFigure& figure) const {
  const float height = stage_height(*run_->figures, figure, room_.width);
  return svg(scene, room_.width, height, [&](Canvas& canvas) {
    draw_stage(canvas, {0, 0, room_.width, height}, *run_->figures, figure);
  });
}

// Draws the rows of the figure up to this moment. Later rows are omitted, because paper has no
// space for them.
std::string PageContents::rows_so_far(const AppState& scene, const ShownMoment& moment) const {
  const sim::Combination& combination = *run_->figures->combination();
  const float natural = combination_height(combination, combination.rows_at(moment.position));
  const float height = std::min(natural, std::max(kLeastRows, room_.rows_height - 2 * kAroundRows));
  return svg(scene, room_.width, height + 2 * kAroundRows, [&](Canvas& canvas) {
    CombinationView view;
    CombinationFrame frame{moment.position, moment.step_begin};
    frame.hides_labels = (hides_ & quiz::hides_inputs) != 0;
    frame.whole = frame.only_begun = true;
    if (hides_ == 0) frame.wrong = wrong_cells(*run_);
    draw_combination(canvas, {kAroundRows, kAroundRows, room_.width - 2 * kAroundRows, height}, *run_->trace,
                     combination, run_->figures->coverage_labels(), frame, view);
  });
}

// Returns the source lines around the line that is executed next.
std::vector<PrintedLine> PageContents::source(const ShownMoment& moment) const {
  const sim::Trace& trace = *run_->trace;
  const Plan& plan = trace.plan();
  // At the end of the run, the lines around the last executed line.
  const std::uint64_t here = std::min(moment.position, std::max<std::uint64_t>(trace.size(), 1) - 1);
  const bool has_line = here < trace.size();
  const std::size_t program = has_line ? plan.launches[trace.at(here).moment.launch].program : 0;
  const std::string& text = plan.programs[program].source.text;
  const std::uint32_t line = moment.line != 0 || !has_line ? moment.line : trace.range_at(here).line;
  const std::uint32_t middle = std::max(line, 1 + room_.lines_around);
  std::vector<PrintedLine> lines;
  std::uint32_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (number + room_.lines_around >= middle && number <= middle + room_.lines_around)
      lines.push_back({number, text.substr(begin, end - begin), number == moment.line});
    begin = end + 1;
  }
  return lines;
}

// Returns the selected counters; if no counters are selected, all counters that are not 0.
std::vector<CounterLine> PageContents::counters(const Show& show, const sim::Counters& so_far) const {
  if (!tools_.counters) return {};
  std::vector<CounterLine> lines = tools_.counters(so_far, run_->request.schedule.lanes);
  std::erase_if(lines, [&](const CounterLine& line) {
    const auto is_it = [&](const std::string& word) { return names_counter(word, line.title); };
    return show.counters.empty() ? line.value == "0" : std::ranges::none_of(show.counters, is_it);
  });
  return lines;
}

}  // namespace lockstep::gui
