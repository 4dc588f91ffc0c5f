#include "gui/overlays/launch_draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/session/run_request.hpp"
#include "gui/widgets/count_field.hpp"

namespace lockstep::gui {
namespace {

using ArgumentKind = DescribedArgument::Kind;

// The first buffer of a launch determines the size of the launch. If this buffer already exists with a
// different number of elements, replaces the sizes and counts that were proposed for a new buffer by the
// sizes and counts for the existing buffer.
void follow_buffer(DescribedLaunch& launch, const LaunchDescription& proposed, const LaunchDescription& all) {
  const auto first = std::ranges::find(launch.arguments, ArgumentKind::buffer, &DescribedArgument::kind);
  if (first == launch.arguments.end()) return;
  const DescribedBuffer *fresh = proposed.find_buffer(first->buffer), *known = all.find_buffer(first->buffer);
  if (fresh == nullptr || known == nullptr || known->count == fresh->count) return;
  for (DescribedArgument& argument : launch.arguments)
    if (argument.kind == ArgumentKind::scalar && argument.value == std::to_string(fresh->count))
      argument.value = std::to_string(known->count);
  NdRange& range = launch.range;
  if (range.dimensions != 1 || range.global_size[0] != fresh->count) return;
  range.global_size[0] = known->count;
  while (known->count % range.local_size[0] != 0) --range.local_size[0];
}

bool takes_buffer(const DescribedLaunch& launch, const std::string& name) {
  return std::ranges::any_of(launch.arguments, [&](const DescribedArgument& argument) {
    return argument.kind == ArgumentKind::buffer && argument.buffer == name;
  });
}

std::array<std::uint64_t, 3> in_three_dimensions(const std::vector<std::uint64_t>& sizes) {
  std::array<std::uint64_t, 3> all{1, 1, 1};
  std::ranges::copy(sizes, all.begin());
  return all;
}

std::uint64_t work_items(const std::array<std::uint64_t, 3>& sizes) { return sizes[0] * sizes[1] * sizes[2]; }

}  // namespace

Result<std::vector<std::uint64_t>> read_extents(const std::string& text) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find_first_of(",x×", at), text.size());
    const Result<std::uint64_t> size = read_count(std::string_view(text).substr(at, comma - at), {});
    if (!size || sizes.size() == 3) return failure("Enter one to three whole numbers, such as 64 or 16,16.");
    sizes.push_back(*size);
    at = comma + 1;
  }
  return sizes;
}

LaunchDraft::LaunchDraft(const AppState& state)
    : own_(state.launch.value_or(OwnLaunch{})), model_(state.model) {
  const std::string* edited = state.edited_text();
  const std::string text = edited != nullptr ? *edited : read_own_kernel(state.kernel_file).value_or("");
  source_ = own_source(state.kernel_file, text);
  kernels_ = own_kernels(source_, all().options);
  if (all().launches.empty()) propose({});
  check();
}

void LaunchDraft::propose(const std::string& kernel) {
  const auto proposed = proposed_launch(model_, source_, own_.description.options, kernel);
  if (!proposed) return;
  all() = proposed->description;
  shown_ = 0;
}

void LaunchDraft::check() {
  errors_.clear();
  notes_.clear();
  const auto model = sim::find_device_model(model_);
  if (!model || all().launches.empty()) return;
  sim::DescribedRun run = own_run(own_, source_, **model);
  errors_ = std::move(run.errors);
  if (run.run) notes_ = run.run->notes;
}

void LaunchDraft::add_missing_buffers(const LaunchDescription& proposed) {
  for (const DescribedBuffer& buffer : proposed.buffers)
    if (all().find_buffer(buffer.name) == nullptr) all().buffers.push_back(buffer);
}

void LaunchDraft::add_launch() {
  LaunchDescription& all = this->all();
  std::string wanted = launch().kernel;
  for (const OwnKernel& kernel : kernels_)
    if (std::ranges::find(all.launches, kernel.name, &DescribedLaunch::kernel) == all.launches.end()) {
      wanted = kernel.name;
      break;
    }
  if (wanted == launch().kernel) {
    auto next = continue_reduction(all);
    all.launches.push_back(next ? std::move(*next) : DescribedLaunch(launch()));
  } else if (const auto proposed = proposed_launch(model_, source_, all.options, wanted)) {
    DescribedLaunch next = proposed->description.launches.front();
    follow_buffer(next, proposed->description, all);
    add_missing_buffers(proposed->description);
    all.launches.push_back(std::move(next));
  }
  show(all.launches.size() - 1);
  check();
}

void LaunchDraft::remove_launch() {
  const DescribedLaunch removed = launch();
  all().launches.erase(all().launches.begin() + static_cast<std::ptrdiff_t>(shown_));
  // If no remaining launch writes the result, the result is now a buffer that this launch read.
  std::string& result = all().expectation.buffer;
  if (takes_buffer(removed, result) && std::ranges::none_of(all().launches, [&](const DescribedLaunch& left) {
        return takes_buffer(left, result);
      }))
    for (const DescribedArgument& argument : removed.arguments)
      if (argument.kind == ArgumentKind::buffer && argument.buffer != all().expectation.of &&
          std::ranges::any_of(all().launches, [&](const DescribedLaunch& left) {
            return takes_buffer(left, argument.buffer);
          }))
        result = argument.buffer;
  show(std::min(shown_, all().launches.size() - 1));
  check();
}

