// A text that is read as tokens and edited in place. Comments, layout and line numbers are preserved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::translation {

using language::Token;
using language::TokenKind;

// The tokens of one directive, or all tokens outside of directives.
using Fragment = std::vector<Token>;

struct Directive {
  Token hash;
  Fragment words;  // the tokens after the '#'; at least one
  // Returns the last line of the directive, which backslashes may continue on further lines.
  std::uint32_t last_line() const { return words.back().range.end_line; }
};

class EditedText {
 public:
  // Tokens point into text that `diagnostics` and `pool` own, so both must outlive this object.
  EditedText(std::string path, std::string text, language::Diagnostics& diagnostics,
             language::StringPool& pool);

  const Fragment& code() const { return code_; }  // everything but directives
  const std::vector<Directive>& directives() const { return directives_; }

  void insert_before(const Token& token, std::string text);
  void insert_after(const Token& token, std::string text);
  void replace(const Token& token, std::string text) { replace(token, token, std::move(text)); }
  // Replaces the text from the start of `first` to the end of `last`. Newlines of the replaced text are kept,
  // after the new text.
  void replace(const Token& first, const Token& last, std::string text);
  // Removes the token and the blanks after it.
  void drop(const Token& token);
  // Replaces the text from the end of `before` to the start of `after`.
  void replace_between(const Token& before, const Token& after, std::string text);
  // Replaces the token and the blanks after it, up to the end of the line.
  void replace_with_blanks(const Token& token, std::string text);
  // Replaces the rest of the line, including a comment.
  void replace_line(const Token& first, std::string text);

  std::string edited() const;
  // Returns the text from one token to another, including both tokens.
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
  std::vector<std::size_t> lines_;  // start of each line
  Fragment code_;
  std::vector<Directive> directives_;
  std::vector<Edit> edits_;
};

}  // namespace lockstep::sim::translation
