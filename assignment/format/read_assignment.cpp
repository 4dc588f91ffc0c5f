#include "assignment/format/read_assignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "assignment/dates/times.hpp"
#include "assignment/format/test_fields.hpp"
#include "assignment/format/variant.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/language.hpp"
#include "core/plan/launch_description.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::array<std::string_view, 12> kKeys{"arguments", "due",     "file",     "hint",
                                                 "late",      "par",     "plan",     "points",
                                                 "right",     "summary", "variants", "wrong"};
constexpr std::array<std::string_view, 1> kBlocks{"test"};

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool is_whole_text = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_whole_text && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (const auto part = trimmed(text.substr(0, end)); !part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// Returns "Interleaved addressing" for the heading "# Interleaved addressing".
std::string heading_of(std::string_view markdown) {
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = trimmed(markdown.substr(0, end));
    const std::size_t level = line.find_first_not_of('#');
    if (level != 0 && level != line.npos && line[level] == ' ')
      return std::string(trimmed(line.substr(level)));
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
  }
  return {};
}

// The data of a page, for the assignment and for a task.
struct Page {
  Task task;
  std::optional<double> points;  // as the author wrote them
  bool has_faulty_test = false;  // the points cannot be compared if a test is faulty
};

class Reader {
 public:
  explicit Reader(const AssignmentFolder& folder) : folder_(folder) {}

  Result<ReadAssignment> read() {
    auto text = folder_.read(std::string(kAssignmentFile));
    if (!text) return tl::unexpected(text.error());
    assignment_.folder = folder_.path;
    assignment_.name = folder_.name;
    assignment_.text = *text;
    for (const MarkedPiece& piece : marked_pieces(*text, kBlocks, faults_)) take(piece);
    finish();
    sort_by_place(faults_);
    return ReadAssignment{std::move(assignment_), std::move(faults_)};
  }

 private:
  Task& task() { return pages_.back().task; }
  bool is_first_page() const { return pages_.size() == 1; }
  void fault(TextPlace place, std::string what, std::string cure = "") {
    faults_.push_back({place, std::move(what), std::move(cure)});
  }

  void take(const MarkedPiece& piece) {
    switch (piece.kind) {
      case MarkedPiece::Kind::page:
        pages_.emplace_back();
        task().place = piece.place;
        return;
      case MarkedPiece::Kind::markdown:
        task().statement += piece.text;
        if (task().title.empty()) task().title = heading_of(piece.text);
        return;
      case MarkedPiece::Kind::block:
        return take_test(piece);
      case MarkedPiece::Kind::entry:
        return take_entry(piece);
    }
  }

  void take_test(const MarkedPiece& block) {
    const std::size_t before = faults_.size();
    task().tests.push_back(read_test(block, faults_));
    if (faults_.size() != before) pages_.back().has_faulty_test = has_faulty_test_ = true;
  }

  void take_entry(const MarkedPiece& entry) {
    if (std::ranges::find(kKeys, entry.name) == kKeys.end()) {
      faults_.push_back(unknown_key(entry.name, kKeys, entry.place));
      return;
    }
    if (entry.text.empty())
      return fault(entry.place, fmt::format("\"{}:\" has no value.", entry.name),
                   "Write it after the colon, or remove the line.");
    constexpr std::array<std::string_view, 4> general{"due", "late", "summary", "variants"};
    if (std::ranges::find(general, entry.name) != general.end()) return take_general(entry);
    if (entry.name == "points") return take_points(entry);
    if (entry.name == "arguments") {
      task().arguments = entry.text;
      return;
    }
    if (entry.name == "par") return take_par(entry);
    if (entry.name == "plan") return take_plan(entry);
    if (entry.name == "hint") return take_hint(entry);
    if (entry.name == "wrong") return take_wrong(entry);
    std::vector<std::string>& list = entry.name == "file" ? task().files : task().right;
    for (std::string& part : listed(entry.text)) list.push_back(std::move(part));
  }

  void take_general(const MarkedPiece& entry) {
    if (!is_first_page())
      return fault(entry.place, fmt::format("\"{}:\" describes the whole assignment.", entry.name),
                   "Move it to the first page.");
    if (entry.name == "summary") assignment_.summary = entry.text;
    if (entry.name == "due") {
      assignment_.due = parse_time(entry.text);
      if (!assignment_.due)
        fault(entry.body, fmt::format("\"{}\" is not a time.", entry.text),
              "Write, for example, due: 2026-12-01 23:59 +0100.");
    }
    if (entry.name == "late") take_late(entry);
    if (entry.name == "variants") {
      const auto variants = parse_variants(entry.text);
      if (!variants)
        return fault(entry.body, fmt::format("\"{}\" is not a list of variants.", entry.text),
                     "Write, for example, variants: operator = sum, min; type = int, float; L = 32, 64.");
      assignment_.variants = *variants;
    }
  }

  void take_late(const MarkedPiece& entry) {
    const auto rule = parse_late_rule(entry.text);
    if (!rule)
      return fault(entry.body, fmt::format("\"{}\" is not a rule for late submissions.", entry.text),
                   "Write, for example, late: 10 % a day, at most 3 days.");
    assignment_.late = *rule;
  }

  void take_points(const MarkedPiece& entry) {
    pages_.back().points = number_of(entry.text);
    if (!pages_.back().points)
      fault(entry.body, fmt::format("\"{}\" is not a number of points.", entry.text),
            "Write, for example, points: 3.");
  }

  void take_par(const MarkedPiece& entry) {
    if (const auto par = number_of(entry.text))
      task().par = par;
    else
      fault(entry.body, fmt::format("\"{}\" is not a number.", entry.text), "Write, for example, par: 9.");
  }

