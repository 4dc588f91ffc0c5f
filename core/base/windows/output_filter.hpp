// Passes all output through TerminalText. The C library of Windows has no user-defined streams, so each
// stream writes to a pipe, and a thread filters and forwards the contents of the pipe.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/text/terminal.hpp"

namespace lockstep {

// Returns a descriptor of the C library that bypasses the filter.
int unfiltered_descriptor(Stream stream);

// Waits until everything printed so far has been written. Returns false and sets errno on failure.
bool drain(Stream stream);

// Returns the handle of standard output without the filter. From then on all other output goes to
// standard error.
std::intptr_t take_unfiltered_output();

}  // namespace lockstep
