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
// Returns all four lists.
std::array<const std::vector<Algorithm>*, 4> all_lists();
// Searches all lists. The pointer is never null: for an unknown id, the usage error names the nearest ids.
Result<const Algorithm*> find_algorithm(std::string_view id);

// Returns the kernel file of an algorithm: the embedded file, or a file in `kernel_dir` if this is not empty.
Result<KernelSource> load_kernel(const Algorithm& algorithm, const std::string& kernel_dir);

// Says why the kernel of the algorithm is wrong with work-groups of this size: "it divides a work-group into
// rows …"; empty if the kernel suits this size.
std::string unsuited_group(const Algorithm& algorithm, std::uint64_t group_size);

// Checks the request against the algorithm and the limits, then calls Algorithm::make_plan. Refused are for
// example n = 0, an unsupported operator or type, and a group size that is 0, too large, or unsuitable for
// the kernel unless the limits permit this.
Result<Plan> make_plan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source);

}  // namespace lockstep
