#include "sim/trace/snapshots.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <unordered_set>
#include <utility>

namespace lockstep::sim {
namespace {

constexpr std::size_t kPage = sizeof(PagedBytes::Page);

// The number of moments between two states, whose replay takes about 10 ms.
constexpr std::uint64_t kLeastInterval = 1024, kEnoughInterval = 16384;
// Copying this number of bytes takes about as long as executing one moment.
constexpr std::uint64_t kBytesOfAMoment = 256;

template <class State, class F>
void each_array_of_warps(State& warps, F f) {
  for (auto& warp : warps) {
    f(warp.registers);
    f(warp.private_memory);
    f(warp.private_written);
  }
}

// Calls f(vector) for each array of a state that may be long, except the buffers.
template <class State, class F>
void each_array(State& state, F f) {
  each_array_of_warps(state.machine.group.warps, f);
  f(state.machine.group.local_memory);
  f(state.machine.group.local_written);
  for (auto& group : state.machine.waiting) {
    each_array_of_warps(group.warps, f);
    f(group.local_memory);
    f(group.local_written);
  }
  f(state.local_provenance);
  f(state.register_provenance);
  f(state.private_provenance);
  f(state.input_lanes);
  f(state.clocks);
  for (auto& [number, left] : state.left_groups) {
    f(left.local);
    f(left.registers);
    f(left.private_memory);
    f(left.input_lanes);
    f(left.clocks);
  }
}

template <class State, class F>
void each_buffer(State& state, F f) {
  for (auto& buffer : state.machine.buffers) f(buffer);
  for (auto& written : state.machine.buffer_written) f(written);
  for (auto& ids : state.buffer_provenance) f(ids);
}

template <class T>
const std::byte* first_byte(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  return reinterpret_cast<const std::byte*>(values.data());
}

template <class T>
void restore(std::vector<T>& values, const PagedBytes& from) {
  values.resize(from.size() / sizeof(T));
  from.copy_to(reinterpret_cast<std::byte*>(values.data()));
}

bool is_zero(const std::byte* bytes, std::size_t size) {
  return size == 0 || (bytes[0] == std::byte{0} && std::memcmp(bytes, bytes + 1, size - 1) == 0);
}

// Returns the number of bytes of the members that each_array() and each_buffer() do not visit.
std::uint64_t bytes_of_rest(const TraceState& state) {
  const auto of_group = [](const WorkGroupState& group) {
    std::uint64_t bytes = group.warps.size() * sizeof(Warp);
    for (const Warp& warp : group.warps) {
      bytes += warp.stack.size() * sizeof(ControlFrame) + warp.returns.size() * sizeof(EarlyReturn);
      if (warp.loops.earlier)
        bytes += warp.loops.earlier->registers.size() + warp.loops.earlier->private_memory.size();
    }
    return bytes;
  };
  std::uint64_t bytes = sizeof(TraceState) + of_group(state.machine.group);
  for (const WorkGroupState& group : state.machine.waiting) bytes += of_group(group);
  return bytes;
}

}  // namespace

PagedBytes::PagedBytes(const std::byte* bytes, std::size_t size, const PagedBytes* before) : size_(size) {
  pages_.resize((size + kPage - 1) / kPage);
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const std::byte* const from = bytes + i * kPage;
    const std::size_t length = std::min(kPage, size - i * kPage);
    if (before != nullptr && before->size_ == size) {
      const auto& known = before->pages_[i];
      if (known && std::memcmp(known->bytes.data(), from, length) == 0) pages_[i] = known;
    }
    if (pages_[i] || is_zero(from, length)) continue;
    auto page = std::make_shared<Page>();
    std::memcpy(page->bytes.data(), from, length);
    pages_[i] = std::move(page);
  }
}

void PagedBytes::copy_to(std::byte* bytes) const {
  for (std::size_t i = 0; i < pages_.size(); ++i)
    if (pages_[i])
      std::memcpy(bytes + i * kPage, pages_[i]->bytes.data(), std::min(kPage, size_ - i * kPage));
}

