#include "gui/lesson/output/handout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text/text.hpp"
#include "gui/canvas/recorder.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/figures/tools/drawing.hpp"
#include "gui/lesson/checking/ready_question.hpp"
#include "gui/lesson/output/handout_style.hpp"
#include "gui/lesson/output/html_text.hpp"
#include "gui/lesson/reading/links.hpp"

namespace lockstep::gui {
namespace {

constexpr float kFigureWidth = 720;        // px; a phone scrolls it
constexpr std::uint32_t kLinesAround = 6;  // of the source, above and below the line that is next

// Ids hold within a document, and each drawing has its own: "clip-0" becomes "page-3-clip-0".
std::string with_own_ids(std::string svg, const std::string& prefix) {
  for (const std::string_view before : {"id=\"", "url(#"})
    for (std::size_t at = 0; (at = svg.find(before, at)) != svg.npos; at += before.size() + prefix.size())
      svg.insert(at + before.size(), prefix);
  const std::size_t begin = svg.find("<svg");
  svg.erase(0, begin == svg.npos ? 0 : begin);
  // Sizes are whole numbers in HTML.
  if (const std::size_t height = svg.find(" height=\""); height != svg.npos) {
    const std::size_t point = svg.find_first_of(".\"", height + 9);
    if (svg[point] == '.') svg.erase(point, svg.find('"', point) - point);
  }
  // What HTML has no name for, and draws no differently.
  constexpr std::string_view space = " xml:space=\"preserve\"";
  for (std::size_t at = 0; (at = svg.find(space, at)) != svg.npos;) svg.erase(at, space.size());
  return svg;
}

std::string media_type(std::string_view file) {
  return file.ends_with(".png") ? "image/png" : "image/svg+xml";
}

std::string document(std::string_view title, std::string_view classes, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" content=\"Lockstep\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n"
      "<body class=\"{}\">\n{}</body>\n</html>\n",
      escape_html(title), handout_style(), classes, body);
}

class Handouts {
 public:
  Handouts(const LoadedLesson& lesson, const LessonTools& tools, const HandoutOptions& options)
      : lesson_(lesson), tools_(tools), options_(options) {}

  Result<void> add(const LessonPage& page, const std::optional<AppState>& scene) {
    page_ = &page;
    run_ = nullptr;
    moment_ = {};
    quiz_.reset();
    std::string shown;
    if (scene) {
      auto drawn = draw(page, *scene);
      if (!drawn)
        return tl::unexpected(Error{drawn.error().kind, place_of(page.scene->place) + drawn.error().message});
      shown = std::move(*drawn);
    }
    wrong_.clear();
    const std::string text = html_of(page.blocks, context());
    if (!wrong_.empty()) return failure(wrong_);
    body_ += fmt::format("<section id=\"{}\"{}>\n<div class=\"text\">\n{}</div>\n{}</section>\n", id_of(page),
                         shown.empty() ? " class=\"plain\"" : "", text, shown);
    return {};
  }

  Handout finish() {
    const Lesson& lesson = lesson_.lesson;
    std::string body;
    if (!options_.slides && lesson.pages.size() > 2) body += contents();
    body += body_;
    Handout handout;
    const bool has = !solutions_.empty();
    const std::string solutions = fmt::format(
        "<section id=\"solutions\" class=\"plain\">\n<h2>Solutions</h2>\n<dl>\n{}</dl>\n</section>\n",
        solutions_);
    if (has && options_.solutions == Solutions::end) body += solutions;
    handout.html = document(lesson.title, options_.slides ? "slides" : "handout", body);
    if (has && options_.solutions == Solutions::apart)
      handout.solutions = document(lesson.title + ": solutions", "handout",
                                   fmt::format("<h1>{}</h1>\n{}", escape_html(lesson.title), solutions));
    return handout;
  }

 private:
  std::string place_of(LessonPlace place) const {
    return fmt::format("{}:{}:{}: ", lesson_.path(), place.line, place.column);
  }
  static std::string id_of(const LessonPage& page) { return page.name.empty() ? "page" : uri_of(page.name); }

