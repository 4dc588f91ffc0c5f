// Processes first the predefined macros, then the macros of the build options, then the file. Predefined
// macros are source text, too, so only the code of #define defines macros.
#include "sim/frontend/preprocess/preprocessor.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "sim/frontend/preprocess/library_headers.hpp"
#include "sim/frontend/preprocess/source_reader.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::string_view kPredefined =
#define X(line) "#define " line "\n"
#define C(line) "#define " line "\n"
#include "sim/frontend/preprocess/predefined.def"
#undef C
#undef X
    ;

// The macros that nvcc defines for a device of compute capability 9.0, and macros that the headers of
// C define.
constexpr std::string_view kPredefinedOfCuda =
    "#define __CUDACC__ 1\n#define __NVCC__ 1\n#define __CUDA_ARCH__ 900\n#define __cplusplus 201703L\n"
    "#define __CUDACC_VER_MAJOR__ 12\n#define CUDART_VERSION 12000\n#define __LOCKSTEP__ 1\n#define NULL 0\n"
#define X(line)
#define C(line) "#define " line "\n"
#include "sim/frontend/preprocess/predefined.def"
#undef C
#undef X
    ;

// The limit exists because each token requires about a kilobyte for the tree and the instructions.
constexpr std::size_t kMaxProgramTokens = 1'000'000;

std::string version_definitions(const Options& options) {
  std::string text =
      fmt::format("#define __OPENCL_VERSION__ {0}\n#define __OPENCL_C_VERSION__ {0}\n", options.version);
  if (options.fast_relaxed_math) text += "#define __FAST_RELAXED_MATH__ 1\n#define __FINITE_MATH_ONLY__ 1\n";
  if (options.version >= 200)
    text +=
        "#define __opencl_c_generic_address_space 1\n#define __opencl_c_work_group_collective_functions 1\n"
        "#define __opencl_c_program_scope_global_variables 1\n#define __opencl_c_read_write_images 1\n";
  if (options.version >= 300)
    text +=
        "#define __opencl_c_subgroups 1\n#define __opencl_c_atomic_order_acq_rel 1\n"
        "#define __opencl_c_atomic_order_seq_cst 1\n#define __opencl_c_atomic_scope_device 1\n";
  return text;
}

void define_special(MacroTable& macros) {
  for (const auto& [name, kind] : {std::pair{"__LINE__", Macro::Kind::line},
                                   {"__FILE__", Macro::Kind::file},
                                   {"__COUNTER__", Macro::Kind::counter}}) {
    Macro macro;
    macro.kind = kind;
    macros.define(name, std::move(macro));
  }
}

std::string predefined_text(const Options& options) {
  return options.language == Language::cuda ? std::string(kPredefinedOfCuda)
                                            : std::string(kPredefined) + version_definitions(options);
}

// The macros that a text of definitions defines, together with all data that they refer to.
class Definitions {
 public:
  Definitions(const std::string& text, const Options& options, HasBuiltin has_builtin)
      : expander_(diagnostics_, pool_, MacroTable()) {
    const KernelSource none;
    define_special(expander_.macros());
    SourceReader reader(expander_, diagnostics_, pool_, none, options, has_builtin);
    reader.enter(diagnostics_.add_file("<predefined>", text));
    while (reader.take().kind != TokenKind::end) continue;
  }
  const MacroTable& macros() { return expander_.macros(); }

 private:
  Diagnostics diagnostics_;
  StringPool pool_;
  MacroExpander expander_;
};

// Returns the predefined macros. They depend only on the language and version, so they are read once for all
// translation units.
const MacroTable& predefined_macros(const std::string& text, const Options& options, HasBuiltin has_builtin) {
  static std::mutex mutex;
  static std::map<std::string, Definitions> known;
  const std::lock_guard lock(mutex);
  return known.try_emplace(text, text, options, has_builtin).first->second.macros();
}

class Preprocessor {
 public:
  Preprocessor(const KernelSource& source, const Options& options, Diagnostics& diagnostics, StringPool& pool,
               HasBuiltin has_builtin)
      : diagnostics_(diagnostics),
        expander_(diagnostics, pool,
                  MacroTable(&predefined_macros(predefined_text(options), options, has_builtin))),
        reader_(expander_, diagnostics, pool, source, options, has_builtin) {
    const std::uint32_t file = diagnostics.add_file(source.path, source.text);
    read(diagnostics.add_file("<build options>", options.definitions));
    if (options.language == Language::cuda) {
      const EmbeddedFile& library = library_without_header();
      read(diagnostics.add_file(std::string(library.path), std::string(library.text), true));
    }
    read(file);
  }

  std::vector<Token> take_tokens() { return std::move(tokens_); }

 private:
  void read(std::uint32_t file) {
    reader_.enter(file);
    for (;;) {
      Token token = next();
      if (token.kind == TokenKind::end) break;
      if (token.is("_Pragma"))
        skip_pragma();
      else
        tokens_.push_back(token);
      if (tokens_.size() > kMaxProgramTokens)
        diagnostics_.fail(token.range,
                          fmt::format("this program has more than {} tokens; divide it", kMaxProgramTokens));
    }
  }

  Token next() {
    for (;;) {
      Token token = reader_.take();
      try {
        if (!expander_.expand(token, reader_)) return token;
      } catch (const Abandoned&) {
        // A use of a macro that causes an error is omitted.
        if (diagnostics_.too_many()) return {};
      }
    }
  }

  void skip_pragma() {
    for (int i = 0; i < 3; ++i) next();
  }

  Diagnostics& diagnostics_;
  MacroExpander expander_;
  SourceReader reader_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> preprocess(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                              StringPool& pool, HasBuiltin has_builtin) {
  std::vector<Token> tokens = Preprocessor(source, options, diagnostics, pool, has_builtin).take_tokens();
  // The end token has the location of the end of the text, so that a message such as "missing }" can refer
  // to it.
  Token end;
  if (!tokens.empty()) end.range = tokens.back().range;
  tokens.push_back(end);
  return tokens;
}

}  // namespace lockstep::sim::language
