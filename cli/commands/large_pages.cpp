// Replaces the allocation functions of the program to use large pages for large arrays. Buffers, and the data
// about each of their elements, are allocated once in a run; with small pages, the first access to each page
// would take longer than all later accesses.
#include "core/base/large_pages.hpp"

#include <cstdlib>
#include <new>

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

// Large arrays are aligned to large pages.
void* allocate(std::size_t bytes) {
  if (bytes < kLargePage) [[likely]]
    return std::malloc(bytes == 0 ? 1 : bytes);
  const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
  void* place = whole < bytes ? nullptr : std::aligned_alloc(kLargePage, whole);
  // Not for the remainder of the last page: the system would clear a whole large page when its first byte
  // is used.
  if (place != nullptr) lockstep::wish_large_pages(place, bytes);
  return place;
}

}  // namespace

void* operator new(std::size_t bytes) {
  for (;;) {
    if (void* place = allocate(bytes)) return place;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }

#endif
