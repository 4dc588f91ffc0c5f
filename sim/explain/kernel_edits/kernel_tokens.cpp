#include "sim/explain/kernel_edits/kernel_tokens.hpp"

#include <array>

namespace lockstep::sim {
namespace {

using language::Token;
using language::TokenKind;

constexpr std::array<std::string_view, 9> kWholeTypes{"int",   "uint",   "unsigned", "size_t", "long",
                                                      "ulong", "ushort", "short",    "bool"};
constexpr std::size_t kMostVariables = 7;  // variables declared near a place

template <class List>
bool is_in(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

}  // namespace

KernelTokens::KernelTokens(const std::string& path, const std::string& text) {
  const std::uint32_t file = diagnostics_.add_file(path, text);
  bool in_directive = false;
  int curly = 0, round = 0;
  for (const Token& token : language::lex_file(file, diagnostics_, pool_)) {
    if (token.at_line_start) in_directive = token.text == "#";
    if (token.kind == TokenKind::end || in_directive) continue;
    // Marks the tokens in bodies, from the nesting of braces and round brackets before each token.
    is_in_body_.push_back(curly > 0 && round == 0);
    curly += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    round += token.is("(") ? 1 : token.is(")") ? -1 : 0;
    tokens_.push_back(token);
  }
  find_buffers();
  find_variables();
}

bool KernelTokens::has(std::string_view word) const {
  return std::ranges::any_of(tokens_, [&](const Token& one) { return one.is(word); });
}

std::size_t KernelTokens::closing(std::size_t open) const {
  unsigned depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) ++depth;
    if ((tokens_[i].is(")") || tokens_[i].is("]") || tokens_[i].is("}")) && --depth == 0) return i;
  }
  return tokens_.size() - 1;
}

// Finds the names of parameters that point to global memory: "global const float* in".
void KernelTokens::find_buffers() {
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const bool is_pointer = tokens_[i].is("*") || tokens_[i].is("restrict") || tokens_[i].is("__restrict__");
    if (is_pointer && tokens_[i + 1].is_identifier() && (at(i + 2).is(",") || at(i + 2).is(")")))
      buffers_.insert(tokens_[i + 1].text);
  }
}

// Finds the names of integer variables: "uint n)", "int t = …, L = …;".
void KernelTokens::find_variables() {
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (!is_in(kWholeTypes, tokens_[i].text) || !tokens_[i + 1].is_identifier()) continue;
    note_variable(i + 1);
    if (!at(i + 2).is("=") && !at(i + 2).is(",")) continue;
    unsigned depth = 0;
    for (std::size_t k = i + 2; k + 1 < tokens_.size(); ++k) {
      if (tokens_[k].is("(") || tokens_[k].is("[")) ++depth;
      if ((tokens_[k].is(")") || tokens_[k].is("]")) && depth-- == 0) break;
      if (tokens_[k].is(";")) break;
      if (depth == 0 && tokens_[k].is(",") && tokens_[k + 1].is_identifier() && at(k + 2).is("="))
        note_variable(k + 1);
    }
  }
}

void KernelTokens::note_variable(std::size_t i) {
  const std::string_view name = tokens_[i].text;
  if (at(i + 1).is("(")) return;
  declared_.emplace_back(i, name);
  if (!is_in(variables_, name)) variables_.push_back(name);
}

std::size_t KernelTokens::begin_of_statement(std::size_t end) const {
  std::size_t begin = end;
  unsigned depth = 0;
  while (begin > 0) {
    const Token& before = tokens_[begin - 1];
    if (before.is(")") || before.is("]")) ++depth;
    if (depth == 0 && (before.is(";") || before.is("{") || before.is("}") || before.is("else"))) break;
    if (before.is("(") || before.is("[")) {
      if (depth == 0) return end;
      --depth;
    }
    --begin;
  }
  return begin;
}

bool KernelTokens::begins_statement(std::size_t i) const {
  if (i == 0 || tokens_[i].is("}") || tokens_[i].is("else") || tokens_[i].is("{")) return false;
  const Token& before = tokens_[i - 1];
  if (!before.is("{") && !before.is("}") && !before.is(";")) return false;
  // In the head of a loop, the round bracket is still open.
  return begin_of_statement(i) == i && is_in_body_[i];
}

std::vector<std::string_view> KernelTokens::variables_near(std::size_t before) const {
  std::vector<std::string_view> near;
  for (std::size_t k = declared_.size(); k-- > 0 && near.size() < kMostVariables;)
    if (declared_[k].first < before && !is_in(near, declared_[k].second)) near.push_back(declared_[k].second);
  return near;
}

bool KernelTokens::is_kernel(std::size_t i) const {
  return tokens_[i].is("kernel") || tokens_[i].is("__kernel") || tokens_[i].is("__global__");
}

std::size_t KernelTokens::end_of_product(std::size_t i) const {
  std::size_t end = end_of_operand(i);
  while (end != 0 && is_product(end + 1)) end = end_of_operand(end + 2);
  return end;
}

std::size_t KernelTokens::end_of_operand(std::size_t i) const {
  if (i + 1 >= tokens_.size()) return 0;
  if (tokens_[i].is("(")) return closing(i);
  if (tokens_[i].kind == TokenKind::number) return i;
  if (!tokens_[i].is_identifier()) return 0;
  return at(i + 1).is("(") || at(i + 1).is("[") ? closing(i + 1) : i;
}

bool KernelTokens::is_simple(std::size_t i) const {
  const Token& token = at(i);
  const bool is_value = token.is_identifier() || token.kind == TokenKind::number;
  return is_value && !at(i + 1).is("(") && !at(i + 1).is("[") && !at(i + 1).is(".");
}

bool KernelTokens::is_stored(std::size_t i) const {
  return at(i + 1).is("++") || at(i + 1).is("--") ||
         (at(i + 1).text.ends_with("=") && !is_comparison(i + 1)) || tokens_[i - 1].is_identifier() ||
         tokens_[i - 1].is("++") || tokens_[i - 1].is("--");
}

bool KernelTokens::is_comparison(std::size_t i) const {
  return at(i).is("==") || at(i).is("!=") || at(i).is("<=") || at(i).is(">=");
}

std::size_t KernelTokens::end_of_statement(std::size_t begin) const {
  unsigned depth = 0;
  for (std::size_t i = begin; i < tokens_.size(); ++i) {
    if (tokens_[i].is("{") || tokens_[i].is("}")) break;
    if (tokens_[i].is("(") || tokens_[i].is("[")) ++depth;
    if (tokens_[i].is(")") || tokens_[i].is("]")) --depth;
    if (depth == 0 && tokens_[i].is(";")) return i;
  }
  return tokens_.size();
}

}  // namespace lockstep::sim
