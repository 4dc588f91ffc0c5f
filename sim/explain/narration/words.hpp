// Words for the sentences: pieces of the source, lists of lanes, verbs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/plan/element.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim::words {

// Replaces each sequence of white space by one blank, so that an expression of several lines fits in a
// sentence, and removes the semicolon at the end.
std::string in_one_line(std::string_view text);

// Splits "scratch[t] = OP(a, b)" into "scratch[t]" and "OP(a, b)"; any other text into the text and "".
struct Assignment {
  std::string target;
  std::string value;
  std::string op;  // "=", "+=" …
};
Assignment split_assignment(const std::string& text);

// Returns "lane 3", "lanes 0 and 4", "lanes 0 to 7" or "lanes 0, 4, 8 …".
std::string lanes(std::uint64_t mask);
// Returns "all 32 lanes", "both lanes", "its only lane" or "16 of 32 lanes".
std::string how_many(std::uint64_t mask, std::uint64_t of);
bool is_one(std::uint64_t mask);

// Returns the verb for an instruction that combines two inputs: "add", "multiply", "take the maximum".
std::string_view combining_verb(const Instruction& instruction);

// Returns an element of a memory, formatted as a number.
std::string element(std::span<const std::byte> bytes, ElementType type, std::uint64_t index);

// Returns the verb in the singular ("adds") or plural ("add").
std::string conjugate(std::string_view verb, bool one);

}  // namespace lockstep::sim::words
