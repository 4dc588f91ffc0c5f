// The list of patterns: uses of reductions and scans, and convolutions and transposes.
#include "core/catalogue/catalogue_entry.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

std::uint64_t no_local_memory(std::uint64_t, std::uint64_t) { return 0; }
std::uint64_t padded_square(std::uint64_t L, std::uint64_t) {
  std::uint64_t side = 1;
  while (side * side < L) ++side;
  return side * (side + 1);
}

std::vector<Algorithm> convolutions() {
  return {
      {.id = "patterns/convolve-1d",
       .title = "Convolution",
       .summary =
           "Each element becomes a weighted sum of its neighbours; each is loaded from global memory by as "
           "many work-items as the mask has coefficients.",
       .local_elements = no_local_memory,
       .make_plan = make_convolution_plan},
      {.id = "patterns/convolve-1d-constant",
       .title = "Convolution, constant mask",
       .summary = "The mask is in constant memory, whose cache gives one address to a whole warp at once.",
       .improves_on = "patterns/convolve-1d",
       .local_elements = no_local_memory,
       .make_plan = make_convolution_plan},
      {.id = "patterns/convolve-1d-tiled-halo",
       .title = "Convolution, tile and halo",
       .summary =
           "A work-group first loads its elements and the halo around them into local memory: each once.",
       .improves_on = "patterns/convolve-1d-constant",
       .make_plan = make_tiled_convolution_plan},
      {.id = "patterns/convolve-1d-tiled-cached",
       .title = "Convolution, tile and cache",
       .summary =
           "Only the elements of the work-group itself are in local memory; the halo is left to the cache.",
       .improves_on = "patterns/convolve-1d-constant",
       .make_plan = make_cached_convolution_plan},
      {.id = "patterns/convolve-2d",
       .title = "Convolution of a matrix",
       .summary = "Each element becomes a weighted sum of the square around it; each is loaded by as many "
                  "work-items as "
                  "the mask has coefficients.",
       .square_group = true,
       .local_elements = no_local_memory,
       .make_plan = make_matrix_convolution_plan},
      {.id = "patterns/convolve-2d-tiled",
       .title = "Convolution of a matrix, tile and halo",
       .summary =
           "A square tile and its halo: the larger the tile, the smaller the share of what is loaded twice.",
       .improves_on = "patterns/convolve-2d",
       .square_group = true,
       .make_plan = make_tiled_matrix_convolution_plan},
      {.id = "patterns/convolve-2d-input-tile",
       .title = "Convolution of a matrix, an input for each work-item",
       .summary =
           "The work-group is as large as the tile and its halo: each work-item loads one element, and "
           "those outside the tile are then idle, in warps that diverge.",
       .improves_on = "patterns/convolve-2d",
       .square_group = true,
       .make_plan = make_input_tile_convolution_plan},
  };
}

// The Lab has no scenes for these patterns: a work-item computes several outputs, but the Lab's scenes count
// the loads of tiles with one output for each work-item.
std::vector<Algorithm> convolutions_of_vectors() {
  return {
      {.id = "patterns/convolve-1d-registers",
       .title = "Convolution, registers",
       .summary = "A work-item loads vectors of inputs and makes a vector of outputs: each input is loaded "
                  "once for all "
                  "of them, and there is neither local memory nor a barrier.",
       .improves_on = "patterns/convolve-1d-tiled-cached",
       .local_elements = no_local_memory,
       .make_plan = make_register_convolution_plan},
  };
}

