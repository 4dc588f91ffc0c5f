#include "gui/lesson/export/handout.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/text/text.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/lesson/export/handout_style.hpp"
#include "gui/lesson/export/html_text.hpp"
#include "gui/lesson/export/page_content.hpp"
#include "gui/lesson/reading/links.hpp"

namespace lockstep::gui {
namespace {

// Converts an SVG drawing to an element of an HTML page: adds a prefix to its ids, makes its height a whole
// number, and removes attributes that HTML does not define and that have no effect.
std::string html_figure(const std::string& document, const std::string& prefix) {
  std::string svg = svg_element(document, prefix);
  if (const std::size_t height = svg.find(" height=\""); height != svg.npos) {
    const std::size_t point = svg.find_first_of(".\"", height + 9);
    if (svg[point] == '.') svg.erase(point, svg.find('"', point) - point);
  }
  constexpr std::string_view space = " xml:space=\"preserve\"";
  for (std::size_t at = 0; (at = svg.find(space, at)) != svg.npos;) svg.erase(at, space.size());
  return svg;
}

std::string html_source(const std::vector<PrintedLine>& lines) {
  std::string html;
  for (const PrintedLine& line : lines)
    html += fmt::format("{}<span class=\"number\">{:>3}</span> {}{}\n", line.is_next ? "<b>" : "",
                        line.number, escape_html(line.text), line.is_next ? "</b>" : "");
  return lines.empty() ? "" : "<pre class=\"source\"><code>" + html + "</code></pre>\n";
}

std::string html_counters(const std::vector<CounterLine>& lines) {
  std::string rows;
  for (const auto& [title, value] : lines)
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"right\">{}</td></tr>\n", escape_html(title),
                        escape_html(value));
  return rows.empty() ? "" : fmt::format("<table class=\"counters\">\n<tbody>\n{}</tbody>\n</table>\n", rows);
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
      : lesson_(lesson), options_(options), contents_(lesson, tools) {}

  Result<void> add(const LessonPage& page, const std::optional<AppState>& scene) {
    page_ = &page;
    const auto content = contents_.read(page, scene);
    if (!content) return tl::unexpected(content.error());
    const std::string shown = html_of(*content);
    wrong_.clear();
    const std::string text = gui::html_of(page.blocks, context());
    if (!wrong_.empty()) return failure(wrong_);
    body_ += fmt::format("<section id=\"{}\"{}>\n<div class=\"text\">\n{}</div>\n{}</section>\n", id_of(page),
                         shown.empty() ? " class=\"plain\"" : "", text, shown);
    if (options_.solutions == Solutions::after && !solutions_.empty())
      body_ += fmt::format("<section class=\"plain\">\n<h2>{}: answers</h2>\n<dl>\n{}</dl>\n</section>\n",
                           escape_html(page.title), std::exchange(solutions_, {}));
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
    LessonText result = with_values(text, contents_.moment(), &faults);
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
          fmt::format("{}: Cannot embed the picture {}: {}", lesson_.path(), file, bytes.error().message);
    return {};
  }

  // Returns the contents that the page shows beside or below its text.
  std::string html_of(const PageContent& content) {
    if (content.is_empty()) return {};
    std::string html = html_source(content.source);
    for (const std::string& figure : content.figures)
      html += fmt::format("<figure class=\"wide\">{}</figure>\n",
                          html_figure(figure, fmt::format("{}-{}-", page_->name, ++figures_)));
    if (!content.sentence.empty())
      html += fmt::format("<p class=\"sentence\">{}</p>\n", escape_html(content.sentence));
    html += html_counters(content.counters);
    return fmt::format("<div class=\"shown\">\n{}</div>\n", html);
  }

  std::string question(std::size_t number) {
    const auto ready = contents_.question(number);
    if (!ready) {
      if (wrong_.empty()) wrong_ = as_sentence(ready.error().message);
      return {};
    }
    ++questions_;
    HtmlContext plain = context();
    plain.values = [](const LessonText& text) { return text; };
    add_solution(*ready, plain);
    return fmt::format(
        "<div class=\"question\" id=\"question-{0}\">\n<p><b>Question {0}.</b> {1}</p>\n{2}</div>\n",
        questions_, gui::html_of(ready->text, plain), answers(*ready, plain));
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
      html += fmt::format("<li>{}</li>\n", gui::html_of(choice, plain));
    return html + "</ol>\n";
  }

  void add_solution(const ReadyQuestion& ready, const HtmlContext& plain) {
    solutions_ += fmt::format(
        "<dt><a href=\"{0}#question-{1}\">Question {1}</a></dt>\n<dd><b>{2}</b>{3}</dd>\n",
        options_.solutions == Solutions::apart ? options_.file : "", questions_,
        escape_html(right_in_words(ready)), ready.why.empty() ? "" : " " + gui::html_of(ready.why, plain));
  }

  const LoadedLesson& lesson_;
  const HandoutOptions& options_;
  PageContents contents_;
  const LessonPage* page_ = nullptr;
  std::string body_, solutions_, wrong_;
  unsigned questions_ = 0, figures_ = 0;
};

}  // namespace

std::string_view name(Solutions solutions) {
  switch (solutions) {
    case Solutions::end:
      return "end";
    case Solutions::after:
      return "after";
    case Solutions::apart:
      return "apart";
    case Solutions::none:
      break;
  }
  return "none";
}

std::optional<Solutions> parse_solutions(std::string_view text) {
  for (const Solutions solutions : {Solutions::end, Solutions::after, Solutions::apart, Solutions::none})
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
