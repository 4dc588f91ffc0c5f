#include "sim/frontend/parse/token_cursor.hpp"

#include <fmt/format.h>

#include "core/base/text/nesting.hpp"

namespace lockstep::sim::language {

const Token& TokenCursor::peek(std::size_t ahead) const {
  const std::size_t at = at_ + ahead;
  return tokens_[at < limit_ ? std::min(at, tokens_.size() - 1) : tokens_.size() - 1];
}

const Token& TokenCursor::take() {
  const Token& token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool TokenCursor::take_if(std::string_view text) {
  if (!next_is(text)) return false;
  take();
  return true;
}

SourceRange TokenCursor::after_last() const {
  SourceRange range = at_ == 0 ? peek().range : tokens_[at_ - 1].range;
  range.line = range.end_line;
  range.column = range.end_column;
  ++range.end_column;
  return range;
}

const Token& TokenCursor::expect(std::string_view text, std::string_view where) {
  if (next_is(text)) return take();
  context.fail(after_last(), fmt::format("'{}' is missing {}", text, where));
}

void TokenCursor::fail_here(std::string_view message) {
  const Token& token = peek();
  if (token.kind == TokenKind::end)
    context.fail(after_last(), "the file ends in the middle of a declaration");
  context.fail(token.range, message);
}

void TokenCursor::skip_parentheses() {
  unsigned depth = 0;
  do {
    if (peek().kind == TokenKind::end) fail_here("')' is missing");
    const Token& token = take();
    if (token.is("(") && ++depth > kDeepestNesting) context.fail(token.range, nested_too_deeply("this"));
    if (token.is(")")) --depth;
  } while (depth > 0);
}

void TokenCursor::skip_to_matching_parenthesis(std::size_t open) {
  const std::size_t error = at_;
  at_ = open;
  unsigned depth = 0;
  do {
    const Token& token = peek();
    if (token.kind == TokenKind::end || token.is("{") || token.is("}")) {
      at_ = error;
      throw Abandoned{};
    }
    if (token.is("(")) ++depth;
    if (token.is(")")) --depth;
    take();
  } while (depth > 0);
}

void TokenCursor::skip_statement() {
  unsigned depth = 0;
  while (peek().kind != TokenKind::end) {
    if (next_is("}")) {
      if (depth == 0) return;
      take();
      // If one of these tokens follows a block, the block was part of an expression.
      const bool continues = next_is(")") || next_is(",") || next_is(";");
      if (--depth == 0 && !continues) return;
      continue;
    }
    if (next_is("{")) ++depth;
    if (take().is(";") && depth == 0) return;
  }
}

}  // namespace lockstep::sim::language
