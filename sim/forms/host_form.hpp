// What solves the same problem with OpenMP or MPI: the functions of core/host that really run (`lockstep
// bench` times them), as they stand in their files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/host_implementations.hpp"
#include "core/plan/plan.hpp"
#include "sim/forms/source_form.hpp"

namespace lockstep::sim::forms {

// Lines of a file as they are: from `first` on, 1-based.
struct SourcePiece {
  std::string file;  // "core/host/openmp.cpp"
  std::size_t first = 1;
  std::string text;  // whole lines
};

struct HostForm {
  const HostImplementation* implementation = nullptr;  // never null
  std::vector<SourcePiece> pieces;
  // Each piece below a comment that names its file and lines.
  std::string text() const;
};

// The implementation that does with OpenMP or MPI what the plan computes. The error says why there is none,
// and for what there is one.
Result<HostForm> host_form(const Plan& plan, SourceForm form);
// Of an entry of the catalogue: "cpu/openmp-padded". Those without OpenMP and MPI have a form, too.
Result<HostForm> host_form(std::string_view id);

}  // namespace lockstep::sim::forms
