#include "assignment/report/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>

#include "assignment/judging/tried_lines.hpp"
#include "assignment/report/markup.hpp"
#include "assignment/report/shown_cases.hpp"
#include "assignment/report/student_view.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

// On a phone, the cells of a row are stacked. Wide tables of all submissions can be scrolled.
constexpr std::string_view kStyle =
    R"(*{box-sizing:border-box}
body{font:16px/1.45 system-ui,sans-serif;max-width:64rem;margin:1rem auto;padding:0 1rem;color:#111;background:#fff;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top}
.tests{table-layout:fixed}.tests th.test{width:22%}.tests th.state{width:8rem}.tests th.points{width:6rem}
td.points,th.points{text-align:right;white-space:nowrap}p{margin:.2rem 0 .6rem}td p:last-child{margin-bottom:0}
pre{background:#f3f3f3;padding:.5rem;margin:.3rem 0;overflow-x:auto;font-size:.85rem}
pre.message{white-space:pre-wrap}h1{font-size:1.6rem}h2{font-size:1.3rem}h3{font-size:1.1rem}
.all{overflow-x:auto}.all table{font-size:.9rem;overflow-wrap:normal}.all td:first-child{white-space:nowrap}
td.state{font-weight:bold}.passed{color:#0a5c2b}.other{color:#8c1a11}.none{color:#444;font-weight:normal}
figure{margin:.3rem 0;break-inside:avoid}figure img{max-width:100%;height:auto;border:1px solid #bbb}figcaption,code{font-size:.85rem}
mark{background:#ffe08a;color:#111;display:inline-block;min-width:100%}
@media screen and (max-width:40rem){.tests thead{display:none}.tests,.tests tbody,.tests tr,.tests td{display:block;width:auto}
.tests tr{border-bottom:1px solid #bbb;padding:.4rem 0}.tests td{border:0;padding:.1rem 0;text-align:left}.tests td.title{font-weight:bold}
.tests td.state,.tests td.points{display:inline-block;padding-right:1rem}}
@media print{body{margin:0;max-width:none;font-size:11pt}pre{white-space:pre-wrap}tr{break-inside:avoid}.all{overflow:visible}.all table{font-size:8pt}})";

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</"
      "html>\n",
      escaped(title), kStyle, body);
}

enum class Look : std::uint8_t { passed, other, none };

std::string state_cell(Look look, std::string_view words) {
  const std::string_view kind = look == Look::passed ? "passed" : look == Look::other ? "other" : "none";
  return fmt::format("<td class=\"state {}\">{}</td>", kind, escaped(words));
}

// The line breaks in a compiler's message are kept, so that the caret remains below its position.
std::string words_html(std::string_view words) {
  if (words.empty()) return {};
  if (words.find('\n') == words.npos) return fmt::format("<p>{}</p>", escaped(words));
  return fmt::format("<pre class=\"message\">{}</pre>", escaped(words));
}

// Returns the lines around a place, with the line of the place highlighted.
std::string excerpt(const SubmissionResult& result, const SourcePlace& place) {
  constexpr std::uint32_t around = 2;
  const auto file = std::ranges::find(result.files, place.file, &SourceText::path);
  if (!place.is_known() || file == result.files.end()) return {};
  std::istringstream text(file->text);
  std::string lines, line;
  for (std::uint32_t number = 1; std::getline(text, line) && number <= place.line + around; ++number) {
    if (number + around < place.line) continue;
    const std::string shown = fmt::format("{:4}  {}", number, escaped(shortened(line, 400)));
    lines += number == place.line ? "<mark>" + shown + "</mark>\n" : shown + "\n";
  }
  return "<pre>" + lines + "</pre>";
}

std::string paragraphs_of(const SubmissionResult& result) {
  std::string html;
  if (!result.problem.empty()) html += fmt::format("<p>{}</p>\n", escaped(as_sentence(result.problem)));
  for (const std::string& note : result.notes) html += fmt::format("<p>Note: {}</p>\n", escaped(note));
  return html;
}

constexpr std::string_view kTestColumns =
    "<table class=\"tests\">\n<thead><tr><th class=\"test\">test</th><th class=\"state\">state</th><th "
    "class=\"points\">points</th><th>why</th></tr></thead>\n";

std::string row(const std::string& title, const std::string& state, double points, double most,
                const std::string& why) {
  return fmt::format("<tr><td class=\"title\">{}</td>{}<td class=\"points\">{} of {}</td><td>{}</td></tr>\n",
                     escaped(title), state, points_text(points), points_text(most), why);
}

std::string student_row(const SubmissionResult& result, const StudentTest& test, bool is_said) {
  const std::string state = test.is_run ? std::string(name(test.state)) : "after the deadline";
  const Look look = test.is_passed()                                                         ? Look::passed
                    : test.is_run && !test.is_left_out() && test.state != TestState::skipped ? Look::other
                                                                                             : Look::none;
  return row(test.title, state_cell(look, state), test.points, test.max_points,
             is_said ? "" : words_html(test.text()) + excerpt(result, test.at));
}

std::string task_heading(std::string_view element, const Task& task, const TaskResult* result) {
  const std::string bonus =
      task.bonus() > 0 ? fmt::format(" + {} bonus", points_text(task.bonus())) : std::string();
  const std::string points =
      result == nullptr
          ? ""
          : fmt::format(": {} of {}{}{}", points_text(result->points + result->bonus),
                        points_text(task.points), bonus, result->is_by_person ? ", set manually" : "");
  return fmt::format("<{0}>{1}{2}</{0}>\n", element, escaped(task.title), points);
}

const TaskResult* find_task_result(const SubmissionResult& result, const Task& task) {
  const auto found = std::ranges::find(result.tasks, &task, &TaskResult::task);
  return found == result.tasks.end() ? nullptr : &*found;
}

std::string failure_html(const Failure& failure) {
  const std::string which =
      failure.which ? "<p><i>" + escaped(failure.which->text()) + "</i></p>" : std::string();
  if (failure.reason.find('\n') != std::string::npos)
    return words_html(failure.kind) + words_html(failure.reason) + which;
  return words_html(failure.kind + ": " + as_sentence(failure.reason)) + which;
}

// Returns a separate row with the failed run: its figure, a description, and the command that opens the run
// in the window.
std::string case_row(const SubmissionResult& result, const TaskResult& task, const TestResult& test) {
  const auto shown = shown_case(result, task, test);
  if (!shown) return {};
  const std::optional<ShownMoment>& moment = shown->failure->moment;
  std::string words = fmt::format("{}{}.", shown->is_example ? "The same failure in a small case: " : "",
                                  shown->failure->which->text());
  if (moment)
    words += fmt::format(" {} Moment {}: {}", as_sentence(shown->failure->reason), moment->position,
                         moment->sentence);
  const std::string picture = shown->figure.empty()
                                  ? std::string()
                                  : fmt::format("<img src=\"{}\" alt=\"{}\" loading=\"lazy\">",
                                                escaped(shown->figure), escaped(words));
  return fmt::format(
      "<tr><td colspan=\"4\"><figure>{0}<figcaption>{1} In the window: <a href=\"{2}\"><code>lockstep "
      "{2}</code></a></figcaption></figure></td></tr>\n",
      picture, escaped(words), escaped(shown->scene));
}

std::string grader_row(const SubmissionResult& result, const Task& task, const TestResult& test,
                       const StudentTest& seen) {
  std::string why;
  if (test.failure) {
    why = failure_html(*test.failure) + excerpt(result, test.failure->place);
    if (!test.tried.empty()) why += words_html(tried_changes_words(test, task));
    const bool is_hidden = test.test->visibility != Visibility::always;
    const bool is_same = !seen.sentences.empty() && test.failure->reason.starts_with(seen.sentences);
    if (is_hidden && !is_same && !seen.sentences.empty())
      why += "<p>The student sees:</p>" + words_html(seen.text());
  }
  const bool is_neutral = seen.is_left_out() || test.state == TestState::skipped;
  const Look look = test.is_passed() ? Look::passed : is_neutral ? Look::none : Look::other;
  return row(test.test->title, state_cell(look, name(test.state)), test.points, test.test->points, why);
}

// Returns the student's view of each test.
using Seen = std::map<std::string, StudentTest>;

std::string grader_part(const Grading& grading, const SubmissionResult& result) {
  std::string html = fmt::format("<h2 id=\"{0}\">{1}</h2>\n<p>{2}{3}</p>\n", escaped(result.id),
                                 escaped(result.shown), escaped(points_sentence(grading, result)),
                                 result.attempt > 1 ? fmt::format("; attempt {}", result.attempt) : "");
  if (!result.group.empty())
    return html +
           fmt::format("<p>The tests are <a href=\"#{0}\">those of {0}</a>.</p>\n", escaped(result.group));
  html += fmt::format("<p>Hash {}</p>\n", result.hash) + paragraphs_of(result);
  Seen seen;
  for (StudentTest& test : student_view(grading, result)) seen[test.name] = std::move(test);
  for (const TaskResult& task : result.tasks) {
    html += task_heading("h3", *task.task, &task) + std::string(kTestColumns);
    for (const TestResult& test : task.tests)
      html += grader_row(result, *task.task, test, seen[task.task->title + ": " + test.test->title]) +
              case_row(result, task, test);
    html += "</table>\n";
  }
  return html;
}

std::string overview_row(const Grading& grading, const SubmissionResult& one) {
  std::string html = fmt::format("<tr><td><a href=\"#{}\">{}</a></td><td class=\"points\">{}</td>",
                                 escaped(one.id), escaped(one.shown), points_text(one.final_points));
  if (has_late_submissions(grading)) html += fmt::format("<td class=\"points\">{}</td>", one.days_late);
  for (const Task& task : grading.assignment->tasks) {
    const TaskResult* const found = find_task_result(one, task);
    html += fmt::format("<td class=\"points\">{}</td>",
                        found == nullptr ? "" : points_text(found->points + found->bonus));
  }
  return html + "</tr>\n";
}

std::string overview(const Grading& grading) {
  std::string html =
      "<div class=\"all\"><table>\n<thead><tr><th>submission</th><th class=\"points\">points</th>";
  if (has_late_submissions(grading)) html += "<th class=\"points\">days late</th>";
  for (const Task& task : grading.assignment->tasks) html += fmt::format("<th>{}</th>", escaped(task.title));
  html += "</tr></thead>\n";
  for (const SubmissionResult& one : grading.submissions) html += overview_row(grading, one);
  return html + "</table></div>\n";
}

std::string to_look_at(const Grading& grading) {
  std::string list;
  for (const SubmissionResult& one : grading.submissions)
    if (one.group.empty())
      for (const std::string& doubt : one.doubts())
        list += fmt::format("<li><a href=\"#{}\">{}</a>: {}</li>\n", escaped(one.id), escaped(one.shown),
                            escaped(doubt));
  return list.empty() ? list : "<h2>To look at</h2>\n<ul>\n" + list + "</ul>\n";
}

std::string circumstances(const Grading& grading) {
  const std::string secret = grading.has_secret ? "secret " + grading.secret_hash : std::string("no secret");
  std::string html =
      fmt::format("<p>{}; assignment {}; {}; workers confined by {}.</p>\n", escaped(grading.version),
                  grading.assignment_hash, secret,
                  grading.confinement.empty() ? std::string("nothing") : escaped(grading.confinement));
  if (has_known_inputs(grading)) html += fmt::format("<p><b>{}</b></p>\n", escaped(kKnownInputs));
  return html;
}

}  // namespace

std::string student_page(const Grading& grading, const SubmissionResult& result) {
  std::string html = fmt::format("<h1>{}</h1>\n<p>{}: <b>{}</b></p>\n", escaped(grading.assignment->title),
                                 escaped(result.shown), escaped(points_sentence(grading, result))) +
                     paragraphs_of(result);
  const std::vector<StudentTest> view = student_view(grading, result);
  std::size_t next = 0;
  for (const Task& task : grading.assignment->tasks) {
    html += task_heading("h2", task, find_task_result(result, task)) + std::string(kTestColumns);
    std::string said;
    for (std::size_t i = 0; i < task.tests.size(); ++i, ++next) {
      if (!view[next].is_ever_shown()) continue;
      const std::string words = view[next].text();
      html += student_row(result, view[next], !words.empty() && words == said);
      said = words;
    }
    html += "</table>\n";
  }
  return page(grading.assignment->title, html);
}

std::string grader_page(const Grading& grading) {
  std::string html =
      fmt::format("<h1>{}</h1>\n", escaped(grading.assignment->title)) + circumstances(grading);
  std::string not_graded;
  for (const SubmissionResult& one : grading.submissions)
    if (!one.is_graded())
      not_graded += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", escaped(one.id), escaped(one.shown));
  if (!not_graded.empty()) html += "<h2>Not graded</h2>\n<ul>\n" + not_graded + "</ul>\n";
  html += overview(grading) + to_look_at(grading);
  for (const SubmissionResult& one : grading.submissions) html += grader_part(grading, one);
  return page(grading.assignment->title, html);
}

}  // namespace lockstep::assignment
