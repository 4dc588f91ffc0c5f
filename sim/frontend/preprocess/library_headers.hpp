// Finds the built-in source of a CUDA library by the name of a header. The sources are written in CUDA
// C++ (sim/frontend/cuda/library).
#pragma once

#include <string_view>

#include "core/catalogue/embedded.hpp"

namespace lockstep::sim::language {

// Returns null if no library has this header.
const EmbeddedFile* library_of_header(std::string_view name);
// Returns the source of the functions that need no header.
const EmbeddedFile& library_without_header();

}  // namespace lockstep::sim::language
