// Finds values of variables in the host code of a file: constants, sizes of memory, and values written by
// loops. The text is searched but not executed.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// A range of tokens: the position of the first token, and the position after the last token.
using TokenRange = std::pair<std::size_t, std::size_t>;

// Returns whether the host code may still be searched. The total number of search steps in a file is limited.
bool may_search(const Parser& p);

// Returns the comma-separated parts between the brackets that open at `open`.
std::vector<TokenRange> parts_in_brackets(const Parser& p, std::size_t open);
// Returns the comma-separated parts of a range.
std::vector<TokenRange> parts_of(const Parser& p, const TokenRange& range);

// Returns the value of an integer expression at the position `here`.
std::optional<std::int64_t> host_integer(Parser& p, const TokenRange& range, std::size_t here);
// Returns the three extents that a dim3 or an integer specifies.
std::optional<std::array<std::uint64_t, 3>> host_extents(Parser& p, const TokenRange& range,
                                                         std::size_t here);
// Returns the contents of host memory at the position `here`, as found in the text, such as "iota" or
// "1,2,3"; empty if unknown.
std::string host_fill(Parser& p, std::string_view name, std::size_t here);
// Returns an argument of a launch.
HostArgument host_argument(Parser& p, const TokenRange& range, std::size_t here);

}  // namespace lockstep::sim::language::cuda