  std::string contents() const {
    std::string list;
    for (const LessonPage& page : lesson_.lesson.pages)
      list += fmt::format("<li><a href=\"{}\">{}</a></li>\n", "#" + id_of(page), escape_html(page.title));
    return fmt::format("<nav aria-label=\"Contents\">\n<ol>\n{}</ol>\n</nav>\n", list);
  }

  HtmlContext context() {
    HtmlContext context;
    context.least_heading = page_ == &lesson_.lesson.pages.front() ? 1 : 2;
    context.href = [this](const std::string& target) { return href(target); };
    context.picture = [this](const std::string& file) { return picture(file); };
    context.question = [this](std::size_t number) { return question(number); };
    context.values = [this](const LessonText& text) { return valued(text); };
    return context;
  }

  LessonText valued(const LessonText& text) {
    std::vector<LessonFault> faults;
    LessonText result = with_values(text, moment_, &faults);
    if (!faults.empty() && wrong_.empty()) wrong_ = place_of(faults.front().place) + faults.front().what;
    return result;
  }

  std::string href(const std::string& target) {
    const auto found = follow_link(lesson_, target);
    if (!found) return {};
    switch (found->kind) {
      case LinkTarget::Kind::page:
        return "#" + found->page;
      case LinkTarget::Kind::web:
        return found->where;
      case LinkTarget::Kind::lesson: {
        const auto folder = find_lesson(found->where);
        if (!folder) return {};
        return folder->name + ".html" + (found->page.empty() ? "" : "#" + found->page);
      }
      case LinkTarget::Kind::document:
        break;
    }
    return {};
  }

  std::string picture(const std::string& file) {
    const auto bytes = lesson_.folder.read(file);
    if (bytes) return fmt::format("data:{};base64,{}", media_type(file), base64(*bytes));
    if (wrong_.empty())
      wrong_ =
          fmt::format("{}: The picture {} cannot be taken: {}", lesson_.path(), file, bytes.error().message);
    return {};
  }

  // The scene's cards, beside or below the text.
  Result<std::string> draw(const LessonPage& page, const AppState& scene) {
    const auto run = runs_.run(scene);
    if (!run) return tl::unexpected(run.error());
    run_ = *run;
    quiz_ = std::make_unique<quiz::Quiz>(run_->trace, run_->figures->combination());
    const auto position = moment_of(page, scene, *run_, *quiz_);
    if (!position) return tl::unexpected(position.error());
    lab_.reset();
    if (is_lab(scene)) lab_.emplace(scene);
    moment_ = {run_, *position, lab_ ? &*lab_ : nullptr};
    AppState shown = scene;
    shown.position = *position;
    if (shown.tab != kStepPage) return other_page(shown);
    const ShownMoment& moment = runs_.session().moment(shown);
    hides_ = hidden_at(page, *position);
    shown.show = without_answer(shown.show, hides_);
    std::string html;
    if (shown.show.has(ShowCard::source)) html += source(moment);
    html += figures(shown, moment);
    if (shown.show.has(ShowCard::sentence))
      html += fmt::format("<p class=\"sentence\">{}</p>\n", escape_html(moment.sentence));
    if (shown.show.has(ShowCard::counters)) html += counters(shown.show, moment.so_far);
    return fmt::format("<div class=\"shown\">\n{}</div>\n", html);
  }

  // What the page's questions must not give away.
  unsigned hidden_at(const LessonPage& page, std::uint64_t position) const {
    unsigned hides = 0;
    for (const LessonQuestion& question : page.questions)
      if (question.form == LessonQuestion::Form::asked)
        if (const auto asked = asked_question(question, *run_, *quiz_); asked && asked->position >= position)
          hides |= asked->hides;
    return hides;
  }

  Result<std::string> other_page(const AppState& scene) {
    if (!tools_.draw_page) return std::string();
    auto svg = tools_.draw_page(scene, kFigureWidth);
    if (!svg) return tl::unexpected(svg.error());
    return fmt::format("<div class=\"shown\">\n<figure class=\"wide\">{}</figure>\n</div>\n",
                       with_own_ids(std::move(*svg), page_->name + "-"));
  }

