// The lists of algorithms, and the search for an algorithm by its id. entry/entry.hpp describes the entries.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/entry/entry.hpp"

namespace lockstep {

// Reductions and scans: counted, timed and tested if no ids are given.
const std::vector<Algorithm>& catalogue();
// Earlier forms of the tunable algorithms of the catalogue: rungs of the ladder to them.
const std::vector<Algorithm>& techniques();
// Uses of reductions and scans; also convolutions and transposes.
const std::vector<Algorithm>& patterns();
// Kernels that are wrong on purpose, each followed by its repaired twin.
const std::vector<Algorithm>& hazards();
// All four.
std::array<const std::vector<Algorithm>*, 4> all_lists();
// Searches all lists. Never null: for an unknown id, the usage error names the nearest ids.
Result<const Algorithm*> find_algorithm(std::string_view id);

// The kernel file of an algorithm: embedded in the program, or read from `kernel_dir` if the user has
// given a folder.
Result<KernelSource> load_kernel(const Algorithm& algorithm, const std::string& kernel_dir);

// Why the kernel of the algorithm is wrong with work-groups of this size: "its tree …: 96 is not a power of
// two (64 and 128 are)"; empty if the kernel suits this size.
std::string unsuited_group(const Algorithm& algorithm, std::uint64_t group_size);

// Checks the request against the algorithm and the limits (n = 0; a group size that is 0, too large, or not a
// power of two unless the limits permit that; an unsupported operator or type …), then calls make_plan.
Result<Plan> make_plan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source);

}  // namespace lockstep