std::vector<Algorithm> transposes() {
  return {
      {.id = "patterns/transpose",
       .title = "Transpose, naive",
       .summary = "Rows are read and columns are written: each lane of a store touches another segment.",
       .square_group = true,
       .local_elements = no_local_memory,
       .make_plan = make_transpose_plan},
      {.id = "patterns/transpose-tiled",
       .title = "Transpose, tile",
       .summary =
           "A tile in local memory turns columns into rows, but a column of the tile lies in few banks.",
       .improves_on = "patterns/transpose",
       .make_plan = make_tiled_transpose_plan},
      {.id = "patterns/transpose-padded",
       .title = "Transpose, padded tile",
       .summary = "One unused element a row of the tile sends the elements of a column to different banks.",
       .improves_on = "patterns/transpose-tiled",
       .local_elements = padded_square,
       .make_plan = make_padded_transpose_plan},
      {.id = "patterns/transpose-vectors",
       .title = "Transpose, vectors",
       .summary = "Vectors are loaded and stored, several at once: as few instructions that access global "
                  "memory as possible.",
       .improves_on = "patterns/transpose-padded",
       .local_elements = padded_square,
       .takes_group_size = true,
       .make_plan = make_register_transpose_plan},
  };
}

Result<Plan> built_in_plan(std::string_view id, const PlanRequest& request) {
  const auto algorithm = find_algorithm(id);
  if (!algorithm) return tl::unexpected(algorithm.error());
  const auto source = load_kernel(**algorithm, "");
  if (!source) return tl::unexpected(source.error());
  return make_plan(**algorithm, request, *source);
}
Result<Plan> kogge_stone(const PlanRequest& request) { return built_in_plan("scan/kogge-stone", request); }
Result<Plan> sequential_local(const PlanRequest& request) {
  return built_in_plan("reduce/sequential-local", request);
}

