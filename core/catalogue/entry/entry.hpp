// One entry of the catalogue: the names of an algorithm, its file, its requirements, and the function that
// turns a request into a Plan. A new algorithm is one kernel file and one entry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/formulas/complexity.hpp"
#include "core/plan/element.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// The properties of a device on which a Plan depends. The defaults are the OpenCL 1.2 minima, which suffice
// for every catalogue entry; the simulator's limits come from its DeviceModel.
struct DeviceLimits {
  std::uint64_t max_group_size = 1024;
  std::uint64_t local_bytes = 48 * 1024;
  std::uint64_t global_bytes = UINT64_MAX;
  std::uint64_t max_buffer_bytes = UINT64_MAX;
  bool has_float64 = true;
  // Whether a work-group may have a size for which the kernel is not made. The kernel then gives a
  // wrong result or accesses memory out of bounds. The simulator shows this; a real device must not run
  // such a kernel.
  bool takes_any_group_size = false;
  unsigned warp_width = 32;       // work-items that run in lockstep; 1: lockstep is not guaranteed
  unsigned local_banks = 32;      // banks of local memory, each 4 bytes wide
  std::uint64_t cache_bytes = 0;  // the cache that all processors share; 0: unknown
  // Processors that run work-groups side by side. The simulator has two, so a grid-stride loop iterates even
  // on small arrays.
  std::uint64_t compute_units = 2;
  // The language version with C11 atomics of 32 and 64 bits that order memory for the whole device ("CL3.0",
  // as for -cl-std=); empty if there are none.
  std::string device_atomics = "CL3.0";
};

// Parameters that affect only the speed of a kernel. The best values differ between devices. The defaults are
// the smallest values, with which even a small array fills several work-groups.
struct Tuning {
  std::uint64_t group_size = 0;       // L; 0: the L of the request
  std::uint64_t rounds = 1;           // vectors that a work-item loads before it uses the first of them
  std::uint64_t groups_per_unit = 2;  // work-groups for each compute unit, for a grid-stride loop
  bool operator==(const Tuning&) const = default;
};

// Parameters that only patterns use.
struct PatternOptions {
  std::uint64_t mask_width = 5;  // convolution: width of the mask, odd
  std::uint64_t columns = 0;     // elements in a row of a matrix; must divide n; 0: as square as n allows
  // Outputs of a work-group in each dimension. 0: for convolutions one for each work-item, for transposes a
  // fast size.
  std::uint64_t tile = 0;
  std::uint64_t bins = 16;       // histogram: number of bins
  std::uint64_t bit = 0;         // split: the bit to split by
  std::uint64_t keep_above = 4;  // compaction: elements greater than this value are kept
  std::uint64_t segment = 8;     // segmented scan: elements of a segment, on average
  std::uint64_t by_keys =
      0;  // segmented scan: 1: consecutive equal keys are a segment; 0: flags mark segments
  std::uint64_t key_bits = 0;  // radix sort: number of lowest bits to sort by; 0: all
  bool operator==(const PatternOptions&) const = default;
};

struct PlanRequest {
  std::uint64_t n = 64;
  std::uint64_t group_size = 64;  // L
  Operator op = Operator::sum;
  ElementType type = ElementType::int32;
  bool exclusive = false;  // scans only
  Content input{Content::Pattern::random, 0, 1, nullptr};
  DeviceLimits limits{};
  Tuning tuning{};                 // for tunable algorithms
  std::uint64_t vector_width = 0;  // of tunable algorithms: elements of a vector; 0: chosen by the type
  PatternOptions pattern{};
};

// One kernel of a pair: a kernel that is wrong on purpose, or the same kernel repaired.
struct Hazard {
  bool broken = true;
  std::string twin;     // id of the other kernel
  std::string finding;  // what the simulator must report for the broken kernel, as in JSON: "data_race"
  // Why the broken kernel must not run on a real device: "some work-items may wait …"; empty if it may run.
  std::string danger;
  std::uint64_t shows_with_groups = 1;  // the error is not visible with fewer full work-groups
};

// An earlier form of a tunable algorithm: it has the same kernel file and tuning values, and each rung of the
// ladder adds one technique. None of them uses a single launch, so they need no atomics.
struct Technique {
  std::string of;                // id of the tunable algorithm
  bool vector_loads = false;     // otherwise a vector has one element
  bool loads_in_flight = false;  // otherwise a work-item loads one vector before it uses it
};

