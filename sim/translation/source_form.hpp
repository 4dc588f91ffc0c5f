// The languages in which a kernel can be shown.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::sim::translation {

// The forms of a kernel, in the order shown.
enum class SourceForm : std::uint8_t { opencl, cuda, openmp, mpi };
inline constexpr SourceForm kSourceForms[] = {SourceForm::opencl, SourceForm::cuda, SourceForm::openmp,
                                              SourceForm::mpi};
std::string_view name(SourceForm form);   // as typed and stored: "opencl", "cuda", "openmp", "mpi"
std::string_view title(SourceForm form);  // "OpenCL C", "CUDA", "OpenMP", "MPI"
// Parses a name; if the name is unknown, the usage error lists all names.
Result<SourceForm> parse_source_form(std::string_view name);

}  // namespace lockstep::sim::translation
