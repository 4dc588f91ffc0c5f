// Large pages: the system provides memory in pages of 4 KiB, each on its first access, which for arrays of
// some MiB takes longer than to fill them.
#pragma once

#include <cstddef>

namespace lockstep {

// Asks for large pages for memory that has just been allocated, where it is large enough for some: a wish.
void wish_large_pages(void* place, std::size_t bytes);

}  // namespace lockstep
