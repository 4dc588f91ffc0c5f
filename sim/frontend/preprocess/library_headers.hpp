// Headers of CUDA's libraries, whose functions are built in as CUDA C++ sources (sim/frontend/cuda/library).
#pragma once

#include <string_view>

#include "core/catalogue/embedded.hpp"

namespace lockstep::sim::language {

// Null if the header is not one of them.
const EmbeddedFile* library_of_header(std::string_view name);
// The functions that need no header.
const EmbeddedFile& library_without_header();

}  // namespace lockstep::sim::language
