#include "gui/editor/declared_names.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "gui/editor/keywords.hpp"
#include "gui/editor/text_words.hpp"
#include "sim/frontend/parse/words.hpp"
#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::gui {
namespace {

using sim::language::Token;
using sim::language::TokenKind;

TextPlace start_of(const Token& token) { return {token.range.line - 1, token.range.column - 1}; }
TextPlace end_of(const Token& token) { return {token.range.end_line - 1, token.range.end_column - 1}; }

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

class NameReader {
 public:
  NameReader(const std::vector<Token>& tokens, TextPlace place, Language language)
      : tokens_(tokens), place_(place), language_(language) {}

  std::vector<DeclaredName> read() {
    while (!at_end()) {
      const Token& token = tokens_[at_];
      if (token.at_line_start && token.is("#")) {
        directive();
      } else if (token.is("{") || token.is("}") || token.is(";")) {
        ++at_;
      } else if (!template_parameters() && !function()) {
        statement();
      }
    }
    return std::move(names_);
  }

 private:
  bool at_end() const { return tokens_[at_].kind == TokenKind::end; }

  // Returns the text of the tokens [begin, end), with a single space wherever the source has spaces.
  std::string text(std::size_t begin, std::size_t end) const {
    std::string words;
    for (std::size_t i = begin; i < end; ++i) {
      const bool gap = i > begin && (tokens_[i].space_before || tokens_[i].at_line_start);
      words += (gap ? " " : "") + std::string(tokens_[i].text);
    }
    return words;
  }

  void add(std::size_t token, std::string declaration, bool is_called, bool is_local) {
    if (end_of(tokens_[token]) == place_) return;
    names_.push_back({std::string(tokens_[token].text), std::move(declaration), is_called, is_local});
  }

  std::size_t end_of_line(std::size_t from) const {
    std::size_t end = from + 1;
    while (tokens_[end].kind != TokenKind::end && !tokens_[end].at_line_start) ++end;
    return end;
  }

  void directive() {
    const std::size_t end = end_of_line(at_);
    if (at_ + 2 < end && tokens_[at_ + 1].is("define") && tokens_[at_ + 2].is_identifier()) {
      const bool is_called = at_ + 3 < end && tokens_[at_ + 3].is("(") && !tokens_[at_ + 3].space_before;
      add(at_ + 2, text(at_, end), is_called, false);
    }
    at_ = end;
  }

  // Returns the index of the token after the bracket that matches the bracket at `open`.
  std::size_t after_closing(std::size_t open) const {
    std::size_t depth = 0, i = open;
    for (; tokens_[i].kind != TokenKind::end; ++i) {
      if (opens(tokens_[i])) ++depth;
      if (closes(tokens_[i]) && --depth == 0) return i + 1;
    }
    return i;
  }

  bool is_type_word(const Token& token) const {
    if (!token.is_identifier()) return false;
    if (is_predefined_type(token.text, language_)) return true;
    constexpr auto& statements = sim::language::kStatementWords;
    return is_code_keyword(token.text, language_) &&
           std::ranges::find(statements, token.text) == statements.end() && !is_of_expressions(token);
  }

  // Returns true for words of CUDA C++ that cannot begin a declaration.
  static bool is_of_expressions(const Token& token) {
    constexpr std::string_view kWords[] = {
        "this",  "new",         "delete",           "true",       "false",   "nullptr",
        "using", "static_cast", "reinterpret_cast", "const_cast", "operator"};
    return std::ranges::find(kWords, token.text) != std::end(kWords);
  }

  // Skips template parameters, such as template <class T, int N>; returns false if there are none.
  bool template_parameters() {
    if (language_ != Language::cuda || !tokens_[at_].is("template") || !tokens_[at_ + 1].is("<"))
      return false;
    std::size_t depth = 0;
    for (; !at_end(); ++at_) {
      if (tokens_[at_].is("<")) ++depth;
      if (tokens_[at_].is(">") && --depth == 0) break;
      if (tokens_[at_].is(">>")) break;
    }
    if (!at_end()) ++at_;
    return true;
  }

  // Returns true if the token is an attribute such as __attribute__ or __launch_bounds__, followed
  // by parentheses.
  bool takes_parentheses(std::size_t i) const {
    return (tokens_[i].is("__attribute__") || tokens_[i].is("__launch_bounds__") ||
            tokens_[i].is("__align__")) &&
           tokens_[i + 1].is("(");
  }