  std::string figures(const AppState& scene, const ShownMoment& moment) {
    StageFigure none{moment.position, moment.step_begin};
    none.combination = none.lanes = none.memory = false;
    none.lane_variable = scene.lane_variable;
    none.selected = scene.selected_cell;
    std::string html;
    if (scene.show.has(ShowCard::figure)) {
      StageFigure figure = none;
      figure.combination = figure.windows = true;
      const bool by_rows = run_->figures->combination() != nullptr && run_->figures->windows() == nullptr;
      html += by_rows ? rows_so_far(scene, moment) : stage(scene, figure);
    }
    for (const auto& [card, part] : {std::pair(ShowCard::lanes, &StageFigure::lanes),
                                     std::pair(ShowCard::memory, &StageFigure::memory)}) {
      if (!scene.show.has(card)) continue;
      StageFigure figure = none;
      figure.*part = true;
      html += stage(scene, figure);
    }
    return html;
  }

  std::string stage(const AppState& scene, const StageFigure& figure) {
    const float height = stage_height(*run_->figures, figure, kFigureWidth);
    return svg(scene, height, [&](Canvas& canvas) {
      draw_stage(canvas, {0, 0, kFigureWidth, height}, *run_->figures, figure);
    });
  }

  // Paper has no room for the rows that come later.
  std::string rows_so_far(const AppState& scene, const ShownMoment& moment) {
    constexpr float around = 12, legend = drawing::kLegendHeight + 14;
    const sim::Combination& combination = *run_->figures->combination();
    const auto draw = [&](Canvas& canvas, float height) {
      CombinationView view;
      CombinationFrame frame{moment.position, moment.step_begin};
      frame.hides_labels = (hides_ & quiz::hides_inputs) != 0;
      draw_combination(canvas, {around, around, kFigureWidth - 2 * around, height}, *run_->trace, combination,
                       run_->figures->coverage_labels(), frame, view);
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

  std::string svg(const AppState& scene, float height, const std::function<void(Canvas&)>& draw) {
    CanvasSvg canvas(kFigureWidth, std::ceil(height), ThemeName::light);
    canvas.speak(scene.words);
    draw(canvas);
    const std::string title = fmt::format("{}, n = {}", scene.algorithm, scene.n);
    return fmt::format("<figure class=\"wide\">{}</figure>\n",
                       with_own_ids(canvas.document(title), fmt::format("{}-{}-", page_->name, ++figures_)));
  }

  // The lines around the one that is executed next, which is marked.
  std::string source(const ShownMoment& moment) const {
    const Plan& plan = run_->trace->plan();
    std::size_t program = 0;
    if (moment.position < run_->trace->size())
      program = plan.launches[run_->trace->at(moment.position).moment.launch].program;
    const std::string& text = plan.programs[program].source.text;
    const std::uint32_t middle = std::max(moment.line, 1 + kLinesAround);
    std::string html = "<pre class=\"source\"><code>";
    std::uint32_t number = 1;
    for (std::size_t begin = 0; begin < text.size(); ++number) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (number + kLinesAround >= middle && number <= middle + kLinesAround) {
        const bool is_next = number == moment.line;
        html += fmt::format("{}<span class=\"number\">{:>3}</span> {}{}\n", is_next ? "<b>" : "", number,
                            escape_html(text.substr(begin, end - begin)), is_next ? "</b>" : "");
      }
      begin = end + 1;
    }
    return html + "</code></pre>\n";
  }

  // The chosen ones; where none is chosen, all that are not 0.
  std::string counters(const Show& show, const sim::Counters& so_far) const {
    if (!tools_.counters) return {};
    std::string rows;
    for (const auto& [title, value] : tools_.counters(so_far, run_->request.schedule.lanes)) {
      const auto is_it = [&, of = std::string_view(title)](const std::string& word) {
        return names_counter(word, of);
      };
      if (show.counters.empty() ? value != "0" : std::ranges::any_of(show.counters, is_it))
        rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"right\">{}</td></tr>\n",
                            escape_html(title), escape_html(value));
    }
    return rows.empty() ? ""
                        : fmt::format("<table class=\"counters\">\n<tbody>\n{}</tbody>\n</table>\n", rows);
  }

