#include "sim/explain/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "sim/explain/moment_words.hpp"

namespace lockstep::sim {
namespace {

struct Value {
  double number = 0;
  bool is_known = true;  // whether the value is known at the moment shown
};

double as_number(std::uint64_t bits, ElementType type) {
  return with_type(type, [bits]<class T>() {
    T value{};
    std::memcpy(&value, &bits, sizeof(T));
    return static_cast<double>(value);
  });
}

std::string text_of(double number) {
  constexpr double exact = 9e15;  // integers up to this value are exact in a double
  if (std::floor(number) == number && std::abs(number) < exact)
    return fmt::format("{}", static_cast<std::int64_t>(number));
  return fmt::format("{:.6g}", number);
}

// The characters of a text as they are shown in a sentence; a long text is cut.
std::string quoted(const std::vector<std::byte>& text) {
  constexpr std::size_t most = 64;
  std::string shown = "“";
  for (std::size_t i = 0; i < std::min(text.size(), most); ++i) {
    const auto character = static_cast<unsigned char>(text[i]);
    if (character == '\n')
      shown += "\\n";
    else
      shown += std::isprint(character) != 0 ? std::string(1, static_cast<char>(character)) : "·";
  }
  return shown + (text.size() > most ? "…”" : "”");
}

// Evaluates the text between two braces, from left to right.
class Braces {
 public:
  Braces(std::string_view text, const Trace& trace, const Combination* combination, std::uint64_t position,
         std::string_view whose)
      : text_(text), trace_(trace), combination_(combination), position_(position), whose_(whose) {}

