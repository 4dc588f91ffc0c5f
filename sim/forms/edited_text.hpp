// A text that is read as tokens and changed in places, so that comments, layout and the number of each line
// stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::forms {

using language::SourceRange;
using language::Token;
using language::TokenKind;

// Tokens of a directive, or of the text between directives.
using Fragment = std::vector<Token>;

struct Directive {
  Token hash;
  Fragment words;  // those behind the '#'; at least one
  // A backslash may have continued it.
  std::uint32_t last_line() const { return words.back().range.end_line; }
};

class EditedText {
 public:
  // Tokens point into the text that `diagnostics` and `pool` keep.
  EditedText(std::string path, std::string text, language::Diagnostics& diagnostics,
             language::StringPool& pool);

  const Fragment& code() const { return code_; }  // everything but directives
  const std::vector<Directive>& directives() const { return directives_; }

  void insert_before(const Token& token, std::string text);
  void insert_after(const Token& token, std::string text);
  void replace(const Token& token, std::string text) { replace(token, token, std::move(text)); }
  // From the beginning of `first` to the end of `last`; line ends between them stay, below the new text.
  void replace(const Token& first, const Token& last, std::string text);
  // With the blanks behind it.
  void drop(const Token& token);
  // From the end of `before` to the beginning of `after`.
  void replace_between(const Token& before, const Token& after, std::string text);
  // The token and the blanks behind it, up to the end of the line.
  void replace_with_blanks(const Token& token, std::string text);
  // The rest of the line, a comment included.
  void replace_line(const Token& first, std::string text);

  std::string edited() const;
  // As written between two tokens, both included.
  std::string_view between(const Token& first, const Token& last) const;

 private:
  struct Edit {
    std::size_t begin, end;
    std::string text;
  };
  std::size_t begin_of(const Token& token) const;
  std::size_t end_of(const Token& token) const;
  void add(std::size_t begin, std::size_t end, std::string text);

  std::string_view text_;
  std::vector<std::size_t> lines_;  // where each begins
  Fragment code_;
  std::vector<Directive> directives_;
  std::vector<Edit> edits_;
};

}  // namespace lockstep::sim::forms
