#include "sim/frontend/source_tokens.hpp"

#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/cuda/library_names.hpp"
#include "sim/frontend/preprocess/cuda.hpp"

namespace lockstep::sim::language {

namespace {

// Appends explicit instantiations of the kernel templates that the build options name.
std::vector<Token> with_instances(std::vector<Token> tokens, const Options& options, Diagnostics& diagnostics,
                                  StringPool& pool) {
  if (options.instances.empty()) return tokens;
  std::string text;
  for (const std::string& name : options.instances) text += "template void " + name + "();\n";
  const std::vector<Token> added = lex_file(diagnostics.add_file("<instances>", text), diagnostics, pool);
  tokens.insert(tokens.end() - 1, added.begin(), added.end() - 1);
  return tokens;
}

// Splits ">>" into two tokens, because it may close two lists of template arguments.
std::vector<Token> divided_shifts(std::vector<Token> tokens) {
  std::vector<Token> result;
  result.reserve(tokens.size());
  for (Token& token : tokens) {
    if (!token.is(">>")) {
      result.push_back(token);
      continue;
    }
    Token half = token;
    half.text = token.text.substr(0, 1);
    half.range.end_column -= 1;
    result.push_back(half);
    half.range = token.range;
    half.range.column += 1;
    half.space_before = false;
    half.at_line_start = false;
    result.push_back(half);
  }
  return result;
}

}  // namespace

std::vector<Token> source_tokens(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                                 StringPool& pool) {
  if (options.language == Language::cuda)
    return cuda::with_library_names(
        divided_shifts(
            with_instances(preprocess(source, options, diagnostics, pool), options, diagnostics, pool)),
        diagnostics, pool);
  return translate_cuda(preprocess(source, options, diagnostics, pool, is_builtin_function), diagnostics,
                        pool);
}

}  // namespace lockstep::sim::language