  Result<std::string> told() {
    if (const auto text = characters()) return *text;
    Result<Value> sum = this->sum();
    if (!sum) return tl::unexpected(sum.error());
    skip();
    if (at_ != text_.size()) return wrong("an operator + - * or /");
    return sum->is_known ? text_of(sum->number) : "…";
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char sign) {
    skip();
    if (at_ >= text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  tl::unexpected<Error> wrong(std::string_view wanted) const {
    return usage_error(fmt::format("{} has \"{{{}}}\", where {} is expected at \"{}\".", whose_, text_,
                                   wanted, text_.substr(std::min(at_, text_.size()))));
  }

  // Returns the characters of a buffer of characters that was filled before the run, or none if the braces
  // contain anything else than its name.
  std::optional<std::string> characters() const {
    for (const PlanBuffer& buffer : trace_.plan().buffers)
      if (buffer.name == text_ && buffer.type == ElementType::uint8 && buffer.content.bytes != nullptr)
        return quoted(*buffer.content.bytes);
    return std::nullopt;
  }

  Result<Value> sum() {
    Result<Value> total = product();
    while (total) {
      const bool plus = take('+'), minus = !plus && take('-');
      if (!plus && !minus) break;
      const Result<Value> next = product();
      if (!next) return next;
      total->number += plus ? next->number : -next->number;
      total->is_known = total->is_known && next->is_known;
    }
    return total;
  }

  Result<Value> product() {
    Result<Value> total = term();
    while (total) {
      const bool times = take('*'), over = !times && take('/');
      if (!times && !over) break;
      const Result<Value> next = term();
      if (!next) return next;
      if (over && next->number == 0) return wrong("a number that is not 0");
      total->number = times ? total->number * next->number : total->number / next->number;
      total->is_known = total->is_known && next->is_known;
    }
    return total;
  }

  Result<Value> term() {
    skip();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
    const std::string_view word = name();
    if (word.empty()) return wrong("a number, n or an element such as out[3]");
    if (word == "line") return line();
    if (at_ >= text_.size() || text_[at_] != '[')
      if (const auto known = of_the_run(word)) return *known;
    if (!take('[')) return wrong("[ and an index");
    const std::optional<std::size_t> array = find(word);
    if (!array) return usage_error(fmt::format("{} names {}: there is no such buffer.", whose_, word));
    last_ = static_cast<double>(combination_->arrays[*array].object.elements) - 1;
    const Result<Value> index = this->index();
    if (!index) return index;
    if (!take(']')) return wrong("]");
    if (index->number < 0 || index->number > last_)
      return usage_error(fmt::format("{} names {}[{}], but the last element is {}[{}].", whose_, word,
                                     text_of(index->number), word, text_of(last_)));
    return element(*array, static_cast<std::uint64_t>(index->number));
  }

  // Returns a value of the whole run, or none if `word` is no such value.
  std::optional<Value> of_the_run(std::string_view word) const {
    if (word == "n") return Value{static_cast<double>(trace_.plan().n)};
    if (word == "group_size") return Value{static_cast<double>(trace_.plan().group_size)};
    if (word == "lanes") return Value{static_cast<double>(trace_.model().warp_width)};
    const Counters& total = trace_.counted().total;
#define M(name, title, unit, explanation) \
  if (word == #name) return Value{static_cast<double>(total.name)};
#include "sim/observers/counters/metrics.def"
#undef M
    return std::nullopt;
  }

  // Reads `line "code"`.
  Result<Value> line() {
    const std::size_t open = text_.find('"', at_), close = text_.rfind('"');
    if (open == std::string_view::npos || close == open) return wrong("code between two quotes");
    const auto found = line_with(trace_, text_.substr(open + 1, close - open - 1));
    if (!found) return tl::unexpected(found.error());
    at_ = close + 1;
    return Value{static_cast<double>(*found)};
  }

  // Reads a number, or `last` with an optional subtraction.
  Result<Value> index() {
    skip();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
    if (name() != "last") return wrong("an index or last");
    if (!take('-')) return Value{last_};
    skip();
    const Result<Value> less = number();
    if (!less) return less;
    return Value{last_ - less->number};
  }

  Result<Value> number() {
    std::uint64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto read = std::from_chars(begin, text_.data() + text_.size(), value);
    if (read.ec != std::errc()) return wrong("a whole number");
    at_ += static_cast<std::size_t>(read.ptr - begin);
    return Value{static_cast<double>(value)};
  }

  std::string_view name() {
    const std::size_t begin = at_;
    const auto is_part = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
    while (at_ < text_.size() && is_part(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // Finds the array for the name of a buffer.
  std::optional<std::size_t> find(std::string_view name) const {
    const std::optional<Expectation>& expected = trace_.plan().expectation;
    for (std::size_t i = 0; combination_ != nullptr && i < combination_->arrays.size(); ++i) {
      const CombinationArray& array = combination_->arrays[i];
      if (array.object.is_local) continue;
      if (expected && name == "result" && array.object.buffer == expected->result_buffer) return i;
      if (expected && name == "input" && array.object.buffer == expected->input_buffer) return i;
      if (array.name == name || trace_.plan().buffers[array.object.buffer].name == name) return i;
    }
    return std::nullopt;
  }

  Value element(std::size_t number, std::uint64_t index) const {
    const CombinationCell* value = nullptr;
    CombinationCell written;
    std::uint64_t stored = 0;
    const CombinationArray& array = combination_->arrays[number];
    if (index < array.initial.size()) value = &array.initial[index];
    for (std::size_t row = 0; row < combination_->rows.size(); ++row) {
      if (combination_->rows[row].array != number) continue;
      const CombinationWrite* write = combination_->write_in(row, index, UINT64_MAX);
      if (write == nullptr || write->position < stored) continue;
      stored = write->position + 1;
      written = {write->bits, write->provenance, true};
      value = &written;
    }
    if (value == nullptr) return {0, false};
    return {as_number(value->bits, array.object.type), stored <= position_};
  }

  std::string_view text_;
  const Trace& trace_;
  const Combination* combination_;
  std::uint64_t position_;
  std::string_view whose_;
  std::size_t at_ = 0;
  double last_ = 0;  // index of the last element of the buffer being read
};

}  // namespace

Result<std::string> tell_story(std::string_view story, const Trace& trace, const Combination* combination,
                               std::uint64_t position, std::string_view whose) {
  std::string told;
  while (true) {
    const std::size_t open = story.find('{');
    told += story.substr(0, open);
    if (open == std::string_view::npos) return told;
    const std::size_t close = story.find('}', open);
    if (close == std::string_view::npos)
      return usage_error(fmt::format("{} has a {{ without a }}: close it after the value.", whose));
    const auto value =
        Braces(story.substr(open + 1, close - open - 1), trace, combination, position, whose).told();
    if (!value) return value;
    told += *value;
    story.remove_prefix(close + 1);
  }
}

}  // namespace lockstep::sim
