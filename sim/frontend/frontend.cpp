#include "sim/frontend/frontend.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/text/words.hpp"
#include "core/plan/language.hpp"
#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/parse/call_graph.hpp"
#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/preprocess/cuda_names.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/source_tokens.hpp"
#include "sim/frontend/types/context.hpp"
#include "sim/frontend/warnings/warnings.hpp"

namespace lockstep::sim::language {
namespace {

void check_variables(Context& context) {
  for (const auto* variables : {&context.unit.globals, &context.unit.constants})
    for (const VariableDecl* variable : *variables)
      if (!variable->is_defined)
        context.diagnostics.error(variable->range,
                                  fmt::format("'{}' is declared extern but not defined", variable->name));
}

std::string in_cudas_own_words(std::string_view message) {
  return with_cuda_names(in_words(message, Words::cuda));
}

Result<TranslationUnit> analyse(const KernelSource& source, const std::string& options,
                                std::vector<UndefinedMacro>& undefined) {
  Result<Options> parsed = parse_options(options);
  if (!parsed) return tl::unexpected(parsed.error());
  if (language_of(source.path) == Language::cuda) parsed->language = Language::cuda;
  if (parsed->language == Language::cuda) parsed->version = 300;
  Diagnostics diagnostics;
  if (parsed->language == Language::cuda) diagnostics.speak(in_cudas_own_words);
  if (parsed->no_warnings) diagnostics.suppress_warnings();
  if (parsed->warnings_are_errors) diagnostics.make_warnings_errors();
  diagnostics.suppress_warnings(parsed->silent_warnings);
  StringPool pool;
  TranslationUnit unit;
  unit.types = std::make_unique<TypeTable>(parsed->language);
  Context context{unit, *unit.types, diagnostics, *parsed};
  try {
    const std::vector<Token> tokens = source_tokens(source, *parsed, diagnostics, pool);
    Parser parser(context, tokens);
    context.is_cuda() ? cuda::parse_cuda(parser) : parse_translation_unit(parser);
    check_calls(context);
    check_variables(context);
    if (!diagnostics.has_errors()) warn_about(context);
  } catch (const Abandoned&) {
    // Too many errors occurred; they are reported below.
  }
  undefined = std::move(context.undefined_macros);
  if (diagnostics.has_errors()) return failure(diagnostics.error_report());
  unit.warnings = diagnostics.take_warnings();
  unit.files = diagnostics.take_files();
  return unit;
}

}  // namespace

Result<TranslationUnit> analyse(const KernelSource& source, const std::string& options) {
  std::vector<UndefinedMacro> undefined;
  return analyse(source, options, undefined);
}

std::vector<HostLaunch> host_launches(const KernelSource& source, const std::string& options) {
  if (language_of(source.path) != Language::cuda) return {};
  auto unit = analyse(source, options);
  return unit ? std::move(unit->host_launches) : std::vector<HostLaunch>();
}

std::vector<HostConstant> host_constants(const KernelSource& source, const std::string& options) {
  if (language_of(source.path) != Language::cuda) return {};
  auto unit = analyse(source, options);
  return unit ? std::move(unit->host_constants) : std::vector<HostConstant>();
}

std::vector<std::string> possible_instances(const KernelSource& source, const std::string& options) {
  if (language_of(source.path) != Language::cuda) return {};
  auto unit = analyse(source, options);
  return unit ? std::move(unit->possible_instances) : std::vector<std::string>();
}

std::vector<UndefinedMacro> undefined_macros(const KernelSource& source, const std::string& options) {
  std::vector<UndefinedMacro> undefined;
  static_cast<void>(analyse(source, options, undefined));
  return undefined;
}

std::string format_error(const TranslationUnit& unit, const SourceRange& range, const std::string& message) {
  const bool is_cuda = language_of(unit.files.front().path) == Language::cuda;
  return format_message(unit.files[range.file], range, "error",
                        is_cuda ? in_cudas_own_words(message) : message);
}

}  // namespace lockstep::sim::language
