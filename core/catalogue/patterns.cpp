// The list of patterns: what reductions and scans are for, and the convolutions and transposes beside them.
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
           "those beyond the tile then rest, in warps that diverge.",
       .improves_on = "patterns/convolve-2d",
       .square_group = true,
       .make_plan = make_input_tile_convolution_plan},
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
      {.id = "patterns/split",
       .title = "Split",
       .summary =
           "A step of a radix sort: elements whose bit is 0 first, then the others, both in their order.",
       .also_launches = kogge_stone,
       .min_group_size = 2,
       .types = {int32, uint32, int64, uint64},
       .make_plan = make_split_plan},
      {.id = "patterns/histogram-global-atomics",
       .title = "Histogram, global atomics",
       .summary =
           "Every element increments its bin in global memory: increments of one bin wait for each other.",
       .local_elements = no_local_memory,
       .types = {int32, uint32},
       .make_plan = make_histogram_plan},
      {.id = "patterns/histogram-privatised",
       .title = "Histogram, private bins",
       .summary = "Work-groups count in bins of their own in local memory, and add these to the result.",
       .improves_on = "patterns/histogram-global-atomics",
       .types = {int32, uint32},
       .make_plan = make_histogram_plan},
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
        entry.operators = {Operator::sum};
        // Places and indices of neighbours are kept in a uint, too.
        entry.max_n = std::uint64_t{1} << 31;
        all.push_back(with_defaults(std::move(entry)));
      }
    };
    add(convolutions(), "convolution");
    add(transposes(), "padded-tile");
    add(uses_of_scans(), "");
    return all;
  }();
  return entries;
}

}  // namespace lockstep
