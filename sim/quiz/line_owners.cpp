#include "sim/quiz/line_owners.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/catalogue/algorithm.hpp"
#include "sim/quiz/makers/random.hpp"
#include "sim/quiz/question/run.hpp"

namespace lockstep::quiz {
namespace {

std::set<std::string> lines_of(const Algorithm& algorithm) {
  std::set<std::string> lines;
  const auto source = load_kernel(algorithm, "");
  for (std::size_t begin = 0; source && begin < source->text.size();) {
    const std::size_t end = std::min(source->text.find('\n', begin), source->text.size());
    lines.insert(code_of_line(source->text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

// A given line has this form, as in Text::given_line: "Line 34: s[t] = 0".
bool is_line(const std::string& given) { return given.starts_with("Line "); }

// Replaces "line 34" and "Line 34" by "line", because the same question about another kernel may refer to
// another line.
std::string without_line_numbers(std::string text) {
  for (std::size_t at = text.find("ine "); at != text.npos; at = text.find("ine ", at + 1))
    while (at + 4 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 4])) != 0)
      text.erase(at + 4, 1);
  return text;
}

}  // namespace

LineOwners::LineOwners(const std::string& id) : kernel_(id) {
  const auto own = find_algorithm(id);
  if (!own) return;
  kernel_ = kernel_name(**own);
  for (const std::string& line : lines_of(**own)) lines_.emplace(line, Line{});
  bool is_before = true;
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) {
      is_before = is_before && algorithm.id != id;
      for (const std::string& line : lines_of(algorithm))
        if (const auto found = lines_.find(line); found != lines_.end()) {
          ++found->second.owners;
          if (is_before) ++found->second.rank;
        }
    }
}

LineOwners::Line LineOwners::of(const std::string& code) const {
  const auto found = lines_.find(code);
  return found == lines_.end() ? Line{} : found->second;
}

std::string LineOwners::essence_of(const Question& question, Sameness sameness) const {
  std::string words = question.text + " " + answer_text(question, question.answer);
  if (sameness == Sameness::facts || sameness == Sameness::lines)
    for (std::size_t i = 1; i < question.given.size(); ++i)  // the first fact describes the run
      if (question.given[i].find(kernel_) == std::string::npos &&
          (sameness == Sameness::facts || is_line(question.given[i])))
        words += "\n" + question.given[i];
  return without_line_numbers(std::move(words));
}

bool LineOwners::may_ask(const Question& question, const std::string& code, Sameness sameness) const {
  const Line line = of(code);
  if (!line.is_common() || sameness == Sameness::none) return true;
  const std::size_t parts = (line.owners + kMaxAskers - 1) / kMaxAskers;
  return (text_number(essence_of(question, sameness)) >> 32) % parts == line.rank / kMaxAskers;
}

}  // namespace lockstep::quiz
