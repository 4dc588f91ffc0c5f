#include "assignment/checking/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "sim/explain/cures/edit.hpp"
#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::assignment {
namespace {

namespace language = sim::language;
using language::Token;
using language::TokenKind;

using Exchange = std::pair<std::string_view, std::string_view>;
constexpr std::array kExchanges{
    Exchange{"<", "<="},   Exchange{"<=", "<"},   Exchange{">", ">="},  Exchange{">=", ">"},
    Exchange{"==", "!="},  Exchange{"+", "-"},    Exchange{"-", "+"},   Exchange{"*", "+"},
    Exchange{"/", "*"},    Exchange{"%", "/"},    Exchange{"<<", ">>"}, Exchange{">>", "<<"},
    Exchange{"+=", "="},   Exchange{"+=", "-="},  Exchange{"*=", "+="}, Exchange{"/=", "-="},
    Exchange{"<<=", "+="}, Exchange{">>=", "-="}, Exchange{"&&", "||"}, Exchange{"||", "&&"},
    Exchange{"++", "--"},  Exchange{"&", "|"}};
constexpr std::array kNames{Exchange{"get_local_id", "get_global_id"},
                            Exchange{"get_global_id", "get_local_id"},
                            Exchange{"get_group_id", "get_local_id"},
                            Exchange{"get_local_size", "get_global_size"},
                            Exchange{"get_global_size", "get_local_size"},
                            Exchange{"get_num_groups", "get_local_size"},
                            Exchange{"threadIdx", "blockIdx"},
                            Exchange{"blockIdx", "threadIdx"},
                            Exchange{"blockDim", "gridDim"},
                            Exchange{"min", "max"},
                            Exchange{"max", "min"}};
constexpr std::array<std::string_view, 5> kBarriers{"barrier", "work_group_barrier", "__syncthreads",
                                                    "__syncwarp", "sub_group_barrier"};

template <class List>
bool has(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

class Mutation {
 public:
  explicit Mutation(const SourceText& kernel) : text_(kernel.text) {
    const std::uint32_t file = diagnostics_.add_file(kernel.path, kernel.text);
    for (const Token& token : language::lex_file(file, diagnostics_, pool_)) {
      if (token.at_line_start) in_directive_ = token.text == "#";
      if (token.kind != TokenKind::end && !in_directive_) tokens_.push_back(token);
    }
  }

  std::vector<Mutant> mutants() {
    find_buffers();
    for (std::size_t i = 0; i < tokens_.size(); ++i) mutate(i);
    change_groups();
    return std::move(mutants_);
  }

 private:
  const Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }

  void add(const Token& first, const Token& last, const std::string& replacement, std::string words) {
    const sim::SourceRange range = language::join(first.range, last.range);
    mutants_.push_back({fmt::format("line {}: {}", range.line, words), range.line,
                        sim::with_replaced(text_, range, replacement)});
  }

  // The token that closes the bracket at `open`; the last one of all where none does.
  std::size_t closing(std::size_t open) const {
    unsigned depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) ++depth;
      if ((tokens_[i].is(")") || tokens_[i].is("]") || tokens_[i].is("}")) && --depth == 0) return i;
    }
    return tokens_.size() - 1;
  }

  // "global const float* in": names of parameters that point to global memory.
  void find_buffers() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const bool is_pointer =
          tokens_[i].is("*") || tokens_[i].is("restrict") || tokens_[i].is("__restrict__");
      if (is_pointer && tokens_[i + 1].is_identifier() && (at(i + 2).is(",") || at(i + 2).is(")")))
        buffers_.insert(tokens_[i + 1].text);
    }
  }

  void mutate(std::size_t i) {
    const Token& token = tokens_[i];
    if (token.kind == TokenKind::number) return change_number(token);
    if (token.kind == TokenKind::punctuator) return change_sign(i);
    if (!token.is_identifier()) return;
    const bool is_call = at(i + 1).is("(");
    if (has(kBarriers, token.text) && is_call) {
      add(token, at(closing(i + 1)), "", "the barrier is removed");
      return;
    }
    if (token.text == "if" && is_call) change_condition(i);
    for (const auto& [name, other] : kNames)
      if (name == token.text)
        add(token, token, std::string(other), fmt::format("{} in place of {}", other, name));
    exchange_buffer(i);
  }

  void change_number(const Token& token) {
    std::int64_t value = 0;
    const char* const end = token.text.data() + token.text.size();
    const auto read = std::from_chars(token.text.data(), end, value);
    if (read.ec != std::errc() || (read.ptr != end && *read.ptr == '.')) return;
    const std::string_view suffix(read.ptr, static_cast<std::size_t>(end - read.ptr));
    add(token, token, fmt::format("{}{}", value + 1, suffix),
        fmt::format("{} in place of {}", value + 1, value));
    if (value > 0)
      add(token, token, fmt::format("{}{}", value - 1, suffix),
          fmt::format("{} in place of {}", value - 1, value));
  }

  // A sign that is part of a type or has one operand stays.
  void change_sign(std::size_t i) {
    const Token& token = tokens_[i];
    if (token.is(";")) return remove_statement(i);
    const bool has_left = i > 0 && (tokens_[i - 1].kind == TokenKind::number || tokens_[i - 1].is(")") ||
                                    tokens_[i - 1].is("]") || tokens_[i - 1].is_identifier());
    const bool is_type =
        i > 0 && token.is("*") && (at(i + 1).is_identifier() && buffers_.contains(at(i + 1).text));
    if (!has_left || is_type) return;
    for (const auto& [sign, other] : kExchanges)
      if (token.is(sign))
        add(token, token, std::string(other), fmt::format("{} in place of {}", other, sign));
  }

  // An assignment or a call that is a statement of its own.
  void remove_statement(std::size_t end) {
    std::size_t begin = end;
    unsigned depth = 0;
    while (begin > 0) {
      const Token& before = tokens_[begin - 1];
      if (before.is(")") || before.is("]")) ++depth;
      if (depth == 0 && (before.is(";") || before.is("{") || before.is("}") || before.is("else"))) break;
      if (before.is("(") || before.is("[")) {
        if (depth == 0) return;  // in the head of a for
        --depth;
      }
      --begin;
    }
    if (begin + 1 >= end || has(kBarriers, tokens_[begin].text)) return;
    const bool is_declaration = at(begin + 1).is_identifier() || at(begin + 1).is("*");
    const bool is_jump = tokens_[begin].is("return") || tokens_[begin].is("break") ||
                         tokens_[begin].is("if") || tokens_[begin].is("for") || tokens_[begin].is("while");
    if (is_declaration || is_jump) return;
    add(tokens_[begin], tokens_[end], ";", "the statement is removed");
  }

  void change_condition(std::size_t i) {
    const std::size_t close = closing(i + 1);
    add(tokens_[i + 1], tokens_[close], "(1)", "the condition is left out");
    add(tokens_[i + 1], tokens_[close], "(0)", "the condition never holds");
  }

  void exchange_buffer(std::size_t i) {
    const Token& token = tokens_[i];
    if (!buffers_.contains(token.text) || !at(i + 1).is("[")) return;
    for (const std::string_view other : buffers_)
      if (other != token.text)
        add(token, token, std::string(other), fmt::format("{} in place of {}", other, token.text));
  }

  // At the beginning of each kernel: a group leaves out its part.
  void change_groups() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const bool is_kernel =
          tokens_[i].is("kernel") || tokens_[i].is("__kernel") || tokens_[i].is("__global__");
      if (!is_kernel) continue;
      const std::string group = tokens_[i].is("__global__") ? "blockIdx.x" : "get_group_id(0)";
      while (i + 1 < tokens_.size() && !tokens_[i].is("{")) ++i;
      for (const unsigned left_out : {0U, 1U})
        add(tokens_[i], tokens_[i], fmt::format("{{ if ({} == {}) return;", group, left_out),
            fmt::format("group {} does nothing", left_out));
    }
  }

  const std::string& text_;
  language::Diagnostics diagnostics_;
  language::StringPool pool_;
  std::vector<Token> tokens_;
  bool in_directive_ = false;
  std::set<std::string_view> buffers_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Mutant> mutants_of(const SourceText& kernel) { return Mutation(kernel).mutants(); }

}  // namespace lockstep::assignment
