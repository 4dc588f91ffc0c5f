// Gives sequential access to the tokens of a translation unit, and skips tokens after an error.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

class TokenCursor {
 public:
  // The last token is of kind end; the cursor never passes it.
  TokenCursor(Context& context_, const std::vector<Token>& tokens) : context(context_), tokens_(tokens) {}

  const Token& peek(std::size_t ahead = 0) const;
  const Token& take();
  bool next_is(std::string_view text) const { return peek().is(text); }
  bool take_if(std::string_view text);
  // Takes the token `text`; if it does not follow, fails with "'TEXT' is missing WHERE".
  const Token& expect(std::string_view text, std::string_view where);
  [[noreturn]] void fail_here(std::string_view message);

  std::size_t position() const { return at_; }
  void go_to(std::size_t position) { at_ = position; }
  // Limits reading to this position and returns the previous limit.
  std::size_t end_at(std::size_t position) { return std::exchange(limit_, position); }
  // Returns the token at a position; for positions after the last token, returns the end token.
  const Token& token_at(std::size_t position) const {
    return tokens_[std::min(position, tokens_.size() - 1)];
  }
  std::size_t position_of(const Token& token) const {
    return static_cast<std::size_t>(&token - tokens_.data());
  }
  std::size_t end_position() const { return tokens_.size() - 1; }
  const SourceRange& last_range() const { return tokens_[at_ - 1].range; }  // range of the last token taken

  // Skips to the position after the matching closing parenthesis.
  void skip_parentheses();
  // Used after an error in parentheses that opened at `open`: skips to the position after them if they close
  // before the statement ends.
  void skip_to_matching_parenthesis(std::size_t open);
  // Skips the next ';', or a complete block before it. A '}' that closes the enclosing block is not taken.
  void skip_statement();

  Context& context;

 private:
  SourceRange after_last() const;

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  std::size_t limit_ = SIZE_MAX;
};

}  // namespace lockstep::sim::language
