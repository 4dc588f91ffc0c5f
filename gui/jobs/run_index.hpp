// What one pass over a trace's records gives: how often each source line ran, and a telling moment to begin
// with.
#pragma once

#include <cstdint>
#include <vector>

#include "gui/state/state.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct LineCost {
  std::uint64_t runs = 0;  // times that a warp came to the line
  std::uint64_t divergent_branches = 0;
  std::uint64_t transactions = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t of(Heat heat) const;
};

struct RunIndex {
  std::vector<LineCost> lines;  // by line − 1, of the kernel file
  std::uint64_t telling_moment = 0;
  std::uint64_t most(Heat heat) const;
};

RunIndex index_run(const sim::Trace& trace);

}  // namespace lockstep::gui
