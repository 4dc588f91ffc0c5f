// The text of a program in relation to its tree: the characters of a range, their text after macro expansion,
// and the comments, blanks and directives between two positions.
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

// The text without blanks, comments and parentheses. If a text in C was generated from the tree of another
// text and both have the same tokens in this form, they have the same meaning.
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
  // The output of the preprocessor for the extent, in comparable() form.
  std::string expanded(const Extent& extent) const;
  // Whether the text has the same meaning in C: it uses no macro of another file, and no function-style cast
  // such as int(x).
  bool is_of_c(const Extent& extent) const;
  // The tokens after preprocessing, with their extents; several tokens with the same extent come from
  // a macro.
  struct Placed {
    Token token;
    Extent extent;
  };
  const std::vector<Placed>& tokens() const { return tokens_; }
  std::size_t first_token(std::uint32_t file, std::size_t at) const;  // at or after this byte

  // The comments, blanks and `#pragma unroll` between two positions, and other tokens that `keeps` selects.
  // `keeps_line` selects lines with other directives by the position of their first byte.
  std::string between(const Extent& extent, const std::function<bool(const Token&)>& keeps,
                      const std::function<bool(std::size_t)>& keeps_line = {}) const;
  // The lines "#define …" and "#undef …" of the file that are not skipped, ordered by their first byte.
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
