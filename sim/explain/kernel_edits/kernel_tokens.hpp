// The tokens of a kernel's text, and their structure: brackets, statements, operands, variables. The
// structure is found without a parser, so that texts with mistakes are accepted, too.
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
  // Ignores preprocessor directives. `text` must outlive this object.
  KernelTokens(const std::string& path, const std::string& text);

  std::size_t size() const { return tokens_.size(); }
  const language::Token& operator[](std::size_t i) const { return tokens_[i]; }
  // Returns the token `i`; past the end, the last token.
  const language::Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  bool has(std::string_view word) const;

  // The names of parameters that point to memory.
  const std::set<std::string_view>& buffers() const { return buffers_; }
  // The names of integer variables.
  const std::vector<std::string_view>& variables() const { return variables_; }
  // The variables that are declared before the token `before`, the most recent first.
  std::vector<std::string_view> variables_near(std::size_t before) const;

  // Returns the token that closes the bracket at `open`; the last token if no token closes it.
  std::size_t closing(std::size_t open) const;
  // Returns the first token of the statement that ends before `end`, or `end` itself in the head of a loop.
  std::size_t begin_of_statement(std::size_t end) const;
  bool begins_statement(std::size_t i) const;
  // Returns the next ";" outside brackets; size() for a statement with a body.
  std::size_t end_of_statement(std::size_t begin) const;
  // Return the last token of the operand "n", "in[i]", "get_local_id(0)" or "(…)" at `i`, or of a product of
  // such operands; 0 if no operand begins at `i`.
  std::size_t end_of_operand(std::size_t i) const;
  std::size_t end_of_product(std::size_t i) const;

  bool is_product(std::size_t i) const { return at(i).is("*") || at(i).is("/") || at(i).is("%"); }
  bool is_kernel(std::size_t i) const;
  // Whether the token is an operand that consists of a single name or number.
  bool is_simple(std::size_t i) const;
  // Whether a name is assigned or declared at the token.
  bool is_stored(std::size_t i) const;

 private:
  void find_buffers();
  void find_variables();
  void note_variable(std::size_t i);
  bool is_comparison(std::size_t i) const;

  language::Diagnostics diagnostics_;
  language::StringPool pool_;
  std::vector<language::Token> tokens_;
  std::vector<bool> is_in_body_;  // for each token
  std::set<std::string_view> buffers_;
  std::vector<std::string_view> variables_;
  std::vector<std::pair<std::size_t, std::string_view>> declared_;  // variables with their tokens
};

}  // namespace lockstep::sim
