#include "assignment/export/student_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/base/text/json.hpp"
#include "core/base/text/marked_text.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 1> kTests{"test"};

// Whether students can run the test. Tests that measure times need the reference solution.
bool is_shown(const Test& test) { return test.visibility == Visibility::always && !test.measures_times(); }

// Returns the points as authors write them: 2, not 2.0.
Json number_of_points(double points) {
  const auto whole = static_cast<std::uint64_t>(points);
  return static_cast<double>(whole) == points ? Json(whole) : Json(points);
}

// Returns the parts that a student may know of a test that only the teacher can run.
std::string stub_of(const Test& test) {
  Json json{{"points", number_of_points(test.points)}};
  if (test.is_bonus) json["bonus"] = true;
  if (test.deduction > 0) json["deduct"] = number_of_points(test.deduction);
  json["visibility"] = name(test.visibility);
  json["withheld"] = true;
  return json_line(json);
}

// Returns the text as the author wrote it, because the reader has replaced escaped braces.
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
  Writer(const Assignment& assignment, const std::map<std::string, std::string>& plan_files,
         const Variant& variant)
      : assignment_(assignment), plan_files_(plan_files), variant_(variant) {}

  std::string write() {
    std::vector<TextFault> faults;
    for (const MarkedPiece& piece : marked_pieces(assignment_.text, kTests, faults)) take(piece);
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
    const auto found = std::ranges::find(assignment_.tasks, piece.place.line,
                                         [](const Task& task) { return task.place.line; });
    task_ = found == assignment_.tasks.end() ? nullptr : &*found;
    if (text_.empty()) return;
    const std::string own = std::exchange(variant_words_, {});
    if (!own.empty()) add(fmt::format("Your variant: {}.", own));
    add("---");
  }

  bool is_hidden_task() const { return task_ != nullptr && std::ranges::none_of(task_->tests, is_shown); }

  void take_entry(const MarkedPiece& entry) {
    if (entry.name == "wrong" || entry.name == "right" || entry.name == "variants") return;
    if (entry.name == "plan" && is_hidden_task()) return;
    std::string value = entry.text;
    if (entry.name == "plan" && task_ != nullptr)
      if (const auto other = plan_files_.find(task_->name); other != plan_files_.end()) value = other->second;
    if (!after_entry_ && !text_.empty()) text_ += "\n";
    text_ += entry.name + ": " + value + "\n";
    after_entry_ = true;
  }

  const Test* test_at(std::uint32_t line) const {
    if (task_ == nullptr) return nullptr;
    const auto found =
        std::ranges::find(task_->tests, line, [](const Test& test) { return test.place.line; });
    return found == task_->tests.end() ? nullptr : &*found;
  }

  void take_test(const MarkedPiece& block) {
    const Test* const test = test_at(block.place.line);
    if (test == nullptr) return;
    const std::string heading = block.title.empty() ? "```test" : "```test " + block.title;
    add(heading + "\n" + (is_shown(*test) ? with_variant_values(body_of(block)) : stub_of(*test)) + "\n```");
  }

  // The values of the variant apply if the test specifies none.
  std::string with_variant_values(const std::string& body) const {
    auto json = parse_json<Json>(body);
    if (!json || variant_ == Variant{}) return body;
    if (!variant_.op.empty() && !json->contains("operator")) (*json)["operator"] = variant_.op;
    if (!variant_.type.empty() && !json->contains("type")) (*json)["type"] = variant_.type;
    if (variant_.L != 0 && !json->contains("L")) (*json)["L"] = variant_.L;
    return json_line(*json);
  }

  // A public test may need hidden tests to pass first.
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
  const Variant& variant_;
  std::string variant_words_ = variant_.text();  // empty after they have been written
  const Task* task_ = nullptr;
  bool after_entry_ = false;
  std::string text_;
};

}  // namespace

std::string student_text_of(const Assignment& assignment,
                            const std::map<std::string, std::string>& plan_files, const Variant& variant) {
  return Writer(assignment, plan_files, variant).write();
}

}  // namespace lockstep::assignment
