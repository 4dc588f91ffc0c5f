// The tokens of a translation unit, read one after another, and recovery after an error.
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
  // The last token is of kind end; it is never passed.
  TokenCursor(Context& context_, const std::vector<Token>& tokens) : context(context_), tokens_(tokens) {}

  const Token& peek(std::size_t ahead = 0) const;
  const Token& take();
  bool next_is(std::string_view text) const { return peek().is(text); }
  bool take_if(std::string_view text);
  // Takes the token, or fails with "'TEXT' is missing WHERE".
  const Token& expect(std::string_view text, std::string_view where);
  [[noreturn]] void fail_here(std::string_view message);

  std::size_t position() const { return at_; }
  void go_to(std::size_t position) { at_ = position; }
  // Reads as if the text ended at this position; gives the one before.
  std::size_t end_at(std::size_t position) { return std::exchange(limit_, position); }
  // Behind the last one: the end.
  const Token& token_at(std::size_t position) const {
    return tokens_[std::min(position, tokens_.size() - 1)];
  }
  std::size_t position_of(const Token& token) const {
    return static_cast<std::size_t>(&token - tokens_.data());
  }
  std::size_t end_position() const { return tokens_.size() - 1; }
  const SourceRange& last_range() const { return tokens_[at_ - 1].range; }  // of the token taken last

  // Past the parenthesis that closes the one at the current position.
  void skip_parentheses();
  // After an error in parentheses that opened at `open`: past them, if they close before the statement ends.
  void skip_to_matching_parenthesis(std::size_t open);
  // Past the next ';' or the block that opens before it; a '}' that closes the enclosing block is not taken.
  void skip_statement();

  Context& context;

 private:
  SourceRange after_last() const;

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  std::size_t limit_ = SIZE_MAX;
};

}  // namespace lockstep::sim::language