struct Algorithm {
  enum class Family : std::uint8_t { reduction, scan, hazard, pattern };
  std::string id{};     // "reduce/divergent"
  std::string title{};  // "Interleaved, divergent"
  Family family = Family::reduction;
  std::string kernel_file{};  // below kernels/: "reduce/divergent.cl"
  std::string summary{};      // one sentence: the idea and the cost to watch
  std::string improves_on{};  // id of the previous rung (rungs.hpp); empty: none
  // Makes the plan of the algorithm whose kernels this algorithm's plan also launches; null: none.
  Result<Plan> (*also_launches)(const PlanRequest&) = nullptr;
  std::string lab_scene{};         // the Lab's scene with it and similar kernels: "padded-tile"; empty: none
  std::optional<Hazard> hazard{};  // only for Family::hazard
  std::optional<Technique> technique{};  // only for an entry of techniques()
  bool has_exclusive_form = false;       // a scan
  bool commutative_only = false;         // reorders operands
  bool power_of_two_group = false;       // L must be a power of two
  bool square_group = false;             // L must be a square number: the work-group has two dimensions
  bool takes_text = false;               // elements are characters, independent of the request's type
  std::uint64_t min_group_size = 1;      // 2 for trees: groups of one would not reduce the elements
  std::uint64_t group_multiple_of = 1;
  std::uint64_t max_n = max_uint_elements;
  std::string max_n_reason = "indexes with a uint";  // the reason, in "ID …; choose an n of at most"
  // Above this n a device may take minutes. The algorithm then runs only if its id is given.
  std::uint64_t quick_n = max_uint_elements;
  // For a work-group of L work-items: the number of elements that it processes, and the number that it keeps
  // in local memory. `row` is the number of elements in a row of banks.
  std::uint64_t (*block_elements)(std::uint64_t L) = [](std::uint64_t L) { return L; };
  std::uint64_t (*local_elements)(std::uint64_t L, std::uint64_t row) = [](std::uint64_t L, std::uint64_t) {
    return L;
  };
  bool takes_group_size = false;  // built with -D L=…, for loops that are unrolled
  bool takes_warp = false;        // built with -D WARP=…, for barriers of a warp
  bool takes_banks = false;       // built with -D BANKS=…: the elements in a row of banks
  bool is_tunable = false;  // takes the request's Tuning: built with -D ROUNDS=… and -D DEVICE_ATOMICS=…
  bool depends_on_order = false;  // the steps, but not the result, depend on the order of work-groups
  bool combines_vectors = false;  // applies ⊕ to vectors of elements, so ⊕ must be an expression
  std::vector<Operator> operators{};
  std::vector<ElementType> types{};
  Complexity complexity{};  // formulas of T, W and the measures computed from them
  // Makes the plan. This is a pure function: the same request and source give the same Plan. `source` is the
  // text to run, built in or edited.
  Result<Plan> (*make_plan)(const Algorithm&, const PlanRequest&, const KernelSource&) = nullptr;
};

// Returns the elements of the request's type in a row of the banks of local memory, at least 1.
std::uint64_t elements_in_a_bank_row(const PlanRequest& request);

// Returns the name of the only kernel in a file: "reduce_sequential_local" for "reduce/sequential-local".
std::string kernel_name(std::string_view id);
// The kernel in the algorithm's file; for a technique, the kernel of the tunable algorithm.
std::string kernel_name(const Algorithm& algorithm);
// For a tunable algorithm, returns whether each work-item processes contiguous elements. This is so for
// work-groups of one work-item, which have no adjacent lanes.
inline bool is_contiguous(const PlanRequest& request) { return request.group_size == 1; }

// The number of elements in a vector of a tunable kernel (its WIDTH): four, but at most 16 bytes if lanes
// load side by side. Longer vectors would take several instructions each, whose accesses are not contiguous
// across lanes.
inline std::uint64_t elements_of_vector(const PlanRequest& request) {
  if (request.vector_width != 0) return request.vector_width;
  return is_contiguous(request) || size_bytes(request.type) <= 4 ? 4 : 2;
}
// For a technique, the request without the parameters of later techniques; otherwise the unchanged request.
PlanRequest with_technique(const Algorithm& algorithm, PlanRequest request);
// Returns "-D T=int -D OP(a,b)=((a)+(b)) -D IDENTITY=0" and the algorithm's other options. The options
// contain no spaces, because spaces separate them.
std::string program_options(const Algorithm& algorithm, const PlanRequest& request);
// Returns a kernel's text with the function of the operator (operator_function) at the beginning of its first
// line, so line numbers do not change. The text is unchanged if the operator needs no function, or if the
// text already defines the function.
std::string with_operator_function(std::string text, Operator op, ElementType type);

// Computes the measures by the formulas of the algorithm; none if it has no formulas.
std::optional<Measures> predicted_measures(const Algorithm& algorithm, const PlanRequest& request);

}  // namespace lockstep
