// Radix sorts: passes between two buffers, each by further bits of the key.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/look_back.hpp"

namespace lockstep {
namespace {

constexpr std::uint64_t kAllBits = 32;  // the bits of all types that can be sorted

// Returns an expression for bits whose order as unsigned numbers is the order of the elements.
std::string_view ordered_bits(ElementType type) {
  if (type == ElementType::uint32) return "(x)";
  if (type == ElementType::int32) return "((uint)(x)^0x80000000u)";
  return "(as_uint(x)^((uint)(as_int(x)>>31)|0x80000000u))";
}

PlanRequest of_uints(const PlanRequest& request, std::uint64_t n) {
  PlanRequest counts = request;
  counts.type = ElementType::uint32;
  counts.op = Operator::sum;
  counts.exclusive = true;
  counts.n = n;
  return counts;
}

std::size_t append_uints(Plan& plan, const PlanRequest& request, std::string name, std::uint64_t elements) {
  return append_buffer(
      plan, empty_buffer(of_uints(request, elements), std::move(name), elements, PlanBuffer::Role::scratch));
}

class RadixSort {
 public:
  RadixSort(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
            std::uint64_t digit_bits)
      : algorithm_(algorithm),
        request_(request),
        digit_bits_(digit_bits),
        key_bits_(request.pattern.key_bits == 0 ? kAllBits : request.pattern.key_bits),
        plan_(start_plan(algorithm, request, source, "in")) {
    plan_.programs.front().options += fmt::format(" -D ORDERED(x)={}", ordered_bits(request.type));
  }

  std::uint64_t key_bits() const { return key_bits_; }
  Plan& plan() { return plan_; }

  // Calls make(from, to, shift, bits) for each pass; `make` appends the launches.
  template <class MakePass>
  Result<Plan> make(const MakePass& make) {
    if (key_bits_ > kAllBits)
      return usage_error(fmt::format("{} has {} bits; choose at most this number instead of {}.",
                                     opencl_name(request_.type), kAllBits, key_bits_));
    std::size_t from = 0, buffers[2] = {};
    for (std::uint64_t shift = 0, turn = 0; shift < key_bits_; shift += digit_bits_, turn = 1 - turn) {
      if (buffers[turn] == 0)
        buffers[turn] = append_buffer(
            plan_, empty_buffer(request_, turn == 0 ? "a" : "b", request_.n, PlanBuffer::Role::scratch));
      const std::uint64_t bits = std::min(digit_bits_, key_bits_ - shift);
      if (auto made = make(from, buffers[turn], shift, bits); !made) return tl::unexpected(made.error());
      from = buffers[turn];
    }
    plan_.buffers[from].role = PlanBuffer::Role::output;
    Expectation expected{
        .kind = Expectation::Kind::sort, .result_buffer = from, .result_elements = request_.n};
    expected.parameter = key_bits_;
    plan_.expectation = expected;
    return std::move(plan_);
  }

  void launch(const char* suffix, const NdRange& range, std::vector<Argument> arguments, std::string label) {
    arguments.push_back(uint_argument(request_.n));
    PlanLaunch launch = make_launch(algorithm_, range, std::move(arguments), std::move(label));
    launch.kernel += suffix;
    plan_.launches.push_back(std::move(launch));
  }

  // Appends the launches of an exclusive scan of `count` uints. Every pass uses the same buffers. Returns the
  // buffer of the result.
  Result<std::size_t> scan(std::size_t input, std::uint64_t count) {
    if (scan_.empty()) {
      Result<Plan> scan = algorithm_.also_launches(of_uints(request_, count));
      if (!scan) return tl::unexpected(scan.error());
      const std::size_t first = plan_.launches.size();
      places_ = append_plan(plan_, std::move(*scan), input, "places");
      scan_.assign(plan_.launches.begin() + static_cast<std::ptrdiff_t>(first), plan_.launches.end());
    } else {
      plan_.launches.insert(plan_.launches.end(), scan_.begin(), scan_.end());
    }
    return places_;
  }

