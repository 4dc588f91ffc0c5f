// The tokens of a kernel's text, and their structure: brackets, statements, operands, variables. Found
// without a parser, so that texts with mistakes are accepted, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim {

class KernelTokens {
 public:
  // Ignores directives. The text must outlive it.
  KernelTokens(const std::string& path, const std::string& text);

  std::size_t size() const { return tokens_.size(); }
  const language::Token& operator[](std::size_t i) const { return tokens_[i]; }
  // Past the end, the last token.
  const language::Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  bool has(std::string_view word) const;

  // The names of parameters that point to memory.
  const std::set<std::string_view>& buffers() const { return buffers_; }
  // The names of integer variables.
  const std::vector<std::string_view>& variables() const { return variables_; }
  // The variables declared before a token, the most recent first.
  std::vector<std::string_view> variables_near(std::size_t before) const;

  // The token that closes the bracket at `open`; the last token if no token does.
  std::size_t closing(std::size_t open) const;
  // The first token of the statement that ends before `end`; `end` in the head of a loop.
  std::size_t begin_of_statement(std::size_t end) const;
  bool begins_statement(std::size_t i) const;
  // The next ";" outside brackets; size() for a statement with a body.
  std::size_t end_of_statement(std::size_t begin) const;
  // The last token of "n", "in[i]", "get_local_id(0)" or "(…)", and of a product of these; 0 if no operand
  // begins there.
  std::size_t end_of_operand(std::size_t i) const;
  std::size_t end_of_product(std::size_t i) const;

  bool is_product(std::size_t i) const { return at(i).is("*") || at(i).is("/") || at(i).is("%"); }
  bool is_kernel(std::size_t i) const;
  // A single name or number.
  bool is_simple(std::size_t i) const;
  // Whether a name is written or declared there.
  bool is_stored(std::size_t i) const;

 private:
  void find_buffers();
  void find_variables();
  void note_variable(std::size_t i);
  bool is_comparison(std::size_t i) const;

  language::Diagnostics diagnostics_;
  language::StringPool pool_;
  std::vector<language::Token> tokens_;
  std::vector<bool> is_in_body_;  // by token
  std::set<std::string_view> buffers_;
  std::vector<std::string_view> variables_;
  std::vector<std::pair<std::size_t, std::string_view>> declared_;  // the same with their tokens
};

}  // namespace lockstep::sim
