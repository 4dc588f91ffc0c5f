#include "sim/translation/edited_text.hpp"

#include <algorithm>

namespace lockstep::sim::translation {

EditedText::EditedText(std::string path, std::string text, language::Diagnostics& diagnostics,
                       language::StringPool& pool) {
  const std::uint32_t file = diagnostics.add_file(std::move(path), std::move(text));
  text_ = diagnostics.file(file).text;
  lines_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);
  const std::vector<Token> tokens = lex_file(file, diagnostics, pool);
  for (std::size_t i = 0; i < tokens.size() && tokens[i].kind != TokenKind::end;) {
    if (!tokens[i].is("#") || !tokens[i].at_line_start) {
      code_.push_back(tokens[i++]);
      continue;
    }
    Directive directive{tokens[i], {}};
    for (++i; tokens[i].kind != TokenKind::end && !tokens[i].at_line_start; ++i)
      directive.words.push_back(tokens[i]);
    if (!directive.words.empty()) directives_.push_back(std::move(directive));
  }
}

std::size_t EditedText::begin_of(const Token& token) const {
  return lines_[token.range.line - 1] + token.range.column - 1;
}

std::size_t EditedText::end_of(const Token& token) const {
  return lines_[token.range.end_line - 1] + token.range.end_column - 1;
}

// Adds an edit. The newlines of the old text are appended to the new text, so that the following lines keep
// their line numbers.
void EditedText::add(std::size_t begin, std::size_t end, std::string text) {
  const std::string_view old = text_.substr(begin, end - begin);
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i] != '\n') continue;
    if (i > 0 && old[i - 1] == '\\') text += '\\';
    text += '\n';
  }
  edits_.push_back({begin, end, std::move(text)});
}

void EditedText::insert_before(const Token& token, std::string text) {
  add(begin_of(token), begin_of(token), std::move(text));
}

void EditedText::insert_after(const Token& token, std::string text) {
  add(end_of(token), end_of(token), std::move(text));
}

void EditedText::replace(const Token& first, const Token& last, std::string text) {
  add(begin_of(first), end_of(last), std::move(text));
}

void EditedText::replace_with_blanks(const Token& token, std::string text) {
  std::size_t end = end_of(token);
  while (end < text_.size() && text_[end] == ' ') ++end;
  add(begin_of(token), end, std::move(text));
}

void EditedText::drop(const Token& token) { replace_with_blanks(token, ""); }

void EditedText::replace_between(const Token& before, const Token& after, std::string text) {
  add(end_of(before), begin_of(after), std::move(text));
}

void EditedText::replace_line(const Token& first, std::string text) {
  const std::size_t begin = begin_of(first);
  add(begin, std::min(text_.find('\n', begin), text_.size()), std::move(text));
}

std::string EditedText::edited() const {
  std::vector<Edit> edits = edits_;
  std::ranges::stable_sort(edits, {}, &Edit::begin);
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < at) continue;  // an edit inside a range that was replaced entirely
    result += text_.substr(at, edit.begin - at);
    result += edit.text;
    at = edit.end;
  }
  result += text_.substr(at);
  return result;
}

std::string_view EditedText::between(const Token& first, const Token& last) const {
  return text_.substr(begin_of(first), end_of(last) - begin_of(first));
}

}  // namespace lockstep::sim::translation
