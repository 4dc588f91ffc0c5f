#include "core/base/machine_facts.hpp"

#include <emscripten/heap.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/base/shortage.hpp"

namespace lockstep {

// Half of the module's address space, because a browser may refuse memory below the limit that it reports.
std::uint64_t available_memory_bytes() {
  const std::uint64_t most = std::uint64_t{emscripten_get_heap_max()} / 2;
  const std::uint64_t used = static_cast<std::uint64_t>(mallinfo().uordblks);
  return most > used ? most - used : 0;
}

std::uint64_t total_memory_bytes() { return emscripten_get_heap_max(); }

unsigned usable_processors() { return 1; }
unsigned online_processors() { return 1; }
bool may_use_all_processors() { return false; }
std::string processor_name() { return "this browser"; }
bool is_linux_without_sysfs() { return false; }

std::string error_text(int error) {
  const std::string words = std::generic_category().message(error);
  return error == ENOSPC ? words + ": the browser does not let this page store more" : words;
}

std::string shortage_sentence(std::size_t) { return ""; }

}  // namespace lockstep
