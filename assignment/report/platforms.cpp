// Writes the formats of teaching platforms.
//   Gradescope: https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
//   PrairieLearn: https://prairielearn.readthedocs.io/en/latest/externalGrading/#grading-results
//   Autolab: https://docs.autolabproject.com/lab/#writing-autograders
//   VPL: https://vpl.dis.ulpgc.es/documentation/vpl-3.4.3+/concepts.html
//   CodeRunner: https://github.com/trampgeek/moodle-qtype_coderunner#template-grading
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "assignment/report/formats.hpp"
#include "assignment/report/markup.hpp"
#include "assignment/report/student_view.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxPrairieLearn = 1'000'000;  // bytes of results.json
constexpr std::size_t kMaxTestWords = 2'000;         // for each test, if the total is too large

// Returns the fraction of the points, from 0 to 1. Bonus points may not exceed this range.
double fraction_of(const Grading& grading, const SubmissionResult& result) {
  const double all = grading.assignment->points();
  return all > 0 ? std::clamp(result.final_points / all, 0.0, 1.0) : 0;
}

std::string_view gradescope_word(Visibility visibility) {
  switch (visibility) {
    case Visibility::always:
      return "visible";
    case Visibility::after_due:
      return "after_due_date";
    case Visibility::after_publication:
      return "after_published";
    case Visibility::never:
      break;
  }
  return "hidden";
}

bool is_any_readable(const SubmissionResult& result) {
  for (const TaskResult& task : result.tasks)
    for (const TestResult& test : task.tests)
      if (test.state != TestState::not_gradable && test.state != TestState::not_handed_in) return true;
  return false;
}

std::string first_problem(const Grading& grading, const SubmissionResult& result) {
  if (!result.problem.empty()) return as_sentence(result.problem);
  for (const StudentTest& test : student_view(grading, result))
    if (test.is_run && (test.state == TestState::not_gradable || test.state == TestState::not_handed_in))
      return test.text();
  return {};
}

// PrairieLearn truncates text that is longer than its page. The lines of a compiler's message are
// not changed.
std::string folded(const std::string& text) {
  constexpr std::size_t kColumns = 96;
  if (text.find('\n') != text.npos) return text;
  std::string lines = text;
  for (std::size_t begin = 0; lines.size() - begin > kColumns;) {
    std::size_t blank = lines.rfind(' ', begin + kColumns);
    if (blank == lines.npos || blank < begin) blank = lines.find(' ', begin + kColumns);
    if (blank == lines.npos) break;
    lines[blank] = '\n';
    begin = blank + 1;
  }
  return lines;
}

std::string after_blank(const std::string& words) { return words.empty() ? words : "\n" + words; }

Json prairielearn(const Grading& grading, const SubmissionResult& result, std::size_t most_words) {
  // PrairieLearn does not count an ungradable submission as an attempt.
  const bool is_gradable = is_any_readable(result) && result.is_graded();
  Json tests = Json::array();
  for (const StudentTest& test : shown_at_once(grading, result)) {
    if (!test.is_run) continue;
    tests.push_back({{"name", test.name},
                     {"points", test.is_not_graded() ? 0.0 : rounded_points(test.points)},
                     {"max_points", test.max_points},
                     {"message", folded(shortened(test.text(), most_words))}});
  }
  Json json{{"gradable", is_gradable},
            {"score", rounded_points(fraction_of(grading, result))},
            {"message", opening_words(grading, result) + after_blank(words_on_others(grading, result))},
            {"tests", std::move(tests)}};
  if (!is_gradable) {
    const std::string problem = first_problem(grading, result);
    json["format_errors"] = Json::array(
        {shortened(problem.empty() ? "The submission could not be run and will be graded again." : problem,
                   most_words)});
  }
  return json;
}

// VPL displays lines that begin with '>' verbatim, and other lines as paragraphs.
std::string preformatted(const std::string& text) {
  if (text.find('\n') == text.npos) return text;
  std::string lines = ">";
  for (const char c : text) lines += c == '\n' ? std::string("\n>") : std::string(1, c);
  return lines;
}

