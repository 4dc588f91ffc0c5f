#include "sim/explain/cures/small_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim {
namespace {

using language::Token;
using language::TokenKind;

using Exchange = std::pair<std::string_view, std::string_view>;
constexpr std::array kMistakenSigns{
    Exchange{"<", "<="},   Exchange{"<=", "<"},   Exchange{">", ">="},  Exchange{">=", ">"},
    Exchange{"==", "!="},  Exchange{"+", "-"},    Exchange{"-", "+"},   Exchange{"*", "+"},
    Exchange{"/", "*"},    Exchange{"%", "/"},    Exchange{"<<", ">>"}, Exchange{">>", "<<"},
    Exchange{"+=", "="},   Exchange{"+=", "-="},  Exchange{"*=", "+="}, Exchange{"/=", "-="},
    Exchange{"<<=", "+="}, Exchange{">>=", "-="}, Exchange{"&&", "||"}, Exchange{"||", "&&"},
    Exchange{"++", "--"},  Exchange{"&", "|"}};
constexpr std::array kMistakenNames{Exchange{"get_local_id", "get_global_id"},
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

// Each may be meant in place of each other one of its list.
using Alike = std::vector<std::string_view>;
const std::vector<Alike> kSignsOfAKind{{"<", "<=", ">", ">=", "==", "!="},
                                       {"+", "-", "*", "/", "%", "<<", ">>"},
                                       {"&", "|", "^"},
                                       {"&&", "||"},
                                       {"=", "+=", "-=", "*=", "/=", "<<=", ">>=", "|=", "&=", "^="},
                                       {"++", "--"}};
const std::vector<Alike> kNamesOfAKind{
    {"get_local_id", "get_global_id", "get_group_id", "get_sub_group_id", "get_sub_group_local_id"},
    {"get_local_size", "get_global_size", "get_num_groups", "get_num_sub_groups", "get_sub_group_size"},
    {"threadIdx", "blockIdx"},
    {"blockDim", "gridDim"},
    {"min", "max"},
    {"fmin", "fmax"},
    {"atomic_add", "atomic_sub", "atomic_min", "atomic_max", "atomic_xchg"},
    {"sub_group_reduce_add", "sub_group_reduce_min", "sub_group_reduce_max"},
    {"sub_group_scan_inclusive_add", "sub_group_scan_exclusive_add"},
    {"work_group_scan_inclusive_add", "work_group_scan_exclusive_add"}};

constexpr std::array<std::string_view, 5> kBarriers{"barrier", "work_group_barrier", "__syncthreads",
                                                    "__syncwarp", "sub_group_barrier"};
constexpr std::array<std::string_view, 5> kJumps{"return", "break", "continue", "if", "for"};
constexpr std::array<std::string_view, 9> kWholeTypes{"int",   "uint",   "unsigned", "size_t", "long",
                                                      "ulong", "ushort", "short",    "bool"};
constexpr std::size_t kMostText = 64 * 1024;
constexpr std::size_t kMostVariables = 7;  // that a condition is made of

template <class List>
bool has(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

std::string in_place(std::string_view other, std::string_view of) {
  return fmt::format("{} in place of {}", other, of);
}

class Changes {
 public:
  Changes(const std::string& path, const std::string& text, ChangesFor changes)
      : text_(text), changes_(changes), is_cure_(changes == ChangesFor::cures) {
    const std::uint32_t file = diagnostics_.add_file(path, text);
    for (const Token& token : language::lex_file(file, diagnostics_, pool_)) {
      if (token.at_line_start) in_directive_ = token.text == "#";
      if (token.kind == TokenKind::end || in_directive_) continue;
      // Of bodies and of round brackets before it.
      is_in_body_.push_back(curly_ > 0 && round_ == 0);
      curly_ += token.is("{") ? 1 : token.is("}") ? -1 : 0;
      round_ += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      tokens_.push_back(token);
    }
  }

  Edits all(std::uint64_t most_bytes) {
    if (text_.size() > kMostText) return {};
    find_buffers();
    if (changes_ != ChangesFor::mistakes) find_variables();
    if (changes_ == ChangesFor::other_mistakes) {
      add_other_mistakes();
    } else {
      each_token(0, &Changes::change);
      if (!is_cure_) change_groups();
    }
    if (is_cure_) {
      each_token(1, &Changes::change_value);
      each_token(2, &Changes::add_barrier);
      each_token(2, &Changes::add_condition);
      // Whoever does not try all of them has tried something at each place.
      std::ranges::stable_sort(found_, {}, &Change::rank);
    }
    return edits(most_bytes);
  }

 private:
  struct Change {
    unsigned rank = 0;
    std::uint32_t line = 0;
    std::size_t begin = 0, length = 0;
    std::string replacement, words;
  };

  // Of each token the first change is the likeliest.
  void each_token(unsigned rank, void (Changes::*make)(std::size_t)) {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      rank_ = rank;
      (this->*make)(i);
    }
  }

  Edits edits(std::uint64_t most_bytes) {
    Edits all;
    for (Change& one : found_) {
      if (all.size() * text_.size() > most_bytes) break;
      std::string text = text_;
      text.replace(one.begin, one.length, one.replacement);
      all.push_back({std::move(one.words), one.line, std::move(text)});
    }
    return all;
  }

  // In place of the text from one token to another.
  void add(const Token& first, const Token& last, std::string replacement, std::string words) {
    const SourceRange range = language::join(first.range, last.range);
    const std::size_t begin = offset_in(text_, range.line, range.column);
    const std::size_t end = offset_in(text_, range.end_line, range.end_column);
    put(range.line, begin, std::max(begin, end) - begin, std::move(replacement), std::move(words));
  }

  void put(std::uint32_t line, std::size_t begin, std::size_t length, std::string replacement,
           std::string words) {
    if (text_.compare(begin, length, replacement) == 0) return;  // it stands there
    found_.push_back({rank_++, line, begin, length, std::move(replacement), std::move(words)});
  }

  const Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }

  void exchange(const Token& token, std::string_view other) {
    add(token, token, std::string(other), in_place(other, token.text));
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

  // "uint n)", "int t = …, L = …;": names of whole numbers.
  void find_variables() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!has(kWholeTypes, tokens_[i].text) || !tokens_[i + 1].is_identifier()) continue;
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

  void note_variable(std::size_t i) {
    const std::string_view name = tokens_[i].text;
    if (at(i + 1).is("(")) return;
    declared_.emplace_back(i, name);
    if (!has(variables_, name)) variables_.push_back(name);
  }

  void change(std::size_t i) {
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
    if (is_cure_)
      exchange_of_a_kind(kNamesOfAKind, token);
    else
      for (const auto& [name, other] : kMistakenNames)
        if (name == token.text) exchange(token, other);
    exchange_buffer(i);
  }

  void exchange_of_a_kind(const std::vector<Alike>& kinds, const Token& token) {
    for (const Alike& kind : kinds)
      if (has(kind, token.text))
        for (const std::string_view other : kind)
          if (other != token.text) exchange(token, other);
  }

  void change_number(const Token& token) {
    std::int64_t value = 0;
    const char* const end = token.text.data() + token.text.size();
    const auto read = std::from_chars(token.text.data(), end, value);
    if (read.ec != std::errc() || (read.ptr != end && *read.ptr == '.')) return;
    const std::string_view suffix(read.ptr, static_cast<std::size_t>(end - read.ptr));
    std::vector<std::int64_t> others{value + 1};
    if (value > 0) others.push_back(value - 1);
    if (is_cure_) {
      if (value > 2) others.push_back(2 * value);
      if (value > 2 && value % 2 == 0) others.push_back(value / 2);
    }
    for (const std::int64_t other : others)
      add(token, token, fmt::format("{}{}", other, suffix),
          in_place(std::to_string(other), std::to_string(value)));
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
    if (is_cure_) return exchange_of_a_kind(kSignsOfAKind, token);
    for (const auto& [sign, other] : kMistakenSigns)
      if (token.is(sign)) exchange(token, other);
  }

  // The first token of the statement that ends before `end`; `end` in the head of a loop.
  std::size_t begin_of_statement(std::size_t end) const {
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

  // An assignment or a call that is a statement of its own; of a jump what keeps the text right.
  void remove_statement(std::size_t end) {
    if (is_cure_ && end > 0 && (has(kJumps, tokens_[end - 1].text))) {
      add(tokens_[end - 1], tokens_[end - 1], "", fmt::format("no {}", tokens_[end - 1].text));
      return;
    }
    const std::size_t begin = begin_of_statement(end);
    if (begin + 1 >= end || has(kBarriers, tokens_[begin].text)) return;
    const bool is_declaration = at(begin + 1).is_identifier() || at(begin + 1).is("*");
    if (is_declaration || has(kJumps, tokens_[begin].text) || tokens_[begin].is("while")) return;
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
      if (other != token.text) exchange(token, other);
  }

  // At the beginning of each kernel: a group leaves out its part.
  void change_groups() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!is_kernel(i)) continue;
      const std::string group = tokens_[i].is("__global__") ? "blockIdx.x" : "get_group_id(0)";
      while (i + 1 < tokens_.size() && !tokens_[i].is("{")) ++i;
      for (const unsigned left_out : {0U, 1U})
        add(tokens_[i], tokens_[i], fmt::format("{{ if ({} == {}) return;", group, left_out),
            fmt::format("group {} does nothing", left_out));
    }
  }

  bool is_kernel(std::size_t i) const {
    return tokens_[i].is("kernel") || tokens_[i].is("__kernel") || tokens_[i].is("__global__");
  }

  // A subscript off by one; a whole number off by one, doubled or halved.
  void change_value(std::size_t i) {
    const Token& token = tokens_[i];
    if (token.is("[") && i > 0 && tokens_[i - 1].is_identifier()) {
      const std::size_t close = closing(i);
      if (close <= i + 1) return;
      const std::string inner = text_of(text_, language::join(at(i + 1).range, at(close - 1).range));
      for (const std::string& by : addends(i))
        add(at(i + 1), at(close - 1), fmt::format("({}) {}", inner, by),
            fmt::format("[{} {}] in place of [{}]", inner, by, inner));
      return;
    }
    if (token.is("=") && i > 0 && has(variables_, tokens_[i - 1].text)) return change_assigned(i);
    if (!token.is_identifier() || !has(variables_, token.text)) return;
    if (i == 0 || is_stored(i)) return;
    for (const std::string_view form : {"2 * {}", "{} / 2", "{} + 1", "{} - 1"}) {
      const std::string other = fmt::format(fmt::runtime(form), token.text);
      add(token, token, "(" + other + ")", in_place(other, token.text));
    }
    for (const std::string_view other : variables_near(i))
      if (other != token.text) exchange(token, other);
  }

  // "+ 1", "- 1", "+ t" …
  std::vector<std::string> addends(std::size_t before) const {
    std::vector<std::string> all{"+ 1", "- 1"};
    for (const std::string_view one : variables_near(before)) all.push_back(fmt::format("+ {}", one));
    for (const std::string_view one : variables_near(before)) all.push_back(fmt::format("- {}", one));
    return all;
  }

  // "left = s * (2 * t + 1)", up to a comma or the end.
  void change_assigned(std::size_t i) {
    std::size_t end = i + 1;
    for (unsigned depth = 0; end < tokens_.size(); ++end) {
      if (tokens_[end].is("(") || tokens_[end].is("[")) ++depth;
      if (depth == 0 && (tokens_[end].is(",") || tokens_[end].is(";") || tokens_[end].is(")"))) break;
      if (tokens_[end].is(")") || tokens_[end].is("]")) --depth;
    }
    if (end == i + 1 || end >= tokens_.size()) return;
    const SourceRange value = language::join(at(i + 1).range, at(end - 1).range);
    for (const std::string& by : addends(i))
      add(at(i + 1), at(end - 1), fmt::format("({}) {}", text_of(text_, value), by),
          fmt::format("({0}) {1} in place of {0}", text_of(text_, value), by));
  }

  bool begins_statement(std::size_t i) const {
    if (i == 0 || tokens_[i].is("}") || tokens_[i].is("else") || tokens_[i].is("{")) return false;
    const Token& before = tokens_[i - 1];
    if (!before.is("{") && !before.is("}") && !before.is(";")) return false;
    // In the head of a loop the bracket is open.
    return begin_of_statement(i) == i && is_in_body_[i];
  }

  void add_barrier(std::size_t i) {
    if (!begins_statement(i)) return;
    const bool is_cuda = std::ranges::any_of(tokens_, [](const Token& one) { return one.is("__global__"); });
    const std::string barrier = is_cuda ? "__syncthreads();" : "barrier(CLK_LOCAL_MEM_FENCE);";
    if (has(kBarriers, tokens_[i].text)) return;
    insert(i, barrier + " ", "a barrier before it");
  }

  void insert(std::size_t i, const std::string& what, std::string words) {
    const SourceRange& range = tokens_[i].range;
    const std::size_t begin = offset_in(text_, range.line, range.column);
    put(range.line, begin, 0, what, std::move(words));
  }

  // Another condition in place of an if's, and one for a statement that stores into an array.
  void add_condition(std::size_t i) {
    if (tokens_[i].is("if") && at(i + 1).is("(")) {
      const std::size_t close = closing(i + 1);
      for (const std::string& condition : conditions(i))
        add(tokens_[i + 1], tokens_[close], "(" + condition + ")",
            in_place(condition, text_of(text_, language::join(at(i + 2).range, at(close - 1).range))));
      return;
    }
    if (!begins_statement(i) || !tokens_[i].is_identifier() || !at(i + 1).is("[")) return;
    for (const std::string& condition : conditions(i))
      insert(i, fmt::format("if ({}) ", condition), fmt::format("only if {}", condition));
  }

  // The variables that were declared last before it.
  std::vector<std::string_view> variables_near(std::size_t before) const {
    std::vector<std::string_view> near;
    for (std::size_t k = declared_.size(); k-- > 0 && near.size() < kMostVariables;)
      if (declared_[k].first < before && !has(near, declared_[k].second)) near.push_back(declared_[k].second);
    return near;
  }

  std::vector<std::string> conditions(std::size_t before) const {
    const std::vector<std::string_view> near = variables_near(before);
    std::vector<std::string> all;
    for (const std::string_view one : near) {
      for (const std::string_view other : near)
        if (other != one) all.push_back(fmt::format("{} < {}", one, other));
      all.push_back(fmt::format("{} == 0", one));
      all.push_back(fmt::format("{} != 0", one));
    }
    return all;
  }

  void add_other_mistakes() {
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
      leave_out_brackets(i);
      exchange_operands(i);
      if (begins_statement(i)) exchange_statements(i);
    }
  }

  bool is_simple(std::size_t i) const {
    const Token& token = at(i);
    const bool is_value = token.is_identifier() || token.kind == TokenKind::number;
    return is_value && !at(i + 1).is("(") && !at(i + 1).is("[") && !at(i + 1).is(".");
  }

  bool is_stored(std::size_t i) const {
    return at(i + 1).is("++") || at(i + 1).is("--") ||
           (at(i + 1).text.ends_with("=") && !is_comparison(i + 1)) || tokens_[i - 1].is_identifier() ||
           tokens_[i - 1].is("++") || tokens_[i - 1].is("--");
  }
  bool is_comparison(std::size_t i) const {
    return at(i).is("==") || at(i).is("!=") || at(i).is("<=") || at(i).is(">=");
  }

  // Brackets after a product's sign.
  void leave_out_brackets(std::size_t i) {
    if (!tokens_[i].is("(") || !tokens_[i - 1].is("*")) return;
    const std::size_t close = closing(i);
    if (close <= i + 2) return;
    add(tokens_[i], tokens_[close], text_of(text_, language::join(at(i + 1).range, at(close - 1).range)),
        "brackets are left out");
  }

  void exchange_operands(std::size_t i) {
    const bool is_one_way = tokens_[i].is("-") || tokens_[i].is("/") || tokens_[i].is("%");
    if (!is_one_way || !is_simple(i - 1) || !is_simple(i + 1)) return;
    if (i > 1 && (tokens_[i - 2].is("*") || tokens_[i - 2].is("/") || tokens_[i - 2].is("."))) return;
    const std::string other =
        fmt::format("{} {} {}", tokens_[i + 1].text, tokens_[i].text, tokens_[i - 1].text);
    add(tokens_[i - 1], tokens_[i + 1], other,
        in_place(other, text_of(text_, language::join(at(i - 1).range, at(i + 1).range))));
  }

  // The next ";" outside of brackets; a statement with a body has none.
  std::size_t end_of_statement(std::size_t begin) const {
    unsigned depth = 0;
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
      if (tokens_[i].is("{") || tokens_[i].is("}")) break;
      if (tokens_[i].is("(") || tokens_[i].is("[")) ++depth;
      if (tokens_[i].is(")") || tokens_[i].is("]")) --depth;
      if (depth == 0 && tokens_[i].is(";")) return i;
    }
    return tokens_.size();
  }

  void exchange_statements(std::size_t i) {
    const std::size_t end = end_of_statement(i);
    if (end + 1 >= tokens_.size() || !begins_statement(end + 1)) return;
    const std::size_t last = end_of_statement(end + 1);
    if (last >= tokens_.size()) return;
    const auto words = [&](std::size_t from, std::size_t to) {
      return text_of(text_, language::join(at(from).range, at(to).range));
    };
    const std::string first = words(i, end), second = words(end + 1, last), both = words(i, last);
    const std::string between = both.substr(first.size(), both.size() - first.size() - second.size());
    add(tokens_[i], tokens_[last], second + between + first, "it is exchanged with the next statement");
  }

  const std::string& text_;
  ChangesFor changes_;
  bool is_cure_;
  language::Diagnostics diagnostics_;
  language::StringPool pool_;
  std::vector<Token> tokens_;
  bool in_directive_ = false;
  int curly_ = 0, round_ = 0;
  std::vector<bool> is_in_body_;  // by token
  std::set<std::string_view> buffers_;
  std::vector<std::string_view> variables_;                         // whole numbers
  std::vector<std::pair<std::size_t, std::string_view>> declared_;  // the same with their tokens
  std::vector<Change> found_;
  unsigned rank_ = 0;  // of the next one
};

}  // namespace

Edits small_changes(const std::string& path, const std::string& text, ChangesFor changes,
                    std::uint64_t most_bytes) {
  return Changes(path, text, changes).all(most_bytes);
}

}  // namespace lockstep::sim
