// The text of a program beside its tree: which characters a range has, what they become when macros are
// expanded, and what stands between two places: comments, blanks and directives.
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

// Without blanks, comments and parentheses: two texts of C whose tokens are the same in this way, one of
// which was read from the other's tree, mean the same.
std::string comparable(std::string_view text);

// Bytes of a file.
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
  // What the preprocessor makes of the extent, comparable.
  std::string expanded(const Extent& extent) const;
  // Whether the text stands for the same in C: it uses no macro of another file, and no cast like a call:
  // int(x).
  bool is_of_c(const Extent& extent) const;
  // Tokens that the preprocessor leaves, with their extents; several of one extent are of a macro.
  struct Placed {
    Token token;
    Extent extent;
  };
  const std::vector<Placed>& tokens() const { return tokens_; }
  std::size_t first_token(std::uint32_t file, std::size_t at) const;  // at or after this byte

  // Comments, blanks and `#pragma unroll` between two places; of other tokens those that `keeps` wants.
  // `keeps_line`: of the lines with other directives, those that begin at such a byte.
  std::string between(const Extent& extent, const std::function<bool(const Token&)>& keeps,
                      const std::function<bool(std::size_t)>& keeps_line = {}) const;
  // Lines "#define …" and "#undef …" of the file that are read, by their first byte.
  struct Definition {
    std::size_t begin, end;
    std::string_view name;
    std::vector<Token> words;  // of the macro's text
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
  std::vector<Token> raw_;  // of file 0, directives included
  std::vector<Definition> definitions_;
  std::vector<Extent> directives_;  // whole lines of file 0
  std::vector<Extent> skipped_;     // lines of groups that are not read
};

}  // namespace lockstep::sim::translation::opencl
