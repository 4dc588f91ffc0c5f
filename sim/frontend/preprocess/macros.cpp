#include "sim/frontend/preprocess/macros.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/text/nesting.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::sim::language {

std::uint32_t HideSets::find(Names names) {
  const auto [place, is_new] =
      numbers_.try_emplace(std::move(names), static_cast<std::uint32_t>(sets_.size()));
  if (is_new) {
    sets_.push_back(&place->first);
    name_count_ += place->first.size();
  }
  return place->second;
}

bool HideSets::contains(std::uint32_t set, std::string_view macro) const {
  return std::ranges::binary_search(*sets_[set], macro);
}

std::uint32_t HideSets::with(std::uint32_t set, std::string_view macro) {
  Names names = *sets_[set];
  const auto place = std::ranges::lower_bound(names, macro);
  if (place == names.end() || *place != macro) names.insert(place, macro);
  return find(std::move(names));
}

std::uint32_t HideSets::unite(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const auto known = unions_.find({a, b});
  if (known != unions_.end()) return known->second;
  Names names;
  std::ranges::set_union(*sets_[a], *sets_[b], std::back_inserter(names));
  return unions_[{a, b}] = find(std::move(names));
}

std::uint32_t HideSets::intersect(std::uint32_t a, std::uint32_t b) {
  if (a == b) return a;
  if (a == 0 || b == 0) return 0;
  Names names;
  std::ranges::set_intersection(*sets_[a], *sets_[b], std::back_inserter(names));
  return find(std::move(names));
}

namespace {

// These limits bound the expansion. A few macros that double each other could expand to any number of tokens,
// and macros that refer to each other could create any number of hide sets.
constexpr std::size_t kMaxTokens = 1'000'000;
constexpr std::size_t kMaxHiddenNames = 4'000'000;

class ListStream : public TokenStream {
 public:
  explicit ListStream(const std::vector<Token>& tokens) : tokens_(tokens) {}

 private:
  Token take_from_source() override { return at_ < tokens_.size() ? tokens_[at_++] : Token{}; }
  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
};

std::optional<TokenKind> kind_of_pasted(std::string_view text) {
  const auto is_number_part = [](char c) {
    return is_identifier_part(c) || c == '.' || c == '+' || c == '-';
  };
  if (is_identifier_start(text[0]))
    return std::ranges::all_of(text, is_identifier_part) ? std::optional(TokenKind::identifier)
                                                         : std::nullopt;
  if (is_identifier_part(text[0]) || (text[0] == '.' && text.size() > 1 && is_identifier_part(text[1])))
    return std::ranges::all_of(text, is_number_part) ? std::optional(TokenKind::number) : std::nullopt;
  return punctuator_length(text) == text.size() ? std::optional(TokenKind::punctuator) : std::nullopt;
}

}  // namespace

Token TokenStream::take() {
  if (waiting_.empty()) return take_from_source();
  Token token = waiting_.back();
  waiting_.pop_back();
  return token;
}

void TokenStream::put_back(const Token& token) {
  if (token.kind != TokenKind::end) waiting_.push_back(token);
}

void TokenStream::put_back(const std::vector<Token>& tokens) {
  waiting_.insert(waiting_.end(), tokens.rbegin(), tokens.rend());
}

void MacroExpander::count(std::size_t tokens, const SourceRange& range) {
  produced_ += tokens;
  if (produced_ > kMaxTokens)
    diagnostics_.fail(range,
                      fmt::format("the macros of this file expand to more than {} tokens", kMaxTokens));
}

const Macro* MacroTable::find(std::string_view name) const {
  if (const auto own = macros_.find(name); own != macros_.end()) return own->second ? &*own->second : nullptr;
  return predefined_ == nullptr ? nullptr : predefined_->find(name);
}

void MacroTable::define(std::string_view name, Macro macro) {
  macros_.insert_or_assign(name, std::move(macro));
}

void MacroTable::undefine(std::string_view name) {
  if (find(name) != nullptr) macros_.insert_or_assign(name, std::nullopt);
}