  void take_plan(const MarkedPiece& entry) {
    task().plan_file = entry.text;
    auto text = folder_.read(entry.text);
    if (text)
      task().plan = std::move(*text);
    else
      fault(entry.body, as_sentence(text.error().message));
  }

  // A hint has this form: "0.5: Which work-items …".
  void take_hint(const MarkedPiece& entry) {
    const std::size_t colon = entry.text.find(':');
    const auto price = number_of(trimmed(std::string_view(entry.text).substr(0, colon)));
    if (colon == entry.text.npos || !price)
      return fault(entry.body, "A hint must begin with its price in points.",
                   "Write, for example, hint: 0.5: Which work-items still have something to add?");
    task().hints.push_back({*price, std::string(trimmed(std::string_view(entry.text).substr(colon + 1)))});
  }

  // A wrong solution has this form: "missing-barrier.cl, data race".
  void take_wrong(const MarkedPiece& entry) {
    const auto parts = listed(entry.text);
    if (parts.size() != 2)
      return fault(entry.body, "A wrong solution needs a file and the reason why it fails.",
                   "Write, for example, wrong: missing-barrier.cl, data race.");
    task().wrong.push_back({parts[0], parts[1], entry.body});
  }

  void finish() {
    assignment_.title = pages_.front().task.title;
    if (assignment_.title.empty())
      fault({1, 1}, "The assignment has no title.", "Begin with a heading, such as \"# Reduction\".");
    Page& first = pages_.front();
    if (first.task.tests.empty()) {
      assignment_.introduction = std::move(first.task.statement);
      all_points_ = first.points;
      pages_.erase(pages_.begin());
    }
    for (Page& page : pages_) finish_task(page);
    for (Page& page : pages_) assignment_.tasks.push_back(std::move(page.task));
    if (assignment_.tasks.empty())
      fault({1, 1}, "The assignment has no task.", "Write a page with a ```test block for each task.");
    name_tasks();
    if (all_points_ && !has_faulty_test_ && std::abs(assignment_.points() - *all_points_) > 1e-9)
      fault({1, 1}, fmt::format("The first page states {} points, but the tasks have {}.",
                                points_text(*all_points_), points_text(assignment_.points())));
  }

  void finish_task(Page& page) {
    Task& task = page.task;
    if (task.title.empty()) fault(task.place, "This task has no title.", "Begin the page with a heading.");
    task.name = link_name(task.title);
    if (task.tests.empty())
      fault(task.place, fmt::format("The task \"{}\" has no test.", task.title), "Add a ```test block.");
    if (task.files.empty() || !is_kernel_file(task.files.front()))
      fault(task.place, fmt::format("The task \"{}\" does not name the file to submit.", task.title),
            "Write, for example, file: reduce.cl; the first one is the kernel file.");
    for (const Test& test : task.tests)
      if (!test.is_bonus) task.points += test.points;
    if (page.points && !page.has_faulty_test && std::abs(task.points - *page.points) > 1e-9)
      fault(task.place, fmt::format("The task \"{}\" states {} points, but its tests have {}.", task.title,
                                    points_text(*page.points), points_text(task.points)));
    check_tests(task);
  }

  void check_tests(const Task& task) {
    std::set<std::string_view> names;
    for (const Test& test : task.tests) {
      for (const std::string& needed : test.needs)
        if (!names.contains(needed))
          fault(test.place, fmt::format("The test \"{}\" needs \"{}\", which is not a test above it.",
                                        test.title, needed));
      if (!names.insert(test.name).second)
        fault(test.place, fmt::format("Two tests of this task are called \"{}\".", test.title),
              "Give each a title: ```test TITLE.");
    }
  }

  void name_tasks() {
    std::set<std::string_view> names;
    for (const Task& task : assignment_.tasks)
      if (!names.insert(task.name).second)
        fault(task.place, fmt::format("Two tasks are called \"{}\".", task.title),
              "Change one of the headings.");
  }

  const AssignmentFolder& folder_;
  Assignment assignment_;
  std::vector<TextFault> faults_;
  std::vector<Page> pages_;
  std::optional<double> all_points_;
  bool has_faulty_test_ = false;
};

}  // namespace

std::optional<LateRule> parse_late_rule(std::string_view text) {
  const auto parts = listed(std::string(text));
  if (parts.empty() || parts.size() > 2) return std::nullopt;
  const std::string_view percent = parts.front();
  const auto value = number_of(trimmed(percent.substr(0, percent.find('%'))));
  if (!value || *value > 100 || !percent.ends_with("% a day")) return std::nullopt;
  if (parts.size() == 1) return LateRule{*value, 0};
  constexpr std::string_view begin = "at most ", end = " days";
  const std::string_view limit = parts[1];
  if (!limit.starts_with(begin) || !limit.ends_with(end) || limit.size() <= begin.size() + end.size())
    return std::nullopt;
  const auto days = number_of(limit.substr(begin.size(), limit.size() - begin.size() - end.size()));
  return days ? std::optional(LateRule{*value, static_cast<unsigned>(*days)}) : std::nullopt;
}

Result<ReadAssignment> read_assignment(const AssignmentFolder& folder) { return Reader(folder).read(); }

Result<Assignment> load_assignment(const AssignmentFolder& folder) {
  auto read = read_assignment(folder);
  if (!read) return tl::unexpected(read.error());
  if (read->faults.empty()) return std::move(read->assignment);
  std::string text;
  const std::string file = folder.path_of(kAssignmentFile);
  for (const TextFault& fault : read->faults) text += (text.empty() ? "" : "\n") + fault_text(file, fault);
  return usage_error(text);
}

}  // namespace lockstep::assignment
