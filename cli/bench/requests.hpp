// What `lockstep bench` was asked to measure: algorithms and other ways, by sizes.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "core/measure/benchmark.hpp"

namespace lockstep::cli {

struct BenchChoice {
  RequestOptions request;  // its n: sizes, as size_list.hpp reads them
  std::vector<std::string> ids;
  bool group_is_chosen = false;
  bool anyway = false;  // even where the simulator warns
};

// One for each algorithm and way; their n is not known yet.
Result<std::vector<opencl::BenchRequest>> bench_entries(const BenchChoice& choice);

// All of them at every size, sizes outermost. An open range ends where none of them fits any more.
Result<std::vector<opencl::BenchRequest>> at_all_sizes(const std::vector<opencl::BenchRequest>& entries,
                                                       const std::string& sizes,
                                                       const opencl::Device* device);

}  // namespace lockstep::cli
