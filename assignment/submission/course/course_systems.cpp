#include "assignment/submission/course/course_systems.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kDigits = "0123456789", kMoodleMark = "_assignsubmission_";

std::string_view without_blanks_around(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Reads a YAML scalar on one line: plain, or in quotes of either kind.
std::string yaml_value(std::string_view text) {
  text = without_blanks_around(text);
  if (text == "null" || text == "~") return "";
  const char quote = text.size() > 1 && text.front() == text.back() ? text.front() : '\0';
  if (quote != '\'' && quote != '"') return std::string(text);
  std::string value;
  text = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_doubled = quote == '\'' && text.substr(i, 2) == "''";
    const bool is_escaped = quote == '"' && text[i] == '\\' && i + 1 < text.size();
    if (is_doubled || is_escaped) ++i;
    value += text[i];
  }
  return value;
}

struct YamlLine {
  std::size_t indent = 0;
  bool begins_item = false;  // whether the line begins with "- "
  std::string key;           // before a colon; empty if the line is not "key: value"
  std::string_view value;
};

YamlLine read_yaml_line(std::string_view line) {
  YamlLine read;
  read.indent = std::min(line.find_first_not_of(' '), line.size());
  line.remove_prefix(read.indent);
  while (line.starts_with("- ")) {
    read.begins_item = true;
    line.remove_prefix(2);
  }
  const std::size_t from = line.starts_with(':') || line.starts_with('"') || line.starts_with('\'') ? 1 : 0;
  const std::size_t end = line.find(':', from);
  if (end == line.npos || (end + 1 < line.size() && line[end + 1] != ' ' && line[end + 1] != '\r'))
    return read;
  read.key = yaml_value(line.substr(0, end));
  read.value = line.substr(end + 1);
  return read;
}

constexpr std::string_view kBetween = "-_ .";

// Returns "2" for "-2".
std::optional<unsigned> number_at_end(std::string_view text) {
  const std::string_view digits = text.substr(std::min(text.find_first_not_of(kBetween), text.size()));
  if (digits.empty() || digits.size() > 6 || digits.find_first_not_of(kDigits) != digits.npos)
    return std::nullopt;
  unsigned number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

class GradescopeReader {
 public:
  void take(const YamlLine& line) {
    if (line.indent == 0 && !line.begins_item) {
      part_.clear();
      indent_of_parts_ = 0;
      if (!line.key.empty() && without_blanks_around(line.value).empty())
        records_.push_back({line.key, {}, {}});
      return;
    }
    if (records_.empty()) return;
    if (indent_of_parts_ == 0) indent_of_parts_ = line.indent;
    if (line.indent == indent_of_parts_ && !line.begins_item) {
      part_ = line.key;
      if (part_ == ":created_at") records_.back().created_at = yaml_value(line.value);
      return;
    }
    if (part_ == ":submitters") take_submitter(line);
  }

  std::vector<GradescopeRecord> records() && { return std::move(records_); }

 private:
  void take_submitter(const YamlLine& line) {
    auto& submitters = records_.back().submitters;
    if (line.begins_item || submitters.empty()) submitters.emplace_back();
    if (line.key == ":name") submitters.back().name = yaml_value(line.value);
    if (line.key == ":sid") submitters.back().id = yaml_value(line.value);
    if (line.key == ":email") submitters.back().email = yaml_value(line.value);
  }

  std::vector<GradescopeRecord> records_;
  std::string part_;
  std::size_t indent_of_parts_ = 0;
};

}  // namespace

std::optional<MoodleName> moodle_name(std::string_view name) {
  // The first match separates the name; the student chose the part after it.
  const std::size_t mark = name.find(kMoodleMark);
  if (mark == name.npos || mark == 0) return std::nullopt;
  const std::size_t number = name.substr(0, mark).find_last_not_of(kDigits);
  if (number == name.npos || number == 0 || name[number] != '_' || number + 1 == mark) return std::nullopt;
  const std::string_view after = name.substr(mark + kMoodleMark.size());
  const std::size_t end = after.find('_');
  MoodleName read;
  read.kind = after.substr(0, end);
  read.beginning = end == after.npos ? std::string(name)
                                     : std::string(name.substr(0, mark + kMoodleMark.size() + end + 1));
  read.person = name.substr(0, number);
  read.number = name.substr(number + 1, mark - number - 1);
  return read;
}

std::vector<GradescopeRecord> gradescope_records(std::string_view metadata) {
  GradescopeReader reader;
  while (!metadata.empty()) {
    const std::size_t end = std::min(metadata.find('\n'), metadata.size());
    const std::string_view line = metadata.substr(0, end);
    metadata.remove_prefix(std::min(end + 1, metadata.size()));
    if (!without_blanks_around(line).empty() && !line.starts_with("---") && !line.starts_with('#'))
      reader.take(read_yaml_line(line));
  }
  return std::move(reader).records();
}

std::optional<AttemptName> attempt_name(std::string_view name) {
  const std::string small = lower(name);
  for (const std::string_view kind : {"attempt", "versuch", "version", "v"}) {
    const std::size_t word = small.rfind(kind);
    if (word == small.npos) continue;
    const auto number = number_at_end(std::string_view(small).substr(word + kind.size()));
    const std::string_view before = name.substr(0, word);
    if (!number || (!before.empty() && kBetween.find(before.back()) == kBetween.npos)) continue;
    return AttemptName{std::string(before.substr(0, before.find_last_not_of(kBetween) + 1)), *number};
  }
  return std::nullopt;
}

std::optional<unsigned> attempt_number(std::string_view name) {
  if (const auto read = attempt_name(name); read && read->submitter.empty()) return read->attempt;
  const std::string small = lower(name);
  for (const std::string_view kind : {"version", "try", "v", ""})
    if (small.starts_with(kind))
      if (const auto number = number_at_end(std::string_view(small).substr(kind.size()))) return number;
  return std::nullopt;
}

}  // namespace lockstep::assignment