std::vector<Algorithm> uses_of_scans() {
  using enum ElementType;
  return {
      {.id = "patterns/compact",
       .title = "Compaction",
       .summary =
           "Flags, their exclusive scan, and a scatter: the elements that pass a test, in their order.",
       .also_launches = kogge_stone,
       .min_group_size = 2,
       .make_plan = make_compaction_plan},
      {.id = "patterns/compact-look-back",
       .title = "Compaction, look-back",
       .summary =
           "One launch: a work-group counts the kept elements of its tile, looks back for their place, and "
           "writes them contiguously.",
       .improves_on = "patterns/compact",
       .power_of_two_group = true,
       .is_tunable = true,
       .depends_on_order = true,
       .make_plan = make_look_back_compaction_plan},
      {.id = "patterns/split",
       .title = "Split",
       .summary =
           "A step of a radix sort: elements whose bit is 0 first, then the others, both in their order.",
       .also_launches = kogge_stone,
       .min_group_size = 2,
       .types = {int32, uint32, int64, uint64},
       .make_plan = make_split_plan},
      {.id = "patterns/split-look-back",
       .title = "Split, look-back",
       .summary =
           "The zeros are counted, then one pass with look-back finds the places of zeros and ones: flags "
           "and places stay in registers.",
       .improves_on = "patterns/split",
       .power_of_two_group = true,
       .is_tunable = true,
       .depends_on_order = true,
       .types = {int32, uint32, int64, uint64},
       .make_plan = make_look_back_split_plan},
      {.id = "patterns/partition-look-back",
       .title = "Partition, look-back",
       .kernel_file = "patterns/split-look-back.cl",
       .summary =
           "A split in one launch: the ones are written in reverse order from the end of the array, so the "
           "zeros need not be counted first.",
       .improves_on = "patterns/split-look-back",
       .power_of_two_group = true,
       .is_tunable = true,
       .depends_on_order = true,
       .types = {int32, uint32, int64, uint64},
       .make_plan = make_look_back_partition_plan},
      {.id = "patterns/segmented-scan",
       .title = "Segmented scan",
       .summary =
           "A scan of each segment, in one launch a step for all: a head travels with each sum and ends it.",
       .has_exclusive_form = true,
       .local_elements = no_local_memory,
       .operators = {all_operators().begin(), all_operators().end()},
       .types = {int32, uint32, float32, int64, uint64, float64, uint16x4},
       .make_plan = make_segmented_steps_plan},
      {.id = "patterns/segmented-scan-look-back",
       .title = "Segmented scan, look-back",
       .summary =
           "One launch: a work-group scans its tile, and a tile with a head ends the look-back of the tiles "
           "on its right at once.",
       .improves_on = "patterns/segmented-scan",
       .has_exclusive_form = true,
       .power_of_two_group = true,
       .is_tunable = true,
       .depends_on_order = true,
       .operators = {all_operators().begin(), all_operators().end()},
       .types = {int32, uint32, float32, int64, uint64, float64, uint16x4},
       .make_plan = make_segmented_look_back_plan},
      {.id = "patterns/radix-sort-bits",
       .title = "Radix sort, bits",
       .summary = "A split by each bit, starting with the lowest: the elements are sorted after the highest.",
       .also_launches = kogge_stone,
       .min_group_size = 2,
       .types = {int32, uint32, float32},
       .make_plan = make_bitwise_sort_plan},
      {.id = "patterns/radix-sort-digits",
       .title = "Radix sort, digits",
       .summary =
           "Four bits per pass: the counts of each work-group, their scan, and a block that is sorted in "
           "local memory before it is moved.",
       .improves_on = "patterns/radix-sort-bits",
       .also_launches = kogge_stone,
       .min_group_size = 2,
       .types = {int32, uint32, float32},
       .make_plan = make_digitwise_sort_plan},
      {.id = "patterns/radix-sort-look-back",
       .title = "Radix sort, look-back",
       .summary =
           "Eight bits per launch: the lanes of a warp rank their elements by votes, and the place of each "
           "digit is found by look-back.",
       .improves_on = "patterns/radix-sort-digits",
       .power_of_two_group = true,
       .is_tunable = true,
       .depends_on_order = true,
       .types = {int32, uint32, float32},
       .make_plan = make_look_back_sort_plan},
      {.id = "patterns/histogram-global-atomics",
       .title = "Histogram, global atomics",
       .summary =
           "Every element increments its bin in global memory: increments of one bin wait for each other.",
       .local_elements = no_local_memory,
       .types = {int32, uint32},
       .make_plan = make_histogram_plan},
      {.id = "patterns/histogram-privatised",
       .title = "Histogram, private bins",
       .summary = "Each work-group counts in private bins in local memory, and adds these to the result.",
       .improves_on = "patterns/histogram-global-atomics",
       .types = {int32, uint32},
       .make_plan = make_histogram_plan},
      {.id = "patterns/histogram-copies",
       .title = "Histogram, several copies",
       .summary = "Neighbouring lanes count in different, adjacent copies of the bins in local memory: no "
                  "lane waits for another.",
       .improves_on = "patterns/histogram-privatised",
       .is_tunable = true,
       .types = {int32, uint32},
       .make_plan = make_copies_histogram_plan},
      {.id = "patterns/word-count",
       .title = "Word count",
       .summary = "Map and reduce: 1 where a word begins, else 0, computed while the reduction loads it.",
       .also_launches = sequential_local,
       .power_of_two_group = true,
       .takes_text = true,
       .min_group_size = 2,
       .types = {uint8},
       .make_plan = make_word_count_plan},
  };
}

}  // namespace

const std::vector<Algorithm>& patterns() {
  static const std::vector<Algorithm> entries = [] {
    std::vector<Algorithm> all;
    const auto add = [&](const std::vector<Algorithm>& list, const std::string& lab_scene) {
      for (Algorithm entry : list) {
        entry.family = Algorithm::Family::pattern;
        entry.lab_scene = lab_scene;
        if (entry.operators.empty()) entry.operators = {Operator::sum};
        // Positions, and indices of neighbours, are also stored in a uint.
        entry.max_n = std::uint64_t{1} << 31;
        all.push_back(with_defaults(std::move(entry)));
      }
    };
    add(convolutions(), "convolution");
    add(convolutions_of_vectors(), "");
    add(transposes(), "padded-tile");
    add(uses_of_scans(), "");
    return all;
  }();
  return entries;
}

}  // namespace lockstep
