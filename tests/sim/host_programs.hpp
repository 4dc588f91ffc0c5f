// Plans as recorded from the host program of an assignment: a loop of launches over two buffers, and a scan
// by blocks with their sums.
#pragma once

#include "core/plan/plan.hpp"

namespace lockstep::sim {

struct HillisSteeleMistakes {
  bool swaps = true;         // the two buffers change places between launches
  bool reads_other = false;  // the host reads the buffer that the last launch did not write
};
// out[i] = in[i] + in[i - d] for d = 1, 2, 4 … below n. Buffers a and b; the host writes the input to a.
Plan hillis_steele_program(std::uint64_t n, const HillisSteeleMistakes& mistakes = {});

struct BlockSumsMistakes {
  bool adds_unscanned = false;  // the last launch adds the sums of the blocks, not their scan
};
// Buffers in, out, sums, scanned: blocks of `group` are scanned, their sums are scanned, and added.
Plan block_sums_program(std::uint64_t n, std::uint64_t group, const BlockSumsMistakes& mistakes = {});

}  // namespace lockstep::sim