  // Parses a function: a name between a type and `(`. This is called only at program scope, where there are
  // no expressions.
  bool function() {
    std::size_t name = at_;
    while (tokens_[name].is_identifier() || tokens_[name].is("*") || tokens_[name].is("&")) {
      if (takes_parentheses(name))
        name = after_closing(name + 1);
      else if (tokens_[name + 1].is("("))
        break;
      else
        ++name;
    }
    if (name == at_ || !tokens_[name].is_identifier() || !tokens_[name + 1].is("(")) return false;
    const std::size_t open = name + 1, after = after_closing(open);
    add(name, text(at_, after), true, false);
    std::size_t body = after;
    while (tokens_[body].is("__attribute__") && tokens_[body + 1].is("(")) body = after_closing(body + 1);
    at_ = body;
    if (!tokens_[body].is("{")) return true;
    const std::size_t end = after_closing(body);
    if (start_of(tokens_[open]) <= place_ &&
        (tokens_[end].kind == TokenKind::end || place_ < end_of(tokens_[end - 1]))) {
      parameters(open, after - 1);
      variables(body, end);
    }
    at_ = end;
    return true;
  }

  void parameters(std::size_t open, std::size_t close) {
    std::size_t begin = open + 1;
    for (std::size_t i = begin; i <= close; ++i) {
      if (i < close && opens(tokens_[i])) {
        i = after_closing(i) - 1;
      } else if (i == close || tokens_[i].is(",")) {
        std::size_t name = i;
        while (name > begin && !tokens_[name - 1].is_identifier()) --name;
        if (name > begin + 1) add(name - 1, text(begin, i), false, true);
        begin = i + 1;
      }
    }
  }

  // Finds the variables that are declared before the place in any block of the function.
  void variables(std::size_t body, std::size_t end) {
    for (std::size_t i = body; i < end && start_of(tokens_[i]) < place_; ++i) {
      const bool begins = tokens_[i].is("{") || tokens_[i].is("}") || tokens_[i].is(";") ||
                          tokens_[i].is("(") || tokens_[i].is(")");
      if (begins) declarators(i + 1, end, true);
    }
  }

  // Parses the statement that begins at `begin`. If it is a declaration, adds the declared names and returns
  // the index after them; otherwise returns `begin`.
  std::size_t declarators(std::size_t begin, std::size_t end, bool is_local) {
    std::size_t at = begin;
    while (at < end && is_type_word(tokens_[at])) ++at;
    // A type that the program defines: a name followed by a name.
    const auto names_type = [&](std::size_t i) {
      return tokens_[i].is_identifier() && !is_code_keyword(tokens_[i].text, language_) &&
             tokens_[i + 1].is_identifier();
    };
    if (at < end && names_type(at)) ++at;
    if (at == begin) return begin;
    const std::string type = text(begin, at);
    while (at < end) {
      std::string stars;
      while (tokens_[at].is("*") || tokens_[at].is("&") || is_type_word(tokens_[at]))
        stars += std::string(tokens_[at++].text);
      if (at >= end || !tokens_[at].is_identifier() || place_ <= start_of(tokens_[at])) return at;
      const std::size_t name = at++;
      std::string size;
      while (at < end && tokens_[at].is("[")) {
        const std::size_t after = after_closing(at);
        size += text(at, after);
        at = after;
      }
      add(name, type + " " + stars + std::string(tokens_[name].text) + size, false, is_local);
      while (at < end && !tokens_[at].is(",") && !tokens_[at].is(";") && !closes(tokens_[at]))
        at = opens(tokens_[at]) ? after_closing(at) : at + 1;
      if (at >= end || !tokens_[at].is(",")) return at;
      ++at;
    }
    return at;
  }

  // Parses a statement at program scope, up to its semicolon.
  void statement() {
    at_ = std::max(at_ + 1, declarators(at_, tokens_.size() - 1, false));
    while (!at_end() && !tokens_[at_].is(";") && !tokens_[at_].at_line_start)
      at_ = opens(tokens_[at_]) ? after_closing(at_) : at_ + 1;
  }

  const std::vector<Token>& tokens_;
  TextPlace place_;
  Language language_;
  std::size_t at_ = 0;
  std::vector<DeclaredName> names_;
};

}  // namespace

std::vector<DeclaredName> declared_names(const std::vector<std::string>& lines, TextPlace place,
                                         Language language) {
  sim::language::Diagnostics diagnostics;
  sim::language::StringPool pool;
  const std::uint32_t file = diagnostics.add_file("", join_lines(lines) + "\n");
  return NameReader(lex_file(file, diagnostics, pool), place, language).read();
}

}  // namespace lockstep::gui
