// Two functions a plan shape: how the launches and buffers of a family of algorithms fit together, and what
// that costs on paper. They have the signatures of Algorithm::make_plan and Complexity::of_plan and may rely
// on the checks of lockstep::make_plan.
#pragma once

#include <bit>

#include "core/catalogue/entry/entry.hpp"

namespace lockstep {

// Work-groups reduce a block of elements to one; the host launches again on the results until one is left.
// Kernel: (global T *out, global const T *in, local T *scratch, uint n).
Result<Plan> make_group_tree_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases group_tree_plan_cost(const Algorithm&, const PlanRequest&);
// The same with a work-item for each element, however large a work-group's block is: more than the levels
// have room for.
Result<Plan> make_whole_grid_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same with n / log n work-items, however many elements that leaves to each.
Result<Plan> make_grid_stride_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases grid_stride_plan_cost(const Algorithm&, const PlanRequest&);

// As many work-groups as the device runs at once walk through the input. The last one to finish combines
// their results; where the device has no atomics for that, the host launches again. Kernel: (global T *out,
// global const T *in, local T *scratch, uint n [, global atomic_T *partial, global atomic_uint *finished]).
Result<Plan> make_tuned_reduction_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases tuned_reduction_plan_cost(const Algorithm&, const PlanRequest&);

// One launch for each step s = 1, 2, 4 …, in place. Kernel: (global T *a, uint s, uint n).
Result<Plan> make_step_per_launch_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// One launch for each halving of `count` to m, in place. Kernel: (global T *a, uint m, uint count).
Result<Plan> make_halving_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases step_per_launch_plan_cost(const Algorithm&, const PlanRequest&);  // of both

// Work-groups scan a block each; their sums are scanned in the same way until one block is left, then added.
// Kernels: (global T *out, global const T *in, global T *sums, local T *scratch, uint n, uint exclusive) and
// …_add (global T *out, global const T *offsets, uint block, uint n).
Result<Plan> make_block_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases block_scan_plan_cost(const Algorithm&, const PlanRequest&);
// The same with a block for each of n / log n work-items. Kernels: (global T *out, global const T *in, global
// T *sums, uint k, uint n, uint exclusive) and …_add (global T *out, global const T *offsets, uint k, uint
// n).
Result<Plan> make_cost_optimal_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases cost_optimal_scan_plan_cost(const Algorithm&, const PlanRequest&);
// One launch with a work-group for each tile; these pass on their prefixes in `state`. Kernel: (global T
// *out, global const T *in, local T *scratch, uint n, uint exclusive, global atomic_ulong *state). Where the
// device has no atomics for that: …_totals (global T *totals, global const T *in, local T *scratch, uint n),
// the totals scanned in the same way, and the kernel with (…, global const T *before) instead.
Result<Plan> make_look_back_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// One launch for each step s = 1, 2, 4 …, between two buffers. Kernels: (global T *to, global const T *from,
// uint s, uint n) and …_shift (global T *to, global const T *from, uint n), which makes it exclusive.
Result<Plan> make_step_per_launch_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases step_per_launch_scan_plan_cost(const Algorithm&, const PlanRequest&);
// One launch, one work-item an output. Kernel: (global T *out, global const T *in, uint n, uint exclusive).
Result<Plan> make_one_launch_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases one_launch_scan_plan_cost(const Algorithm&, const PlanRequest&);

// Shapes of kernels that are wrong on purpose, and of their twins if those need one of their own.
// All steps in one launch with a work-item for each element, in place. Kernel: (global T *a, uint n).
Result<Plan> make_all_steps_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same work-items, in one launch for each two steps, first and 2 * first. Kernel: (global T *a, uint
// first, uint n).
Result<Plan> make_two_steps_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same work-items, in one launch for each step. Kernel: (global T *a, uint s, uint n).
Result<Plan> make_each_step_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Work-group b reduces a block of L elements to a[b]. Kernel: (global T *a, local T *scratch, uint n).
Result<Plan> make_in_place_levels_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// One launch that sums in a single element, which is 0 at first. Kernel: (global T *total, global const T
// *in, uint n).
Result<Plan> make_one_total_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// Shapes of patterns. Their kernels are in kernels/patterns.
Result<Plan> make_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_tiled_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_cached_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_matrix_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_tiled_matrix_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same, but the tile is what a work-item for each of its inputs leaves: side - (mask_width - 1).
Result<Plan> make_input_tile_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Kernel: (global T *out, global const T *in, [local T *tile,] uint columns, uint rows).
Result<Plan> make_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The side of a work-group's tile where the request names none: for a small work-group the smallest one, for
// others the largest that is not too wide and has room. `padding`: unused elements of a row.
std::uint64_t transpose_tile_side(const PlanRequest& request, std::uint64_t padding);
Result<Plan> make_tiled_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_padded_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Flags, their exclusive scan (Algorithm::also_launches), and a launch that moves each element to its place.
Result<Plan> make_compaction_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_split_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same in one launch that looks back, and in one more for a split, which counts the zeros first. A
// partition is a split whose ones come last to first.
Result<Plan> make_look_back_compaction_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_look_back_split_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_look_back_partition_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// A scan that begins anew where a segment begins: one launch a step between two buffers, or one that looks
// back.
Result<Plan> make_segmented_steps_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_segmented_look_back_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Splits by one bit after another (Algorithm::also_launches scans their flags); by a digit of four bits, with
// counts for each work-group, their scan, and a launch that moves the elements; by a digit of eight bits in a
// launch that looks back.
Result<Plan> make_bitwise_sort_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_digitwise_sort_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_look_back_sort_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Several copies of the bins in local memory; the last work-group writes the result and clears what it was
// added up in.
Result<Plan> make_copies_histogram_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Convolution and transpose that keep what they read in registers.
Result<Plan> make_register_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_register_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Kernel: (global uint *bins, global const T *in, [local uint *mine,] uint count, uint n).
Result<Plan> make_histogram_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// A count for each work-group, and a reduction that adds them up (Algorithm::also_launches). Kernel: (global
// uint *counts, global const uchar *text, local uint *scratch, uint n).
Result<Plan> make_word_count_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// The n elements of a request as a matrix.
struct MatrixSize {
  std::uint64_t columns = 0, rows = 0;
};
Result<MatrixSize> matrix_size(const PlanRequest& request);
// Work-groups of side × side that cover a matrix in tiles.
NdRange square_range(const MatrixSize& size, std::uint64_t side, std::uint64_t tile);
std::uint64_t square_side(const PlanRequest& request);  // of a work-group

// Appends the launches of another algorithm's plan, on a buffer that the plan has. Returns the buffer of its
// result.
std::size_t append_plan(Plan& plan, Plan part, std::size_t input, const std::string& result_name);

// What all shapes start with: the names, one program, and buffer 0 with the input.
Plan start_plan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                std::string input_name);

// An uninitialised buffer of the request's type.
PlanBuffer empty_buffer(const PlanRequest& request, std::string name, std::uint64_t elements,
                        PlanBuffer::Role role);

Expectation scan_expectation(const PlanRequest& request, std::size_t result_buffer, std::uint64_t depth);

NdRange linear_range(std::uint64_t global_size, std::uint64_t local_size);

// A launch of the kernel that the algorithm is named after.
PlanLaunch make_launch(const Algorithm& algorithm, const NdRange& range, std::vector<Argument> arguments,
                       std::string label = {});
// A uint argument of a kernel: a count of elements or a step.
Argument uint_argument(std::uint64_t value);

// At least `items` work-items, in whole groups of the request's size.
NdRange range_for(const PlanRequest& request, std::uint64_t items);

constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }
constexpr std::uint64_t log2_floor(std::uint64_t a) {
  return static_cast<std::uint64_t>(std::bit_width(a)) - 1;
}

// Of the `count` elements of a level, those that a work-item takes alone: log n of the n at the start, so
// that n / log n work-items do. Further levels have fewer elements than there were work-items, and a share
// that no longer grows keeps the steps of all levels together in Θ(log n).
constexpr std::uint64_t sequential_share(std::uint64_t count, std::uint64_t n, std::uint64_t least) {
  constexpr std::uint64_t most_later = 16;
  const std::uint64_t log = log2_floor(count);
  const std::uint64_t share = count == n || log < most_later ? log : most_later;
  return share > least ? share : least;
}

}  // namespace lockstep