void LaunchDraft::choose_kernel(const std::string& name) {
  if (all().launches.size() == 1) {
    const DescribedExpectation before = all().expectation;
    propose(name);
    keep_expectation(before);
  } else if (const auto proposed = proposed_launch(model_, source_, all().options, name)) {
    add_missing_buffers(proposed->description);
    launch() = proposed->description.launches.front();
  }
  typed_over_.reset();
  check();
}

// Typed values belong to the buffer with this name. What is expected as the result of an operator is expected
// of the other kernel, too, in its own buffers if the names differ.
void LaunchDraft::keep_expectation(const DescribedExpectation& before) {
  using Kind = DescribedExpectation::Kind;
  if (before.kind == Kind::nothing) return;
  const bool has_buffers = all().find_buffer(before.buffer) != nullptr &&
                           (before.kind == Kind::values || all().find_buffer(before.of) != nullptr);
  if (has_buffers) {
    all().expectation = before;
  } else if (before.kind != Kind::values) {
    all().expectation = {};
    expect(before.kind, before.op, before.by_group);
  }
}

void LaunchDraft::set_global_size(const std::vector<std::uint64_t>& sizes) {
  NdRange& range = launch().range;
  range.global_size = in_three_dimensions(sizes);
  range.dimensions = static_cast<unsigned>(sizes.size());
}

void LaunchDraft::set_local_size(const std::vector<std::uint64_t>& sizes) {
  if (!typed_over_) typed_over_ = launch();
  NdRange& range = launch().range;
  range.local_size = in_three_dimensions(sizes);
  range.dimensions = std::max(range.dimensions, static_cast<unsigned>(sizes.size()));
  const std::uint64_t before = std::max<std::uint64_t>(1, work_items(typed_over_->range.local_size));
  for (std::size_t i = 0; i < launch().arguments.size(); ++i) {
    const DescribedArgument& was = typed_over_->arguments[i];
    if (was.kind == ArgumentKind::local && was.local_bytes % before == 0)
      launch().arguments[i].local_bytes = was.local_bytes / before * work_items(range.local_size);
  }
}

void LaunchDraft::set_local_bytes(std::size_t argument, std::uint64_t bytes) {
  launch().arguments[argument].local_bytes = bytes;
  typed_over_.reset();
}

void LaunchDraft::set_options(const std::string& options) {
  all().options = options;
  kernels_ = own_kernels(source_, options);
}

void LaunchDraft::add_buffer() {
  DescribedBuffer buffer =
      all().buffers.empty() ? DescribedBuffer{"tmp", "int", 64, {}} : all().buffers.back();
  const std::string base = "tmp";
  buffer.name = base;
  for (int number = 2; all().find_buffer(buffer.name) != nullptr; ++number)
    buffer.name = base + std::to_string(number);
  buffer.fill.clear();
  all().buffers.push_back(buffer);
  check();
}

void LaunchDraft::rename_buffer(std::size_t index, const std::string& name) {
  DescribedBuffer& buffer = all().buffers[index];
  const auto rename = [&](std::string& one) {
    if (one == buffer.name) one = name;
  };
  const auto rename_swaps = [&](std::vector<Swap>& swaps) {
    for (auto& [one, other] : swaps) rename(one), rename(other);
  };
  for (DescribedLaunch& launch : all().launches) {
    for (DescribedArgument& argument : launch.arguments)
      if (argument.kind == ArgumentKind::buffer) rename(argument.buffer);
    rename_swaps(launch.swaps);
  }
  rename_swaps(all().swaps);
  rename(all().expectation.buffer);
  rename(all().expectation.of);
  buffer.name = name;
}

void LaunchDraft::expect(DescribedExpectation::Kind kind, Operator op, bool by_group) {
  DescribedExpectation& expected = all().expectation;
  expected.kind = kind;
  expected.op = op;
  expected.by_group = by_group;
  for (const DescribedBuffer& buffer : all().buffers) {
    if (expected.of.empty() && !buffer.fill.empty() && buffer.fill != "0") expected.of = buffer.name;
    if (buffer.fill.empty() || buffer.fill == "0") expected.buffer = buffer.name;
  }
  if (expected.buffer.empty() && !all().buffers.empty()) expected.buffer = all().buffers.front().name;
  check();
}

const OwnKernel* LaunchDraft::kernel() const {
  const auto found = std::ranges::find(kernels_, own_.description.launches[shown_].kernel, &OwnKernel::name);
  return found == kernels_.end() ? nullptr : &*found;
}

std::vector<std::string> LaunchDraft::buffer_names() const {
  std::vector<std::string> names;
  for (const DescribedBuffer& buffer : own_.description.buffers) names.push_back(buffer.name);
  return names;
}

}  // namespace lockstep::gui
