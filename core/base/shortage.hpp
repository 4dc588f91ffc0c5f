// Sentences about resources that this process has run out of (memory, open files, processes, disk space) and
// what to do. A library that cannot be loaded for lack of memory looks as if it were not installed; these
// sentences distinguish the two cases.
#pragma once

#include <cstddef>
#include <string>

namespace lockstep {

// The system's message for an error number, and a remedy: "Too many open files: raise the limit (ulimit -n)".
std::string error_text(int error);

// Returns a sentence if this process currently cannot open a few files or allocate some memory; empty if it
// can do both. `wanted_bytes`: address space that was requested, for instance by a driver.
std::string shortage_sentence(std::size_t wanted_bytes = std::size_t{256} << 20);

}  // namespace lockstep