bool MacroExpander::expand(const Token& name, TokenStream& stream) {
  if (!name.is_identifier()) return false;
  const Macro* const found = macros_.find(name.text);
  if (found == nullptr || hide_sets_.contains(name.hide_set, name.text)) return false;
  const Macro& macro = *found;
  std::uint32_t hide_set = name.hide_set;
  SourceRange range = name.range;
  std::vector<Token> result;
  if (macro.kind == Macro::Kind::function) {
    const Token open = stream.take();
    if (!open.is("(")) {
      stream.put_back(open);
      return false;
    }
    Token close;
    // A copy is used because a directive between the arguments may redefine the macro.
    const Macro used = macro;
    const Arguments arguments = read_arguments(used, name, stream, close);
    hide_set = hide_sets_.intersect(hide_set, close.hide_set);
    range = join(range, close.range);
    result = substitute(used, arguments, range);
  } else if (macro.kind == Macro::Kind::object) {
    result = substitute(macro, {}, range);
  } else {
    result = expand_special(macro, name);
  }
  hide_set = hide_sets_.with(hide_set, name.text);
  if (hide_sets_.size(hide_set) > kDeepestNesting)
    diagnostics_.fail(name.range, nested_too_deeply("this macro"));
  if (hide_sets_.names() > kMaxHiddenNames)
    diagnostics_.fail(name.range, "the macros of this file refer to each other in too many ways");
  for (Token& token : result) {
    token.hide_set = hide_sets_.unite(token.hide_set, hide_set);
    token.at_line_start = false;
  }
  if (!result.empty()) result.front().space_before = name.space_before || name.at_line_start;
  count(result.size() + 1, name.range);
  stream.put_back(result);
  return true;
}

std::vector<Token> MacroExpander::expand_all(std::vector<Token> tokens) {
  const NestingLevel level(depth_);
  if (level.is_too_deep())
    diagnostics_.fail(tokens.empty() ? SourceRange{} : tokens.front().range,
                      nested_too_deeply("this argument of a macro"));
  ListStream stream(tokens);
  std::vector<Token> result;
  for (Token token = stream.take(); token.kind != TokenKind::end; token = stream.take())
    if (!expand(token, stream)) result.push_back(token);
  return result;
}

std::vector<Token> MacroExpander::expand_special(const Macro& macro, const Token& name) {
  Token token = name;
  if (macro.kind == Macro::Kind::file) {
    const std::string_view path = file_name_.empty() ? diagnostics_.file(name.range.file).path : file_name_;
    token.kind = TokenKind::string;
    token.text = pool_.add(fmt::format("\"{}\"", path));
  } else {
    token.kind = TokenKind::number;
    token.text =
        pool_.add(macro.kind == Macro::Kind::counter
                      ? fmt::format("{}", counter_++)
                      : fmt::format("{}", std::max<std::int64_t>(name.range.line + line_offset_, 0)));
  }
  return {token};
}

// arguments = "(" [tokens {"," tokens}] ")", where commas inside parentheses do not separate arguments
MacroExpander::Arguments MacroExpander::read_arguments(const Macro& macro, const Token& name,
                                                       TokenStream& stream, Token& close) {
  Arguments arguments(1);
  unsigned parentheses = 0;
  for (;;) {
    Token token = stream.take();
    if (token.kind == TokenKind::end)
      diagnostics_.fail(name.range,
                        fmt::format("')' is missing after the arguments of macro '{}'", name.text));
    if (token.is(")") && parentheses == 0) {
      close = token;
      break;
    }
    const bool takes_rest = macro.is_variadic && arguments.size() == macro.parameters.size();
    if (token.is(",") && parentheses == 0 && !takes_rest) {
      arguments.emplace_back();
      continue;
    }
    if (token.is("(")) ++parentheses;
    if (token.is(")")) --parentheses;
    token.space_before = token.space_before || token.at_line_start;
    arguments.back().push_back(token);
    count(1, name.range);
  }
  const std::size_t wanted = macro.parameters.size();
  if (wanted == 0 && arguments.size() == 1 && arguments[0].empty()) return {};
  if (macro.is_variadic && arguments.size() + 1 == wanted) arguments.emplace_back();
  if (arguments.size() != wanted)
    diagnostics_.fail(
        join(name.range, close.range),
        fmt::format("macro '{}' takes {}, not {}", name.text, plural(wanted, "argument"), arguments.size()));
  return arguments;
}

