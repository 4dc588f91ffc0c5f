#include "gui/figures/memory/index_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace lockstep::gui {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_of_name(char c) { return begins_name(c) || is_digit(c); }

std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_of_name(text[end])) ++end;
  return text.substr(at, end - at);
}

struct Binary {
  std::string_view sign;
  int binds;  // precedence; operators with larger values bind tighter
};
// The operators can be in any order, because no operator is a prefix of another.
constexpr std::array kBinary{Binary{"|", 1}, Binary{"^", 2}, Binary{"&", 3}, Binary{"<<", 4}, Binary{">>", 4},
                             Binary{"+", 5}, Binary{"-", 5}, Binary{"*", 6}, Binary{"/", 6},  Binary{"%", 6}};

std::optional<std::int64_t> apply(std::string_view sign, std::int64_t a, std::int64_t b) {
  const bool shifts = sign == "<<" || sign == ">>";
  if (shifts && (a < 0 || b < 0 || b > 31)) return std::nullopt;
  if ((sign == "/" || sign == "%") && (a < 0 || b <= 0)) return std::nullopt;
  if (sign == "<<") return a << b;
  if (sign == ">>") return a >> b;
  if (sign == "/") return a / b;
  if (sign == "%") return a % b;
  if (sign == "+") return a + b;
  if (sign == "-") return a - b;
  if (sign == "*") return a * b;
  if (sign == "&") return a & b;
  return sign == "|" ? a | b : a ^ b;
}

// Evaluates the grammar: expression = unary (operator unary)*, with the precedence of the operators; unary =
// "-" unary | "(" expression ")" | number | name.
class Evaluation {
 public:
  Evaluation(std::string_view text, const ValueOf& value_of) : text_(text), value_of_(value_of) {}
  std::optional<std::int64_t> whole() {
    const auto value = expression(0);
    skip();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  const Binary* sign() const {
    for (const Binary& binary : kBinary) {
      if (text_.substr(at_).starts_with(binary.sign)) return &binary;
    }
    return nullptr;
  }
  std::optional<std::int64_t> expression(int binds) {
    auto left = unary();
    for (skip(); left; skip()) {
      const Binary* binary = sign();
      if (binary == nullptr || binary->binds <= binds) break;
      at_ += binary->sign.size();
      const auto right = expression(binary->binds);
      left = right ? apply(binary->sign, *left, *right) : std::nullopt;
    }
    return left;
  }
  std::optional<std::int64_t> unary() {
    skip();
    if (at_ == text_.size()) return std::nullopt;
    if (text_[at_] == '-') {
      ++at_;
      const auto value = unary();
      return value ? std::optional(-*value) : std::nullopt;
    }
    if (text_[at_] != '(') return operand();
    ++at_;
    const auto value = expression(0);
    skip();
    if (at_ == text_.size() || text_[at_] != ')') return std::nullopt;
    ++at_;
    return value;
  }
  std::optional<std::int64_t> operand() {
    const std::string_view word = name_at(text_, at_);
    if (word.empty()) return std::nullopt;
    at_ += word.size();
    if (begins_name(word.front())) return value_of_(word);
    std::int64_t number = 0;
    const auto end = std::from_chars(word.data(), word.data() + word.size(), number).ptr;
    const std::string_view suffix(end, static_cast<std::size_t>(word.data() + word.size() - end));
    return suffix.empty() || suffix == "u" ? std::optional(number) : std::nullopt;
  }

  const std::string_view text_;
  const ValueOf& value_of_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string> indices_of(std::string_view source, std::string_view array) {
  std::vector<std::string> found;
  for (std::size_t at = 0; at < source.size();) {
    const std::string_view name = name_at(source, at);
    at += std::max<std::size_t>(1, name.size());
    if (name != array || at >= source.size() || source[at] != '[') continue;
    std::size_t end = at, open = 0;
    for (; end < source.size(); ++end) {
      if (source[end] == '[') ++open;
      if (source[end] == ']' && --open == 0) break;
    }
    if (end == source.size()) break;
    std::string index(source.substr(at + 1, end - at - 1));
    if (std::ranges::find(found, index) == found.end()) found.push_back(std::move(index));
    ++at;
  }
  return found;
}

std::optional<std::int64_t> evaluate_index(std::string_view index, const ValueOf& value_of) {
  return Evaluation(index, value_of).whole();
}

std::string with_values(std::string_view index, const ValueOf& value_of) {
  std::string text;
  for (std::size_t at = 0; at < index.size();) {
    const std::string_view name = name_at(index, at);
    if (name.empty()) {
      text += index[at++];
      continue;
    }
    const auto value = begins_name(name.front()) ? value_of(name) : std::nullopt;
    text += value ? std::to_string(*value) : std::string(name);
    at += name.size();
  }
  return text;
}

std::string choose_index(const std::vector<std::string>& indices, const std::vector<IndexedLane>& lanes) {
  std::string unsure;
  std::size_t unsure_count = 0;
  for (const std::string& index : indices) {
    bool meets_all = !lanes.empty(), evaluates = true;
    for (const IndexedLane& lane : lanes) {
      const auto element = evaluate_index(index, lane.value_of);
      evaluates = evaluates && element;
      meets_all = meets_all && element == lane.element;
    }
    if (meets_all) return index;
    if (evaluates) continue;
    unsure = index;
    ++unsure_count;
  }
  return unsure_count == 1 && indices.size() == 1 ? unsure : std::string();
}

}  // namespace lockstep::gui
