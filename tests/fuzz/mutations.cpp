#include "tests/fuzz/mutations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

namespace lockstep::fuzz {
namespace {

struct Token {
  enum class Kind : std::uint8_t { name, number, punctuation } kind = Kind::name;
  std::size_t begin = 0, end = 0;
  std::uint32_t line = 0;
};

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Without comments, strings and preprocessor lines.
class Tokens {
 public:
  explicit Tokens(const std::string& source) : source_(source) {
    while (at_ < source_.size()) read_one();
  }
  std::vector<Token> take() { return std::move(tokens_); }

 private:
  bool starts(std::string_view text) const { return source_.compare(at_, text.size(), text) == 0; }

  void skip(std::size_t to) {
    to = std::min(to, source_.size());
    line_ += static_cast<std::uint32_t>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                   source_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
  }
  std::size_t after(std::string_view end, std::size_t from) const {
    const std::size_t found = source_.find(end, from);
    return found == std::string::npos ? source_.size() : found + end.size();
  }
  // The end of a preprocessor line, which a backslash continues.
  std::size_t line_end() const {
    std::size_t end = source_.find('\n', at_);
    while (end != std::string::npos && end > 0 && source_[end - 1] == '\\') end = source_.find('\n', end + 1);
    return end == std::string::npos ? source_.size() : end;
  }
  void add(Token::Kind kind, std::size_t end) {
    tokens_.push_back({kind, at_, end, line_});
    at_ = end;
  }

  void read_one() {
    const char c = source_[at_];
    if (starts("//")) return skip(line_end());
    if (starts("/*")) return skip(after("*/", at_ + 2));
    if (c == '#') return skip(line_end());
    if (c == '"') return skip(after("\"", at_ + 1));
    if (std::isspace(static_cast<unsigned char>(c)) != 0) return skip(at_ + 1);
    std::size_t end = at_;
    if (is_name(c)) {
      while (end < source_.size() && is_name(source_[end])) ++end;
      return add(is_digit(c) ? Token::Kind::number : Token::Kind::name, end);
    }
    for (const std::string_view longer :
         {"<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
          "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"})
      if (starts(longer)) return add(Token::Kind::punctuation, at_ + longer.size());
    add(Token::Kind::punctuation, at_ + 1);
  }

  const std::string& source_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

const std::map<std::string_view, std::vector<std::string>> kOperators{{"<", {"<=", ">", "=="}},
                                                                      {"<=", {"<"}},
                                                                      {">", {">=", "<", "!="}},
                                                                      {">=", {">"}},
                                                                      {"==", {"!="}},
                                                                      {"!=", {"=="}},
                                                                      {"+", {"-"}},
                                                                      {"-", {"+"}},
                                                                      {"*", {"+", "/"}},
                                                                      {"/", {"*"}},
                                                                      {"%", {"/"}},
                                                                      {"<<", {">>"}},
                                                                      {">>", {"<<"}},
                                                                      {"&", {"|"}},
                                                                      {"|", {"&"}},
                                                                      {"^", {"|"}},
                                                                      {"&&", {"||"}},
                                                                      {"||", {"&&"}},
                                                                      {"+=", {"-=", "="}},
                                                                      {"-=", {"+="}},
                                                                      {"*=", {"+=", "/="}},
                                                                      {"/=", {"*=", "-="}},
                                                                      {">>=", {"<<=", "="}},
                                                                      {"<<=", {">>="}},
                                                                      {"++", {"--"}},
                                                                      {"--", {"++"}}};

constexpr std::array<std::string_view, 12> kDeclarations{
    "uint", "int", "size_t", "ulong", "long", "float", "double", "T", "const", "__local", "__global", "bool"};

class Finder {
 public:
  explicit Finder(const std::string& source) : source_(source), tokens_(Tokens(source).take()) {}

  std::vector<Mutation> find() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (text(i) == "{") ++depth_;
      if (text(i) == "}") --depth_;
      if (depth_ == 0) continue;  // outside of functions
      operators(i);
      constants(i);
      indices(i);
      swapped(i);
      statements(i);
    }
    return std::move(found_);
  }

