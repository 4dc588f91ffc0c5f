#include "core/catalogue/pattern_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/catalogue/shapes/shapes.hpp"
#include "core/plan/element.hpp"

namespace lockstep {
namespace {

using Value = std::uint64_t PatternOptions::*;
constexpr Value kMask = &PatternOptions::mask_width, kPatternColumns = &PatternOptions::columns,
                kTile = &PatternOptions::tile, kBins = &PatternOptions::bins, kBit = &PatternOptions::bit,
                kKeepAbove = &PatternOptions::keep_above, kSegment = &PatternOptions::segment,
                kByKeys = &PatternOptions::by_keys, kKeyBits = &PatternOptions::key_bits;

// The options that each plan shape reads.
struct ReadBy {
  decltype(Algorithm::make_plan) make_plan;
  std::vector<Value> options;
};

const std::vector<ReadBy>& readers() {
  static const std::vector<ReadBy> all{{make_convolution_plan, {kMask}},
                                       {make_cached_convolution_plan, {kMask}},
                                       {make_tiled_convolution_plan, {kMask, kTile}},
                                       {make_matrix_convolution_plan, {kMask, kPatternColumns}},
                                       {make_tiled_matrix_convolution_plan, {kMask, kPatternColumns, kTile}},
                                       {make_input_tile_convolution_plan, {kMask, kPatternColumns}},
                                       {make_transpose_plan, {kPatternColumns}},
                                       {make_tiled_transpose_plan, {kPatternColumns, kTile}},
                                       {make_padded_transpose_plan, {kPatternColumns, kTile}},
                                       {make_compaction_plan, {kKeepAbove}},
                                       {make_look_back_compaction_plan, {kKeepAbove}},
                                       {make_split_plan, {kBit}},
                                       {make_look_back_split_plan, {kBit}},
                                       {make_look_back_partition_plan, {kBit}},
                                       {make_histogram_plan, {kBins}},
                                       {make_copies_histogram_plan, {kBins}},
                                       {make_segmented_steps_plan, {kSegment, kByKeys}},
                                       {make_segmented_look_back_plan, {kSegment, kByKeys}},
                                       {make_bitwise_sort_plan, {kKeyBits}},
                                       {make_digitwise_sort_plan, {kKeyBits}},
                                       {make_look_back_sort_plan, {kKeyBits}},
                                       {make_register_convolution_plan, {kMask}},
                                       {make_register_transpose_plan, {kPatternColumns}}};
  return all;
}

}  // namespace

std::span<const PatternOption> pattern_options() {
  static const std::array<PatternOption, 9> all{
      PatternOption{"mask_width",
                    "Mask width",
                    "mask",
                    "Width of the mask, an odd number: the number of inputs for each output",
                    kMask,
                    1,
                    33,
                    {1, 3, 5, 7, 9, 11, 13, 15, 17, 25, 33}},
      PatternOption{"columns",
                    "Columns",
                    "columns",
                    "Number of elements in a row of the matrix; must divide n. 0: as square as n allows",
                    kPatternColumns,
                    0,
                    std::uint64_t{1} << 31,
                    {0, 4, 8, 16, 32, 64}},
      PatternOption{"tile",
                    "Tile",
                    "tile",
                    "Number of outputs of a work-group in each dimension. 0: chosen by the work-group's size",
                    kTile,
                    0,
                    4096,
                    {0, 4, 8, 16, 32, 64}},
      PatternOption{
          "bins", "Bins", "bins", "Number of bins of the histogram", kBins, 1, 4096, {2, 4, 8, 16, 32, 64}},
      PatternOption{"bit",
                    "Bit",
                    "bit",
                    "The bit to split by: elements whose bit is 0 come first",
                    kBit,
                    0,
                    63,
                    {0, 1, 2, 3, 4, 5, 6, 7}},
      PatternOption{"keep_above",
                    "Keep above",
                    "keep above",
                    "Elements greater than this value are kept",
                    kKeepAbove,
                    0,
                    2'147'483'647,
                    {0, 2, 4, 6, 8}},
      PatternOption{"segment",
                    "Segment",
                    "segment",
                    "Average number of elements in a segment",
                    kSegment,
                    1,
                    std::uint64_t{1} << 31,
                    {1, 2, 4, 8, 16, 64}},
      PatternOption{"by_keys",
                    "By keys",
                    "by keys",
                    "1: consecutive equal keys are a segment; 0: flags mark the beginning of each segment",
                    kByKeys,
                    0,
                    1,
                    {0, 1}},
      PatternOption{"key_bits",
                    "Key bits",
                    "key bits",
                    "Number of lowest bits to sort by. 0: all bits",
                    kKeyBits,
                    0,
                    64,
                    {0, 4, 8, 16, 32}}};
  return all;
}

bool reads_option(const Algorithm& algorithm, std::uint64_t PatternOptions::*value) {
  const auto reader = std::ranges::find(readers(), algorithm.make_plan, &ReadBy::make_plan);
  return reader != readers().end() && std::ranges::find(reader->options, value) != reader->options.end();
}

std::vector<const PatternOption*> pattern_options_of(const Algorithm& algorithm) {
  std::vector<const PatternOption*> options;
  for (const PatternOption& option : pattern_options())
    if (reads_option(algorithm, option.value)) options.push_back(&option);
  return options;
}

std::uint64_t used_value(const PatternOption& option, const Algorithm& algorithm,
                         const PlanRequest& request) {
  const std::uint64_t value = request.pattern.*option.value;
  if (value != 0 || request.n == 0) return value;
  if (option.value == kPatternColumns) {
    const Result<MatrixSize> size = matrix_size(request);
    return size ? size->columns : value;
  }
  if (option.value == kKeyBits) return 8 * size_bytes(request.type);
  if (option.value == kTile && algorithm.make_plan == make_tiled_transpose_plan)
    return transpose_tile_side(request, 0);
  if (option.value == kTile && algorithm.make_plan == make_padded_transpose_plan)
    return transpose_tile_side(request, 1);
  if (option.value == kTile) return algorithm.square_group ? square_side(request) : request.group_size;
  return value;
}

std::string used_options(const Algorithm& algorithm, const PlanRequest& request) {
  std::string text;
  for (const PatternOption* option : pattern_options_of(algorithm))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", option->label,
                        used_value(*option, algorithm, request));
  return text;
}

}  // namespace lockstep
