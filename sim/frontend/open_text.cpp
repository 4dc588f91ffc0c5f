#include "sim/frontend/open_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/source_tokens.hpp"
#include "sim/frontend/tree/effects.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {
namespace {

// Separates the text from the expression. Because the marker is the first token of its line, a '#' in the
// expression does not start a directive.
constexpr std::string_view kMarker = "lockstep_expression_begins_here";

KernelSource with_expression(const KernelSource& source, std::string expression) {
  std::ranges::replace_if(
      expression, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  KernelSource both = source;
  both.text += fmt::format("\n{} {}\n", kMarker, expression);
  return both;
}

TranslationUnit empty_unit() {
  TranslationUnit unit;
  unit.types = std::make_unique<TypeTable>();
  return unit;
}

// Returns the first error without its location: "unknown identifier 'x'" from "path:9:3: error: unknown
// identifier 'x'" and the two lines that follow.
std::string first_error(const Diagnostics& diagnostics) {
  const std::string report = diagnostics.error_report();
  constexpr std::string_view kBefore = "error: ";
  const std::size_t found = report.find(kBefore);
  const std::size_t begin = found == std::string::npos ? 0 : found + kBefore.size();
  const std::string error = report.substr(begin, report.find('\n', begin) - begin);
  return error.starts_with("the file ends") ? "the expression is not complete" : error;
}

}  // namespace

struct OpenText::Parts {
  explicit Parts(Options parsed) : options(std::move(parsed)) {}

  Result<void> read(const KernelSource& source);
  Expr* parse(FunctionDecl* function, std::span<const VariableDecl* const> visible);

  Options options;
  Diagnostics diagnostics;
  StringPool pool;
  TranslationUnit unit = empty_unit();
  Context context{unit, *unit.types, diagnostics, options};
  std::vector<Token> text, expression;
  Scopes scopes{*unit.types};  // the scopes at the end of the text
};

Result<void> OpenText::Parts::read(const KernelSource& source) {
  diagnostics.suppress_warnings();
  try {
    const std::vector<Token> all = source_tokens(source, options, diagnostics, pool);
    const auto marker = std::ranges::find(all, kMarker, &Token::text);
    text.assign(all.begin(), marker);
    text.push_back(all.back());
    expression.assign(marker == all.end() ? marker : marker + 1, all.end());
    Parser parser(context, text);
    parse_translation_unit(parser);
    scopes = std::move(parser.scopes);
  } catch (const Abandoned&) {
    // The diagnostics contain the reason.
  }
  if (diagnostics.has_errors()) return usage_error(first_error(diagnostics));
  if (expression.size() < 2) return usage_error("an expression is missing here");
  return {};
}

Expr* OpenText::Parts::parse(FunctionDecl* function, std::span<const VariableDecl* const> visible) {
  context.function = function;
  Parser parser(context, expression);
  parser.scopes = std::move(scopes);
  parser.scopes.enter();
  for (const VariableDecl* variable : visible) {
    const auto own = std::ranges::find_if(unit.variable_pool,
                                          [&](const VariableDecl& other) { return &other == variable; });
    if (own != unit.variable_pool.end()) declare_variable(parser, *own);
  }
  Expr* tree = parse_expression(parser);
  if (parser.peek().kind != TokenKind::end)
    parser.fail_here(fmt::format("unexpected '{}' after the expression", parser.peek().text));
  return tree;
}

OpenText::OpenText(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
OpenText::~OpenText() = default;

Result<std::unique_ptr<OpenText>> OpenText::read(const KernelSource& source, const std::string& options,
                                                 const std::string& expression) {
  Result<Options> parsed = parse_options(options);
  if (!parsed) return tl::unexpected(parsed.error());
  auto parts = std::make_unique<Parts>(std::move(*parsed));
  if (const Result<void> done = parts->read(with_expression(source, expression)); !done)
    return tl::unexpected(done.error());
  return std::unique_ptr<OpenText>(new OpenText(std::move(parts)));
}

const TranslationUnit& OpenText::unit() const { return parts_->unit; }

Result<const Expr*> OpenText::expression(const FunctionDecl& function,
                                         std::span<const VariableDecl* const> visible) {
  const auto own = std::ranges::find_if(parts_->unit.function_pool,
                                        [&](const FunctionDecl& other) { return &other == &function; });
  const Expr* tree = nullptr;
  try {
    tree = parts_->parse(&*own, visible);
  } catch (const Abandoned&) {
    // The diagnostics contain the reason.
  }
  if (parts_->diagnostics.has_errors() || tree == nullptr)
    return usage_error(first_error(parts_->diagnostics));
  if (const std::string effect = effect_of(*tree); !effect.empty())
    return usage_error("a watched expression must not change anything: " + effect);
  return tree;
}

}  // namespace lockstep::sim::language
