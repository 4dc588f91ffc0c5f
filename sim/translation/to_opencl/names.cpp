#include "sim/translation/to_opencl/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 34> kOperators = {{
    {"operator()", "call"},
    {"operator[]", "at"},
    {"operator->", "arrow"},
    {"operator<<=", "shift_left_by"},
    {"operator>>=", "shift_right_by"},
    {"operator<=", "less_equal"},
    {"operator>=", "greater_equal"},
    {"operator==", "equal"},
    {"operator!=", "not_equal"},
    {"operator+=", "add"},
    {"operator-=", "subtract"},
    {"operator*=", "multiply_by"},
    {"operator/=", "divide_by"},
    {"operator%=", "remainder_by"},
    {"operator^=", "xor_with"},
    {"operator&=", "and_with"},
    {"operator|=", "or_with"},
    {"operator<<", "shift_left"},
    {"operator>>", "shift_right"},
    {"operator&&", "both"},
    {"operator||", "either"},
    {"operator++", "increment"},
    {"operator--", "decrement"},
    {"operator+", "plus"},
    {"operator-", "minus"},
    {"operator*", "times"},
    {"operator/", "divided_by"},
    {"operator%", "remainder"},
    {"operator<", "less"},
    {"operator>", "greater"},
    {"operator=", "assign"},
    {"operator!", "is_not"},
    {"operator~", "complement"},
    {"operator", "convert"},
}};

bool is_word_of_opencl(std::string_view name) {
  constexpr std::array<std::string_view, 44> kWords = {
      "kernel",       "global",     "local",    "constant",  "private",   "generic",   "read_only",
      "write_only",   "read_write", "pipe",     "uniform",   "half",      "uchar",     "ushort",
      "uint",         "ulong",      "event_t",  "sampler_t", "queue_t",   "image2d_t", "image3d_t",
      "vec_step",     "restrict",   "quad",     "complex",   "imaginary", "this",      "template",
      "typename",     "class",      "operator", "new",       "delete",    "try",       "catch",
      "throw",        "friend",     "virtual",  "mutable",   "namespace", "using",     "bool",
      "reserve_id_t", "clk_event_t"};
  return std::ranges::find(kWords, name) != kWords.end();
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string text(name);
  for (const auto& [written, word] : kOperators)
    if (const std::size_t at = text.find(written); at != std::string::npos)
      text.replace(at, written.size(), word);
  std::string result;
  for (const char c : text) {
    if (language::is_identifier_part(c))
      result += c;
    else if (!result.empty() && !result.ends_with('_'))
      result += '_';
  }
  while (result.size() > 1 && result.ends_with('_') && !name.ends_with('_')) result.pop_back();
  return result.empty() || !language::is_identifier_start(result[0]) ? "_" + result : result;
}

const std::string& Names::of(const void* object, std::string_view wanted) {
  const auto [found, is_new] = names_.try_emplace(object);
  if (!is_new) return found->second;
  std::string name = plain_name(wanted);
  if (is_word_of_opencl(name) || language::is_builtin_function(name)) name += "_";
  const std::string first = name;
  for (unsigned number = 2; !taken_.insert(name).second; ++number) name = fmt::format("{}_{}", first, number);
  return found->second = name;
}

std::string Names::of_variable(std::string_view name) {
  if (name == "this") return "self";
  return is_word_of_opencl(name) ? std::string(name) + "_" : std::string(name);
}

}  // namespace lockstep::sim::translation::opencl
