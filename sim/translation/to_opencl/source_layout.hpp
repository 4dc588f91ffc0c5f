// Relates the text of a program to its tree: finds the characters of a range, their text after macro
// expansion, and the comments, blanks and directives between two positions.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::translation::opencl {

using language::Token;
using language::TokenKind;

// Returns the text without blanks, comments and parentheses. A text in C that was generated from the tree of
// a source text has the same meaning as the source text if both are equal in this form.
std::string comparable(std::string_view text);

// A range of bytes in a file.
struct Extent {
  std::uint32_t file = 0;
  std::size_t begin = 0, end = 0;
  bool contains(const Extent& other) const {
    return file == other.file && begin <= other.begin && other.end <= end;
  }
};

class SourceLayout {
 public:
  SourceLayout(const KernelSource& source, const language::Options& options);

  Extent extent(const SourceRange& range) const;
  std::string_view text(const Extent& extent) const;
  const std::string& file_text(std::uint32_t file) const { return diagnostics_.file(file).text; }
  // Returns the output of the preprocessor for the extent, in comparable() form.
  std::string expanded(const Extent& extent) const;
  // Returns whether the text has the same meaning in C, because it uses neither a macro of another file nor a
  // function-style cast such as int(x).
  bool is_of_c(const Extent& extent) const;
  // A token after preprocessing, with its extent. Several tokens with the same extent come from a macro.
  struct Placed {
    Token token;
    Extent extent;
  };
  const std::vector<Placed>& tokens() const { return tokens_; }
  std::size_t first_token(std::uint32_t file, std::size_t at) const;  // at or after this byte

  // Returns the comments, blanks and `#pragma unroll` between two positions, and those other tokens that
  // `keeps` selects. `keeps_line` selects lines with other directives; it receives the position of the first
  // byte of the line.
  std::string between(const Extent& extent, const std::function<bool(const Token&)>& keeps,
                      const std::function<bool(std::size_t)>& keeps_line = {}) const;
  // A line "#define …" or "#undef …" of the file that is not skipped; definitions() are ordered by their
  // first byte.
  struct Definition {
    std::size_t begin, end;
    std::string_view name;
    std::vector<Token> words;  // tokens of the macro's text
  };
  const std::vector<Definition>& definitions() const { return definitions_; }

 private:
  bool is_of_this_file(std::string_view macro, const Extent& use, unsigned depth) const;
  void place_tokens(const std::vector<Token>& tokens);
  void find_directives();
  void find_skipped(const KernelSource& source, const language::Options& options);
  std::size_t offset(std::uint32_t file, std::uint32_t line, std::uint32_t column) const;
  const std::vector<std::size_t>& lines(std::uint32_t file) const;

  language::Diagnostics diagnostics_;
  language::StringPool pool_;
  mutable std::vector<std::vector<std::size_t>> lines_;
  std::vector<Placed> tokens_;
  std::vector<Token> raw_;  // tokens of file 0, including directives
  std::vector<Definition> definitions_;
  std::vector<Extent> directives_;  // complete lines of file 0
  std::vector<Extent> skipped_;     // lines of skipped groups
};

}  // namespace lockstep::sim::translation::opencl
