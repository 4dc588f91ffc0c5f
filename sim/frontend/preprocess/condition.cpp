// Evaluates a condition by precedence climbing over 64-bit values. The result of an operator is unsigned if
// one of its operands is unsigned.
#include "sim/frontend/preprocess/condition.hpp"

#include <fmt/format.h>

#include "core/base/text/nesting.hpp"
#include "sim/frontend/preprocess/literal.hpp"

namespace lockstep::sim::language {
namespace {

struct Value {
  std::uint64_t bits = 0;
  bool is_unsigned = false;
  std::int64_t as_signed() const { return static_cast<std::int64_t>(bits); }
};

int precedence(const Token& token) {
  if (token.kind != TokenKind::punctuator) return 0;
  constexpr std::pair<std::string_view, int> kLevels[] = {
      {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5}, {"==", 6}, {"!=", 6}, {"<", 7},  {">", 7},
      {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"+", 9}, {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
  for (const auto& [text, level] : kLevels)
    if (token.text == text) return level;
  return 0;
}

class ConditionEvaluator {
 public:
  ConditionEvaluator(const std::vector<Token>& tokens, const SourceRange& directive, Diagnostics& diagnostics)
      : tokens_(tokens), directive_(directive), diagnostics_(diagnostics) {}

  bool run() {
    const Value value = conditional();
    if (at_ < tokens_.size()) diagnostics_.fail(tokens_[at_].range, "unexpected token after the condition");
    return value.bits != 0;
  }

 private:
  bool next_is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].is(text); }
  bool take(std::string_view text) {
    if (!next_is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!take(text))
      diagnostics_.fail(at_ < tokens_.size() ? tokens_[at_].range : directive_,
                        fmt::format("'{}' is missing in this condition", text));
  }

  // conditional = binary ["?" conditional ":" conditional]
  Value conditional() {
    const NestingLevel guard = enter();
    Value value = binary(1);
    if (take("?")) {
      const bool was_evaluated = evaluated_;
      evaluated_ = was_evaluated && value.bits != 0;
      const Value then = conditional();
      expect(":");
      evaluated_ = was_evaluated && value.bits == 0;
      const Value other = conditional();
      evaluated_ = was_evaluated;
      value = {value.bits != 0 ? then.bits : other.bits, then.is_unsigned || other.is_unsigned};
    }
    return value;
  }

  NestingLevel enter() {
    if (depth_ >= kDeepestNesting) diagnostics_.fail(directive_, nested_too_deeply("this condition"));
    return NestingLevel(depth_);
  }

  // binary = unary {operator binary}, with operators of at least this precedence level
  Value binary(int level) {
    Value left = unary();
    while (at_ < tokens_.size() && precedence(tokens_[at_]) >= level) {
      const Token& op = tokens_[at_++];
      const bool was_evaluated = evaluated_;
      if (op.is("&&")) evaluated_ = evaluated_ && left.bits != 0;
      if (op.is("||")) evaluated_ = evaluated_ && left.bits == 0;
      const Value right = binary(precedence(op) + 1);
      left = apply(op, left, right);
      evaluated_ = was_evaluated;
    }
    return left;
  }

  Value apply(const Token& op, Value a, Value b) {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const std::string_view text = op.text;
    if (text == "&&") return {a.bits != 0 && b.bits != 0};
    if (text == "||") return {a.bits != 0 || b.bits != 0};
    if (text == "==") return {a.bits == b.bits};
    if (text == "!=") return {a.bits != b.bits};
    if (text == "<") return {is_unsigned ? a.bits < b.bits : a.as_signed() < b.as_signed()};
    if (text == ">") return {is_unsigned ? a.bits > b.bits : a.as_signed() > b.as_signed()};
    if (text == "<=") return {is_unsigned ? a.bits <= b.bits : a.as_signed() <= b.as_signed()};
    if (text == ">=") return {is_unsigned ? a.bits >= b.bits : a.as_signed() >= b.as_signed()};
    if (text == "<<") return {a.bits << (b.bits & 63), a.is_unsigned};
    if (text == ">>")
      return {a.is_unsigned ? a.bits >> (b.bits & 63)
                            : static_cast<std::uint64_t>(a.as_signed() >> (b.bits & 63)),
              a.is_unsigned};
    if (text == "|") return {a.bits | b.bits, is_unsigned};
    if (text == "^") return {a.bits ^ b.bits, is_unsigned};
    if (text == "&") return {a.bits & b.bits, is_unsigned};
    if (text == "+") return {a.bits + b.bits, is_unsigned};
    if (text == "-") return {a.bits - b.bits, is_unsigned};
    if (text == "*") return {a.bits * b.bits, is_unsigned};
    return divide(op, a, b, is_unsigned);
  }

  Value divide(const Token& op, Value a, Value b, bool is_unsigned) {
    if (b.bits == 0) {
      if (evaluated_) diagnostics_.fail(op.range, "division by zero in this condition");
      return {0, is_unsigned};
    }
    const bool wants_rest = op.is("%");
    if (is_unsigned) return {wants_rest ? a.bits % b.bits : a.bits / b.bits, true};
    // Dividing by -1 is handled separately, because it is the only division that can overflow.
    if (b.as_signed() == -1) return {wants_rest ? 0 : 0 - a.bits, false};
    const std::int64_t result = wants_rest ? a.as_signed() % b.as_signed() : a.as_signed() / b.as_signed();
    return {static_cast<std::uint64_t>(result), false};
  }

  // unary = ("+" | "-" | "!" | "~") unary | "(" conditional ")" | number | character | name
  Value unary() {
    const NestingLevel guard = enter();
    return unary_operand();
  }

  Value unary_operand() {
    if (take("+")) return unary();
    if (take("-")) {
      const Value value = unary();
      return {0 - value.bits, value.is_unsigned};
    }
    if (take("!")) return {unary().bits == 0};
    if (take("~")) {
      const Value value = unary();
      return {~value.bits, value.is_unsigned};
    }
    if (take("(")) {
      const Value value = conditional();
      expect(")");
      return value;
    }
    return primary();
  }

  Value primary() {
    if (at_ == tokens_.size()) diagnostics_.fail(directive_, "the condition is incomplete");
    const Token& token = tokens_[at_++];
    if (token.kind == TokenKind::number) {
      const auto number = parse_number(token.text, false);
      if (!number) diagnostics_.fail(token.range, number.error());
      if (number->is_floating)
        diagnostics_.fail(token.range, "a preprocessor condition can contain only integers");
      return {number->integer, number->has_u || number->integer > INT64_MAX};
    }
    if (token.kind == TokenKind::character) {
      const auto character = parse_character(token.text);
      if (!character) diagnostics_.fail(token.range, character.error());
      return {static_cast<std::uint64_t>(std::int64_t{*character}), false};
    }
    if (token.is_identifier()) {
      if (next_is("(")) diagnostics_.fail(token.range, fmt::format("macro '{}' is not defined", token.text));
      return {token.text == "true", false};
    }
    diagnostics_.fail(token.range,
                      fmt::format("'{}' is not allowed in a preprocessor condition", token.text));
  }

  const std::vector<Token>& tokens_;
  const SourceRange& directive_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  bool evaluated_ = true;
};

}  // namespace

bool evaluate_condition(const std::vector<Token>& tokens, const SourceRange& directive,
                        Diagnostics& diagnostics) {
  return ConditionEvaluator(tokens, directive, diagnostics).run();
}

}  // namespace lockstep::sim::language
