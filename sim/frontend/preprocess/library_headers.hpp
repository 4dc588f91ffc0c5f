// Headers of CUDA's libraries, whose functions are built in as text of CUDA C++ (sim/frontend/cuda/library).
#pragma once

#include <string_view>

#include "core/catalogue/embedded.hpp"

namespace lockstep::sim::language {

// Null where the header is not one of them.
const EmbeddedFile* library_of_header(std::string_view name);
// Functions that need no header.
const EmbeddedFile& library_without_header();

}  // namespace lockstep::sim::language
