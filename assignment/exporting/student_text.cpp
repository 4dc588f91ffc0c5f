#include "assignment/exporting/student_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/text/json.hpp"
#include "core/base/text/marked_text.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 1> kTests{"test"};

bool is_shown(const Test& test) { return test.visibility == Visibility::always; }

struct Points {
  double shown = 0, hidden = 0;
};

Points points_of(const Task& task) {
  Points points;
  for (const Test& test : task.tests) {
    if (!is_shown(test)) points.hidden += test.points;
    if (is_shown(test) && !test.is_bonus) points.shown += test.points;
  }
  return points;
}

// As the author wrote it: the reading replaced escaped braces.
std::string as_written(std::string text) {
  for (const auto& [read, written] : {std::pair(kOpenBrace, "\\{"), std::pair(kCloseBrace, "\\}")})
    for (std::size_t at = 0; (at = text.find(read, at)) != text.npos; ++at)
      text.replace(at, read.size(), written);
  return text;
}

std::string without_ends(std::string_view text) {
  const std::size_t begin = text.find_first_not_of('\n');
  const std::size_t end = text.find_last_not_of(" \n");
  return begin >= text.size() || end == text.npos ? std::string()
                                                  : std::string(text.substr(begin, end + 1 - begin));
}

class Writer {
 public:
  Writer(const Assignment& assignment, const std::map<std::string, std::string>& plan_files)
      : assignment_(assignment), plan_files_(plan_files) {}

  std::string write() {
    std::vector<TextFault> faults;
    for (const MarkedPiece& piece : marked_pieces(assignment_.text, kTests, faults)) take(piece);
    end_page();
    return as_written(std::move(text_));
  }

 private:
  void take(const MarkedPiece& piece) {
    switch (piece.kind) {
      case MarkedPiece::Kind::page:
        return begin_page(piece);
      case MarkedPiece::Kind::markdown:
        return add(without_ends(piece.text));
      case MarkedPiece::Kind::entry:
        return take_entry(piece);
      case MarkedPiece::Kind::block:
        return take_test(piece);
    }
  }

  void begin_page(const MarkedPiece& piece) {
    end_page();
    const auto found = std::ranges::find(assignment_.tasks, piece.place.line,
                                         [](const Task& task) { return task.place.line; });
    task_ = found == assignment_.tasks.end() ? nullptr : &*found;
    // A page of a task has a test: the text of one without joins the page before it.
    if (!text_.empty() && !is_hidden_task()) add("---");
  }

  bool is_hidden_task() const { return task_ != nullptr && std::ranges::none_of(task_->tests, is_shown); }

  void end_page() {
    const double hidden = task_ == nullptr ? 0 : points_of(*task_).hidden;
    if (hidden > 0)
      add(fmt::format("Tests that run after the deadline give {} more {}.", points_text(hidden),
                      hidden == 1 ? "point" : "points"));
  }

  void take_entry(const MarkedPiece& entry) {
    if (entry.name == "wrong" || entry.name == "right" || is_hidden_task()) return;
    std::string value = entry.text;
    if (entry.name == "points") value = points_text(shown_points());
    if (const auto other = plan_files_.find(value); entry.name == "plan" && other != plan_files_.end())
      value = other->second;
    if (!after_entry_ && !text_.empty()) text_ += "\n";
    text_ += entry.name + ": " + value + "\n";
    after_entry_ = true;
  }

  double shown_points() const {
    if (task_ != nullptr) return points_of(*task_).shown;
    double sum = 0;
    for (const Task& task : assignment_.tasks) sum += points_of(task).shown;
    return sum;
  }

  const Test* test_at(std::uint32_t line) const {
    if (task_ == nullptr) return nullptr;
    const auto found =
        std::ranges::find(task_->tests, line, [](const Test& test) { return test.place.line; });
    return found == task_->tests.end() ? nullptr : &*found;
  }

  void take_test(const MarkedPiece& block) {
    const Test* const test = test_at(block.place.line);
    if (test == nullptr || !is_shown(*test)) return;
    const std::string heading = block.title.empty() ? "```test" : "```test " + block.title;
    add(heading + "\n" + body_of(block) + "\n```");
  }

  // A test that is shown may need hidden ones.
  std::string body_of(const MarkedPiece& block) const {
    auto json = parse_json<Json>(block.text);
    if (!json || !json->contains("needs")) return without_ends(block.text);
    Json needs = Json::array();
    const Json written = (*json)["needs"].is_array() ? (*json)["needs"] : Json::array({(*json)["needs"]});
    for (const Json& needed : written) {
      const Test* const test =
          needed.is_string() ? task_->find_test(link_name(needed.get<std::string>())) : nullptr;
      if (test != nullptr && is_shown(*test)) needs.push_back(needed);
    }
    if (needs.size() == written.size()) return without_ends(block.text);
    (*json)["needs"] = needs;
    if (needs.empty()) json->erase("needs");
    return json_line(*json);
  }

  void add(const std::string& paragraph) {
    if (!text_.empty()) text_ += "\n";
    text_ += paragraph + "\n";
    after_entry_ = false;
  }

  const Assignment& assignment_;
  const std::map<std::string, std::string>& plan_files_;
  const Task* task_ = nullptr;
  bool after_entry_ = false;
  std::string text_;
};

}  // namespace

std::string student_text_of(const Assignment& assignment,
                            const std::map<std::string, std::string>& plan_files) {
  return Writer(assignment, plan_files).write();
}

}  // namespace lockstep::assignment
