// The OpenMP or MPI code that solves the same problem: the functions of core/host_implementations that
// actually run
// (`lockstep bench` times them), unchanged from their files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/host_implementations.hpp"
#include "core/plan/plan.hpp"
#include "sim/translation/source_form.hpp"

namespace lockstep::sim::translation {

// Lines of a file, unchanged: from `first` on, 1-based.
struct SourcePiece {
  std::string file;  // "core/host_implementations/openmp.cpp"
  std::size_t first = 1;
  std::string text;  // whole lines
};

struct HostForm {
  const HostImplementation* implementation = nullptr;  // never null
  std::vector<SourcePiece> pieces;
  // Each piece below a comment that names its file and lines.
  std::string text() const;
};

// The OpenMP or MPI implementation of what the plan computes. The error says why there is none, and which
// ones exist.
Result<HostForm> host_form(const Plan& plan, SourceForm form);
// The form of an entry of the catalogue, "cpu/openmp-padded". Entries without OpenMP and MPI have a form too.
Result<HostForm> host_form(std::string_view id);

}  // namespace lockstep::sim::translation
