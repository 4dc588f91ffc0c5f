// Small mistakes in kernels, as people make them: another operator, comparison or constant, swapped operands,
// an index that is off by one, a statement or barrier left out. Each mutation is one change of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::fuzz {

struct Mutation {
  std::size_t begin = 0, end = 0;  // the bytes that are replaced
  std::string text;                // by this
  std::uint32_t line = 0;
  std::string what;  // "< becomes <="
};

// All mutations of a kernel file, in the order of the text; comments and preprocessor lines stay as they are.
std::vector<Mutation> mutations_of(const std::string& source);
std::string mutated(const std::string& source, const Mutation& mutation);

}  // namespace lockstep::fuzz
