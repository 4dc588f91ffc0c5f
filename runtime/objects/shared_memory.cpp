#include "runtime/objects/shared_memory.hpp"

#include <map>
#include <mutex>
#include <new>

namespace lockstep::runtime::shared_memory {
namespace {

struct Allocations {
  std::mutex mutex;
  std::map<const std::byte*, std::shared_ptr<_cl_mem>> by_address;
};

Allocations& allocations() {
  static Allocations* const all = std::make_unique<Allocations>().release();
  return *all;
}

const std::byte* byte_at(const void* address) { return static_cast<const std::byte*>(address); }

}  // namespace

std::shared_ptr<_cl_mem> allocate(const std::shared_ptr<_cl_context>& context, cl_mem_flags flags,
                                  std::size_t size, std::size_t alignment) {
  auto storage = Storage::allocate(size);
  if (!storage) return nullptr;
  const std::align_val_t aligned{alignment};
  auto memory = std::make_shared<_cl_mem>();
  memory->context = context;
  memory->flags = flags;
  memory->size = size;
  memory->storage = std::move(*storage);
  memory->window.reset(static_cast<std::byte*>(::operator new(size, aligned)),
                       [aligned](std::byte* window) { ::operator delete(window, aligned); });
  memory->host_ptr = memory->window.get();
  memory->storage->shared_address = memory->window.get();
  const std::lock_guard lock(allocations().mutex);
  allocations().by_address[memory->window.get()] = memory;
  return memory;
}

std::shared_ptr<_cl_mem> find(const _cl_context& context, const void* address) {
  const std::lock_guard lock(allocations().mutex);
  const auto after = allocations().by_address.upper_bound(byte_at(address));
  if (after == allocations().by_address.begin()) return nullptr;
  const auto& [begin, memory] = *std::prev(after);
  const bool is_inside = byte_at(address) < begin + memory->size && memory->context.get() == &context;
  return is_inside ? memory : nullptr;
}

bool release(const _cl_context& context, const void* address) {
  std::shared_ptr<_cl_mem> released;  // destroyed after the lock is released
  const std::lock_guard lock(allocations().mutex);
  const auto found = allocations().by_address.find(byte_at(address));
  if (found == allocations().by_address.end() || found->second->context.get() != &context) return false;
  released = std::move(found->second);
  allocations().by_address.erase(found);
  return true;
}

std::shared_ptr<_cl_mem> part_at(const std::shared_ptr<_cl_mem>& whole, const void* address) {
  const auto offset =
      static_cast<std::size_t>(byte_at(address) - static_cast<const std::byte*>(whole->host_ptr));
  if (offset == 0) return whole;
  auto part = std::make_shared<_cl_mem>();
  part->context = whole->context;
  part->parent = whole;
  part->storage = whole->storage;
  part->offset = offset;
  part->size = whole->size - offset;
  part->flags = whole->flags;
  part->host_ptr = static_cast<std::byte*>(whole->host_ptr) + offset;
  return part;
}

}  // namespace lockstep::runtime::shared_memory
