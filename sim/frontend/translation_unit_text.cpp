#include "sim/frontend/translation_unit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/source_tokens.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {
namespace {

using Tokens = std::span<const Token>;

// Returns the index of the parenthesis that `close` closes.
std::size_t opening(Tokens tokens, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (tokens[i].is(")")) ++depth;
    if (tokens[i].is("(") && --depth == 0) return i;
  }
  return 0;
}

bool is_attribute(const Token& token) { return token.is("__attribute__") || token.is("__attribute"); }

// Returns whether the braces after these tokens enclose a function's body, which is the case if the tokens
// end with a parameter list, apart from attributes.
bool ends_in_parameters(Tokens head) {
  while (!head.empty() && head.back().is(")")) {
    const std::size_t open = opening(head, head.size() - 1);
    if (open == 0 || !is_attribute(head[open - 1])) return open > 0;
    head = head.first(open - 1);
  }
  return false;
}

bool has_internal_linkage(Tokens head) {
  return std::ranges::any_of(head, [](const Token& token) {
    return token.is("static") || token.is("inline") || token.is("__inline") || token.is("__inline__");
  });
}

std::string text_of(Tokens tokens) {
  std::string text = fmt::format("#line {}\n", std::max(1u, tokens.front().range.line));
  for (const Token& token : tokens) {
    if (text.back() != '\n') text += ' ';
    text += token.text;
  }
  return text + "\n";
}

// The end of the declaration that starts at `first`, and whether the declaration is a function definition.
struct Extent {
  std::size_t end = 0;
  std::size_t head = 0;  // number of tokens before a function's body
};
Extent extent_of(Tokens tokens, std::size_t first) {
  std::size_t depth = 0;
  std::size_t head = 0;
  for (std::size_t i = first; i < tokens.size(); ++i) {
    if (tokens[i].is("{")) {
      if (depth == 0 && head == 0 && ends_in_parameters(tokens.subspan(first, i - first))) head = i - first;
      ++depth;
    } else if (tokens[i].is("}")) {
      depth -= depth > 0 ? 1 : 0;
      if (depth == 0 && head != 0) return {i + 1, head};
    } else if (tokens[i].is(";") && depth == 0) {
      return {i + 1, 0};
    }
  }
  return {tokens.size(), head};
}

// Returns the position after the bracket that closes the bracket at `open`.
std::size_t behind_brackets(Tokens tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(") || tokens[i].is("{")) ++depth;
    if ((tokens[i].is(")") || tokens[i].is("}")) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

std::size_t behind_attributes(Tokens tokens, std::size_t at) {
  while (at + 1 < tokens.size() && is_attribute(tokens[at])) at = behind_brackets(tokens, at + 1);
  return at;
}

// The definition `struct name { … }` with its attributes, within a declaration.
struct TagDefinition {
  std::size_t first = 0;
  std::size_t name = 0;
  std::size_t end = 0;
};
std::optional<TagDefinition> tag_definition_at(Tokens tokens, std::size_t first) {
  if (!tokens[first].is("struct") && !tokens[first].is("union") && !tokens[first].is("enum"))
    return std::nullopt;
  const std::size_t name = behind_attributes(tokens, first + 1);
  if (name + 1 >= tokens.size() || tokens[name].is("{") || !tokens[name + 1].is("{")) return std::nullopt;
  return TagDefinition{first, name, behind_attributes(tokens, behind_brackets(tokens, name + 1))};
}

std::optional<TagDefinition> first_tag_definition(Tokens tokens) {
  for (std::size_t i = 0; i < tokens.size() && !tokens[i].is("{") && !tokens[i].is("("); ++i)
    if (const std::optional<TagDefinition> found = tag_definition_at(tokens, i)) return found;
  return std::nullopt;
}

bool declares_only(Tokens tokens, const TagDefinition& tag) {
  return tag.first == 0 && tag.end + 1 == tokens.size() && tokens[tag.end].is(";");
}

// Appends the declarations. A type that is defined within another declaration becomes a separate
// declaration. Several units may use the type for different variables, for example with `extern`; they then
// share the type.
void append_plain(Tokens tokens, std::vector<OuterDeclaration>& declarations) {
  const std::optional<TagDefinition> tag = first_tag_definition(tokens);
  if (!tag || declares_only(tokens, *tag)) {
    declarations.push_back({text_of(tokens), false});
    return;
  }
  const Tokens type = tokens.subspan(tag->first, tag->end - tag->first);
  std::vector<Token> definition(type.begin(), type.end());
  definition.push_back(tokens.back());  // the semicolon
  declarations.push_back({text_of(definition), false});
  std::vector<Token> rest(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(tag->first + 1));
  rest.push_back(tokens[tag->name]);
  rest.insert(rest.end(), tokens.begin() + static_cast<std::ptrdiff_t>(tag->end), tokens.end());
  declarations.push_back({text_of(rest), false});
}

std::vector<OuterDeclaration> declarations_of(Tokens tokens) {
  std::vector<OuterDeclaration> declarations;
  for (std::size_t at = 0; at < tokens.size();) {
    const Extent extent = extent_of(tokens, at);
    const Tokens all = tokens.subspan(at, extent.end - at);
    if (extent.head == 0)
      append_plain(all, declarations);
    else
      declarations.push_back({text_of(all), !has_internal_linkage(all.first(extent.head))});
    at = extent.end;
  }
  return declarations;
}

// Returns the declaration without its #line directive, which may differ between units.
std::string_view words_of(const OuterDeclaration& declaration) {
  return std::string_view(declaration.text).substr(declaration.text.find('\n'));
}

}  // namespace

Result<TranslationUnitText> translate_alone(const KernelSource& source, const std::string& options) {
  const Result<Options> parsed = parse_options(options);
  if (!parsed) return tl::unexpected(parsed.error());
  Diagnostics diagnostics;
  if (parsed->no_warnings) diagnostics.suppress_warnings();
  StringPool pool;
  TranslationUnit unit;
  unit.types = std::make_unique<TypeTable>();
  Context context{unit, *unit.types, diagnostics, *parsed};
  TranslationUnitText text;
  try {
    std::vector<Token> tokens = source_tokens(source, *parsed, diagnostics, pool);
    Parser parser(context, tokens);
    parse_translation_unit(parser);
    std::erase_if(tokens, [](const Token& token) { return token.kind == TokenKind::end; });
    text.declarations = declarations_of(tokens);
  } catch (const Abandoned&) {
    // Too many errors occurred; they are reported below.
  }
  if (diagnostics.has_errors()) return failure(diagnostics.error_report());
  text.warnings = diagnostics.take_warnings();
  return text;
}

std::string join(const std::vector<TranslationUnitText>& units) {
  std::string text;
  std::set<std::string_view> seen;
  for (const TranslationUnitText& unit : units)
    for (const OuterDeclaration& declaration : unit.declarations)
      if (declaration.is_unique || seen.insert(words_of(declaration)).second) text += declaration.text;
  return text;
}

}  // namespace lockstep::sim::language
