// One entry of the catalogue: what an algorithm is called, which file it lives in, what it takes, and
// how to turn a request into a Plan. A new algorithm is one kernel file and one entry.
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

// The properties of a device on which a Plan depends. Defaults are the OpenCL 1.2 minima that every catalogue
// entry must work with; the simulator's come from its DeviceModel.
struct DeviceLimits {
  std::uint64_t max_group_size = 1024;
  std::uint64_t local_bytes = 48 * 1024;
  std::uint64_t global_bytes = UINT64_MAX;
  std::uint64_t max_buffer_bytes = UINT64_MAX;
  bool has_float64 = true;
  // Whether a work-group may have a size that the kernel does not suit. Its result is then wrong, or it
  // accesses memory that does not belong to it: the simulator shows that, and a real device must not run it.
  bool takes_any_group_size = false;
  unsigned warp_width = 32;       // work-items the device runs in lockstep; 1 if it guarantees none
  unsigned local_banks = 32;      // of local memory, each a 4-byte word wide
  std::uint64_t cache_bytes = 0;  // between all processors and the memory; 0: not known
  // Processors that run work-groups side by side. The simulator has two, so that a grid strides on small
  // arrays.
  std::uint64_t compute_units = 2;
  // The language version with C11 atomics of 32 and 64 bits that order memory for the whole device ("CL3.0":
  // what -cl-std= takes); empty if there are none.
  std::string device_atomics = "CL3.0";
};

// Parameters that decide only the speed of a kernel; the best values differ by device. The defaults are the
// smallest: with them a small array already fills several work-groups.
struct Tuning {
  std::uint64_t group_size = 0;       // L; 0: the request's
  std::uint64_t rounds = 1;           // vectors that a work-item loads before it uses the first
  std::uint64_t groups_per_unit = 2;  // work-groups for each compute unit, where the grid strides
  bool operator==(const Tuning&) const = default;
};

// Parameters of patterns only.
struct PatternOptions {
  std::uint64_t mask_width = 5;  // convolution: odd
  std::uint64_t columns = 0;     // elements of a row of a matrix; must divide n; 0: as square as n allows
  // Outputs of a work-group, in each dimension. 0: for convolutions one per work-item, for transposes as many
  // as are fast.
  std::uint64_t tile = 0;
  std::uint64_t bins = 16;       // histogram
  std::uint64_t bit = 0;         // split
  std::uint64_t keep_above = 4;  // compaction
  std::uint64_t segment = 8;     // segmented scan: elements of a segment, on average
  std::uint64_t by_keys =
      0;  // segmented scan: 1: segments are equal keys that follow each other; 0: by flags
  std::uint64_t key_bits = 0;  // radix sort: bits that it sorts by, from the lowest on; 0: all
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
  Tuning tuning{};                 // of tunable algorithms
  std::uint64_t vector_width = 0;  // of them: elements of a vector; 0: as many as suit the type
  PatternOptions pattern{};
};

// One of a pair: a kernel that is wrong on purpose, or the same kernel repaired.
struct Hazard {
  bool broken = true;
  std::string twin;     // id of the other kernel
  std::string finding;  // that the simulator must report for the broken kernel, as in JSON: "data_race"
  // Why the broken one must not run on a real device: "may never end: …"; empty if it may.
  std::string danger;
  std::uint64_t shows_with_groups = 1;  // fewer full work-groups hide the mistake
};

