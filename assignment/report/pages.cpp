#include "assignment/report/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "assignment/report/markup.hpp"
#include "assignment/report/student_view.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kStyle =
    R"(body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem;color:#111;background:#fff}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top}
td.points,th.points{text-align:right;white-space:nowrap}pre{background:#f3f3f3;padding:.5rem;overflow-x:auto}
.state{font-weight:bold}.passed{color:#0a5c2b}.other{color:#8c1a11}mark{background:#ffe08a;color:#111}
@media print{body{margin:0;max-width:none}pre{white-space:pre-wrap}tr{break-inside:avoid}})";

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</"
      "html>\n",
      escaped(title), kStyle, body);
}

std::string state_cell(bool is_passed, std::string_view words) {
  return fmt::format("<td class=\"state {}\">{}</td>", is_passed ? "passed" : "other", escaped(words));
}

// The lines around a place, with its own marked.
std::string excerpt(const SubmissionResult& result, const SourcePlace& place) {
  constexpr std::uint32_t around = 2;
  const auto file = std::ranges::find(result.files, place.file, &SourceText::path);
  if (!place.is_known() || file == result.files.end()) return {};
  std::istringstream text(file->text);
  std::string lines, line;
  for (std::uint32_t number = 1; std::getline(text, line) && number <= place.line + around; ++number) {
    if (number + around < place.line) continue;
    const std::string shown = fmt::format("{:4}  {}", number, escaped(shortened(line, 160)));
    lines += number == place.line ? "<mark>" + shown + "</mark>\n" : shown + "\n";
  }
  return "<pre>" + lines + "</pre>";
}

std::string heading(const Grading& grading, const SubmissionResult& result) {
  std::string html = fmt::format("<h1>{}</h1>\n<p>{}: <b>{}</b></p>\n", escaped(grading.assignment->title),
                                 escaped(result.shown), escaped(points_sentence(grading, result)));
  if (!result.problem.empty()) html += fmt::format("<p>{}</p>\n", escaped(as_sentence(result.problem)));
  for (const std::string& note : result.notes) html += fmt::format("<p>Note: {}</p>\n", escaped(note));
  return html;
}

constexpr std::string_view kTestColumns =
    "<table>\n<thead><tr><th>test</th><th>state</th><th "
    "class=\"points\">points</th><th>why</th></tr></thead>\n";

std::string student_row(const SubmissionResult& result, const StudentTest& test) {
  const std::string state = test.is_run ? std::string(name(test.state)) : "after the deadline";
  return fmt::format("<tr><td>{}</td>{}<td class=\"points\">{} of {}</td><td>{}{}</td></tr>\n",
                     escaped(test.title), state_cell(test.is_passed(), state), points_text(test.points),
                     points_text(test.max_points), escaped(test.sentences), excerpt(result, test.at));
}

std::string failure_html(const Failure& failure, std::string_view title) {
  return fmt::format("<p>{}{}: {}{}</p>", title, escaped(failure.kind), escaped(as_sentence(failure.reason)),
                     failure.which ? " <i>" + escaped(failure.which->text()) + "</i>" : std::string());
}

std::string grader_row(const SubmissionResult& result, const TestResult& test) {
  std::string why;
  if (test.failure) {
    why = failure_html(*test.failure, "") + excerpt(result, test.failure->place);
    if (test.example) why += failure_html(*test.example, "The student sees: ");
  }
  return fmt::format("<tr><td>{}</td>{}<td class=\"points\">{} of {}</td><td>{}</td></tr>\n",
                     escaped(test.test->title), state_cell(test.is_passed(), name(test.state)),
                     points_text(test.points), points_text(test.test->points), why);
}

std::string grader_part(const Grading& grading, const SubmissionResult& result) {
  std::string html =
      fmt::format("<h2 id=\"{0}\">{1}</h2>\n<p>{2}; hash {3}{4}</p>\n", escaped(result.id),
                  escaped(result.shown), escaped(points_sentence(grading, result)), result.hash,
                  result.attempt > 1 ? fmt::format("; attempt {}", result.attempt) : "");
  if (!result.problem.empty()) html += fmt::format("<p>{}</p>\n", escaped(as_sentence(result.problem)));
  for (const TaskResult& task : result.tasks) {
    html += fmt::format("<h3>{}: {}</h3>\n{}", escaped(task.task->title),
                        points_text(task.points + task.bonus), kTestColumns);
    for (const TestResult& test : task.tests) html += grader_row(result, test);
    html += "</table>\n";
  }
  return html;
}

}  // namespace

std::string student_page(const Grading& grading, const SubmissionResult& result) {
  std::string html = heading(grading, result), task;
  for (const StudentTest& test : student_view(grading, result)) {
    if (test.task != task) {
      if (!task.empty()) html += "</table>\n";
      task = test.task;
      html += fmt::format("<h2>{}</h2>\n{}", escaped(task), kTestColumns);
    }
    html += student_row(result, test);
  }
  return page(grading.assignment->title, html + (task.empty() ? "" : "</table>\n"));
}

std::string grader_page(const Grading& grading) {
  std::string html =
      fmt::format("<h1>{}</h1>\n<p>Lockstep {}; assignment {}, secret {}; workers confined by {}.</p>\n",
                  escaped(grading.assignment->title), escaped(grading.version), grading.assignment_hash,
                  grading.secret_hash,
                  grading.confinement.empty() ? std::string("nothing") : escaped(grading.confinement));
  std::string not_graded, rows;
  for (const SubmissionResult& one : grading.submissions) {
    const std::string link = fmt::format("<a href=\"#{0}\">{1}</a>", escaped(one.id), escaped(one.shown));
    if (!one.is_graded()) not_graded += fmt::format("<li>{}</li>\n", link);
    rows += fmt::format("<tr><td>{}</td><td class=\"points\">{}</td></tr>\n", link,
                        points_text(one.final_points));
  }
  if (!not_graded.empty()) html += "<h2>Not graded</h2>\n<ul>\n" + not_graded + "</ul>\n";
  html += "<table>\n<thead><tr><th>submission</th><th class=\"points\">points</th></tr></thead>\n" + rows +
          "</table>\n";
  for (const SubmissionResult& one : grading.submissions) html += grader_part(grading, one);
  return page(grading.assignment->title, html);
}

}  // namespace lockstep::assignment
