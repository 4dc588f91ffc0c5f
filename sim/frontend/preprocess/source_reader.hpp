// Reads the tokens of a file and of its included files. Directives are executed during reading; they are not
// part of the stream, even if they are between the arguments of a macro.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/frontend/preprocess/macros.hpp"
#include "sim/frontend/preprocess/options.hpp"

namespace lockstep::sim::language {

using HasBuiltin = bool (*)(std::string_view name);

class SourceReader : public TokenStream {
 public:
  SourceReader(MacroExpander& expander, Diagnostics& diagnostics, StringPool& pool,
               const KernelSource& source, const Options& options, HasBuiltin has_builtin)
      : expander_(expander),
        diagnostics_(diagnostics),
        pool_(pool),
        source_(source),
        include_dirs_(options.include_dirs),
        language_(options.language),
        has_builtin_(has_builtin) {}

  void enter(std::uint32_t file);

 private:
  struct Conditional {
    SourceRange range;       // range of the #if
    bool was_taken = false;  // one of its groups was taken
    bool has_else = false;
  };
  struct Input {
    std::vector<Token> tokens;
    std::size_t at = 0;
    std::vector<Conditional> conditionals;
    std::string folder;
  };
  using Line = std::vector<Token>;  // a directive without '#', up to the end of its line

  Token take_from_source() override;
  void leave();
  Line take_line();

  void directive(const Token& hash);
  void conditional(const Line& line);
  bool group_condition(const Line& line);
  void skip_group();
  Line replace_questions(const Line& line);
  std::size_t replace_defined(const Line& line, std::size_t at, Line& result);
  std::size_t replace_has(const Line& line, std::size_t at, Line& result);

  void define(const Line& line);
  void undefine(const Line& line);
  std::size_t read_parameters(const Line& line, Macro& macro);
  void include(const Line& line);
  std::optional<std::string> read_file(const std::filesystem::path& path) const;
  bool has_header(const std::filesystem::path& path) const;
  bool may_include(const std::filesystem::path& path, const std::vector<std::string>& folders) const;
  void open_include(const std::string& name, bool quoted, const SourceRange& range);
  void open_library(const std::string& name);
  void set_line(const Line& arguments, const SourceRange& directive);
  void pragma(const Line& line);

  MacroExpander& expander_;
  Diagnostics& diagnostics_;
  StringPool& pool_;
  const KernelSource& source_;
  std::vector<std::string> include_dirs_;
  Language language_;
  HasBuiltin has_builtin_;
  std::vector<Input> inputs_;
  std::set<std::string> included_once_;
  std::size_t included_bytes_ = 0;
};

}  // namespace lockstep::sim::language
