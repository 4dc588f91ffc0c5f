// Reads lines, selects the groups of conditional directives, and executes all other directives.
#include "sim/frontend/preprocess/source_reader.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "sim/frontend/preprocess/condition.hpp"

namespace lockstep::sim::language {
namespace {

bool starts_conditional(std::string_view name) { return name == "if" || name == "ifdef" || name == "ifndef"; }
bool continues_conditional(std::string_view name) {
  return name == "elif" || name == "else" || name == "endif";
}
bool is_has_question(std::string_view name) {
  return name == "__has_builtin" || name == "__has_attribute" || name == "__has_feature" ||
         name == "__has_extension" || name == "__has_include";
}

Token truth(const Token& place, bool value) {
  Token token = place;
  token.kind = TokenKind::number;
  token.text = value ? "1" : "0";
  return token;
}

}  // namespace

void SourceReader::enter(std::uint32_t file) {
  Input input;
  input.tokens = lex_file(file, diagnostics_, pool_);
  input.folder = path_text(system_path(diagnostics_.file(file).path).parent_path());
  if (inputs_.empty() && !source_.include_dir.empty()) input.folder = source_.include_dir;
  inputs_.push_back(std::move(input));
}

void SourceReader::leave() {
  for (const Conditional& open : inputs_.back().conditionals)
    diagnostics_.error(open.range, "this condition has no #endif");
  inputs_.pop_back();
}

Token SourceReader::take_from_source() {
  while (!inputs_.empty()) {
    Input& input = inputs_.back();
    const Token token = input.tokens[input.at];
    if (token.kind == TokenKind::end) {
      leave();
      continue;
    }
    ++input.at;
    if (!token.is("#") || !token.at_line_start) return token;
    try {
      directive(token);
    } catch (const Abandoned&) {
      if (diagnostics_.too_many()) throw;
    }
  }
  return Token{};
}

SourceReader::Line SourceReader::take_line() {
  Input& input = inputs_.back();
  Line line;
  while (input.tokens[input.at].kind != TokenKind::end && !input.tokens[input.at].at_line_start)
    line.push_back(input.tokens[input.at++]);
  return line;
}

void SourceReader::directive(const Token& hash) {
  const Line line = take_line();
  if (line.empty()) return;
  const std::string_view name = line[0].text;
  // A line such as # 12 "file.cl" is a #line directive in the output of another preprocessor.
  if (line[0].kind == TokenKind::number) return set_line(line, hash.range);
  if (starts_conditional(name) || continues_conditional(name)) return conditional(line);
  if (name == "define") return define(line);
  if (name == "undef") return undefine(line);
  if (name == "include") return include(line);
  if (name == "line") return set_line(Line(line.begin() + 1, line.end()), line[0].range);
  if (name == "pragma") return pragma(line);
  if (name == "ident" || name == "sccs") return;
  if (name == "error" || name == "warning") {
    std::string text = fmt::format("#{}", name);
    for (std::size_t i = 1; i < line.size(); ++i) {
      if (line[i].space_before) text += ' ';
      text += line[i].text;
    }
    const SourceRange range = join(hash.range, line.back().range);
    return name == "error" ? diagnostics_.error(range, text) : diagnostics_.warn(range, text);
  }
  diagnostics_.fail(line[0].range, fmt::format("unknown directive '#{}'", name));
}

void SourceReader::conditional(const Line& line) {
  std::vector<Conditional>& open = inputs_.back().conditionals;
  const std::string_view name = line[0].text;
  if (starts_conditional(name)) {
    open.push_back({.range = line[0].range});
    bool taken = false;
    try {
      taken = group_condition(line);
    } catch (const Abandoned&) {
      if (diagnostics_.too_many()) throw;
    }
    open.back().was_taken = taken;
    if (!taken) skip_group();
    return;
  }
  if (open.empty()) diagnostics_.fail(line[0].range, fmt::format("#{} without #if", name));
  if (name == "endif") {
    open.pop_back();
    return;
  }
  if (open.back().has_else) diagnostics_.fail(line[0].range, fmt::format("#{} after #else", name));
  // This point is reached after a group that was taken, or after skip_group() has found the directive.
  open.back().has_else = name == "else";
  const bool taken = !open.back().was_taken && (name == "else" || group_condition(line));
  open.back().was_taken = open.back().was_taken || taken;
  if (!taken) skip_group();
}

bool SourceReader::group_condition(const Line& line) {
  const std::string_view name = line[0].text;
  if (name == "ifdef" || name == "ifndef") {
    if (line.size() < 2 || !line[1].is_identifier())
      diagnostics_.fail(line[0].range, fmt::format("#{} needs the name of a macro", name));
    return expander_.is_defined(line[1].text) == (name == "ifdef");
  }
  const Line expanded = expander_.expand_all(replace_questions(line));
  return evaluate_condition(expanded, line[0].range, diagnostics_);
}

// Skips to the #elif, #else or #endif of the innermost condition. The caller then executes this directive.
void SourceReader::skip_group() {
  Input& input = inputs_.back();
  std::size_t nested = 0;
  while (input.tokens[input.at].kind != TokenKind::end) {
    const Token token = input.tokens[input.at];
    if (!token.at_line_start || !token.is("#")) {
      ++input.at;
      continue;
    }
    const std::string_view name =
        input.tokens[input.at + 1].at_line_start ? "" : input.tokens[input.at + 1].text;
    if (nested == 0 && continues_conditional(name)) return;
    ++input.at;
    if (starts_conditional(name)) ++nested;
    if (name == "endif") --nested;
  }
}

// Replaces `defined` and similar operators by 1 or 0 before macros are expanded.
SourceReader::Line SourceReader::replace_questions(const Line& line) {
  Line result;
  for (std::size_t at = 1; at < line.size();) {
    if (line[at].is("defined"))
      at = replace_defined(line, at, result);
    else if (is_has_question(line[at].text) && at + 1 < line.size() && line[at + 1].is("("))
      at = replace_has(line, at, result);
    else
      result.push_back(line[at++]);
  }
  return result;
}

// Replaces `defined NAME` and `defined(NAME)`.
std::size_t SourceReader::replace_defined(const Line& line, std::size_t at, Line& result) {
  const bool parenthesised = at + 1 < line.size() && line[at + 1].is("(");
  const std::size_t name = at + (parenthesised ? 2 : 1);
  const bool closed = !parenthesised || (name + 1 < line.size() && line[name + 1].is(")"));
  if (name >= line.size() || !line[name].is_identifier() || !closed)
    diagnostics_.fail(line[at].range, "'defined' needs the name of a macro");
  result.push_back(truth(line[at], expander_.is_defined(line[name].text)));
  return name + (parenthesised ? 2 : 1);
}

// Replaces `__has_builtin(NAME)` and similar operators. Built-in functions are the only compiler extensions
// that exist in the simulator.
std::size_t SourceReader::replace_has(const Line& line, std::size_t at, Line& result) {
  std::size_t end = at + 2;
  while (end < line.size() && !line[end].is(")")) ++end;
  if (end == line.size()) diagnostics_.fail(line[at].range, fmt::format("'{}' has no ')'", line[at].text));
  const bool has = has_builtin_ != nullptr && line[at].is("__has_builtin") && end == at + 3 &&
                   has_builtin_(line[at + 2].text);
  result.push_back(truth(line[at], has));
  return end + 1;
}

}  // namespace lockstep::sim::language
