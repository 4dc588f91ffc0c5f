#include "core/check/pattern_results.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/plan/element.hpp"
#include "core/plan/operations.hpp"

namespace lockstep {
namespace {

// Gives access to the elements in the memory of a buffer, without a copy.
template <class T>
class Elements {
 public:
  explicit Elements(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t size() const { return bytes_.size() / sizeof(T); }
  T operator[](std::uint64_t index) const {
    T value;
    std::memcpy(&value, bytes_.data() + index * sizeof(T), sizeof(T));
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
};

// The elements of a result, initially 0.
template <class T>
class Results {
 public:
  explicit Results(std::uint64_t size) : bytes_(size * sizeof(T)), size_(size) {}
  std::uint64_t size() const { return size_; }
  void store(std::uint64_t index, T value) {
    std::memcpy(bytes_.data() + index * sizeof(T), &value, sizeof(T));
  }
  LargeBytes take() { return std::move(bytes_); }

 private:
  LargeBytes bytes_;
  std::uint64_t size_;
};

// The type of sums is more exact than T; sums of whole numbers wrap around like T.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;

// A matrix or a single row.
struct Grid {
  std::uint64_t columns = 0, rows = 0;
};

Grid grid_of(const Expectation& expected, std::uint64_t n) {
  if (expected.columns == 0) return {n, 1};
  return {expected.columns, n / expected.columns};
}

template <class T>
T convolved(const Elements<T>& in, const std::vector<T>& mask, const Grid& grid, const Expectation& expected,
            std::uint64_t x, std::uint64_t y) {
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

// Large arrays are processed in parts, by all processors.
constexpr std::uint64_t kCheckedShare = std::uint64_t{1} << 18;

std::uint64_t parts_of(std::uint64_t n) { return (n + kCheckedShare - 1) / kCheckedShare; }

// Calls take(index) for each element in parallel. A call may write only data of its own element.
template <class Take>
void for_each_in_part(std::uint64_t part, std::uint64_t n, const Take& take) {
  for (std::uint64_t i = part * kCheckedShare; i < std::min((part + 1) * kCheckedShare, n); ++i) take(i);
}

template <class Take>
void for_each_element(std::uint64_t n, const Take& take) {
  in_parallel(parts_of(n), [&](std::size_t part) { for_each_in_part(part, n, take); });
}

template <class T>
LargeBytes convolution(const Plan& plan, const Elements<T>& in) {
  const Expectation& expected = *plan.expectation;
  const std::vector<std::byte> mask_bytes = materialise(plan.buffers[expected.mask_buffer]);
  std::vector<T> mask;
  for (std::uint64_t i = 0; i < Elements<T>(mask_bytes).size(); ++i)
    mask.push_back(Elements<T>(mask_bytes)[i]);
  const Grid grid = grid_of(expected, in.size());
  Results<T> out(grid.rows * grid.columns);
  for_each_element(out.size(), [&](std::uint64_t i) {
    out.store(i, convolved(in, mask, grid, expected, i % grid.columns, i / grid.columns));
  });
  return out.take();
}

template <class T>
LargeBytes transposed(const Elements<T>& in, const Grid& grid) {
  Results<T> out(in.size());
  for_each_element(grid.rows * grid.columns,
                   [&](std::uint64_t i) { out.store(i, in[i % grid.rows * grid.columns + i / grid.rows]); });
  return out.take();
}

// Returns the number of wanted elements before each part; the last entry is the number in all parts.
template <class Wanted>
std::vector<std::uint64_t> wanted_before_parts(std::uint64_t n, const Wanted& wanted) {
  std::vector<std::uint64_t> before(parts_of(n) + 1);
  in_parallel(parts_of(n), [&](std::size_t part) {
    std::uint64_t count = 0;
    for_each_in_part(part, n, [&](std::uint64_t i) { count += wanted(i) ? 1 : 0; });
    before[part + 1] = count;
  });
  for (std::size_t part = 1; part < before.size(); ++part) before[part] += before[part - 1];
  return before;
}

// Returns the wanted elements in their order; then, unless dropped, the other elements in their order.
template <class T, class Wanted>
LargeBytes wanted_first(const Elements<T>& in, bool keeps_others, const Wanted& wanted) {
  Results<T> out(in.size());
  const std::vector<std::uint64_t> before = wanted_before_parts(in.size(), wanted);
  in_parallel(before.size() - 1, [&](std::size_t part) {
    std::uint64_t place = before[part], other = before.back() + part * kCheckedShare - before[part];
    for_each_in_part(part, in.size(), [&](std::uint64_t i) {
      if (wanted(i))
        out.store(place++, in[i]);
      else if (keeps_others)
        out.store(other++, in[i]);
    });
  });
  return out.take();
}

template <class T>
LargeBytes compacted(const Elements<T>& in, T threshold) {
  return wanted_first(in, false, [&](std::uint64_t i) { return in[i] > threshold; });
}

template <class T>
LargeBytes split(const Elements<T>& in, std::uint64_t bit) {
  if constexpr (std::is_integral_v<T>)
    return wanted_first(in, true,
                        [&](std::uint64_t i) { return (static_cast<std::uint64_t>(in[i]) >> bit & 1) == 0; });
  return Results<T>(in.size()).take();
}

// Returns the elements whose bit is 0 in their order, followed by the others in reverse order.
template <class T>
LargeBytes partitioned(const Elements<T>& in, std::uint64_t bit) {
  Results<T> out(in.size());
  if constexpr (std::is_integral_v<T>) {
    std::uint64_t zeros = 0, ones = 0;
    for (std::uint64_t i = 0; i < in.size(); ++i) {
      const bool is_one = (static_cast<std::uint64_t>(in[i]) >> bit & 1) != 0;
      out.store(is_one ? in.size() - 1 - ones++ : zeros++, in[i]);
    }
  }
  return out.take();
}

// Returns bits whose order as unsigned numbers is the order of the elements.
template <class T>
std::uint32_t ordered_bits(T value) {
  std::uint32_t bits = 0;
  if constexpr (sizeof(T) == sizeof bits) std::memcpy(&bits, &value, sizeof bits);
  constexpr std::uint32_t sign = 0x80000000;
  if constexpr (std::is_floating_point_v<T>) return bits ^ ((bits & sign) != 0 ? ~std::uint32_t{0} : sign);
  return std::is_signed_v<T> ? bits ^ sign : bits;
}

// Sorts by the lowest key bits only; elements with equal bits keep their order.
template <class T>
LargeBytes sorted(const Elements<T>& in, std::uint64_t key_bits) {
  const std::uint32_t mask =
      key_bits >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << static_cast<unsigned>(key_bits)) - 1;
  std::vector<T> from(in.size()), to(in.size());
  for (std::uint64_t i = 0; i < in.size(); ++i) from[i] = in[i];
  for (unsigned shift = 0; shift < key_bits && shift < 32; shift += 8) {
    const auto digit = [&](T value) { return (ordered_bits(value) & mask) >> shift & 255; };
    std::array<std::uint64_t, 257> begins{};
    for (const T value : from) ++begins[digit(value) + 1];
    for (std::size_t d = 1; d < begins.size(); ++d) begins[d] += begins[d - 1];
    for (const T value : from) to[begins[digit(value)]++] = value;
    std::swap(from, to);
  }
  Results<T> out(in.size());
  for_each_element(in.size(), [&](std::uint64_t i) { out.store(i, from[i]); });
  return out.take();
}

// Floating-point values are combined in double precision, whole numbers in their own type.
template <class T>
Wide<T> combined(Operator op, Wide<T> a, Wide<T> b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<Wide<T>>(combine_integers(op, static_cast<T>(a), static_cast<T>(b)));
  } else {
    if (op == Operator::sum) return a + b;
    if (op == Operator::product) return a * b;
    return (op == Operator::min) == (b < a) ? b : a;
  }
}

template <class T>
LargeBytes segmented(const Plan& plan, const Elements<T>& in) {
  const Expectation& expected = *plan.expectation;
  const std::vector<std::byte> bytes = materialise(plan.buffers[expected.heads_buffer]);
  const Elements<std::uint32_t> heads(bytes);
  const auto is_head = [&](std::uint64_t i) {
    return i == 0 || (expected.by_keys ? heads[i] != heads[i - 1] : heads[i] != 0);
  };
  Results<T> out(in.size());
  Wide<T> before = 0;
  for (std::uint64_t i = 0; i < in.size(); ++i) {
    if (is_head(i)) before = static_cast<Wide<T>>(identity_of<T>(expected.op));
    const Wide<T> upto = combined<T>(expected.op, before, static_cast<Wide<T>>(in[i]));
    out.store(i, static_cast<T>(expected.is_exclusive ? before : upto));
    before = upto;
  }
  return out.take();
}

// Returns the sum of the parts' counters; each part has `size` counters.
template <class Count>
LargeBytes counted(std::uint64_t n, std::uint64_t size, const Count& count) {
  // There are few parts, so their counters are small compared with the input.
  const std::uint64_t shares = std::min<std::uint64_t>(parts_of(n), 64);
  std::vector<std::vector<std::uint32_t>> counters(shares);
  in_parallel(shares, [&](std::size_t share) {
    std::vector<std::uint32_t> mine(size);
    for (std::uint64_t i = n / shares * share; i < (share + 1 == shares ? n : n / shares * (share + 1)); ++i)
      count(mine, i);
    counters[share] = std::move(mine);
  });
  Results<std::uint32_t> out(size);
  for (std::uint64_t i = 0; i < size; ++i) {
    std::uint32_t sum = 0;
    for (const std::vector<std::uint32_t>& mine : counters) sum += mine[i];
    out.store(i, sum);
  }
  return out.take();
}

template <class T>
LargeBytes histogram(const Elements<T>& in, std::uint64_t bins) {
  return counted(in.size(), bins, [&](std::vector<std::uint32_t>& counts, std::uint64_t i) {
    if constexpr (std::is_integral_v<T>) ++counts[static_cast<std::uint32_t>(in[i]) % bins];
  });
}

LargeBytes words(std::span<const std::byte> text) {
  const auto is_blank = [](std::byte character) { return character <= std::byte{' '}; };
  return counted(text.size(), 1, [&](std::vector<std::uint32_t>& count, std::uint64_t i) {
    if (!is_blank(text[i]) && (i == 0 || is_blank(text[i - 1]))) ++count[0];
  });
}

}  // namespace

LargeBytes pattern_result(const Plan& plan, std::span<const std::byte> input) {
  const Expectation& expected = *plan.expectation;
  if (expected.kind == Expectation::Kind::word_count) return words(input);
  return with_type(plan.buffers[expected.input_buffer].type, [&]<class T>() {
    const Elements<T> in(input);
    switch (expected.kind) {
      case Expectation::Kind::convolution:
        return convolution(plan, in);
      case Expectation::Kind::transpose:
        return transposed(in, grid_of(expected, in.size()));
      case Expectation::Kind::compaction:
        return compacted(in, static_cast<T>(expected.parameter));
      case Expectation::Kind::split:
        return split(in, expected.parameter);
      case Expectation::Kind::partition:
        return partitioned(in, expected.parameter);
      case Expectation::Kind::sort:
        return sorted(in, expected.parameter);
      case Expectation::Kind::segmented_scan:
        return segmented(plan, in);
      default:
        return histogram(in, expected.parameter);
    }
  });
}

// A chain of n operations rounds n times. No segment is longer than the array, and trees have shorter chains.
static double segmented_tolerance(const Expectation& expected, ElementType type) {
  if (expected.op != Operator::sum && expected.op != Operator::product) return 0;
  const double epsilon = type == ElementType::float32 ? double{std::numeric_limits<float>::epsilon()}
                                                      : std::numeric_limits<double>::epsilon();
  return static_cast<double>(expected.depth) * epsilon;
}

// A sum of w products rounds 2 w times; whole numbers are not rounded. The constant covers contraction.
double pattern_tolerance(const Expectation& expected, ElementType type) {
  if (expected.kind == Expectation::Kind::segmented_scan) return segmented_tolerance(expected, type);
  if (expected.kind != Expectation::Kind::convolution) return 0;
  const auto products =
      static_cast<double>(expected.mask_width * (expected.columns == 0 ? 1 : expected.mask_width));
  if (type == ElementType::float32) return 2 * products * double{std::numeric_limits<float>::epsilon()};
  return 2 * products * std::numeric_limits<double>::epsilon();
}

std::uint64_t must_move_bytes(const Plan& plan, std::span<const std::byte> result) {
  const Expectation& expected = *plan.expectation;
  const PlanBuffer& input = plan.buffers[expected.input_buffer];
  const std::uint64_t read = plan.n * size_bytes(input.type);
  switch (expected.kind) {
    case Expectation::Kind::reduction:
    case Expectation::Kind::word_count:
    case Expectation::Kind::values:
      return read;
    case Expectation::Kind::histogram:
      return read + expected.result_elements * sizeof(std::uint32_t);
    case Expectation::Kind::segmented_scan:
      return 2 * read + plan.n * sizeof(std::uint32_t);
    case Expectation::Kind::compaction:
      return with_type(input.type, [&]<class T>() {
        const Elements<T> out(result);
        const auto threshold = static_cast<T>(expected.parameter);
        // The kept elements come first; the rest is 0.
        const auto stays = [&](std::uint64_t i) { return out[i] > threshold; };
        return read + wanted_before_parts(out.size(), stays).back() * sizeof(T);
      });
    default:
      return 2 * read;
  }
}

}  // namespace lockstep
