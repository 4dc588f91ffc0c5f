#include "sim/explain/kernel_edits/small_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "sim/explain/kernel_edits/kernel_tokens.hpp"

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

// Each entry may be intended in place of any other in its list.
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
constexpr std::size_t kMostText = 64 * 1024;
constexpr std::int64_t kSmallNumber = 4;  // numbers below this limit may be intended in place of each other

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
      : text_(text), changes_(changes), is_cure_(changes == ChangesFor::cures), code_(path, text) {}

  Edits all(std::uint64_t most_bytes) {
    if (text_.size() > kMostText) return {};
    if (changes_ == ChangesFor::other_mistakes) {
      add_other_mistakes();
    } else {
      each_token(0, &Changes::change);
      if (!is_cure_) add_mistakes();
    }
    if (is_cure_) {
      each_token(1, &Changes::change_value);
      each_token(1, &Changes::change_order);
      each_token(2, &Changes::add_barrier);
      each_token(2, &Changes::add_condition);
      // A caller that stops early has then tried at least one change at each place.
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
    bool is_missing = false;  // see Edit
    std::uint32_t after_line = 0;
  };

  // The first change at each token is the likeliest.
  void each_token(unsigned rank, void (Changes::*make)(std::size_t)) {
    for (std::size_t i = 0; i < code_.size(); ++i) {
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
      Edit& edit = all.emplace_back();
      edit.words = std::move(one.words);
      edit.line = one.line;
      edit.text = std::move(text);
      edit.is_missing = one.is_missing;
      edit.after_line = one.after_line;
    }
    return all;
  }

  // Replaces the text from one token to another.
  void add(const Token& first, const Token& last, std::string replacement, std::string words) {
    const SourceRange range = language::join(first.range, last.range);
    const std::size_t begin = offset_in(text_, range.line, range.column);
    const std::size_t end = offset_in(text_, range.end_line, range.end_column);
    put(range.line, begin, std::max(begin, end) - begin, std::move(replacement), std::move(words));
  }

  void put(std::uint32_t line, std::size_t begin, std::size_t length, std::string replacement,
           std::string words) {
    if (text_.compare(begin, length, replacement) == 0) return;  // the text is unchanged
    Change& change = found_.emplace_back();
    change.rank = rank_++;
    change.line = line;
    change.begin = begin;
    change.length = length;
    change.replacement = std::move(replacement);
    change.words = std::move(words);
  }

  void exchange(const Token& token, std::string_view other) {
    add(token, token, std::string(other), in_place(other, token.text));
  }

  void change(std::size_t i) {
    const Token& token = code_[i];
    if (token.kind == TokenKind::number) return change_number(token);
    if (token.kind == TokenKind::punctuator) return change_sign(i);
    if (!token.is_identifier()) return;
    const bool is_call = code_.at(i + 1).is("(");
    if (has(kBarriers, token.text) && is_call) {
      add(token, code_.at(code_.closing(i + 1)), "", "the barrier is removed");
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
      for (std::int64_t small = 0; small <= kSmallNumber && value <= 2 * kSmallNumber; ++small)
        if (std::abs(small - value) > 1) others.push_back(small);
    }
    for (const std::int64_t other : others)
      add(token, token, fmt::format("{}{}", other, suffix),
          in_place(std::to_string(other), std::to_string(value)));
  }

  // Operators that are part of a type or have one operand are not changed.
  void change_sign(std::size_t i) {
    const Token& token = code_[i];
    if (token.is(";")) return remove_statement(i);
    const bool has_left = i > 0 && (code_[i - 1].kind == TokenKind::number || code_[i - 1].is(")") ||
                                    code_[i - 1].is("]") || code_[i - 1].is_identifier());
    const bool is_type = i > 0 && token.is("*") &&
                         (code_.at(i + 1).is_identifier() && code_.buffers().contains(code_.at(i + 1).text));
    if (!has_left || is_type) return;
    if (is_cure_) return exchange_of_a_kind(kSignsOfAKind, token);
    for (const auto& [sign, other] : kMistakenSigns)
      if (token.is(sign)) exchange(token, other);
  }

  // Removes a statement that consists of an assignment or a call. In a jump, removes only the part without
  // which the text remains valid.
  void remove_statement(std::size_t end) {
    if (is_cure_ && end > 0 && (has(kJumps, code_[end - 1].text))) {
      add(code_[end - 1], code_[end - 1], "", fmt::format("no {}", code_[end - 1].text));
      return;
    }
    const std::size_t begin = code_.begin_of_statement(end);
    if (begin + 1 >= end || has(kBarriers, code_[begin].text)) return;
    const bool is_declaration = code_.at(begin + 1).is_identifier() || code_.at(begin + 1).is("*");
    if (is_declaration || has(kJumps, code_[begin].text) || code_[begin].is("while")) return;
    add(code_[begin], code_[end], ";", "the statement is removed");
  }

  void change_condition(std::size_t i) {
    const std::size_t close = code_.closing(i + 1);
    add(code_[i + 1], code_[close], "(1)", "the condition is left out");
    add(code_[i + 1], code_[close], "(0)", "the condition never holds");
    if (!is_cure_ || close <= i + 2) return;
    const std::string inner =
        text_of(text_, language::join(code_.at(i + 2).range, code_.at(close - 1).range));
    add(code_[i + 1], code_[close], "(!(" + inner + "))", "the condition reversed");
    // A constant condition gives no hint about the intended condition, so all changes are equally likely.
    if (close != i + 3 || code_.at(i + 2).kind != TokenKind::number) return;
    const std::size_t first = found_.size();
    add_condition(i);
    for (std::size_t k = first; k < found_.size(); ++k) found_[k].rank = 0;
  }

  void exchange_buffer(std::size_t i) {
    const Token& token = code_[i];
    if (!code_.buffers().contains(token.text) || !code_.at(i + 1).is("[")) return;
    for (const std::string_view other : code_.buffers())
      if (other != token.text) exchange(token, other);
  }

  // Inserts a statement at the beginning of each kernel, so that one work-group skips its part of the work.
  void change_groups() {
    for (std::size_t i = 0; i + 1 < code_.size(); ++i) {
      if (!code_.is_kernel(i)) continue;
      const std::string group = code_[i].is("__global__") ? "blockIdx.x" : "get_group_id(0)";
      while (i + 1 < code_.size() && !code_[i].is("{")) ++i;
      for (const unsigned left_out : {0U, 1U})
        add(code_[i], code_[i], fmt::format("{{ if ({} == {}) return;", group, left_out),
            fmt::format("group {} does nothing", left_out));
    }
  }

  // Changes a subscript by one, and an integer by one, to its double or to its half.
  void change_value(std::size_t i) {
    const Token& token = code_[i];
    if (token.is("[") && i > 0 && code_[i - 1].is_identifier()) {
      const std::size_t close = code_.closing(i);
      if (close <= i + 1) return;
      const std::string inner =
          text_of(text_, language::join(code_.at(i + 1).range, code_.at(close - 1).range));
      for (const std::string& by : addends(i))
        add(code_.at(i + 1), code_.at(close - 1), fmt::format("({}) {}", inner, by),
            fmt::format("[{} {}] in place of [{}]", inner, by, inner));
      return;
    }
    if (token.is("=") && i > 0 && has(code_.variables(), code_[i - 1].text)) return change_assigned(i);
    if (!token.is_identifier() || !has(code_.variables(), token.text)) return;
    if (i == 0 || code_.is_stored(i)) return;
    for (const std::string_view form : {"2 * {}", "{} / 2", "{} + 1", "{} - 1"}) {
      const std::string other = fmt::format(fmt::runtime(form), token.text);
      add(token, token, "(" + other + ")", in_place(other, token.text));
    }
    for (const std::string_view other : code_.variables_near(i))
      if (other != token.text) exchange(token, other);
  }

  // Returns the terms that may be added to a value: "+ 1", "- 1", "+ t" …
  std::vector<std::string> addends(std::size_t before) const {
    std::vector<std::string> all{"+ 1", "- 1"};
    for (const std::string_view one : code_.variables_near(before)) all.push_back(fmt::format("+ {}", one));
    for (const std::string_view one : code_.variables_near(before)) all.push_back(fmt::format("- {}", one));
    return all;
  }

  // Adds a term to the whole value after the "=" at token `i`: "left = s * (2 * t + 1)".
  void change_assigned(std::size_t i) {
    std::size_t end = i + 1;
    for (unsigned depth = 0; end < code_.size(); ++end) {
      if (code_[end].is("(") || code_[end].is("[")) ++depth;
      if (depth == 0 && (code_[end].is(",") || code_[end].is(";") || code_[end].is(")"))) break;
      if (code_[end].is(")") || code_[end].is("]")) --depth;
    }
    if (end == i + 1 || end >= code_.size()) return;
    const SourceRange value = language::join(code_.at(i + 1).range, code_.at(end - 1).range);
    for (const std::string& by : addends(i))
      add(code_.at(i + 1), code_.at(end - 1), fmt::format("({}) {}", text_of(text_, value), by),
          fmt::format("({0}) {1} in place of {0}", text_of(text_, value), by));
  }

  void add_barrier(std::size_t i) {
    if (!code_.begins_statement(i)) return;
    const bool is_cuda = code_.has("__global__");
    const std::string barrier = is_cuda ? "__syncthreads();" : "barrier(CLK_LOCAL_MEM_FENCE);";
    if (has(kBarriers, code_[i].text)) return;
    insert(i, barrier + " ", "a barrier before it");
    found_.back().is_missing = true;
    const std::uint32_t before = i == 0 ? 0 : code_[i - 1].range.end_line;
    if (code_[i].range.line > before) found_.back().after_line = code_[i].range.line - 1;
  }

  void insert(std::size_t i, const std::string& what, std::string words) {
    const SourceRange& range = code_[i].range;
    const std::size_t begin = offset_in(text_, range.line, range.column);
    put(range.line, begin, 0, what, std::move(words));
  }

  // Inserts another condition for an if statement, or a new condition for a statement that stores to
  // an array.
  void add_condition(std::size_t i) {
    if (code_[i].is("if") && code_.at(i + 1).is("(")) {
      const std::size_t close = code_.closing(i + 1);
      for (const std::string& condition : conditions(i))
        add(code_[i + 1], code_[close], "(" + condition + ")",
            in_place(condition,
                     text_of(text_, language::join(code_.at(i + 2).range, code_.at(close - 1).range))));
      return;
    }
    if (!code_.begins_statement(i) || !code_[i].is_identifier() || !code_.at(i + 1).is("[")) return;
    for (const std::string& condition : conditions(i))
      insert(i, fmt::format("if ({}) ", condition), fmt::format("only if {}", condition));
  }

  // The variables that were declared first come first, because an index is usually declared before the values
  // that it is compared with.
  std::vector<std::string> conditions(std::size_t before) const {
    const std::vector<std::string_view> near = code_.variables_near(before);
    const std::vector<std::string_view> numbers = numbers_after(before);
    std::vector<std::string> all;
    for (std::size_t i = near.size(); i-- > 0;) {
      all.push_back(fmt::format("{} == 0", near[i]));
      for (const std::string_view other : near)
        if (other != near[i]) all.push_back(fmt::format("{} < {}", near[i], other));
      for (const std::string_view number : numbers) all.push_back(fmt::format("{} < {}", near[i], number));
      all.push_back(fmt::format("{} != 0", near[i]));
    }
    return all;
  }

  // Returns the different numbers from token `i` to the end of its statement: 64 in "block[t] += block[t
  // + 64]".
  std::vector<std::string_view> numbers_after(std::size_t i) const {
    std::vector<std::string_view> numbers;
    for (; i < code_.size() && !code_[i].is(";") && !code_[i].is("{"); ++i)
      if (code_[i].kind == TokenKind::number && code_[i].text.size() > 1 && !has(numbers, code_[i].text))
        numbers.push_back(code_[i].text);
    return numbers;
  }

  void add_mistakes() {
    change_groups();
    for (std::size_t i = 1; i + 1 < code_.size(); ++i) leave_out_brackets(i);
    each_token(0, &Changes::exchange_parts);
  }

  // Removes parentheses after a multiplication sign.
  void leave_out_brackets(std::size_t i) {
    if (!code_[i].is("(") || !code_[i - 1].is("*")) return;
    const std::size_t close = code_.closing(i);
    if (close <= i + 2) return;
    add(code_[i], code_[close],
        text_of(text_, language::join(code_.at(i + 1).range, code_.at(close - 1).range)),
        "brackets are left out");
  }

  void change_order(std::size_t i) {
    add_brackets(i);
    exchange_parts(i);
  }

  void exchange_parts(std::size_t i) {
    if (i == 0 || i + 1 >= code_.size()) return;
    exchange_operands(i);
    if (code_.begins_statement(i)) exchange_statements(i);
  }

  // "2 * (L + t)" in place of "2 * L + t".
  void add_brackets(std::size_t i) {
    if (!code_.is_product(i)) return;
    const std::size_t first = code_.end_of_product(i + 1);
    if (first == 0 || (!code_.at(first + 1).is("+") && !code_.at(first + 1).is("-"))) return;
    const std::size_t last = code_.end_of_product(first + 2);
    if (last == 0) return;
    const std::string sum = text_of(text_, language::join(code_.at(i + 1).range, code_.at(last).range));
    add(code_.at(i + 1), code_.at(last), "(" + sum + ")", "brackets around " + sum);
  }

  void add_other_mistakes() {
    for (std::size_t i = 1; i + 1 < code_.size(); ++i) {
      leave_out_operand(i);
      exchange_arguments(i);
      choose_other(i);
      leave_out_subscript(i);
      if (code_.begins_statement(i)) repeat_statement(i);
    }
  }

  void leave_out_operand(std::size_t i) {
    const bool is_one = code_[i].is("+") || code_[i].is("*");
    if (!is_one || !code_.is_simple(i - 1) || !code_.is_simple(i + 1)) return;
    for (const std::size_t kept : {i - 1, i + 1})
      add(code_[i - 1], code_[i + 1], std::string(code_.at(kept).text),
          in_place(code_.at(kept).text,
                   text_of(text_, language::join(code_.at(i - 1).range, code_.at(i + 1).range))));
  }

  // "f(b, a)" in place of "f(a, b)"
  void exchange_arguments(std::size_t i) {
    if (!code_[i].is("(") || !code_[i - 1].is_identifier()) return;
    if (!code_.is_simple(i + 1) || !code_.at(i + 2).is(",") || !code_.is_simple(i + 3) ||
        !code_.at(i + 4).is(")"))
      return;
    add(code_[i + 1], code_.at(i + 3), fmt::format("{}, {}", code_.at(i + 3).text, code_.at(i + 1).text),
        "the arguments are exchanged");
  }

  // "c ? b : a" in place of "c ? a : b"
  void choose_other(std::size_t i) {
    if (!code_[i].is("?")) return;
    const std::size_t first = code_.end_of_operand(i + 1);
    if (first == 0 || !code_.at(first + 1).is(":")) return;
    const std::size_t last = code_.end_of_operand(first + 2);
    if (last == 0) return;
    const auto words = [&](std::size_t from, std::size_t to) {
      return text_of(text_, language::join(code_.at(from).range, code_.at(to).range));
    };
    add(code_.at(i + 1), code_.at(last), words(first + 2, last) + " : " + words(i + 1, first),
        "the other one is chosen");
  }

  // "in[0]" in place of "in[i]"
  void leave_out_subscript(std::size_t i) {
    if (i == 0 || !code_[i].is("[") || !code_[i - 1].is_identifier() || !code_.at(i + 2).is("]")) return;
    if (code_[i + 1].is_identifier()) exchange(code_[i + 1], "0");
  }

  void repeat_statement(std::size_t i) {
    const std::size_t end = code_.end_of_statement(i);
    if (end >= code_.size() || has(kJumps, code_[i].text) || code_.at(i + 1).is_identifier()) return;
    const std::string statement = text_of(text_, language::join(code_.at(i).range, code_.at(end).range));
    add(code_[i], code_[end], statement + " " + statement, "the statement is executed twice");
  }

  void exchange_operands(std::size_t i) {
    const bool is_one_way = code_[i].is("-") || code_[i].is("/") || code_[i].is("%");
    if (!is_one_way || !code_.is_simple(i - 1) || !code_.is_simple(i + 1)) return;
    if (i > 1 && (code_[i - 2].is("*") || code_[i - 2].is("/") || code_[i - 2].is("."))) return;
    const std::string other = fmt::format("{} {} {}", code_[i + 1].text, code_[i].text, code_[i - 1].text);
    add(code_[i - 1], code_[i + 1], other,
        in_place(other, text_of(text_, language::join(code_.at(i - 1).range, code_.at(i + 1).range))));
  }

  void exchange_statements(std::size_t i) {
    const std::size_t end = code_.end_of_statement(i);
    if (end + 1 >= code_.size() || !code_.begins_statement(end + 1)) return;
    const std::size_t last = code_.end_of_statement(end + 1);
    if (last >= code_.size()) return;
    const auto words = [&](std::size_t from, std::size_t to) {
      return text_of(text_, language::join(code_.at(from).range, code_.at(to).range));
    };
    const std::string first = words(i, end), second = words(end + 1, last), both = words(i, last);
    const std::string between = both.substr(first.size(), both.size() - first.size() - second.size());
    add(code_[i], code_[last], second + between + first, "it is exchanged with the next statement");
  }

  const std::string& text_;
  ChangesFor changes_;
  bool is_cure_;
  KernelTokens code_;
  std::vector<Change> found_;
  unsigned rank_ = 0;  // rank of the next change
};

}  // namespace

Edits small_changes(const std::string& path, const std::string& text, ChangesFor changes,
                    std::uint64_t most_bytes) {
  return Changes(path, text, changes).all(most_bytes);
}

}  // namespace lockstep::sim
