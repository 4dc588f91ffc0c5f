// The two pictures of an access, for the figure that puts a heading above them and words below.
#pragma once

#include "gui/figures/memory/access.hpp"

namespace lockstep::gui {

inline constexpr float kMemoryLabelWidth = 44;  // px at the left, for "lane", "bank" and the words' numbers

inline bool is_local(const MemoryAccess& access) { return access.detail.space == sim::Space::local; }

// A column for each bank, a row for each row of words that is touched.
void draw_banks(Canvas& canvas, const Rect& area, const MemoryAccess& access, MemoryAccessView& view,
                const FigureInput& input, FigureOutput& output);
float banks_height(const MemoryAccess& access);

// The lanes above, the segments below, each lane joined to the bytes that it asks for; what is moved in vain
// is hatched.
void draw_segments(Canvas& canvas, const Rect& area, const MemoryAccess& access, const FigureInput& input,
                   FigureOutput& output);
float segments_height();

}  // namespace lockstep::gui
