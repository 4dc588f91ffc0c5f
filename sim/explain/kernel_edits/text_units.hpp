// Divides a kernel's text into units, so that two texts can be aligned statement by statement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim {

// A statement without a body, the head of a statement with a body, a brace, or a directive.
struct Unit {
  std::size_t first = 0, end = 0;  // token indices
  std::size_t size() const { return end - first; }
};

class Units {
 public:
  // `text` must outlive this object.
  Units(const std::string& path, const std::string& text);
  Units(const Units&) = delete;
  Units& operator=(const Units&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<Unit>& all() const { return units_; }
  const std::vector<language::Token>& tokens() const { return tokens_; }
  const language::Token& token(std::size_t i) const { return tokens_[i]; }
  std::uint32_t line(std::size_t token) const { return tokens_[token].range.line; }
  std::uint32_t last_line(std::size_t unit) const { return tokens_[units_[unit].end - 1].range.end_line; }
  std::uint32_t first_line(std::size_t unit) const { return tokens_[units_[unit].first].range.line; }
  bool is_directive(const Unit& unit) const { return begins_directive(unit.first); }
  bool is_brace(const Unit& unit) const { return tokens_[unit.first].is("{") || tokens_[unit.first].is("}"); }
  // Whether the text declares the name.
  bool is_own(std::string_view name) const { return names_.contains(name); }
  // Return the byte offsets in the text of the beginning and the end of a token.
  std::size_t begin_of(std::size_t token) const;
  std::size_t end_of(std::size_t token) const;

 private:
  bool begins_directive(std::size_t token) const;
  std::size_t end_of_unit(std::size_t first) const;
  bool is_macro_call(std::size_t first, std::size_t last) const;
  void find_lines();
  void find_names();

  const std::string& text_;
  language::Diagnostics diagnostics_;
  language::StringPool pool_;
  std::vector<language::Token> tokens_;
  std::vector<Unit> units_;
  std::vector<std::size_t> lines_;  // the byte offset of the beginning of each line
  std::set<std::string_view> names_;
};

}  // namespace lockstep::sim
