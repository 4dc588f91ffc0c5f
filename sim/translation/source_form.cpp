#include "sim/translation/source_form.hpp"

#include <fmt/format.h>

namespace lockstep::sim::translation {

std::string_view name(SourceForm form) {
  constexpr std::string_view kNames[] = {"opencl", "cuda", "openmp", "mpi"};
  return kNames[static_cast<std::size_t>(form)];
}

std::string_view title(SourceForm form) {
  constexpr std::string_view kTitles[] = {"OpenCL C", "CUDA", "OpenMP", "MPI"};
  return kTitles[static_cast<std::size_t>(form)];
}

Result<SourceForm> parse_source_form(std::string_view word) {
  for (const SourceForm form : kSourceForms)
    if (name(form) == word) return form;
  return usage_error(fmt::format("There is no form '{}'. The forms are opencl, cuda, openmp and mpi.", word));
}

}  // namespace lockstep::sim::translation