std::vector<Token> MacroExpander::substitute(const Macro& macro, const Arguments& arguments,
                                             const SourceRange& range) {
  std::vector<Token> result;
  std::vector<std::optional<std::vector<Token>>> expanded(arguments.size());
  bool left_is_empty = false;
  for (std::size_t i = 0; i < macro.body.size(); ++i) {
    const Token& token = macro.body[i];
    const int parameter = macro.parameter_of[i];
    const bool before_paste = i + 1 < macro.body.size() && macro.body[i + 1].is("##");
    if (token.is("#") && i + 1 < macro.body.size() && macro.parameter_of[i + 1] >= 0) {
      result.push_back(stringify(arguments[static_cast<std::size_t>(macro.parameter_of[++i])], range));
      result.back().space_before = token.space_before;
      left_is_empty = false;
    } else if (token.is("##") && i > 0 && i + 1 < macro.body.size()) {
      paste_next(macro, arguments, ++i, range, left_is_empty, result);
    } else if (parameter >= 0) {
      const auto index = static_cast<std::size_t>(parameter);
      if (!before_paste && !expanded[index]) expanded[index] = expand_all(arguments[index]);
      const std::vector<Token>& tokens = before_paste ? arguments[index] : *expanded[index];
      const std::size_t first = result.size();
      result.insert(result.end(), tokens.begin(), tokens.end());
      if (!tokens.empty()) result[first].space_before = token.space_before;
      left_is_empty = tokens.empty();
      count(tokens.size(), range);
    } else {
      result.push_back(token);
      result.back().range = range;
      left_is_empty = false;
    }
  }
  return result;
}

// Pastes the operand of ## at index `next` of the body.
void MacroExpander::paste_next(const Macro& macro, const Arguments& arguments, std::size_t next,
                               const SourceRange& range, bool& left_is_empty, std::vector<Token>& result) {
  const int parameter = macro.parameter_of[next];
  std::vector<Token> right = {macro.body[next]};
  right.front().range = range;
  if (parameter >= 0) right = arguments[static_cast<std::size_t>(parameter)];
  // Extension of GNU C: ", ## __VA_ARGS__" is removed if there are no arguments; otherwise its tokens are not
  // pasted together.
  const bool is_rest = macro.is_variadic && parameter + 1 == static_cast<int>(macro.parameters.size());
  if (is_rest && !result.empty() && result.back().is(",")) {
    if (right.empty()) result.pop_back();
  } else if (!right.empty() && !left_is_empty && !result.empty()) {
    result.back() = paste(result.back(), right.front());
    right.erase(right.begin());
    left_is_empty = false;
  } else {
    left_is_empty = left_is_empty && right.empty();
  }
  result.insert(result.end(), right.begin(), right.end());
}

Token MacroExpander::paste(const Token& left, const Token& right) {
  Token token = left;
  token.text = pool_.add(std::string(left.text) + std::string(right.text));
  token.range = join(left.range, right.range);
  token.hide_set = hide_sets_.intersect(left.hide_set, right.hide_set);
  const auto kind = kind_of_pasted(token.text);
  if (!kind)
    diagnostics_.fail(token.range, fmt::format("'{}' ## '{}' gives '{}', which is not a token", left.text,
                                               right.text, token.text));
  token.kind = *kind;
  return token;
}

Token MacroExpander::stringify(const std::vector<Token>& argument, const SourceRange& range) {
  std::string text = "\"";
  for (const Token& token : argument) {
    if (token.space_before && text.size() > 1) text += ' ';
    const bool quoted = token.kind == TokenKind::string || token.kind == TokenKind::character;
    for (const char c : token.text) {
      if (quoted && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  count(text.size() / 16, range);
  Token token;
  token.kind = TokenKind::string;
  token.text = pool_.add(text + '"');
  token.range = range;
  return token;
}

}  // namespace lockstep::sim::language
