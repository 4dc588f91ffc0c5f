// Requests large pages. By default the system provides memory in pages of 4 KiB, each on its first access;
// for arrays of several MiB this takes longer than filling them.
#pragma once

#include <cstddef>

namespace lockstep {

// Requests large pages for newly allocated memory that is large enough; the system may ignore this.
void wish_large_pages(void* place, std::size_t bytes);

}  // namespace lockstep
