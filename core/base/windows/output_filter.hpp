// What is printed passes through TerminalText. The C library of Windows has no streams of one's own, so each
// stream writes to a pipe, and a thread writes on what comes out of it.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/text/terminal.hpp"

namespace lockstep {

// Descriptors of the C library that lead past the filter.
int unfiltered_descriptor(Stream stream);

// Waits until everything printed so far has passed. False, and errno: it could not be written.
bool drain(Stream stream);

// The handle of standard output, past the filter. Whatever else is printed goes to standard error from now
// on.
std::intptr_t take_unfiltered_output();

}  // namespace lockstep
