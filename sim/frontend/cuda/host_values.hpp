// What the host's part of a file says about its variables: constants, sizes of memory, what loops write. The
// text is searched, not run.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Tokens from the first to before the second.
using TokenRange = std::pair<std::size_t, std::size_t>;

// Whether what the host says may still be searched: a large file with many launches must not take long.
bool may_search(const Parser& p);

// The parts between commas of what is in the brackets that open at `open`.
std::vector<TokenRange> parts_in_brackets(const Parser& p, std::size_t open);
// The parts between commas of a range.
std::vector<TokenRange> parts_of(const Parser& p, const TokenRange& range);

// The value of an integer expression before `here`.
std::optional<std::int64_t> host_integer(Parser& p, const TokenRange& range, std::size_t here);
// The three extents of a dim3 or a number.
std::optional<std::array<std::uint64_t, 3>> host_extents(Parser& p, const TokenRange& range,
                                                         std::size_t here);
// The contents of host memory before `here`, found in the text: "iota", "1,2,3"; empty if unknown.
std::string host_fill(Parser& p, std::string_view name, std::size_t here);
// An argument of a launch.
HostArgument host_argument(Parser& p, const TokenRange& range, std::size_t here);

}  // namespace lockstep::sim::language::cuda
