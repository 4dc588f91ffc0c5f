// Draws the words of local memory that do not belong to an element: the padding after each row of a tile.
#pragma once

#include "gui/figures/memory/access.hpp"

namespace lockstep::gui {

// The row length and the pitch of a tile. If the pitch is 0, the tile has no padding.
struct TileRows {
  std::uint64_t row_bytes = 0, pitch_bytes = 0;
  bool is_padding(std::uint64_t byte) const {
    return pitch_bytes > row_bytes && byte % pitch_bytes >= row_bytes;
  }
};

// Hatches the padding in the picture of a local access. Call after the picture is drawn.
void draw_bank_padding(Canvas& canvas, const MemoryAccess& access, const MemoryAccessView& view,
                       const TileRows& tile);

}  // namespace lockstep::gui
