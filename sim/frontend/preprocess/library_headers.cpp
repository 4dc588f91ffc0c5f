#include "sim/frontend/preprocess/library_headers.hpp"

#include <algorithm>

namespace lockstep::sim::language {
namespace {

std::string_view file_of_header(std::string_view name) {
  if (name == "cooperative_groups.h" || name.starts_with("cooperative_groups/"))
    return "cooperative_groups.cuh";
  if (name == "cub/cub.cuh" || name.starts_with("cub/block/") || name.starts_with("cub/warp/"))
    return "cub.cuh";
  if (name == "cuda/atomic") return "atomic.cuh";
  if (name == "cuda_fp16.h" || name == "cuda_fp16.hpp") return "half.cuh";
  return {};
}

const EmbeddedFile* library_file(std::string_view path) {
  const auto files = embedded_cuda_library();
  const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
  return found == files.end() ? nullptr : &*found;
}

}  // namespace

const EmbeddedFile* library_of_header(std::string_view name) { return library_file(file_of_header(name)); }

const EmbeddedFile& library_without_header() { return *library_file("functions.cuh"); }

}  // namespace lockstep::sim::language
