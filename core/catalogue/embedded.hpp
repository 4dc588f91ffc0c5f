// Files that are built into the program, byte for byte as they are in the sources.
#pragma once

#include <span>
#include <string_view>

namespace lockstep {

struct EmbeddedFile {
  std::string_view path;  // below the folder that they come from
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_kernels();    // of kernels/
std::span<const EmbeddedFile> embedded_published();  // of assets/published/
std::span<const EmbeddedFile> embedded_tuning();     // of assets/tuning/

}  // namespace lockstep
