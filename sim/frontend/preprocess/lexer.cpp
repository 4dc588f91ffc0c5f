// The cursor skips backslash-newline pairs, so no other function needs to handle them. A token that contains
// such a pair is copied to the pool without the pair.
#include "sim/frontend/preprocess/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep::sim::language {
namespace {

// If several punctuators have a common prefix, longer punctuators come first.
constexpr std::array<std::string_view, 49> kPunctuators = {
    "<<=", ">>=", "...", "##", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "->", "+=", "-=",
    "*=",  "/=",  "%=",  "&=", "|=", "^=", "::", "+",  "-",  "*",  "/",  "%",  "<",  ">",  "=",  "!",  "~",
    "&",   "|",   "^",   "?",  ":",  ";",  ",",  ".",  "(",  ")",  "[",  "]",  "{",  "}",  "#"};

// For each character, whether it is a punctuator that is not the start of a longer punctuator.
constexpr auto kIsAlone = [] {
  std::array<bool, 256> alone{};
  for (const std::string_view text : kPunctuators)
    if (text.size() == 1) alone[static_cast<unsigned char>(text.front())] = true;
  for (const std::string_view text : kPunctuators)
    if (text.size() > 1) alone[static_cast<unsigned char>(text.front())] = false;
  return alone;
}();

// This limit includes the tokens of skipped groups and unused macros.
constexpr std::size_t kMaxFileTokens = 4'000'000;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

class Lexer {
 public:
  Lexer(std::uint32_t file, Diagnostics& diagnostics, StringPool& pool)
      : file_(file), text_(diagnostics.file(file).text), diagnostics_(diagnostics), pool_(pool) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
    join_lines();
  }

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      tokens.push_back(next());
      if (tokens.size() > kMaxFileTokens)
        diagnostics_.fail(tokens.back().range,
                          fmt::format("a file must not have more than {} tokens", kMaxFileTokens));
    } while (tokens.back().kind != TokenKind::end);
    return tokens;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }

  // Returns the character after the current character.
  char peek_next() {
    const LexerPlace here = current_place();
    advance();
    const char c = peek();
    restore(here);
    return c;
  }

  void advance() {
    if (text_[at_] == '\n') {
      ++line_;
      line_begin_ = at_ + 1;
    }
    ++at_;
    join_lines();
  }

  void join_lines() {
    while (at_ + 1 < text_.size() && text_[at_] == '\\') {
      std::size_t end = at_ + 1;
      while (end < text_.size() && is_blank(text_[end])) ++end;
      if (end >= text_.size() || text_[end] != '\n') return;
      at_ = end + 1;
      ++line_;
      line_begin_ = at_;
      joined_ = true;
    }
  }

  struct LexerPlace {
    std::size_t at, line_begin;
    std::uint32_t line;
    bool joined;
  };
  LexerPlace current_place() const { return {at_, line_begin_, line_, joined_}; }
  void restore(const LexerPlace& p) {
    at_ = p.at;
    line_begin_ = p.line_begin;
    line_ = p.line;
    joined_ = p.joined;
  }

  std::uint32_t column() const { return static_cast<std::uint32_t>(at_ - line_begin_ + 1); }
  SourceRange range_from(const LexerPlace& begin) const {
    return {file_, begin.line, static_cast<std::uint32_t>(begin.at - begin.line_begin + 1), line_, column()};
  }

  void skip_blanks(Token& token) {
    while (!at_end()) {
      if (peek() == '\n') {
        token.at_line_start = true;
        token.space_before = false;
        advance();
      } else if (is_blank(peek())) {
        token.space_before = true;
        advance();
      } else if (peek() == '/' && (peek_next() == '/' || peek_next() == '*')) {
        token.space_before = true;
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    const LexerPlace begin = current_place();
    advance();
    if (peek() == '/') {
      while (!at_end() && peek() != '\n') advance();
      return;
    }
    advance();
    while (!at_end() && !(peek() == '*' && peek_next() == '/')) advance();
    if (at_end()) {
      diagnostics_.error(range_from(begin), "unterminated comment: '*/' is missing");
      return;
    }
    advance();
    advance();
  }

  Token next() {
    Token token;
    token.at_line_start = at_ == 0 || (at_ == 3 && line_ == 1 && text_.starts_with("\xEF\xBB\xBF"));
    skip_blanks(token);
    const LexerPlace begin = current_place();
    joined_ = false;
    token.kind = at_end() ? TokenKind::end : scan();
    token.range = range_from(begin);
    token.text = std::string_view(text_).substr(begin.at, at_ - begin.at);
    if (joined_ && token.kind != TokenKind::end) token.text = pool_.add(without_joins(token.text));
    return token;
  }

  static std::string without_joins(std::string_view spelling) {
    std::string result;
    for (std::size_t i = 0; i < spelling.size(); ++i) {
      if (spelling[i] == '\\') {
        std::size_t end = i + 1;
        while (end < spelling.size() && is_blank(spelling[end])) ++end;
        if (end >= spelling.size()) break;  // the backslash belongs to the next token
        if (spelling[end] == '\n') {
          i = end;
          continue;
        }
      }
      result += spelling[i];
    }
    return result;
  }

  TokenKind scan() {
    const char c = peek();
    if (is_identifier_start(c)) {
      while (is_identifier_part(peek())) advance();
      return TokenKind::identifier;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek_next()))) return scan_number();
    if (c == '"' || c == '\'') return scan_quoted(c);
    return scan_punctuator();
  }

  // Scans a pp-number: a digit or .digit, followed by digits, letters, dots, and signs after an
  // exponent letter.
  TokenKind scan_number() {
    while (!at_end()) {
      const char c = peek();
      const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
      if (!is_identifier_part(c) && c != '.') break;
      advance();
      if (exponent && (peek() == '+' || peek() == '-')) advance();
    }
    return TokenKind::number;
  }

  TokenKind scan_quoted(char quote) {
    const LexerPlace begin = current_place();
    advance();
    while (!at_end() && peek() != quote && peek() != '\n') {
      if (peek() == '\\') advance();
      if (!at_end() && peek() != '\n') advance();
    }
    // An apostrophe in text that #if 0 excludes must not be an error, so an unclosed quote has the
    // kind "other".
    if (at_end() || peek() == '\n') {
      restore(begin);
      advance();
      return TokenKind::other;
    }
    advance();
    return quote == '"' ? TokenKind::string : TokenKind::character;
  }

  TokenKind scan_punctuator() {
    if (kIsAlone[static_cast<unsigned char>(peek())]) {
      advance();
      return TokenKind::punctuator;
    }
    // Reads up to three characters; skips backslash-newline pairs.
    std::array<char, 3> ahead{};
    const LexerPlace begin = current_place();
    std::size_t count = 0;
    for (; count < ahead.size() && !at_end(); ++count) {
      ahead[count] = peek();
      advance();
    }
    restore(begin);
    const std::size_t length = punctuator_length(std::string_view(ahead.data(), count));
    for (std::size_t i = 0; i < std::max<std::size_t>(length, 1); ++i) advance();
    return length > 0 ? TokenKind::punctuator : TokenKind::other;
  }

  std::uint32_t file_;
  const std::string& text_;
  Diagnostics& diagnostics_;
  StringPool& pool_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
  bool joined_ = false;
};

}  // namespace

SourceRange join(const SourceRange& first, const SourceRange& last) {
  SourceRange result = first;
  if (first.file != last.file) return result;
  if (std::pair(last.line, last.column) < std::pair(result.line, result.column)) {
    result.line = last.line;
    result.column = last.column;
  }
  if (std::pair(last.end_line, last.end_column) > std::pair(result.end_line, result.end_column)) {
    result.end_line = last.end_line;
    result.end_column = last.end_column;
  }
  return result;
}

std::size_t punctuator_length(std::string_view text) {
  for (std::string_view punctuator : kPunctuators)
    if (text.starts_with(punctuator)) return punctuator.size();
  return 0;
}

std::vector<Token> lex_file(std::uint32_t file, Diagnostics& diagnostics, StringPool& pool) {
  return Lexer(file, diagnostics, pool).run();
}

}  // namespace lockstep::sim::language
