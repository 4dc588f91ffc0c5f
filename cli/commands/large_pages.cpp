// Replaces the allocation functions of the program, so that large arrays use large pages. Buffers, and the
// data about each of their elements, are allocated once in a run. With small pages, the first accesses to the
// pages would take longer than all later accesses.
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
  // The remainder after the last whole large page does not use a large page, because the system would clear a
  // whole large page when the first byte of the remainder is used.
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