 private:
  std::string_view text(std::size_t i) const {
    if (i >= tokens_.size()) return {};
    return std::string_view(source_).substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  std::string text(std::size_t begin, std::size_t end) const { return source_.substr(begin, end - begin); }
  void add(std::size_t first, std::size_t last, std::string by) {
    const std::size_t begin = tokens_[first].begin, end = tokens_[last].end;
    const std::string shown = by.empty() ? "nothing" : by;
    found_.push_back({begin, end, std::move(by), tokens_[first].line,
                      fmt::format("`{}` becomes `{}`", text(begin, end), shown)});
  }
  bool is_operand(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind != Token::Kind::punctuation;
  }

  // A sign, an address or a pointer type has no operand before it.
  void operators(std::size_t i) {
    const auto others = kOperators.find(text(i));
    if (others == kOperators.end() || i == 0) return;
    const bool is_postfix = text(i) == "++" || text(i) == "--";
    const bool has_operand = is_operand(i - 1) || text(i - 1) == ")" || text(i - 1) == "]";
    if (!has_operand && !is_postfix) return;
    for (const std::string& other : others->second) add(i, i, other);
  }

  void constants(std::size_t i) {
    const std::string_view number = text(i);
    if (i >= tokens_.size() || tokens_[i].kind != Token::Kind::number) return;
    if (!std::all_of(number.begin(), number.end(), is_digit) || number.size() > 9) return;
    const unsigned long value = std::stoul(std::string(number));
    add(i, i, std::to_string(value + 1));
    if (value > 0) add(i, i, std::to_string(value - 1));
  }

  // a[i] becomes a[i + 1] and a[i - 1].
  void indices(std::size_t i) {
    if (text(i) != "[" || i == 0 || !is_operand(i - 1)) return;
    int open = 1;
    std::size_t last = i + 1;
    for (; last < tokens_.size() && open > 0; ++last)
      open += text(last) == "[" ? 1 : text(last) == "]" ? -1 : 0;
    if (open != 0 || last - 1 == i + 1) return;
    const std::string index = text(tokens_[i + 1].begin, tokens_[last - 2].end);
    for (const char* off : {" + 1", " - 1"}) add(i + 1, last - 2, index + off);
  }

  // a - b becomes b - a.
  void swapped(std::size_t i) {
    if (text(i) != "-" && text(i) != "/" && text(i) != "%") return;
    if (i == 0 || !is_operand(i - 1) || !is_operand(i + 1) || text(i + 2) == "[" || text(i + 2) == "(")
      return;
    add(i - 1, i + 1, fmt::format("{} {} {}", text(i + 1), text(i), text(i - 1)));
  }

  // A statement that begins after ; { or } is left out, unless it declares or controls something.
  void statements(std::size_t i) {
    const bool begins = text(i) == ";" || text(i) == "{" || text(i) == "}";
    if (!begins || i + 1 >= tokens_.size() || tokens_[i + 1].kind != Token::Kind::name) return;
    for (const std::string_view word : {"for", "if", "while", "do", "else", "switch", "case", "default"})
      if (text(i + 1) == word) return;
    if (std::ranges::find(kDeclarations, text(i + 1)) != kDeclarations.end()) return;
    int open = 0;
    std::size_t last = i + 1;
    for (; last < tokens_.size(); ++last) {
      open += text(last) == "(" ? 1 : text(last) == ")" ? -1 : 0;
      if (open < 0 || text(last) == "{") return;  // the last part of a for, or a function
      if (open == 0 && text(last) == ";") break;
    }
    if (last >= tokens_.size()) return;
    const std::size_t begin = tokens_[i + 1].begin, end = tokens_[last].end;
    found_.push_back(
        {begin, end, ";", tokens_[i + 1].line, fmt::format("`{}` is left out", text(begin, end))});
  }

  const std::string& source_;
  std::vector<Token> tokens_;
  int depth_ = 0;
  std::vector<Mutation> found_;
};

}  // namespace

std::vector<Mutation> mutations_of(const std::string& source) { return Finder(source).find(); }

std::string mutated(const std::string& source, const Mutation& mutation) {
  return source.substr(0, mutation.begin) + mutation.text + source.substr(mutation.end);
}

}  // namespace lockstep::fuzz
