// The OpenMP or MPI code that solves the same problem: the functions of core/host_implementations that are
// executed
// (`lockstep bench` measures them), unchanged.
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

// Unchanged lines of a file; `first` is the 1-based number of the first line.
struct SourcePiece {
  std::string file;  // for example "core/host_implementations/openmp.cpp"
  std::size_t first = 1;
  std::string text;  // complete lines
};

struct HostForm {
  const HostImplementation* implementation = nullptr;  // never null
  std::vector<SourcePiece> pieces;
  // The pieces, each after a comment that names its file and lines.
  std::string text() const;
};

// The OpenMP or MPI implementation of what the plan computes. If there is none, the error gives the reason
// and the existing implementations.
Result<HostForm> host_form(const Plan& plan, SourceForm form);
// The form of a catalogue entry, such as "cpu/openmp-padded". Entries without OpenMP and MPI also have
// a form.
Result<HostForm> host_form(std::string_view id);

}  // namespace lockstep::sim::translation
