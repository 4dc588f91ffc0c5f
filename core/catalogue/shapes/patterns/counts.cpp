// Histograms and the word count: few results, to which all elements contribute.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

// Elements that a work-item of the privatised histogram takes one after another.
constexpr std::uint64_t kShare = 4;
constexpr std::uint64_t kMaxBins = 4096;

PlanRequest of_counts(const PlanRequest& request, std::uint64_t count) {
  PlanRequest counts = request;
  counts.type = ElementType::uint32;
  counts.op = Operator::sum;
  counts.n = count;
  return counts;
}

// Letters and blanks: about one character in six is a blank, some of them are line ends.
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

}  // namespace

Result<Plan> make_histogram_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  const std::uint64_t bins = request.pattern.bins;
  if (bins == 0 || bins > kMaxBins)
    return usage_error(fmt::format("A histogram has 1 to {} bins; choose some of them instead of {}.",
                                   count_text(kMaxBins), bins));
  const bool is_private = algorithm.local_elements(request.group_size, 32) != 0;
  if (is_private && bins > request.group_size)
    return usage_error(
        fmt::format("{} needs a work-group of at least as many work-items as there are bins; choose "
                    "{} or more instead of {}, or fewer bins.",
                    algorithm.id, bins, request.group_size));
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(empty_buffer(of_counts(request, bins), "bins", bins, PlanBuffer::Role::output));
  plan.buffers.back().content.pattern = Content::Pattern::constant;
  std::vector<Argument> arguments{BufferArgument{1}, BufferArgument{0}};
  // One bin for each work-item, so that clearing them needs no test.
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