std::uint64_t size_in_memory(const TraceState& state) {
  std::uint64_t bytes = bytes_of_rest(state);
  const auto add = [&](const auto& values) { bytes += values.size() * sizeof(values[0]); };
  each_array(state, add);
  each_buffer(state, add);
  return bytes;
}

void Snapshots::offer(const TraceState& state) {
  if (interval_ == 0)
    interval_ =
        std::clamp(std::bit_ceil(size_in_memory(state) / kBytesOfAMoment), kLeastInterval, kEnoughInterval);
  if (state.position % interval_ != 0) return;
  const std::vector<PagedBytes>* const before = kept_.empty() ? nullptr : &kept_.back().arrays;
  Kept kept;
  const auto keep = [&](const auto& values) {
    const std::size_t index = kept.arrays.size();
    const PagedBytes* const same = before != nullptr && index < before->size() ? &(*before)[index] : nullptr;
    kept.arrays.emplace_back(first_byte(values), values.size() * sizeof(values[0]), same);
  };
  each_buffer(state, [&](const auto& buffer) { keep(buffer.read()); });
  each_array(state, keep);
  kept.rest = state;
  const auto empty = [](auto& values) { values = std::remove_reference_t<decltype(values)>(); };
  each_buffer(kept.rest, empty);
  each_array(kept.rest, empty);
  kept_.push_back(std::move(kept));
  bytes_ += bytes_of(kept_.back());
  while (bytes_ > budget() && kept_.size() > 2) thin();
}

std::uint64_t Snapshots::budget() const {
  return interval_ < kEnoughInterval ? budget_bytes_ : std::max(budget_bytes_, max_bytes_);
}

void Snapshots::thin() {
  interval_ *= 2;
  std::erase_if(kept_, [&](const Kept& kept) { return kept.rest.position % interval_ != 0; });
  bytes_ = 0;
  for (const Kept& kept : kept_) bytes_ += bytes_of(kept);
}

// Returns the number of bytes of a kept state. If several states share a page, its size is divided among
// them, so that it counts only once.
std::uint64_t Snapshots::bytes_of(const Kept& kept) {
  std::uint64_t bytes = bytes_of_rest(kept.rest);
  for (const PagedBytes& array : kept.arrays) {
    bytes += sizeof(PagedBytes) + array.pages().size() * sizeof(array.pages()[0]);
    for (const auto& page : array.pages())
      if (page) bytes += kPage / static_cast<std::uint64_t>(page.use_count());
  }
  return bytes;
}

const Snapshots::Kept& Snapshots::find(std::uint64_t position) const {
  const auto after =
      std::upper_bound(kept_.begin(), kept_.end(), position,
                       [](std::uint64_t wanted, const Kept& kept) { return wanted < kept.rest.position; });
  return *std::prev(after);
}

void Snapshots::finish() {
  if (kept_.empty()) return;
  unchanged_ = kept_.front().rest;
  std::size_t index = 0;
  each_buffer(unchanged_, [&](auto& buffer) {
    const PagedBytes& first = kept_.front().arrays[index];
    is_unchanged_.push_back(std::ranges::all_of(
        kept_, [&](const Kept& kept) { return kept.arrays[index].pages() == first.pages(); }));
    if (is_unchanged_.back()) restore(buffer.write(), first);
    ++index;
  });
}

TraceState Snapshots::before(std::uint64_t position) const {
  const Kept& kept = find(position);
  TraceState state = kept.rest;
  if (!is_unchanged_.empty()) {
    state.machine.buffers = unchanged_.machine.buffers;
    state.machine.buffer_written = unchanged_.machine.buffer_written;
    state.buffer_provenance = unchanged_.buffer_provenance;
  }
  std::size_t index = 0;
  each_buffer(state, [&](auto& buffer) {
    const bool is_there = index < is_unchanged_.size() && is_unchanged_[index];
    if (!is_there) restore(buffer.write(), kept.arrays[index]);
    ++index;
  });
  each_array(state, [&](auto& values) { restore(values, kept.arrays[index++]); });
  return state;
}

}  // namespace lockstep::sim
