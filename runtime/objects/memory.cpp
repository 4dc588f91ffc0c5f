#include "runtime/objects/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <span>

#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "runtime/journal/journal.hpp"

namespace lockstep::runtime {

namespace {

std::atomic<std::uint64_t>& used_bytes() {
  static std::atomic<std::uint64_t> used = 0;
  return used;
}

// A query of the available memory takes longer than filling a small buffer.
bool has_room(std::size_t bytes) {
  constexpr std::size_t kLittle = std::size_t{64} << 20;
  return bytes < kLittle || bytes <= available_memory_bytes();
}

}  // namespace

Outcome<std::shared_ptr<Storage>> Storage::allocate(std::size_t size) {
  if (used_bytes() + size > global_bytes())
    return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  fmt::format("the device has only {} of memory; release some memory objects",
                              bytes_text(global_bytes())));
  auto storage = std::make_shared<Storage>(size);
  storage->number = Journal::of_process().next_buffer();
  return storage;
}

Storage::Storage(std::size_t size) : size_(size) { used_bytes() += size; }
Storage::~Storage() {
  used_bytes() -= size_;
  report_unread(*results);
}

std::byte* Storage::data() {
  if (contents_.bytes.empty()) {
    if (!has_room(size_)) throw std::bad_alloc();
    contents_.bytes.resize(size_);
  }
  return contents_.bytes.data();
}

std::vector<std::uint8_t>& Storage::written_map() {
  if (written_ != Written::some) contents_.written.assign(size_, written_ == Written::all ? 1 : 0);
  written_ = Written::some;
  return contents_.written;
}

void Storage::mark_written(std::size_t offset, std::size_t size) {
  if (written_ == Written::all || size == 0) return;
  if (size == size_) {
    written_ = Written::all;
    contents_.written = {};
  } else {
    std::fill_n(written_map().begin() + static_cast<std::ptrdiff_t>(offset), size, std::uint8_t{1});
  }
}

std::optional<ByteSet::Stretch> Storage::first_unwritten(const ByteSet& bytes) const {
  if (written_ == Written::all || bytes.empty()) return std::nullopt;
  if (written_ == Written::none) return bytes.stretches().front();
  const auto& map = contents_.written;
  for (const auto& [begin, end] : bytes.stretches()) {
    const auto last = map.begin() + static_cast<std::ptrdiff_t>(end);
    const auto first = std::find(map.begin() + static_cast<std::ptrdiff_t>(begin), last, std::uint8_t{0});
    if (first == last) continue;
    const auto behind = std::find(first, last, std::uint8_t{1});
    return ByteSet::Stretch{first - map.begin(), behind - map.begin()};
  }
  return std::nullopt;
}

void Storage::mark_copied(std::size_t offset, const Storage& from, std::size_t read_at, std::size_t size) {
  if (from.written_ == Written::all) return mark_written(offset, size);
  const auto place = written_map().begin() + static_cast<std::ptrdiff_t>(offset);
  if (from.written_ == Written::none)
    std::fill_n(place, size, std::uint8_t{0});
  else
    std::copy_n(from.contents_.written.begin() + static_cast<std::ptrdiff_t>(read_at), size, place);
}

// If there is not enough memory for the map of written bytes, all bytes count as written.
sim::BufferContents Storage::take() {
  static_cast<void>(data());
  if (written_ == Written::none && has_room(size_)) static_cast<void>(written_map());
  return std::move(contents_);
}

void Storage::give_back(sim::BufferContents contents) {
  contents_ = std::move(contents);
  contents_.bytes.resize(size_);
  written_ = contents_.written.empty() ? Written::all : Written::some;
}

void record_creation(const _cl_mem& memory, std::string_view call) {
  Storage& storage = *memory.storage;
  storage.creation = {std::string(call), Journal::of_process().place()};
  HostCall created;
  created.kind = HostCall::Kind::create;
  created.text = call;
  created.buffer = storage.number;
  created.bytes = storage.size();
  Journal::of_process().create(created, memory.image ? std::optional(memory.image->texels) : std::nullopt,
                               storage.is_whole() ? std::span<const std::byte>(storage.data(), storage.size())
                                                  : std::span<const std::byte>());
}

}  // namespace lockstep::runtime

_cl_mem::~_cl_mem() {
  if (!parent && storage) lockstep::runtime::Journal::of_process().release(storage->number);
  for (auto call = destructors.rbegin(); call != destructors.rend(); ++call) (*call)();
}

std::byte* _cl_mem::window_bytes() {
  if (host_ptr) return static_cast<std::byte*>(host_ptr);
  if (parent) return parent->window_bytes() + (offset - parent->offset);
  const std::lock_guard lock(mutex);
  if (!window) {
    constexpr std::align_val_t kAlignment{lockstep::runtime::kBaseAlignment};
    window.reset(static_cast<std::byte*>(::operator new(size, kAlignment)),
                 [](std::byte* memory) { ::operator delete(memory, kAlignment); });
  }
  return window.get();
}
