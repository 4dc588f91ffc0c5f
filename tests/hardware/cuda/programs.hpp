// The CUDA forms of the whole catalogue as one program: a unit for each element type and operator, in which
// each algorithm has a namespace with its form and a function that runs the plan's launches and compares the
// result with the sequential reference.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {

struct CudaUnit {
  std::string name;     // "int_sum"
  std::string text;     // kernels, host functions and the calls
  std::string kernels;  // those alone
};

struct CudaPrograms {
  std::vector<CudaUnit> units;                // the last one is main.cu, the only one without kernels
  std::vector<std::byte> data;                // contents and expected results, by the offsets in the units
  std::map<std::string, std::size_t> places;  // what the data hold where
  std::size_t forms = 0;
  std::vector<std::string> untranslated;  // "ID int sum: why"; expected to be empty
};

// For these sizes. Kernels that may not run on a device are only compiled.
CudaPrograms cuda_programs(std::uint64_t n, std::uint64_t group_size);

}  // namespace lockstep
