// Stores macros, and the sets of macro names that prevent a macro from expanding inside its own expansion.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

struct Macro {
  enum class Kind : std::uint8_t { object, function, line, file, counter };
  Kind kind = Kind::object;
  bool is_variadic = false;  // the last parameter receives the remaining arguments: __VA_ARGS__ or args...
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
  std::vector<int> parameter_of;  // for each body token, the index of its parameter, or -1
};

// The macros of a translation unit, and the predefined macros, which are never changed.
class MacroTable {
 public:
  MacroTable() = default;
  // `predefined` must outlive this table.
  explicit MacroTable(const MacroTable* predefined) : predefined_(predefined) {}

  // Returns null if there is no macro of this name.
  const Macro* find(std::string_view name) const;
  void define(std::string_view name, Macro macro);
  void undefine(std::string_view name);

 private:
  const MacroTable* predefined_ = nullptr;
  // A predefined macro that #undef has removed has an empty entry.
  std::unordered_map<std::string_view, std::optional<Macro>> macros_;
};

// Stores hide sets. Each set exists only once and is identified by a number; 0 is the empty set.
class HideSets {
 public:
  HideSets() { find({}); }
  bool contains(std::uint32_t set, std::string_view macro) const;
  std::uint32_t with(std::uint32_t set, std::string_view macro);
  std::uint32_t unite(std::uint32_t a, std::uint32_t b);
  std::uint32_t intersect(std::uint32_t a, std::uint32_t b);
  std::size_t size(std::uint32_t set) const { return sets_[set]->size(); }
  std::size_t names() const { return name_count_; }  // total number of names in all sets

 private:
  using Names = std::vector<std::string_view>;  // sorted
  std::uint32_t find(Names names);

  std::map<Names, std::uint32_t> numbers_;
  std::vector<const Names*> sets_;
  std::size_t name_count_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> unions_;
};

// Expands macros by Dave Prosser's algorithm. Each token has a set of macros that it must not expand, so
// rescanning terminates. A token from a macro's body has the location of the macro's use; a token of an
// argument keeps its own location.

// A stream of tokens into which tokens can be put back.
class TokenStream {
 public:
  TokenStream() = default;
  virtual ~TokenStream() = default;
  TokenStream(const TokenStream&) = delete;
  TokenStream& operator=(const TokenStream&) = delete;

  Token take();
  void put_back(const Token& token);
  void put_back(const std::vector<Token>& tokens);  // the first token is taken next

 private:
  virtual Token take_from_source() = 0;  // a token of kind end if there are no more tokens
  std::vector<Token> waiting_;           // the last token is next
};

class MacroExpander {
 public:
  MacroExpander(Diagnostics& diagnostics, StringPool& pool, MacroTable macros)
      : diagnostics_(diagnostics), pool_(pool), macros_(std::move(macros)) {}

  MacroTable& macros() { return macros_; }
  bool is_defined(std::string_view name) const { return macros_.find(name) != nullptr; }

  // If `name` is a macro that must be expanded here, takes its arguments from the stream, puts the expansion
  // back and returns true.
  bool expand(const Token& name, TokenStream& stream);
  std::vector<Token> expand_all(std::vector<Token> tokens);

  // Set by #line.
  void set_line_offset(std::int64_t offset) { line_offset_ = offset; }
  void set_file_name(std::string_view name) { file_name_ = name; }

 private:
  using Arguments = std::vector<std::vector<Token>>;

  std::vector<Token> expand_special(const Macro& macro, const Token& name);
  Arguments read_arguments(const Macro& macro, const Token& name, TokenStream& stream, Token& close);
  std::vector<Token> substitute(const Macro& macro, const Arguments& arguments, const SourceRange& range);
  void paste_next(const Macro& macro, const Arguments& arguments, std::size_t next, const SourceRange& range,
                  bool& left_is_empty, std::vector<Token>& result);
  Token paste(const Token& left, const Token& right);
  Token stringify(const std::vector<Token>& argument, const SourceRange& range);
  void count(std::size_t tokens, const SourceRange& range);

  Diagnostics& diagnostics_;
  StringPool& pool_;
  MacroTable macros_;
  HideSets hide_sets_;
  std::int64_t line_offset_ = 0;
  std::string_view file_name_;  // set by #line; empty means the name of the file
  std::size_t produced_ = 0;
  unsigned depth_ = 0;
  unsigned counter_ = 0;
};

}  // namespace lockstep::sim::language
