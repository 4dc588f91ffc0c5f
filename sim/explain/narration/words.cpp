#include "sim/explain/narration/words.hpp"

#include <fmt/compile.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>

#include "core/plan/element.hpp"
#include "sim/bytecode/builtin.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::sim::words {

namespace {

constexpr unsigned kNamedLanes = 4;

bool is_comparison(std::string_view text, std::size_t at) {
  const char before = at == 0 ? ' ' : text[at - 1];
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  const bool shift = at >= 2 && (before == '<' || before == '>') && text[at - 2] == before;
  return after == '=' || before == '=' || before == '!' || ((before == '<' || before == '>') && !shift);
}

}  // namespace

std::string in_one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  while (!result.empty() && (result.back() == ' ' || result.back() == ';')) result.pop_back();
  return result;
}

Assignment split_assignment(const std::string& text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(' || text[at] == '[') ++depth;
    if (text[at] == ')' || text[at] == ']') --depth;
    if (text[at] != '=' || depth != 0 || is_comparison(text, at)) continue;
    std::size_t target_end = at;
    while (target_end > 0 &&
           std::string_view("+-*/%&|^<>").find(text[target_end - 1]) != std::string_view::npos)
      --target_end;
    return {in_one_line(text.substr(0, target_end)), in_one_line(text.substr(at + 1)),
            text.substr(target_end, at + 1 - target_end)};
  }
  return {text, "", ""};
}

bool is_one(std::uint64_t mask) { return std::popcount(mask) == 1; }

std::string lanes(std::uint64_t mask) {
  const int count = std::popcount(mask);
  if (count == 0) return "no lane";
  const int first = std::countr_zero(mask);
  if (count == 1) return fmt::format(FMT_COMPILE("lane {}"), first);
  if (count == 2) return fmt::format(FMT_COMPILE("lanes {} and {}"), first, 63 - std::countl_zero(mask));
  const int last = 63 - std::countl_zero(mask);
  if (last - first + 1 == count) return fmt::format(FMT_COMPILE("lanes {} to {}"), first, last);
  std::string text = "lanes ";
  unsigned named = 0;
  for_each_lane(mask, [&](unsigned lane) {
    if (named++ < kNamedLanes) text += fmt::format(FMT_COMPILE("{}{}"), named == 1 ? "" : ", ", lane);
  });
  return named > kNamedLanes ? text + " …" : text;
}

std::string how_many(std::uint64_t mask, std::uint64_t of) {
  const int count = std::popcount(mask);
  const int total = std::popcount(of);
  if (total == 1) return "its only lane";
  if (mask == of && total == 2) return "both lanes";
  if (mask == of) return fmt::format(FMT_COMPILE("all {} lanes"), total);
  return fmt::format(FMT_COMPILE("{} of {} lanes"), count, total);
}

std::string_view combining_verb(const Instruction& instruction) {
  const OpcodeInfo& info = opcode_info(instruction.op);
  if (info.flow == ResultFlow::compared)
    return static_cast<Extremum>(instruction.mode) == Extremum::minimum ? "take the minimum"
                                                                        : "take the maximum";
  return instruction.op == Opcode::builtin ? builtin_info(static_cast<std::uint64_t>(instruction.imm)).verb
                                           : info.verb;
}

std::string element(std::span<const std::byte> bytes, ElementType type, std::uint64_t index) {
  const std::size_t size = size_bytes(type);
  return (index + 1) * size > bytes.size() ? "?" : element_text(bytes.data() + index * size, type);
}

std::string conjugate(std::string_view verb, bool one) {
  if (!one) return std::string(verb);
  // Only the first word of "take the maximum" is conjugated.
  const std::size_t space = std::min(verb.find(' '), verb.size());
  const std::string_view word = verb.substr(0, space);
  std::string_view ending = "s";
  if (word == "do") return "does" + std::string(verb.substr(space));
  if (word == "have") return "has" + std::string(verb.substr(space));
  if (word.ends_with("s") || word.ends_with("sh") || word.ends_with("ch") || word == "go") ending = "es";
  return std::string(word) + std::string(ending) + std::string(verb.substr(space));
}

}  // namespace lockstep::sim::words
