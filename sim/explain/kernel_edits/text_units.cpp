#include "sim/explain/kernel_edits/text_units.hpp"

#include <algorithm>
#include <array>

namespace lockstep::sim {
namespace {

using language::Token;

constexpr std::array<std::string_view, 4> kHeads{"if", "for", "while", "switch"};
constexpr std::array<std::string_view, 6> kNoTypes{"return", "else", "case", "goto", "sizeof", "do"};

}  // namespace

Units::Units(const std::string& path, const std::string& text) : text_(text) {
  const std::uint32_t file = diagnostics_.add_file(path, text);
  for (const Token& token : language::lex_file(file, diagnostics_, pool_))
    if (token.kind != language::TokenKind::end) tokens_.push_back(token);
  for (std::size_t i = 0; i < tokens_.size();) {
    const std::size_t end = std::max(i + 1, end_of_unit(i));
    units_.push_back({i, end});
    i = end;
  }
  find_lines();
  find_names();
}

std::size_t Units::begin_of(std::size_t token) const {
  const SourceRange& range = tokens_[token].range;
  return std::min<std::size_t>(lines_[range.line - 1] + range.column - 1, text_.size());
}

std::size_t Units::end_of(std::size_t token) const {
  const SourceRange& range = tokens_[token].range;
  return std::min<std::size_t>(lines_[range.end_line - 1] + range.end_column - 1, text_.size());
}

bool Units::begins_directive(std::size_t token) const {
  return tokens_[token].at_line_start && tokens_[token].text == "#";
}

std::size_t Units::end_of_unit(std::size_t i) const {
  const Token& first = tokens_[i];
  if (begins_directive(i)) {
    for (++i; i < tokens_.size() && !tokens_[i].at_line_start;) ++i;
    return i;
  }
  for (const std::string_view alone : {"{", "}", ";", "else", "do"})
    if (first.is(alone)) return i + 1;
  const bool is_head = std::ranges::find(kHeads, first.text) != kHeads.end();
  int depth = 0;
  for (std::size_t k = i; k < tokens_.size(); ++k) {
    if (k > i && begins_directive(k)) return k;
    if (tokens_[k].is("(") || tokens_[k].is("[")) ++depth;
    if (tokens_[k].is(")") || tokens_[k].is("]")) --depth;
    // A brace that follows "=" belongs to an initialiser.
    if (tokens_[k].is("{") && depth == 0 && !tokens_[k - 1].is("=")) return k;
    if (tokens_[k].is("{")) ++depth;
    if (tokens_[k].is("}") && depth <= 0) return k;
    if (tokens_[k].is("}")) --depth;
    if (is_head && depth == 0 && tokens_[k].is(")")) return k + 1;
    if (depth == 0 && tokens_[k].is(")") && is_macro_call(i, k)) return k + 1;
    if (depth <= 0 && tokens_[k].is(";")) return k + 1;
  }
  return tokens_.size();
}

// Whether the tokens are a macro call on a separate line, without a semicolon: "STEP(16)".
bool Units::is_macro_call(std::size_t first, std::size_t last) const {
  if (!tokens_[first].is_identifier() || !tokens_[first + 1].is("(") || last + 1 >= tokens_.size())
    return false;
  const Token& next = tokens_[last + 1];
  return next.at_line_start && (next.is_identifier() || next.is("}"));
}

void Units::find_lines() {
  lines_.push_back(0);
  for (std::size_t at = 0; (at = text_.find('\n', at)) != std::string::npos;) lines_.push_back(++at);
}

// Finds the names that the text declares: "uint t = …", "global T* in,", "…, L = …", "#define L".
void Units::find_names() {
  for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
    if (!tokens_[i].is_identifier()) continue;
    const Token &before = tokens_[i - 1], &after = tokens_[i + 1];
    const bool follows_type = before.is("*") || (before.is_identifier() &&
                                                 std::ranges::find(kNoTypes, before.text) == kNoTypes.end());
    bool ends_name = false;
    for (const std::string_view end : {"=", ",", ";", ")", "[", "("}) ends_name = ends_name || after.is(end);
    if ((follows_type && ends_name) || (before.is(",") && after.is("=")) || before.is("define"))
      names_.insert(tokens_[i].text);
  }
}

}  // namespace lockstep::sim
