// The functions with which the source file of each library adds its implementations to the list. If a library
// is missing when this program is built, its file is replaced by a file …_absent.cpp, which contains a
// sentence about this but no implementation.
#pragma once

#include <string>

#include "core/host_implementations/implementations.hpp"

namespace lockstep::host {

struct Opener {
  OpenSession open = nullptr;
  std::string missing;  // as in Implementation
};

Opener sequential_reduce();
Opener sequential_scan();

Opener standard_reduce();
Opener standard_scan();

Opener openmp_reduce();
Opener openmp_neighbours();  // partial sums in neighbouring elements
Opener openmp_apart();       // the same, a cache line apart
Opener openmp_scan();

Opener mpi_reduce();
Opener mpi_scan();

}  // namespace lockstep::host
