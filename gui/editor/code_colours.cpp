// Finds the parts of a text with the lexer. The lexer drops comments, so any nonblank text between two tokens
// is a comment.
#include "gui/editor/code_colours.hpp"

#include <algorithm>
#include <string_view>

#include "gui/editor/keywords.hpp"
#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::gui {
namespace {

using sim::language::Token;
using sim::language::TokenKind;

CodeKind kind_of_name(const Token& token, const Token& next, Language language) {
  if (is_code_keyword(token.text, language)) return CodeKind::keyword;
  if (is_predefined_type(token.text, language)) return CodeKind::type;
  if (next.is("(") && is_called_without_declaration(token.text, language)) return CodeKind::builtin;
  return is_predefined_constant(token.text, language) ? CodeKind::number : CodeKind::plain;
}

CodeKind kind_of(const Token& token, const Token& next, Language language) {
  switch (token.kind) {
    case TokenKind::identifier:
      return kind_of_name(token, next, language);
    case TokenKind::number:
      return CodeKind::number;
    case TokenKind::character:
    case TokenKind::string:
      return CodeKind::string;
    default:
      return CodeKind::plain;
  }
}

// A place in the text; line and column are zero-based, and the column is counted in bytes.
struct Place {
  std::size_t line = 0, column = 0;
};

class Colours {
 public:
  explicit Colours(const std::vector<std::string>& lines) : lines_(lines), spans_(lines.size()) {}

  void add(Place from, Place to, CodeKind kind) {
    for (std::size_t line = from.line; line <= to.line && line < lines_.size(); ++line) {
      const std::size_t begin = line == from.line ? from.column : 0;
      std::size_t end = std::min(line == to.line ? to.column : lines_[line].size(), lines_[line].size());
      while (end > begin && (lines_[line][end - 1] == ' ' || lines_[line][end - 1] == '\t')) --end;
      if (begin < end) spans_[line].push_back({begin, end, kind});
    }
  }

  // Adds the comments between two tokens, without leading blanks and line continuations.
  void add_gap(Place from, Place to) {
    for (Place at = from; at.line <= to.line && at.line < lines_.size(); at = {at.line + 1, 0}) {
      const std::size_t end = at.line == to.line ? to.column : lines_[at.line].size();
      const std::size_t begin = lines_[at.line].find('/', at.column);
      if (begin < end) return add({at.line, begin}, to, CodeKind::comment);
    }
  }

  std::vector<LineColours> take() { return std::move(spans_); }

 private:
  const std::vector<std::string>& lines_;
  std::vector<LineColours> spans_;
};

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

}  // namespace

std::vector<LineColours> colour_code(const std::vector<std::string>& lines, Language language) {
  sim::language::Diagnostics diagnostics;
  sim::language::StringPool pool;
  const auto tokens = lex_file(diagnostics.add_file("", joined(lines)), diagnostics, pool);
  Colours colours(lines);
  Place reached;
  bool after_hash = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const Place from{token.range.line - 1, token.range.column - 1};
    const Place to{token.range.end_line - 1, token.range.end_column - 1};
    colours.add_gap(reached, from);
    reached = to;
    if (token.kind == TokenKind::end) break;
    const bool hash = token.at_line_start && token.is("#");
    const bool directive = hash || (after_hash && token.is_identifier());
    const CodeKind kind = directive ? CodeKind::directive : kind_of(token, tokens[i + 1], language);
    if (kind != CodeKind::plain) colours.add(from, to, kind);
    after_hash = hash;
  }
  return colours.take();
}

TextStyle code_style(CodeKind kind) {
  constexpr float size = 12;
  const auto style = [](Font font, Role role) { return TextStyle{font, role, Align::left, size}; };
  switch (kind) {
    case CodeKind::keyword:
      return style(Font::code_bold, Role::ink);
    case CodeKind::directive:
      return style(Font::code_bold, Role::second_ink);
    case CodeKind::type:
      return style(Font::code, Role::code_type);
    case CodeKind::builtin:
      return style(Font::code, Role::code_builtin);
    case CodeKind::number:
    case CodeKind::string:
      return style(Font::code, Role::code_value);
    case CodeKind::comment:
      return style(Font::code, Role::second_ink);
    case CodeKind::plain:
      break;
  }
  return style(Font::code, Role::ink);
}

}  // namespace lockstep::gui
