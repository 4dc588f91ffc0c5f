// Returns the OpenMP or MPI code that solves the same problem as a kernel: unchanged functions of
// core/host_implementations, which `lockstep bench` executes and measures.
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

// Consecutive lines of a file, unchanged; `first` is the 1-based number of the first line.
struct SourcePiece {
  std::string file;  // for example "core/host_implementations/openmp.cpp"
  std::size_t first = 1;
  std::string text;  // complete lines
};

struct HostForm {
  const HostImplementation* implementation = nullptr;  // never null
  std::vector<SourcePiece> pieces;
  // Returns the pieces. Before each piece, a comment names its file and lines.
  std::string text() const;
};

// Returns the OpenMP or MPI implementation of the problem that the plan solves. If there is none, the error
// gives the reason and the existing implementations.
Result<HostForm> host_form(const Plan& plan, SourceForm form);
// Returns the code of a catalogue entry, such as "cpu/openmp-padded". Entries that use neither OpenMP nor MPI
// have code, too.
Result<HostForm> host_form(std::string_view id);

}  // namespace lockstep::sim::translation
