#include "runtime/objects/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <span>

#include "core/base/text/text.hpp"
#include "runtime/journal/journal.hpp"

namespace lockstep::runtime {

namespace {

std::atomic<std::uint64_t>& used_bytes() {
  static std::atomic<std::uint64_t> used = 0;
  return used;
}

}  // namespace

Outcome<std::shared_ptr<Storage>> Storage::allocate(std::size_t size) {
  if (used_bytes() + size > kGlobalBytes)
    return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  fmt::format("the device has {}, and the memory objects would take more; release some",
                              bytes_text(kGlobalBytes)));
  auto storage = std::make_shared<Storage>();
  storage->bytes.resize(size);
  storage->written.resize(size);
  storage->allocated = size;
  storage->number = Journal::of_process().next_buffer();
  used_bytes() += size;
  return storage;
}

Storage::~Storage() { used_bytes() -= allocated; }

void Storage::mark_written(std::size_t offset, std::size_t size) {
  if (written.empty()) return;
  if (size == bytes.size())
    written.clear();
  else
    std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(offset), size, std::uint8_t{1});
}

void record_creation(const _cl_mem& memory, std::string_view call) {
  const Storage& storage = *memory.storage;
  HostCall created;
  created.kind = HostCall::Kind::create;
  created.text = call;
  created.buffer = storage.number;
  created.bytes = storage.bytes.size();
  Journal::of_process().create(
      created, memory.image ? std::optional(memory.image->texels) : std::nullopt,
      storage.written.empty() ? std::span(storage.bytes) : std::span<const std::byte>());
}

void copy_written(const Storage& from, std::size_t read_at, Storage& to, std::size_t write_at,
                  std::size_t size) {
  if (from.written.empty()) return to.mark_written(write_at, size);
  if (to.written.empty()) to.written.assign(to.bytes.size(), 1);
  std::copy_n(from.written.begin() + static_cast<std::ptrdiff_t>(read_at), size,
              to.written.begin() + static_cast<std::ptrdiff_t>(write_at));
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
