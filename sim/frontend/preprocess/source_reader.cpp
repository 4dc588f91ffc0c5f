// Reads lines, selects the groups of #if and the like, and executes the other directives.
#include "sim/frontend/preprocess/source_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/base/nesting.hpp"
#include "core/base/text_file.hpp"
#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/preprocess/condition.hpp"
#include "sim/frontend/preprocess/literal.hpp"

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
  input.folder = std::filesystem::path(diagnostics_.file(file).path).parent_path().string();
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
  // "# 12 "file.cl"": what another preprocessor left of its #line.
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
  // Reached after a group that was taken, or from skip_group().
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

// Skips to the #elif, #else or #endif of the innermost condition, which is then executed.
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

// `defined` and the like become 1 or 0 before macros are expanded.
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

// `defined NAME` and `defined(NAME)`
std::size_t SourceReader::replace_defined(const Line& line, std::size_t at, Line& result) {
  const bool parenthesised = at + 1 < line.size() && line[at + 1].is("(");
  const std::size_t name = at + (parenthesised ? 2 : 1);
  const bool closed = !parenthesised || (name + 1 < line.size() && line[name + 1].is(")"));
  if (name >= line.size() || !line[name].is_identifier() || !closed)
    diagnostics_.fail(line[at].range, "'defined' needs the name of a macro");
  result.push_back(truth(line[at], expander_.is_defined(line[name].text)));
  return name + (parenthesised ? 2 : 1);
}

// `__has_builtin(NAME)` and similar questions: of all compiler extensions only built-in functions exist here.
std::size_t SourceReader::replace_has(const Line& line, std::size_t at, Line& result) {
  std::size_t end = at + 2;
  while (end < line.size() && !line[end].is(")")) ++end;
  if (end == line.size()) diagnostics_.fail(line[at].range, fmt::format("'{}' has no ')'", line[at].text));
  const bool has = line[at].is("__has_builtin") && end == at + 3 && is_builtin_function(line[at + 2].text);
  result.push_back(truth(line[at], has));
  return end + 1;
}

// The directives that are not conditions: #define, #undef, #include, #line, #pragma.

