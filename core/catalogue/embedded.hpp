// Files that are built into the program, byte for byte as in the sources.
#pragma once

#include <span>
#include <string_view>

namespace lockstep {

struct EmbeddedFile {
  std::string_view path;  // relative to the folder that the function's comment names
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_kernels();      // of kernels/
std::span<const EmbeddedFile> embedded_published();    // of assets/published/
std::span<const EmbeddedFile> embedded_guides();       // pages of docs/ that the window shows
std::span<const EmbeddedFile> embedded_lessons();      // of assets/lessons/
std::span<const EmbeddedFile> embedded_tuning();       // of assets/tuning/
std::span<const EmbeddedFile> embedded_assignments();  // of assets/assignments/
std::span<const EmbeddedFile> embedded_measured();     // of assets/measured/
// Of core/host_implementations/: the sources that are compiled into this program and lockstep-mpi-ranks.
std::span<const EmbeddedFile> embedded_host_sources();
std::span<const EmbeddedFile> embedded_device_kernels();  // of core/opencl/: internal kernels
std::span<const EmbeddedFile> embedded_documents();       // of assets/documents/
std::span<const EmbeddedFile> embedded_listings();        // of assets/listings/
std::span<const EmbeddedFile> embedded_scenes();          // of assets/scenes/
std::span<const EmbeddedFile> embedded_cuda_library();    // of sim/frontend/cuda/library/

}  // namespace lockstep
