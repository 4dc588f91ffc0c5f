#include "runtime/scheduling/host_views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "runtime/journal/journal.hpp"

namespace lockstep::runtime {
namespace {

constexpr std::size_t kMaxViewedBytes = std::size_t{16} << 20;  // more bytes take too long for each launch

struct ViewedStorages {
  std::mutex mutex;
  std::vector<std::weak_ptr<Storage>> all;
};

ViewedStorages& viewed() {
  static ViewedStorages* const storages = std::make_unique<ViewedStorages>().release();
  return *storages;
}

void renew(Storage& storage) {
  const HostMemory memory = storage.host_view->memory();
  storage.host_view.reset();
  if (memory.exists()) storage.host_view.emplace(memory);
}

bool is_mapped_for_writing(const Storage& storage) {
  return std::ranges::any_of(storage.mapped, [](const MappedPart& part) { return part.use.writes; });
}

void check(const Command& command, Storage& storage) {
  if (is_mapped_for_writing(storage) || !storage.host_view->memory().exists()) return;
  const auto change = storage.host_view->first_change();
  if (!change) return;
  const bool is_shared = storage.shared_address != nullptr;
  Journal::of_process().finding(
      {"unmapped_access",
       fmt::format(
           "kernel {} of {{first}} reads {}, {} by {{second}}, and the program has changed this memory "
           "from about byte {} on without mapping it: a device with separate memory keeps the old "
           "values; change it between {} with CL_MAP_WRITE and {}",
           command.kernel, storage.name.empty() ? "a buffer" : storage.name,
           is_shared ? "allocated" : "created with CL_MEM_USE_HOST_PTR", *change,
           is_shared ? "clEnqueueSVMMap" : "clEnqueueMapBuffer",
           is_shared ? "clEnqueueSVMUnmap" : "clEnqueueUnmapMemObject"),
       {command.node->call, command.node->place},
       storage.creation});
  renew(storage);
}

bool is_read(const Command& command, const Storage& storage) {
  return std::ranges::any_of(command.parts, [&](const MemoryPart& part) {
    return part.memory->storage.get() == &storage && part.is_read();
  });
}

}  // namespace

void begin_host_view(const _cl_mem& buffer) {
  if (buffer.size > kMaxViewedBytes) return;
  buffer.storage->host_view.emplace(
      HostMemory{static_cast<const std::byte*>(buffer.host_ptr), {}, {buffer.size, 1, 1}});
  const std::lock_guard lock(viewed().mutex);
  std::erase_if(viewed().all, [](const auto& storage) { return storage.expired(); });
  viewed().all.push_back(buffer.storage);
}

// After a command has written to an object, the expected contents of the program's memory must be updated.
void check_host_views(const Command& command) {
  for (const MemoryPart& part : command.parts) {
    Storage& storage = *part.memory->storage;
    if (!storage.host_view) continue;
    if (command.is_launch() && is_read(command, storage))
      check(command, storage);
    else if (part.writes && !command.mapping)
      renew(storage);
  }
}

void renew_host_views(const Command& command) {
  if (command.host.memory.base == nullptr) return;
  const std::lock_guard lock(viewed().mutex);
  for (const auto& weak : viewed().all)
    if (const auto storage = weak.lock();
        storage && storage->host_view && storage->host_view->memory().meets(command.host.memory))
      renew(*storage);
}

}  // namespace lockstep::runtime