// An earlier form of a tunable algorithm: it has that one's kernel file and tuning values, with one technique
// more on each rung of the ladder. None of them has the single launch, so they need no atomics.
struct Technique {
  std::string of;                // id of the tunable algorithm
  bool vector_loads = false;     // otherwise a vector is one element
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
  // The plan of the algorithm whose kernels its own plan also launches; null: none.
  Result<Plan> (*also_launches)(const PlanRequest&) = nullptr;
  std::string lab_scene{};         // of the Lab, which runs it beside its like: "padded-tile"; empty: none
  std::optional<Hazard> hazard{};  // of Family::hazard only
  std::optional<Technique> technique{};  // of an entry of techniques() only
  bool has_exclusive_form = false;       // a scan
  bool commutative_only = false;         // reorders operands
  bool power_of_two_group = false;       // L must be a power of two
  bool square_group = false;             // L must be a square: of a work-group in two dimensions
  bool takes_text = false;               // elements are characters, whatever the request's type
  std::uint64_t min_group_size = 1;      // 2 for trees: a group of one makes no level smaller
  std::uint64_t group_multiple_of = 1;
  std::uint64_t max_n = max_uint_elements;
  std::string max_n_reason = "indexes with a uint";  // why there is one: "ID …; choose n of at most"
  // Above this n a device may take minutes: the algorithm then runs only if it is named.
  std::uint64_t quick_n = max_uint_elements;
  // For a work-group of L: the elements that it processes, and those that it keeps in local memory, where a
  // row of banks holds `row` elements.
  std::uint64_t (*block_elements)(std::uint64_t L) = [](std::uint64_t L) { return L; };
  std::uint64_t (*local_elements)(std::uint64_t L, std::uint64_t row) = [](std::uint64_t L, std::uint64_t) {
    return L;
  };
  bool takes_group_size = false;  // built with -D L=…, for loops that are unrolled
  bool takes_warp = false;        // built with -D WARP=…, for barriers of a warp
  bool takes_banks = false;       // built with -D BANKS=…: the elements in a row of banks
  bool is_tunable = false;  // takes the request's Tuning: built with -D ROUNDS=… and -D DEVICE_ATOMICS=…
  bool depends_on_order = false;  // the steps of its work-groups, but not the result, depend on their order
  bool combines_vectors = false;  // applies ⊕ to vectors of elements, which takes an expression
  std::vector<Operator> operators{};
  std::vector<ElementType> types{};
  Complexity complexity{};  // T, W and what follows from them, on paper
  // Pure: the same request and source give the same Plan. `source` is the text to run, built in or edited.
  Result<Plan> (*make_plan)(const Algorithm&, const PlanRequest&, const KernelSource&) = nullptr;
};

// Elements of the request's type in a row of the banks of local memory, at least 1.
std::uint64_t elements_in_a_bank_row(const PlanRequest& request);

// "reduce/sequential-local" → "reduce_sequential_local": what a file's only kernel is called.
std::string kernel_name(std::string_view id);
// The kernel in the algorithm's file, which for a technique is that of the tunable algorithm.
std::string kernel_name(const Algorithm& algorithm);
// For a tunable algorithm: a work-group of one work-item has no lanes that read side by side, and takes
// neighbouring elements.
inline bool is_contiguous(const PlanRequest& request) { return request.group_size == 1; }

// Elements of a vector of a tunable kernel (its WIDTH): four, but at most 16 bytes if lanes load side by
// side. Longer vectors take several instructions each, which skip over the loads of the other lanes.
inline std::uint64_t elements_of_vector(const PlanRequest& request) {
  if (request.vector_width != 0) return request.vector_width;
  return is_contiguous(request) || size_bytes(request.type) <= 4 ? 4 : 2;
}
// For a technique, the request without what later techniques add; otherwise the request as it is.
PlanRequest with_technique(const Algorithm& algorithm, PlanRequest request);
// "-D T=int -D OP(a,b)=((a)+(b)) -D IDENTITY=0" and the algorithm's other options: no blank inside an option,
// since blanks separate them.
std::string program_options(const Algorithm& algorithm, const PlanRequest& request);
// A kernel's text with the function of the operator (operator_function) before its first line, so that line
// numbers stay the same; the text itself if the operator needs none, or if it already defines the function.
std::string with_operator_function(std::string text, Operator op, ElementType type);

// By the formulas of the algorithm; none if it has none.
std::optional<Measures> predicted_measures(const Algorithm& algorithm, const PlanRequest& request);

}  // namespace lockstep
