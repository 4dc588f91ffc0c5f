// Histograms and the word count: few results, to which all elements contribute.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/look_back.hpp"

namespace lockstep {
namespace {

// Elements that a work-item of the privatised histogram processes one after another.
constexpr std::uint64_t kShare = 4;
constexpr std::uint64_t kMaxBins = 4096;

PlanRequest of_counts(const PlanRequest& request, std::uint64_t count) {
  PlanRequest counts = request;
  counts.type = ElementType::uint32;
  counts.op = Operator::sum;
  counts.n = count;
  return counts;
}

// Letters and white space: about one character in six is a space or a line end.
std::shared_ptr<const std::vector<std::byte>> text_of(std::uint64_t n, std::uint64_t seed) {
  auto text = std::make_shared<std::vector<std::byte>>(n);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (std::byte& character : *text) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto draw = static_cast<unsigned>(state >> 33) % 156;
    character = static_cast<std::byte>(draw < 130 ? 'a' + draw % 26 : draw < 150 ? ' ' : '\n');
  }
  return text;
}

Result<void> check_bins(std::uint64_t bins) {
  if (bins != 0 && bins <= kMaxBins) return {};
  return usage_error(
      fmt::format("A histogram must have 1 to {} bins; choose a number in this range in place of {}.",
                  count_text(kMaxBins), bins));
}

// As many copies as a warp has lanes, if they fit.
std::uint64_t copies_of_bins(const PlanRequest& request, std::uint64_t bins) {
  const std::uint64_t room = request.limits.local_bytes / 3 * 2 / size_bytes(ElementType::uint32);
  const std::uint64_t lanes = std::min<std::uint64_t>(request.limits.warp_width, request.group_size);
  return std::clamp<std::uint64_t>(std::bit_floor(room / bins), 1, std::bit_floor(lanes));
}

}  // namespace

Result<Plan> make_histogram_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  const std::uint64_t bins = request.pattern.bins;
  if (auto right = check_bins(bins); !right) return tl::unexpected(right.error());
  const bool is_private = algorithm.local_elements(request.group_size, 32) != 0;
  if (is_private && bins > request.group_size)
    return usage_error(
        fmt::format("{} needs a work-group of at least as many work-items as there are bins; choose "
                    "{} or more instead of {}, or fewer bins.",
                    algorithm.id, bins, request.group_size));
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(empty_buffer(of_counts(request, bins), "bins", bins, PlanBuffer::Role::output));
  plan.buffers.back().content.pattern = Content::Pattern::constant;
  plan.buffers.back().refill = PlanBuffer::Refill::each_run;
  std::vector<Argument> arguments{BufferArgument{1}, BufferArgument{0}};
  // One bin for each work-item, so clearing the bins needs no test.
  if (is_private) arguments.emplace_back(LocalArgument{request.group_size * size_bytes(ElementType::uint32)});
  arguments.push_back(uint_argument(bins));
  arguments.push_back(uint_argument(request.n));
  const std::uint64_t items = is_private ? divide_up(request.n, kShare) : request.n;
  plan.launches.push_back(make_launch(algorithm, range_for(request, items), std::move(arguments),
                                      fmt::format("{} → {} bins", count_text(request.n), bins)));
  Expectation expected{.kind = Expectation::Kind::histogram, .result_buffer = 1, .result_elements = bins};
  expected.parameter = bins;
  plan.expectation = expected;
  return plan;
}

Result<Plan> make_copies_histogram_plan(const Algorithm& algorithm, const PlanRequest& request,
                                        const KernelSource& source) {
  if (auto has = check_device_atomics(algorithm, request); !has) return tl::unexpected(has.error());
  const std::uint64_t bins = request.pattern.bins;
  if (auto right = check_bins(bins); !right) return tl::unexpected(right.error());
  const std::uint64_t copies = copies_of_bins(request, bins);
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.programs.front().options += fmt::format(" -D BINS={} -D COPIES={}", bins, copies);
  plan.buffers.push_back(empty_buffer(of_counts(request, bins), "bins", bins, PlanBuffer::Role::output));
  plan.buffers.push_back(counter_buffer(request, "sums", bins));
  plan.buffers.push_back(counter_buffer(request, "finished"));
  const std::uint64_t block = request.group_size * elements_of_vector(request) * request.tuning.rounds;
  const std::uint64_t resident = std::max<std::uint64_t>(request.limits.compute_units, 1) *
                                 std::max<std::uint64_t>(request.tuning.groups_per_unit, 1);
  const std::uint64_t groups = std::clamp<std::uint64_t>(request.n / block, 1, resident);
  plan.launches.push_back(make_launch(
      algorithm, linear_range(groups * request.group_size, request.group_size),
      {BufferArgument{1}, BufferArgument{0}, LocalArgument{bins * copies * size_bytes(ElementType::uint32)},
       BufferArgument{2}, BufferArgument{3}, uint_argument(request.n)},
      fmt::format("{} → {} bins, each {} times", count_text(request.n), bins, copies)));
  Expectation expected{.kind = Expectation::Kind::histogram, .result_buffer = 1, .result_elements = bins};
  expected.parameter = bins;
  plan.expectation = expected;
  return plan;
}

Result<Plan> make_word_count_plan(const Algorithm& algorithm, const PlanRequest& request,
                                  const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "text");
  if (request.input.pattern != Content::Pattern::bytes) {
    plan.buffers[0].content.pattern = Content::Pattern::bytes;
    plan.buffers[0].content.bytes = text_of(request.n, request.input.seed);
  }
  const std::uint64_t groups = divide_up(request.n, request.group_size);
  const PlanRequest counts = of_counts(request, groups);
  plan.buffers.push_back(empty_buffer(counts, "counts", groups,
                                      groups == 1 ? PlanBuffer::Role::output : PlanBuffer::Role::scratch));
  plan.launches.push_back(make_launch(
      algorithm, range_for(request, request.n),
      {BufferArgument{1}, BufferArgument{0},
       LocalArgument{request.group_size * size_bytes(ElementType::uint32)}, uint_argument(request.n)},
      fmt::format("{} characters → {}", count_text(request.n), plural(groups, "count"))));
  std::size_t result = 1;
  if (groups > 1) {
    Result<Plan> sum = algorithm.also_launches(counts);
    if (!sum) return tl::unexpected(sum.error());
    result = append_plan(plan, std::move(*sum), 1, "words");
    plan.buffers[result].role = PlanBuffer::Role::output;
  }
  plan.expectation =
      Expectation{.kind = Expectation::Kind::word_count, .result_buffer = result, .result_elements = 1};
  return plan;
}

}  // namespace lockstep
