// Reading tokens, recovery after errors, and the translation unit.
#include "sim/frontend/parse/parser.hpp"

#include <fmt/format.h>

namespace lockstep::sim::language {
namespace {

// Deep enough for what people write, shallow enough for any stack.
constexpr unsigned kDeepestNesting = 600;

}  // namespace

Parser::Parser(Context& context, const std::vector<Token>& tokens)
    : context_(context), tokens_(tokens), scopes_(context.types) {}

const Token& Parser::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const Token& Parser::take() {
  const Token& token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Parser::take_if(std::string_view text) {
  if (!next_is(text)) return false;
  take();
  return true;
}

SourceRange Parser::after_last() const {
  SourceRange range = at_ == 0 ? peek().range : tokens_[at_ - 1].range;
  range.line = range.end_line;
  range.column = range.end_column;
  ++range.end_column;
  return range;
}

const Token& Parser::expect(std::string_view text, std::string_view where) {
  if (next_is(text)) return take();
  context_.fail(after_last(), fmt::format("'{}' is missing {}", text, where));
}

void Parser::fail_here(std::string_view message) {
  const Token& token = peek();
  if (token.kind == TokenKind::end)
    context_.fail(after_last(), "the text ends here, in the middle of a declaration");
  context_.fail(token.range, message);
}

DepthGuard Parser::enter_nesting() {
  if (nesting_ >= kDeepestNesting)
    context_.fail(peek().range, fmt::format("this is nested more than {} levels deep", kDeepestNesting));
  return DepthGuard(nesting_);
}

// Behind the parenthesis that belongs to the one at the current place.
void Parser::skip_parentheses() {
  unsigned depth = 0;
  do {
    if (peek().kind == TokenKind::end) fail_here("')' is missing");
    const Token& token = take();
    if (token.is("(")) ++depth;
    if (token.is(")")) --depth;
  } while (depth > 0);
}

// After an error in parentheses that opened at `open`: on behind them, if they end before the statement does.
void Parser::skip_to_matching_parenthesis(std::size_t open) {
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

// Behind the next ';' or the block that is opened before it; a '}' that closes what is around stays.
void Parser::skip_statement() {
  unsigned depth = 0;
  while (peek().kind != TokenKind::end) {
    if (next_is("}")) {
      if (depth == 0) return;
      take();
      // What goes on behind a block was an expression that had it inside.
      const bool goes_on = next_is(")") || next_is(",") || next_is(";");
      if (--depth == 0 && !goes_on) return;
      continue;
    }
    if (next_is("{")) ++depth;
    if (take().is(";") && depth == 0) return;
  }
}

// translation-unit = { external-declaration }
void Parser::parse_translation_unit() {
  while (peek().kind != TokenKind::end && !context_.diagnostics.too_many()) {
    const std::size_t begin = at_;
    try {
      external_declaration();
    } catch (const Abandoned&) {
      skip_statement();
      // A '}' without '{' ends nothing here.
      if (next_is("}") || at_ == begin) take();
    }
  }
}

// external-declaration = ";" | static-assertion | specifiers ";" | specifiers declarator function-body |
// specifiers declarators
// ";"
void Parser::external_declaration() {
  if (take_if(";") || static_assertion()) return;
  if (next_is("__asm__") || next_is("asm") || next_is("__asm")) fail_here("inline assembly is not supported");
  const Specifiers specified = specifiers();
  if (take_if(";")) return;
  program_declarators(specified);
}

// declarators = declarator ["=" initializer] { "," declarator ["=" initializer] }
void Parser::program_declarators(const Specifiers& specified) {
  for (bool first = true;; first = false) {
    const Declarator declared = declarator(specified.type);
    if (declared.name.empty()) fail_here("a name is missing here");
    if (declared.is_function && !specified.is_typedef) {
      if (first && next_is("{")) return function_definition(specified, declared);
      declare_function(specified, declared);
    } else if (specified.is_typedef) {
      declare_typedef(declared);
    } else {
      program_variable(specified, declared);
    }
    if (!take_if(",")) break;
  }
  expect(";", "after this declaration");
}

}  // namespace lockstep::sim::language
