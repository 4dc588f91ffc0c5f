#include "gui/lesson/output/page_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/canvas/recorder.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/figures/tools/drawing.hpp"
#include "gui/lesson/checking/answered_moment.hpp"

namespace lockstep::gui {
namespace {

constexpr std::uint32_t kLinesAround = 6;  // of the source, above and below the line that is next

std::string place_of(const LoadedLesson& lesson, LessonPlace place) {
  return fmt::format("{}:{}:{}: ", lesson.path(), place.line, place.column);
}

std::string svg(const AppState& scene, float height, const std::function<void(Canvas&)>& draw) {
  CanvasSvg canvas(kPaperFigureWidth, std::ceil(height), ThemeName::light);
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
  return letters.empty() ? question.answer : fmt::format("{}: {}", letters, question.answer);
}

Result<PageContent> PageContents::read(const LessonPage& page, const std::optional<AppState>& scene) {
  page_ = &page;
  run_ = nullptr;
  moment_ = {};
  quiz_.reset();
  on_step_.reset();
  content_ = {};
  if (!scene) return content_;
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

// The scene's cards.
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
  PageContent content;
  AppState shown = scene;
  shown.position = *position;
  if (shown.tab != kStepPage) {
    if (!tools_.draw_page) return content;
    auto drawn = tools_.draw_page(shown, kPaperFigureWidth);
    if (!drawn) return tl::unexpected(drawn.error());
    if (!drawn->empty()) content.figures.push_back(std::move(*drawn));
    return content_ = content;
  }
  hides_ = hidden_at(*position);
  on_step_ = shown;
  shown.show = without_answer(shown.show, hides_);
  return content_ = content_of(std::move(shown));
}

// At its position.
PageContent PageContents::content_of(AppState scene) {
  const ShownMoment& moment = runs_.session().moment(scene);
  PageContent content;
  if (scene.show.has(ShowCard::source)) content.source = source(moment);
  add_figures(scene, moment, content);
  if (scene.show.has(ShowCard::sentence)) content.sentence = moment.sentence;
  if (scene.show.has(ShowCard::counters)) content.counters = counters(scene.show, moment.so_far);
  return content;
}

PageContent PageContents::answered() {
  if (!on_step_) return content_;
  hides_ = 0;
  AppState scene = *on_step_;
  if (answer_shows_end(scene.show)) scene.position = run_->trace->size();
  return content_of(std::move(scene));
}

// What the page's questions must not give away.
unsigned PageContents::hidden_at(std::uint64_t position) const {
  unsigned hides = 0;
  for (const LessonQuestion& question : page_->questions)
    if (question.form == LessonQuestion::Form::asked)
      if (const auto asked = asked_question(question, *run_, *quiz_); asked && asked->reveal > position)
        hides |= asked->hides;
  return hides;
}

void PageContents::add_figures(const AppState& scene, const ShownMoment& moment, PageContent& content) const {
  StageFigure none{moment.position, moment.step_begin};
  none.combination = none.lanes = none.memory = false;
  none.lane_variable = scene.lane_variable;
  none.selected = scene.selected_cell;
  if (scene.show.has(ShowCard::figure)) {
    StageFigure figure = none;
    figure.combination = figure.windows = true;
    const bool by_rows = run_->figures->combination() != nullptr && run_->figures->windows() == nullptr;
    content.figures.push_back(by_rows ? rows_so_far(scene, moment) : stage(scene, figure));
  }
  for (const auto& [card, part] :
       {std::pair(ShowCard::lanes, &StageFigure::lanes), std::pair(ShowCard::memory, &StageFigure::memory)}) {
    if (!scene.show.has(card)) continue;
    StageFigure figure = none;
    figure.*part = true;
    content.figures.push_back(stage(scene, figure));
  }
}

std::string PageContents::stage(const AppState& scene, const StageFigure& figure) const {
  const float height = stage_height(*run_->figures, figure, kPaperFigureWidth);
  return svg(scene, height, [&](Canvas& canvas) {
    draw_stage(canvas, {0, 0, kPaperFigureWidth, height}, *run_->figures, figure);
  });
}

// Paper has no room for the rows that come later.
std::string PageContents::rows_so_far(const AppState& scene, const ShownMoment& moment) const {
  constexpr float around = 12, legend = drawing::kLegendHeight + 14;
  const sim::Combination& combination = *run_->figures->combination();
  const auto draw = [&](Canvas& canvas, float height) {
    CombinationView view;
    CombinationFrame frame{moment.position, moment.step_begin};
    frame.hides_labels = (hides_ & quiz::hides_inputs) != 0;
    draw_combination(canvas, {around, around, kPaperFigureWidth - 2 * around, height}, *run_->trace,
                     combination, run_->figures->coverage_labels(), frame, view);
  };
  const float whole = combination_height(combination);
  CanvasRecorder recorder;
  draw(recorder, whole);
  float below = 0;
  for (const DrawnItem& item : recorder.items())
    if (item.bounds.bottom() < around + whole - legend) below = std::max(below, item.bounds.bottom());
  const float height = std::min(whole, below - around + legend + 10);
  return svg(scene, height + 2 * around, [&](Canvas& canvas) { draw(canvas, height); });
}

// The lines around the one that is executed next.
std::vector<PrintedLine> PageContents::source(const ShownMoment& moment) const {
  const Plan& plan = run_->trace->plan();
  std::size_t program = 0;
  if (moment.position < run_->trace->size())
    program = plan.launches[run_->trace->at(moment.position).moment.launch].program;
  const std::string& text = plan.programs[program].source.text;
  const std::uint32_t middle = std::max(moment.line, 1 + kLinesAround);
  std::vector<PrintedLine> lines;
  std::uint32_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (number + kLinesAround >= middle && number <= middle + kLinesAround)
      lines.push_back({number, text.substr(begin, end - begin), number == moment.line});
    begin = end + 1;
  }
  return lines;
}

// The chosen ones; where none is chosen, all that are not 0.
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
