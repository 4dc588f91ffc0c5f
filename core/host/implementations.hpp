// What each library's file gives to the list of ways. Where a library is not there when this program is
// built, a file …_absent.cpp takes the place of its file: it has the sentence and no function.
#pragma once

#include <string>

#include "core/host/ways.hpp"

namespace lockstep::host {

struct Implementation {
  OpenSession open = nullptr;
  std::string missing;  // as in Way
};

Implementation sequential_reduce();
Implementation sequential_scan();

Implementation standard_reduce();
Implementation standard_scan();

Implementation openmp_reduce();
Implementation openmp_neighbours();  // partial results in neighbouring elements
Implementation openmp_apart();       // the same, a cache line apart
Implementation openmp_scan();

Implementation mpi_reduce();
Implementation mpi_scan();

}  // namespace lockstep::host
