// The functions with which the source file of each library adds its implementations to the list. If a library
// is missing when this program is built, a file named …_absent.cpp is compiled instead. It contains no
// implementation, only a sentence that says what to install.
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