 private:
  const Algorithm& algorithm_;
  const PlanRequest& request_;
  std::uint64_t digit_bits_, key_bits_;
  Plan plan_;
  std::vector<PlanLaunch> scan_;
  std::size_t places_ = 0;
};

}  // namespace

Result<Plan> make_bitwise_sort_plan(const Algorithm& algorithm, const PlanRequest& request,
                                    const KernelSource& source) {
  RadixSort sort(algorithm, request, source, 1);
  const NdRange range = range_for(request, request.n);
  const std::size_t flags = append_uints(sort.plan(), request, "flags", request.n);
  return sort.make([&](std::size_t from, std::size_t to, std::uint64_t bit, std::uint64_t) -> Result<void> {
    sort.launch("_flags", range, {BufferArgument{flags}, BufferArgument{from}, uint_argument(bit)},
                fmt::format("bit {}: flags", bit));
    const auto places = sort.scan(flags, request.n);
    if (!places) return tl::unexpected(places.error());
    sort.launch("", range,
                {BufferArgument{to}, BufferArgument{from}, BufferArgument{flags}, BufferArgument{*places}},
                fmt::format("bit {}: scatter", bit));
    return {};
  });
}

Result<Plan> make_digitwise_sort_plan(const Algorithm& algorithm, const PlanRequest& request,
                                      const KernelSource& source) {
  constexpr std::uint64_t digit_bits = 4;
  RadixSort sort(algorithm, request, source, digit_bits);
  const NdRange range = range_for(request, request.n);
  const std::uint64_t count = range.group_count() << digit_bits;
  const std::size_t counts = append_uints(sort.plan(), request, "counts", count);
  return sort.make(
      [&](std::size_t from, std::size_t to, std::uint64_t shift, std::uint64_t bits) -> Result<void> {
        sort.launch("_counts", range,
                    {BufferArgument{counts}, BufferArgument{from}, uint_argument(shift), uint_argument(bits)},
                    fmt::format("bits {} to {}: counts", shift, shift + bits - 1));
        const auto places = sort.scan(counts, count);
        if (!places) return tl::unexpected(places.error());
        sort.launch("", range,
                    {BufferArgument{to}, BufferArgument{from}, BufferArgument{*places},
                     LocalArgument{request.group_size * size_bytes(request.type)},
                     LocalArgument{request.group_size * size_bytes(ElementType::uint32)},
                     uint_argument(shift), uint_argument(bits)},
                    fmt::format("bits {} to {}: move", shift, shift + bits - 1));
        return {};
      });
}

// Small work-groups, which are used for stepping, have digits of four bits, because they have few work-items
// for the look-back.
Result<Plan> make_look_back_sort_plan(const Algorithm& algorithm, const PlanRequest& request,
                                      const KernelSource& source) {
  if (auto has = check_device_atomics(algorithm, request); !has) return tl::unexpected(has.error());
  const std::uint64_t digit_bits = request.group_size >= 256 || is_contiguous(request) ? 8 : 4;
  const std::uint64_t digits = std::uint64_t{1} << digit_bits, passes = divide_up(kAllBits, digit_bits);
  // A work-item ranks its elements one by one, so vectors have one element.
  PlanRequest by_elements = request;
  by_elements.vector_width = 1;
  const LookBackTiles tiles(by_elements, request.n);
  RadixSort sort(algorithm, by_elements, source, digit_bits);
  sort.plan().programs.front().options += fmt::format(" -D DIGIT_BITS={}", digit_bits);
  const std::size_t starts = append_uints(sort.plan(), request, "starts", passes * digits);
  const std::size_t sums = append_buffer(sort.plan(), counter_buffer(request, "sums", passes * digits));
  const std::size_t finished = append_buffer(sort.plan(), counter_buffer(request, "finished"));
  const std::size_t state = append_buffer(sort.plan(), tiles.state("state", digits));
  const std::uint64_t resident = std::max<std::uint64_t>(request.limits.compute_units, 1) *
                                 std::max<std::uint64_t>(request.tuning.groups_per_unit, 1);
  sort.launch("_counts",
              linear_range(std::min(tiles.count(), resident) * request.group_size, request.group_size),
              {BufferArgument{starts}, BufferArgument{0}, BufferArgument{sums}, BufferArgument{finished},
               uint_argument(sort.key_bits())},
              "count all digits");
  const std::uint64_t warps =
      request.group_size / std::min<std::uint64_t>(request.limits.warp_width, request.group_size);
  const std::uint64_t counters = (request.limits.warp_width > 32 ? request.group_size : warps) * digits;
  return sort.make(
      [&](std::size_t from, std::size_t to, std::uint64_t shift, std::uint64_t bits) -> Result<void> {
        sort.launch(
            "", tiles.range(),
            {BufferArgument{to}, BufferArgument{from}, BufferArgument{starts},
             LocalArgument{tiles.size() * size_bytes(request.type)},
             LocalArgument{counters * size_bytes(ElementType::uint32)},
             LocalArgument{2 * digits * size_bytes(ElementType::uint32)}, BufferArgument{state},
             uint_argument(shift / digit_bits), uint_argument(bits)},
            fmt::format("bits {} to {} in tiles of {}", shift, shift + bits - 1, count_text(tiles.size())));
        return {};
      });
}

}  // namespace lockstep
