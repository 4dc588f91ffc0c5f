#include "sim/quiz/ask.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <charconv>

#include "core/base/text/ordinal.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::quiz {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) { advance(); }

  bool at_end() const { return word_.empty(); }
  std::string_view word() const { return word_; }
  std::string_view take() {
    const std::string_view taken = word_;
    advance();
    return taken;
  }
  bool accept(std::string_view wanted) {
    if (word_ != wanted) return false;
    advance();
    return true;
  }
  template <class Number>
  std::optional<Number> take_number() {
    Number number = 0;
    const auto parsed = std::from_chars(word_.data(), word_.data() + word_.size(), number);
    if (word_.empty() || parsed.ec != std::errc() || parsed.ptr != word_.data() + word_.size())
      return std::nullopt;
    advance();
    return number;
  }
  tl::unexpected<Error> error(std::string_view possible) const {
    if (at_end())
      return usage_error(fmt::format("column {}: the text ends where {} is expected", begin_ + 1, possible));
    return usage_error(fmt::format("column {}: expected {}, not \"{}\"", begin_ + 1, possible, word_));
  }

 private:
  // Words are separated by blanks and commas.
  void advance() {
    const auto is_blank = [](char c) { return c == ',' || std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    begin_ = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    word_ = text_.substr(begin_, at_ - begin_);
  }

  std::string_view text_, word_;
  std::size_t at_ = 0, begin_ = 0;
};

tl::unexpected<Error> no_kind(const Reader& reader) {
  std::vector<std::string> names;
  for (const QuestionKind kind : all_kinds()) names.emplace_back(name(kind));
  const auto nearest = nearest_names(reader.word(), names, 1);
  const std::string all = fmt::format("a kind of question: {}", fmt::join(names, ", "));
  if (reader.at_end() || nearest.empty() || edit_distance(reader.word(), nearest.front()) > 3)
    return reader.error(all);
  return reader.error(fmt::format("a kind of question, perhaps {}", nearest.front()));
}

Result<void> read_at(Reader& reader, Ask& ask) {
  if (reader.accept("line")) {
    ask.line = reader.take_number<std::uint32_t>();
    if (!ask.line || *ask.line == 0) return reader.error("a line number of at least 1");
  } else if (reader.accept("moment")) {
    ask.moment = reader.take_number<std::uint64_t>();
    if (!ask.moment) return reader.error("a moment number of at least 0");
  } else if (reader.accept("start")) {
    ask.moment = 0;
  } else if (reader.accept("end")) {
    ask.at_end = true;
  } else {
    return reader.error("line, moment, start or end");
  }
  return {};
}

Result<void> read_in(Reader& reader, Ask& ask) {
  const std::string_view what = reader.word();
  if (what != "launch" && what != "group" && what != "warp") return reader.error("launch, group or warp");
  reader.take();
  const bool is_launch = what == "launch";
  const auto number = reader.take_number<std::uint32_t>();
  if (!number || (is_launch && *number == 0))
    return reader.error(is_launch ? "a launch number of at least 1" : "a number of at least 0");
  (is_launch ? ask.launch : what == "group" ? ask.group : ask.warp) = number;
  return {};
}

Result<void> read_of(Reader& reader, Ask& ask) {
  if (reader.accept("lane")) {
    ask.lane = reader.take_number<unsigned>();
    return ask.lane ? Result<void>() : reader.error("a lane number of at least 0");
  }
  const std::string_view word = reader.word();
  if (word.find('[') == word.npos || !word.ends_with(']'))
    return reader.error("a cell such as out[3], or lane");
  ask.cell = std::string(reader.take());
  return {};
}

Result<void> read_part(Reader& reader, Ask& ask) {
  if (reader.accept("at")) return read_at(reader, ask);
  if (reader.accept("in")) return read_in(reader, ask);
  if (reader.accept("of")) return read_of(reader, ask);
  if (reader.accept("than")) {
    if (reader.at_end()) return reader.error("the id of a kernel, such as reduce/first-add");
    ask.other = std::string(reader.take());
    return {};
  }
  const bool is_last = reader.word() == "last";
  const auto nth = is_last ? std::optional<std::uint64_t>(0) : parse_ordinal(reader.word());
  if (!nth) return reader.error("at, in, of, than, or an occurrence such as third time");
  reader.take();
  if (!reader.accept("time")) return reader.error("time");
  ask.occurrence = *nth;
  return {};
}

}  // namespace

Result<Ask> parse_ask(std::string_view text) {
  Reader reader(text);
  Ask ask;
  const auto kind = reader.word() == "inputs" ? QuestionKind::inputs_of_cell : find_kind(reader.word());
  if (!kind) return no_kind(reader);
  ask.kind = *kind;
  reader.take();
  while (!reader.at_end())
    if (const Result<void> part = read_part(reader, ask); !part) return tl::unexpected(part.error());
  return ask;
}

std::string to_string(const Ask& ask) {
  std::string text(name(ask.kind));
  if (!ask.cell.empty()) text += " of " + ask.cell;
  if (ask.lane) text += fmt::format(" of lane {}", *ask.lane);
  if (!ask.other.empty()) text += " than " + ask.other;
  if (ask.line) text += fmt::format(" at line {}", *ask.line);
  if (ask.moment) text += fmt::format(" at moment {}", *ask.moment);
  if (ask.at_end) text += " at end";
  if (ask.launch) text += fmt::format(" in launch {}", *ask.launch);
  if (ask.group) text += fmt::format(" in group {}", *ask.group);
  if (ask.warp) text += fmt::format(" in warp {}", *ask.warp);
  if (ask.occurrence == 0) text += ", last time";
  if (ask.occurrence > 1) text += fmt::format(", {} time", ordinal(ask.occurrence));
  return text;
}

}  // namespace lockstep::quiz