namespace {

constexpr std::size_t kMostIncludedBytes = std::size_t{64} << 20;

std::optional<std::string> read_included(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  if (std::filesystem::file_size(path, error) > kMostIncludedBytes) return std::nullopt;
  auto text = read_text_file(path.string());
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

bool same_definition(const Macro& a, const Macro& b) {
  return a.kind == b.kind && a.parameters == b.parameters &&
         std::ranges::equal(a.body, b.body, {}, &Token::text, &Token::text);
}

}  // namespace

// define = "define" name ["(" [parameters] ")"] body; the parenthesis follows the name without a blank
void SourceReader::define(const Line& line) {
  if (line.size() < 2 || !line[1].is_identifier()) diagnostics_.fail(line[0].range, "#define needs a name");
  const std::string_view name = line[1].text;
  if (name == "defined") diagnostics_.fail(line[1].range, "'defined' cannot be a macro");
  Macro macro;
  std::size_t body = 2;
  if (line.size() > 2 && line[2].is("(") && !line[2].space_before) {
    macro.kind = Macro::Kind::function;
    body = read_parameters(line, macro);
  }
  for (std::size_t i = body; i < line.size(); ++i) {
    const auto found = std::ranges::find(macro.parameters, line[i].text);
    const bool is_parameter = line[i].is_identifier() && found != macro.parameters.end();
    macro.body.push_back(line[i]);
    macro.parameter_of.push_back(is_parameter ? static_cast<int>(found - macro.parameters.begin()) : -1);
  }
  if (!macro.body.empty() && (macro.body.front().is("##") || macro.body.back().is("##")))
    diagnostics_.fail(line[body].range, "'##' needs a token on both sides");
  const auto [place, is_new] = expander_.macros().try_emplace(name, macro);
  if (is_new) return;
  if (!same_definition(place->second, macro))
    diagnostics_.warn(line[1].range, fmt::format("macro '{}' is redefined with a different body", name));
  place->second = std::move(macro);
}

// Gives the index of the first token of the body.
std::size_t SourceReader::read_parameters(const Line& line, Macro& macro) {
  std::size_t at = 3;
  const auto next_is = [&](std::string_view text) { return at < line.size() && line[at].is(text); };
  while (!next_is(")")) {
    if (next_is("...")) {
      macro.is_variadic = true;
      macro.parameters.emplace_back("__VA_ARGS__");
    } else if (at < line.size() && line[at].is_identifier()) {
      macro.parameters.push_back(line[at].text);
      if (at + 1 < line.size() && line[at + 1].is("...")) {
        macro.is_variadic = true;
        ++at;
      }
    } else {
      diagnostics_.fail(line[std::min(at, line.size() - 1)].range,
                        "a parameter's name or ')' is missing here");
    }
    ++at;
    if (next_is(")")) break;
    if (macro.is_variadic || !next_is(","))
      diagnostics_.fail(line[std::min(at, line.size() - 1)].range,
                        "')' is missing after the macro's parameters");
    ++at;
  }
  return at + 1;
}

void SourceReader::undefine(const Line& line) {
  if (line.size() < 2 || !line[1].is_identifier()) diagnostics_.fail(line[0].range, "#undef needs a name");
  expander_.macros().erase(line[1].text);
}

// include = "include" (string | "<" … ">"), possibly only after macros are expanded
void SourceReader::include(const Line& line) {
  Line name(line.begin() + 1, line.end());
  if (!name.empty() && name[0].kind != TokenKind::string && !name[0].is("<"))
    name = expander_.expand_all(std::move(name));
  if (name.empty()) diagnostics_.fail(line[0].range, "#include needs the name of a file");
  if (name[0].kind == TokenKind::string)
    return open_include(std::string(name[0].text.substr(1, name[0].text.size() - 2)), true, name[0].range);
  std::string text;
  std::size_t at = 1;
  for (; at < name.size() && !name[at].is(">"); ++at) {
    if (name[at].space_before && at > 1) text += ' ';
    text += name[at].text;
  }
  if (!name[0].is("<") || at == name.size())
    diagnostics_.fail(name[0].range, "#include needs \"a file\" or <a file>");
  open_include(text, false, join(name[0].range, name[at].range));
}

std::optional<std::string> SourceReader::read_file(const std::filesystem::path& path) const {
  const std::string name = path.lexically_normal().string();
  for (const KernelSource::Header& header : source_.headers)
    if (header.name == name) return header.text;
  return source_.is_closed ? std::nullopt : read_included(path);
}

bool SourceReader::has_header(const std::filesystem::path& path) const {
  const std::string name = path.lexically_normal().string();
  return std::ranges::any_of(source_.headers, [&](const auto& header) { return header.name == name; });
}

// A kernel of somebody else must not show any file of this machine: what it includes lies in its own folder
// or in one that -I names, links followed.
bool SourceReader::may_include(const std::filesystem::path& path,
                               const std::vector<std::string>& folders) const {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::weakly_canonical(path, error);
  const auto holds = [&](const std::string& folder) {
    const std::filesystem::path root = std::filesystem::weakly_canonical(folder, error);
    return std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
  };
  return std::ranges::any_of(folders,
                             [&](const std::string& folder) { return !folder.empty() && holds(folder); });
}

namespace {

// Headers of CUDA, C and C++, which pasted code names.
bool is_header_of_the_host(const std::string& name) {
  constexpr std::string_view kHeaders[] = {
      "stdio.h",  "stdlib.h", "math.h",   "string.h", "stdint.h", "stdbool.h", "assert.h",
      "iostream", "cstdio",   "cstdlib",  "cmath",    "vector",   "algorithm", "device_launch_parameters.h",
      "cstdint",  "CL/cl.h",  "omp.h",    "mma.h",    "string",   "cuda.h",    "cooperative_groups.h",
      "chrono",   "cassert",  "limits.h", "float.h",  "stddef.h", "time.h",    "cooperative_groups/reduce.h"};
  return std::ranges::find(kHeaders, name) != std::end(kHeaders) || name.starts_with("cuda_") ||
         name.starts_with("thrust/") || name.starts_with("cub/");
}

}  // namespace

void SourceReader::open_include(const std::string& name, bool quoted, const SourceRange& range) {
  if (inputs_.size() >= kDeepestNesting)
    diagnostics_.fail(range, nested_too_deeply("this #include") + "; does a file include itself?");
  std::vector<std::string> folders = include_dirs_;
  if (!source_.include_dir.empty()) folders.insert(folders.begin(), source_.include_dir);
  if (quoted && !inputs_.back().folder.empty()) folders.insert(folders.begin(), inputs_.back().folder);
  folders.emplace_back();  // as written: an absolute path, or one relative to the working directory
  if (!source_.headers.empty()) std::ranges::rotate(folders, std::prev(folders.end()));  // own names first
  for (const std::string& folder : folders) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (included_once_.contains(path.lexically_normal().string())) return;
    auto text = read_file(path);
    if (!text) continue;
    if (!source_.include_dir.empty() && !has_header(path) && !may_include(path, folders))
      diagnostics_.fail(range,
                        fmt::format("'{}' lies outside of the kernel's folder, so it is not read; name its "
                                    "folder with -I",
                                    name));
    included_bytes_ += text->size();
    if (included_bytes_ > kMostIncludedBytes)
      diagnostics_.fail(range,
                        fmt::format("the included files are larger than {} MiB", kMostIncludedBytes >> 20));
    return enter(diagnostics_.add_file(path.string(), std::move(*text)));
  }
  if (is_header_of_the_host(name))
    diagnostics_.fail(range,
                      fmt::format("OpenCL C has no <{}>: its functions need no header; leave this out, "
                                  "and host code too",
                                  name));
  if (source_.is_closed)
    diagnostics_.fail(range,
                      fmt::format("the file '{}' is not in the recording, and no other file is read", name));
  diagnostics_.fail(
      range,
      fmt::format("cannot find the file '{}'; put it beside the kernel or name its folder with -I", name));
}

// #line changes the values of __LINE__ and __FILE__. Messages name the real file and line.
void SourceReader::set_line(const Line& arguments, const SourceRange& directive) {
  const Line tokens = expander_.expand_all(arguments);
  const auto number = tokens.empty() || tokens[0].kind != TokenKind::number
                          ? Literal<NumberLiteral>(tl::unexpected(std::string()))
                          : parse_number(tokens[0].text, false);
  if (!number || number->is_floating || number->integer > INT32_MAX)
    diagnostics_.fail(directive, "#line needs a line number");
  expander_.set_line_offset(static_cast<std::int64_t>(number->integer) - directive.line - 1);
  if (tokens.size() > 1 && tokens[1].kind == TokenKind::string)
    expander_.set_file_name(tokens[1].text.substr(1, tokens[1].text.size() - 2));
}

void SourceReader::pragma(const Line& line) {
  if (line.size() > 1 && line[1].is("once"))
    included_once_.insert(
        std::filesystem::path(diagnostics_.file(line[0].range.file).path).lexically_normal().string());
}

}  // namespace lockstep::sim::language