  std::string question(std::size_t number) {
    const LessonQuestion& written = page_->questions[number];
    const auto ready = ready_question(written, moment_, quiz_.get());
    if (!ready) {
      if (wrong_.empty()) wrong_ = place_of(written.place) + as_sentence(ready.error().message);
      return {};
    }
    ++questions_;
    HtmlContext plain = context();
    plain.values = [](const LessonText& text) { return text; };
    add_solution(*ready, plain);
    return fmt::format(
        "<div class=\"question\" id=\"question-{0}\">\n<p><b>Question {0}.</b> {1}</p>\n{2}</div>\n",
        questions_, html_of(ready->text, plain), answers(*ready, plain));
  }

  static std::string answers(const ReadyQuestion& ready, const HtmlContext& plain) {
    std::string html;
    if (ready.asked && !ready.asked->given.empty()) {
      for (const std::string& given : ready.asked->given)
        html += (html.empty() ? "" : " ") + escape_html(given);
      html = fmt::format("<p class=\"given\">{}</p>\n", html);
    }
    if (ready.choices.empty()) return html + "<p class=\"blank\">Answer:</p>\n";
    if (ready.form == ReadyQuestion::Form::several)
      html += "<p class=\"hint\">More than one may be right.</p>\n";
    html += "<ol class=\"choices\">\n";
    for (const LessonText& choice : ready.choices)
      html += fmt::format("<li>{}</li>\n", html_of(choice, plain));
    return html + "</ol>\n";
  }

  void add_solution(const ReadyQuestion& ready, const HtmlContext& plain) {
    std::string letters;
    for (std::size_t i = 0; i < ready.right.size(); ++i)
      if (ready.right[i])
        letters += fmt::format("{}{}", letters.empty() ? "" : ", ", static_cast<char>('a' + i));
    const std::string answer = letters.empty() ? escape_html(ready.answer)
                                               : fmt::format("{}: {}", letters, escape_html(ready.answer));
    solutions_ +=
        fmt::format("<dt><a href=\"{0}#question-{1}\">Question {1}</a></dt>\n<dd><b>{2}</b>{3}</dd>\n",
                    options_.solutions == Solutions::apart ? options_.file : "", questions_, answer,
                    ready.why.empty() ? "" : " " + html_of(ready.why, plain));
  }

  const LoadedLesson& lesson_;
  const LessonTools& tools_;
  const HandoutOptions& options_;
  PageRuns runs_;
  const LessonPage* page_ = nullptr;
  const Run* run_ = nullptr;
  std::unique_ptr<quiz::Quiz> quiz_;
  std::optional<LabValues> lab_;
  TextMoment moment_;
  std::string body_, solutions_, wrong_;
  unsigned hides_ = 0;  // quiz::Hidden of the page's questions
  unsigned questions_ = 0, figures_ = 0;
};

}  // namespace

std::string_view name(Solutions solutions) {
  return solutions == Solutions::end ? "end" : solutions == Solutions::apart ? "apart" : "none";
}

std::optional<Solutions> parse_solutions(std::string_view text) {
  for (const Solutions solutions : {Solutions::end, Solutions::apart, Solutions::none})
    if (name(solutions) == text) return solutions;
  return std::nullopt;
}

Result<Handout> make_handout(const LoadedLesson& lesson, const LessonTools& tools,
                             const HandoutOptions& options,
                             const std::function<void(std::size_t)>& show_page) {
  std::vector<LessonFault> faults = lesson.faults;
  const auto scenes = lesson_scenes(lesson, tools.read, faults);
  if (!faults.empty()) return failure(fault_text(lesson.path(), faults.front()));
  Handouts handout(lesson, tools, options);
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (show_page) show_page(i + 1);
    if (const auto added = handout.add(lesson.lesson.pages[i], scenes[i]); !added)
      return tl::unexpected(added.error());
  }
  return handout.finish();
}

}  // namespace lockstep::gui
