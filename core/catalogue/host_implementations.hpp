// Reductions and scans without OpenCL: C++ on this machine's processor, alone or with a library. The
// benchmark's table shows them beside the algorithms, on the same input; core/host_implementations runs them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/entry/entry.hpp"

namespace lockstep {

struct HostImplementation {
  std::string id;     // "cpu/openmp"
  std::string title;  // "OpenMP, reduction clause"
  Algorithm::Family family = Algorithm::Family::reduction;
  std::string summary;      // one sentence: the idea and the cost to watch
  bool one_thread = false;  // the implementation uses a single thread
  bool in_slices = false;   // one slice for each thread or process; the totals are combined afterwards
  std::string any_order{};  // why operators must be commutative: "std::reduce may …"; empty: any operator
};

// All implementations in the order of the table: reductions, then scans.
const std::vector<HostImplementation>& host_implementations();
// Returns null if no entry has this id.
const HostImplementation* find_host_implementation(std::string_view id);

}  // namespace lockstep