// Gradescope displays this text immediately. The points of all tests would reveal the points of hidden tests.
std::string words_at_once(const Grading& grading, const SubmissionResult& result) {
  const std::vector<StudentTest> tests = student_view(grading, result);
  const auto is_shown = [](const StudentTest& test) { return test.visibility == Visibility::always; };
  if (std::ranges::all_of(tests, is_shown)) return opening_words(grading, result);
  double points = 0, most = 0;
  for (const StudentTest& test : tests) {
    if (!is_shown(test)) continue;
    points += test.points;
    if (!test.is_bonus) most += test.max_points;
  }
  return fmt::format("{} of {} points in the tests that are shown at once", points_text(points),
                     points_text(most)) +
         notes_of(result);
}

}  // namespace

std::string gradescope_json(const Grading& grading, const SubmissionResult& result) {
  Json tests = Json::array();
  unsigned number = 0;
  for (const StudentTest& test : student_view(grading, result)) {
    ++number;
    Json one{{"name", test.name},
             {"number", std::to_string(number)},
             {"max_score", test.is_bonus ? 0.0 : test.max_points},
             {"output", test.text()},
             {"output_format", "text"},
             {"visibility", gradescope_word(test.visibility)}};
    if (test.is_run && !test.is_not_graded()) {
      one["score"] = rounded_points(test.points);
      if (!test.is_left_out()) one["status"] = test.is_passed() ? "passed" : "failed";
    }
    one["tags"] = Json::array({test.task});
    one["extra_data"] = Json{{"state", test.is_run ? name(test.state) : "after the deadline"}};
    tests.push_back(std::move(one));
  }
  return json_text(Json{{"score", rounded_points(result.final_points)},
                        {"output", words_at_once(grading, result)},
                        {"output_format", "text"},
                        {"visibility", "visible"},
                        {"tests", std::move(tests)},
                        {"leaderboard", Json::array()},
                        {"extra_data", {{"simulated_steps", result.public_steps()}}}}) +
         "\n";
}

std::string prairielearn_json(const Grading& grading, const SubmissionResult& result) {
  std::string text = json_text(prairielearn(grading, result, SIZE_MAX)) + "\n";
  if (text.size() > kMaxPrairieLearn) text = json_text(prairielearn(grading, result, kMaxTestWords)) + "\n";
  return text;
}

std::string autolab_line(const Grading& grading, const SubmissionResult& result) {
  Json scores = Json::object();
  for (const Task& task : grading.assignment->tasks) scores[task.title] = 0.0;
  for (const TaskResult& task : result.tasks)
    scores[task.task->title] = rounded_points(task.points + task.bonus);
  return student_text_at_once(grading, result) + json_line(Json{{"scores", std::move(scores)}}) + "\n";
}

std::string vpl_text(const Grading& grading, const SubmissionResult& result) {
  std::string text = fmt::format(
      "<|--\n{}\n--|>\n",
      preformatted(opening_words(grading, result) + after_blank(words_on_others(grading, result))));
  for (const StudentTest& test : shown_at_once(grading, result)) {
    if (test.is_passed() || test.is_left_out()) continue;
    text += fmt::format("<|--\n-{} ({} of {})\n", test.name, points_text(test.points),
                        points_text(test.max_points));
    if (!test.sentences.empty()) text += preformatted(test.text()) + "\n";
    text += "--|>\n";
  }
  return text + fmt::format("Grade :=>> {}\n", points_text(result.final_points));
}

std::string coderunner_json(const Grading& grading, const SubmissionResult& result) {
  Json rows = Json::array();
  rows.push_back({"iscorrect", "Test", "Points", "Why"});
  for (const StudentTest& test : shown_at_once(grading, result))
    rows.push_back({test.is_passed() ? 1 : 0, test.name,
                    fmt::format("{} of {}", points_text(test.points), points_text(test.max_points)),
                    test.text()});
  return json_line(Json{{"fraction", rounded_points(fraction_of(grading, result))},
                        {"prologuehtml", "<p>" +
                                             escaped(opening_words(grading, result) +
                                                     after_blank(words_on_others(grading, result))) +
                                             "</p>"},
                        {"testresults", std::move(rows)}}) +
         "\n";
}

}  // namespace lockstep::assignment
