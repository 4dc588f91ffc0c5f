#include "sim/explain/kernel_edits/insertions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/explain/kernel_edits/kernel_tokens.hpp"

namespace lockstep::sim {
namespace {

using language::Token;
using language::TokenKind;

constexpr std::size_t kMostElements = 18, kMostSubscripts = 2, kMostScalars = 6, kMostConditions = 4,
                      kMostCopies = 10;
constexpr std::size_t kMostStatementBytes = 120;
constexpr std::size_t kMostKernelText = 16 * 1024;
constexpr std::array<std::string_view, 5> kNoDeclarations{"return", "else", "case", "goto", "sizeof"};

void add_once(std::vector<std::string>& all, std::string words, std::size_t most) {
  if (all.size() < most && std::ranges::find(all, words) == all.end()) all.push_back(std::move(words));
}

class Insertions {
 public:
  Insertions(const std::string& path, const std::string& text) : text_(text), code_(path, text) {}

  Edits all(std::uint64_t most_bytes) {
    if (text_.size() > kMostKernelText) return {};
    find_parts();
    // The likeliest statement is tried at all places before the next statement is tried.
    Edits found;
    for (const std::string& statement : statements())
      for (const std::size_t place : places_) {
        if (found.size() * text_.size() > most_bytes) return found;
        found.push_back(inserted(statement, place));
      }
    return found;
  }

 private:
  std::string words(std::size_t first, std::size_t last) const {
    return text_of(text_, language::join(code_.at(first).range, code_.at(last).range));
  }

  void find_parts() {
    for (std::size_t i = 1; i < code_.size(); ++i) {
      if (code_.begins_statement(i) || ends_body(i)) places_.push_back(i);
      const Token& token = code_[i];
      if (token.is("[") && code_[i - 1].is_identifier() && !is_declared(i - 1))
        add_once(elements_, words(i - 1, code_.closing(i)), kMostElements / 2);
      if (token.is("if") && code_.at(i + 1).is("("))
        add_once(conditions_, words(i + 1, code_.closing(i + 1)), kMostConditions);
      if (token.is_identifier() && is_declared(i) && (code_.at(i + 1).is("=") || code_.at(i + 1).is(";")))
        add_once(scalars_, std::string(token.text), kMostScalars);
      if (!code_.begins_statement(i) || !token.is_identifier()) continue;
      const std::size_t first = token.is("if") && code_.at(i + 1).is("(") ? code_.closing(i + 1) + 1 : i;
      const std::size_t end = code_.end_of_statement(first);
      if (end < code_.size() && !code_.at(first + 1).is_identifier() && !is_jump(code_.at(first)))
        add_once(copies_, words(i, end), kMostCopies);
    }
    add_usual_elements();
  }

  // Adds elements with usual subscripts, because the missing statement may be the only statement that names
  // an element of its array.
  void add_usual_elements() {
    std::vector<std::string> usual;
    for (const std::string_view variable : code_.variables())
      if (usual.size() < kMostSubscripts) usual.emplace_back(variable);
    usual.emplace_back("0");
    usual.emplace_back(code_.has("__global__") ? "blockIdx.x" : "get_group_id(0)");
    for (const std::string_view buffer : code_.buffers())
      for (const std::string& subscript : usual)
        add_once(elements_, fmt::format("{}[{}]", buffer, subscript), kMostElements);
  }

  // Whether the token is a variable that is declared there: "uint t =", "T sum;", "…, L =" in a declaration.
  bool is_declared(std::size_t i) const {
    if (i == 0 || !code_[i].is_identifier()) return false;
    const Token& before = code_[i - 1];
    if (before.is(",")) return code_.at(i + 1).is("=");
    return before.is_identifier() && std::ranges::find(kNoDeclarations, before.text) == kNoDeclarations.end();
  }

  static bool is_jump(const Token& token) {
    return token.is("return") || token.is("if") || token.is("for") || token.is("while") || token.is("do") ||
           token.is("switch");
  }

  // Whether the token is the closing brace of the body of a function, a loop, or a branch.
  bool ends_body(std::size_t i) const {
    return code_[i].is("}") && (code_[i - 1].is(";") || code_[i - 1].is("}"));
  }

  static std::string_view array_of(const std::string& element) {
    return std::string_view(element).substr(0, element.find('['));
  }

  std::vector<std::string> statements() const {
    std::vector<std::string> stores, others;
    const auto add = [](std::vector<std::string>& all, std::string one) {
      if (one.size() <= kMostStatementBytes) all.push_back(std::move(one));
    };
    for (const std::string& element : elements_)
      for (const std::string& scalar : scalars_) add(stores, fmt::format("{} = {};", element, scalar));
    for (const std::string& element : elements_)
      for (const std::string& other : elements_)
        if (array_of(element) != array_of(other)) add(stores, fmt::format("{} = {};", element, other));
    for (const std::string& scalar : scalars_) {
      for (const std::string_view step : {"/= 2", "*= 2", "+= 1"})
        add(others, fmt::format("{} {};", scalar, step));
      for (const std::string& other : scalars_)
        if (other != scalar) add(others, fmt::format("{} = {};", scalar, other));
      for (const std::string& element : elements_) {
        add(others, fmt::format("{} += {};", scalar, element));
        add(others, fmt::format("{} = {};", scalar, element));
      }
    }
    std::vector<std::string> all = copies_;
    all.insert(all.end(), stores.begin(), stores.end());
    all.insert(all.end(), others.begin(), others.end());
    for (const std::string& condition : conditions_)
      for (const std::string& store : stores) add(all, fmt::format("if {} {}", condition, store));
    return all;
  }

  // Inserts the statement before token `i`. The line of the edit is the first free line before the token; if
  // no line is free, the edit gives the two lines around the place.
  Edit inserted(const std::string& statement, std::size_t i) const {
    const SourceRange& range = code_[i].range;
    const std::size_t begin = offset_in(text_, range.line, range.column);
    const std::uint32_t before = code_[i - 1].range.end_line;
    Edit edit;
    edit.text = text_.substr(0, begin) + statement + " " + text_.substr(begin);
    edit.words = statement + " is missing";
    edit.is_missing = true;
    edit.line = range.line;
    if (range.line > before + 1) edit.line = before + 1;
    if (range.line == before + 1) edit.after_line = before;
    return edit;
  }

  const std::string& text_;
  KernelTokens code_;
  std::vector<std::size_t> places_;  // tokens that a new statement may precede
  std::vector<std::string> elements_, scalars_, conditions_, copies_;
};

}  // namespace

Edits insertions(const std::string& path, const std::string& text, std::uint64_t most_bytes) {
  return Insertions(path, text).all(most_bytes);
}

}  // namespace lockstep::sim
