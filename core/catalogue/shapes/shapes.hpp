// Two functions for each plan shape: one makes the launches and buffers of a family of algorithms, the other
// computes the costs by formulas. They have the signatures of Algorithm::make_plan and Complexity::of_plan
// and can rely on the checks of lockstep::make_plan.
#pragma once

#include <bit>

#include "core/catalogue/entry/entry.hpp"

namespace lockstep {

// Each work-group reduces a block of elements to one; the host launches the kernel again on the results until
// one is left. Kernel: (global T *out, global const T *in, local T *scratch, uint n).
Result<Plan> make_group_tree_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases group_tree_plan_cost(const Algorithm&, const PlanRequest&);
// The same with a work-item for each element, independent of the size of a work-group's block. There are then
// more work-groups than the buffers of the levels have room for (a hazard).
Result<Plan> make_whole_grid_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same with n / log n work-items, each of which processes a share of the elements.
Result<Plan> make_grid_stride_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases grid_stride_plan_cost(const Algorithm&, const PlanRequest&);

// As many work-groups as the device runs at once loop over the input. The last work-group to finish
// combines their results; if the device lacks the atomics for this, the host launches the kernel again.
// Kernel: (global T *out, global const T *in, local T *scratch, uint n [, global atomic_T *partial,
// global atomic_uint *finished]).
Result<Plan> make_tuned_reduction_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases tuned_reduction_plan_cost(const Algorithm&, const PlanRequest&);

// One launch for each step s = 1, 2, 4 …, in place. Kernel: (global T *a, uint s, uint n).
Result<Plan> make_step_per_launch_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// One launch for each halving of `count` to m, in place. Kernel: (global T *a, uint m, uint count).
Result<Plan> make_halving_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases step_per_launch_plan_cost(const Algorithm&, const PlanRequest&);  // for both shapes

// Each work-group scans a block. The sums of the blocks are scanned in the same way until one block is left;
// then the sums are added. Kernels: (global T *out, global const T *in, global T *sums, local T *scratch,
// uint n, uint exclusive) and …_add (global T *out, global const T *offsets, uint block, uint n).
Result<Plan> make_block_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases block_scan_plan_cost(const Algorithm&, const PlanRequest&);
// The same with a block for each of n / log n work-items. Kernels: (global T *out, global const T *in, global
// T *sums, uint k, uint n, uint exclusive) and …_add (global T *out, global const T *offsets, uint k, uint
// n).
Result<Plan> make_cost_optimal_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases cost_optimal_scan_plan_cost(const Algorithm&, const PlanRequest&);
// One launch with a work-group for each tile; the work-groups publish their prefixes in `state`. Kernel:
// (global T *out, global const T *in, local T *scratch, uint n, uint exclusive, global atomic_ulong *state).
// If the device lacks the atomics for this, the launches are …_totals (global T *totals, global const T *in,
// local T *scratch, uint n), the scan of the totals in the same way, and the kernel with (…, global const T
// *before) instead of `state`.
Result<Plan> make_look_back_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// One launch for each step s = 1, 2, 4 …, between two buffers. Kernels: (global T *to, global const T *from,
// uint s, uint n) and …_shift (global T *to, global const T *from, uint n), which makes the scan exclusive.
Result<Plan> make_step_per_launch_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases step_per_launch_scan_plan_cost(const Algorithm&, const PlanRequest&);
// One launch, one work-item per output. Kernel: (global T *out, global const T *in, uint n, uint exclusive).
Result<Plan> make_one_launch_scan_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
PlanPhases one_launch_scan_plan_cost(const Algorithm&, const PlanRequest&);

// Shapes of kernels that are wrong on purpose, and of their twins if the twins need another shape. All steps
// are in one launch with a work-item for each element, in place. Kernel: (global T *a, uint n).
Result<Plan> make_all_steps_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same work-items, with a launch for every two steps, first and 2 * first. Kernel: (global T *a, uint
// first, uint n).
Result<Plan> make_two_steps_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same work-items, with a launch for each step. Kernel: (global T *a, uint s, uint n).
Result<Plan> make_each_step_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Work-group b reduces a block of L elements to a[b]. Kernel: (global T *a, local T *scratch, uint n).
Result<Plan> make_in_place_levels_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// One launch that sums into a single element, which is initially 0. Kernel: (global T *total, global const T
// *in, uint n).
Result<Plan> make_one_total_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// Shapes of patterns. Their kernels are in kernels/patterns.
Result<Plan> make_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_tiled_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_cached_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_matrix_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_tiled_matrix_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same with a work-item for each input of a tile, so a tile of outputs has a side of side - (mask_width
// - 1).
Result<Plan> make_input_tile_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Kernel: (global T *out, global const T *in, [local T *tile,] uint columns, uint rows).
Result<Plan> make_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Returns the side of a work-group's tile if the request specifies none: for a small work-group the smallest
// side, otherwise the largest side that is not too wide and fits in local memory. `padding`: unused elements
// in each row.
std::uint64_t transpose_tile_side(const PlanRequest& request, std::uint64_t padding);
Result<Plan> make_tiled_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_padded_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Flags, their exclusive scan (Algorithm::also_launches), and a launch that moves each element to its place.
Result<Plan> make_compaction_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_split_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// The same in one launch with look-back; a split has one more launch, which counts the zeros first. A
// partition is a split with its ones in reverse order.
Result<Plan> make_look_back_compaction_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_look_back_split_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_look_back_partition_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// A scan that restarts at the beginning of each segment: one launch for each step between two buffers, or one
// launch with look-back.
Result<Plan> make_segmented_steps_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_segmented_look_back_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Three ways to sort: by one bit after another with splits (Algorithm::also_launches scans their flags); by
// digits of four bits, with counts for each work-group, their scan, and a launch that moves the elements; by
// digits of eight bits, in one launch with look-back for each digit.
Result<Plan> make_bitwise_sort_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_digitwise_sort_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_look_back_sort_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// A histogram with several copies of the bins in local memory. The last work-group writes the result and
// clears the sums.
Result<Plan> make_copies_histogram_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// A convolution and a transpose that keep their inputs in registers.
Result<Plan> make_register_convolution_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
Result<Plan> make_register_transpose_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// Kernel: (global uint *bins, global const T *in, [local uint *mine,] uint count, uint n).
Result<Plan> make_histogram_plan(const Algorithm&, const PlanRequest&, const KernelSource&);
// A count for each work-group, and a reduction that adds the counts (Algorithm::also_launches). Kernel:
// (global uint *counts, global const uchar *text, local uint *scratch, uint n).
Result<Plan> make_word_count_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// The size of the matrix with the n elements of a request.
struct MatrixSize {
  std::uint64_t columns = 0, rows = 0;
};
Result<MatrixSize> matrix_size(const PlanRequest& request);
// Work-groups of side × side that cover a matrix in tiles.
NdRange square_range(const MatrixSize& size, std::uint64_t side, std::uint64_t tile);
std::uint64_t square_side(const PlanRequest& request);  // of a work-group

// Appends the launches of another algorithm's plan, whose input is a buffer of this plan. Returns the buffer
// of the result.
std::size_t append_plan(Plan& plan, Plan part, std::size_t input, const std::string& result_name);

// Makes the beginning of every plan: the names, one program, and buffer 0 with the input.
Plan start_plan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                std::string input_name);

// Returns an uninitialised buffer of the request's type.
PlanBuffer empty_buffer(const PlanRequest& request, std::string name, std::uint64_t elements,
                        PlanBuffer::Role role);

Expectation scan_expectation(const PlanRequest& request, std::size_t result_buffer, std::uint64_t depth);

NdRange linear_range(std::uint64_t global_size, std::uint64_t local_size);

// Returns a launch of the kernel with the algorithm's name.
PlanLaunch make_launch(const Algorithm& algorithm, const NdRange& range, std::vector<Argument> arguments,
                       std::string label = {});
// Returns a uint argument of a kernel: a count of elements or a step.
Argument uint_argument(std::uint64_t value);

// Returns a range of at least `items` work-items, in whole groups of the request's size.
NdRange range_for(const PlanRequest& request, std::uint64_t items);

constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }
constexpr std::uint64_t log2_floor(std::uint64_t a) {
  return static_cast<std::uint64_t>(std::bit_width(a)) - 1;
}

// Returns the number of elements that a work-item of a level with `count` elements combines sequentially: log
// n in the first level, so n / log n work-items suffice. Further levels have no more elements than the
// previous level had work-items; limiting their share keeps the total number of steps in Θ(log n).
constexpr std::uint64_t sequential_share(std::uint64_t count, std::uint64_t n, std::uint64_t least) {
  constexpr std::uint64_t most_later = 16;
  const std::uint64_t log = log2_floor(count);
  const std::uint64_t share = count == n || log < most_later ? log : most_later;
  return share > least ? share : least;
}

}  // namespace lockstep
