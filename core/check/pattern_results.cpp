#include "core/check/pattern_results.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/base/large_bytes.hpp"
#include "core/plan/element.hpp"

namespace lockstep {
namespace {

template <class T>
std::vector<T> elements_of(std::span<const std::byte> bytes) {
  std::vector<T> elements(bytes.size() / sizeof(T));
  std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(T));
  return elements;
}

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& elements) {
  const auto* first = reinterpret_cast<const std::byte*>(elements.data());
  return {first, first + elements.size() * sizeof(T)};
}

// Sums are more exact than T; those of whole numbers wrap around as T does.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;

// A matrix, or a single row.
struct Grid {
  std::uint64_t columns = 0, rows = 0;
};

Grid grid_of(const Expectation& expected, std::uint64_t n) {
  if (expected.columns == 0) return {n, 1};
  return {expected.columns, n / expected.columns};
}

template <class T>
T convolved(const std::vector<T>& in, const std::vector<T>& mask, const Grid& grid,
            const Expectation& expected, std::uint64_t x, std::uint64_t y) {
  const std::uint64_t width = expected.mask_width, height = expected.columns == 0 ? 1 : width;
  Wide<T> sum = 0;
  for (std::uint64_t j = 0; j < height; ++j) {
    const std::uint64_t row = y + j - height / 2;  // wraps around above the first row
    if (row >= grid.rows) continue;
    for (std::uint64_t k = 0; k < width; ++k) {
      const std::uint64_t column = x + k - width / 2;
      if (column >= grid.columns) continue;
      sum +=
          static_cast<Wide<T>>(in[row * grid.columns + column]) * static_cast<Wide<T>>(mask[j * width + k]);
    }
  }
  return static_cast<T>(sum);
}

// Calls take(index) for each element, on all processors; what it writes must be the element's own.
template <class Take>
void for_each_element(std::uint64_t n, const Take& take) {
  constexpr std::uint64_t part = std::uint64_t{1} << 18;
  in_parallel((n + part - 1) / part, [&](std::size_t number) {
    for (std::uint64_t i = number * part; i < std::min((number + 1) * part, n); ++i) take(i);
  });
}

template <class T>
std::vector<T> convolution(const Plan& plan, const std::vector<T>& in) {
  const Expectation& expected = *plan.expectation;
  const auto mask = elements_of<T>(materialise(plan.buffers[expected.mask_buffer]));
  const Grid grid = grid_of(expected, in.size());
  std::vector<T> out(grid.rows * grid.columns);
  for_each_element(out.size(), [&](std::uint64_t i) {
    out[i] = convolved(in, mask, grid, expected, i % grid.columns, i / grid.columns);
  });
  return out;
}

template <class T>
std::vector<T> transposed(const std::vector<T>& in, const Grid& grid) {
  std::vector<T> out(in.size());
  for_each_element(grid.rows * grid.columns,
                   [&](std::uint64_t i) { out[i] = in[i % grid.rows * grid.columns + i / grid.rows]; });
  return out;
}

template <class T>
std::vector<T> compacted(const std::vector<T>& in, T threshold) {
  std::vector<T> out;
  for (const T value : in)
    if (value > threshold) out.push_back(value);
  out.resize(in.size(), T(0));
  return out;
}

template <class T>
std::vector<T> split(const std::vector<T>& in, std::uint64_t bit) {
  std::vector<T> zeros, ones;
  if constexpr (std::is_integral_v<T>)
    for (const T value : in)
      ((static_cast<std::uint64_t>(value) >> bit & 1) == 0 ? zeros : ones).push_back(value);
  zeros.insert(zeros.end(), ones.begin(), ones.end());
  return zeros;
}

template <class T>
std::vector<std::uint32_t> histogram(const std::vector<T>& in, std::uint64_t bins) {
  std::vector<std::uint32_t> counts(bins);
  if constexpr (std::is_integral_v<T>)
    for (const T value : in) ++counts[static_cast<std::uint32_t>(value) % bins];
  return counts;
}

std::uint32_t words(std::span<const std::byte> text) {
  const auto is_blank = [](std::byte character) { return character <= std::byte{' '}; };
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (!is_blank(text[i]) && (i == 0 || is_blank(text[i - 1]))) ++count;
  return count;
}

}  // namespace

std::vector<std::byte> pattern_result(const Plan& plan, std::span<const std::byte> input) {
  const Expectation& expected = *plan.expectation;
  if (expected.kind == Expectation::Kind::word_count)
    return bytes_of(std::vector<std::uint32_t>{words(input)});
  return with_type(plan.buffers[expected.input_buffer].type, [&]<class T>() {
    const auto in = elements_of<T>(input);
    switch (expected.kind) {
      case Expectation::Kind::convolution:
        return bytes_of(convolution(plan, in));
      case Expectation::Kind::transpose:
        return bytes_of(transposed(in, grid_of(expected, in.size())));
      case Expectation::Kind::compaction:
        return bytes_of(compacted(in, static_cast<T>(expected.parameter)));
      case Expectation::Kind::split:
        return bytes_of(split(in, expected.parameter));
      default:
        return bytes_of(histogram(in, expected.parameter));
    }
  });
}

// A sum of w products rounds 2 w times, and whole numbers not at all; the constant covers contraction.
double pattern_tolerance(const Expectation& expected, ElementType type) {
  if (expected.kind != Expectation::Kind::convolution) return 0;
  const auto products =
      static_cast<double>(expected.mask_width * (expected.columns == 0 ? 1 : expected.mask_width));
  if (type == ElementType::float32) return 2 * products * double{std::numeric_limits<float>::epsilon()};
  return 2 * products * std::numeric_limits<double>::epsilon();
}

}  // namespace lockstep
