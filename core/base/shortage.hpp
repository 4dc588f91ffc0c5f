// What this process has run out of, and what to do: memory, open files, processes, room on the disk. A
// library that cannot be loaded for lack of memory looks as if it were not installed; these sentences keep
// the two apart.
#pragma once

#include <cstddef>
#include <string>

namespace lockstep {

// The system's words for an error number, and a remedy: "Too many open files: raise the limit (ulimit -n)".
std::string error_text(int error);

// A sentence that says whether this process cannot open a few files or cannot get some memory at this moment;
// empty: neither. `wanted_bytes`: address space that was requested, for instance by a driver.
std::string shortage_sentence(std::size_t wanted_bytes = std::size_t{256} << 20);

}  // namespace lockstep
