#include "runtime/objects/object.hpp"

#include <mutex>
#include <unordered_map>

namespace lockstep::runtime {
namespace {

struct Entry {
  Object::Kind kind = Object::Kind::platform;
  std::weak_ptr<Object> object;
  std::shared_ptr<Object> held;  // not null while the program holds references
  cl_uint references = 0;
};

struct Registry {
  std::mutex mutex;
  std::unordered_map<const void*, Entry> entries;
};

// The registry is never destroyed, because programs release objects until the end of the process.
Registry& all() {
  static Registry* const registry = std::make_unique<Registry>().release();
  return *registry;
}

}  // namespace

Object::~Object() { registry::forget(this); }

namespace registry {

void add(const std::shared_ptr<Object>& object) {
  const std::lock_guard lock(all().mutex);
  all().entries[object.get()] = {object->kind, object, object, 1};
}

std::shared_ptr<Object> find(const void* handle, Object::Kind kind) {
  const std::lock_guard lock(all().mutex);
  const auto found = all().entries.find(handle);
  return found != all().entries.end() && found->second.kind == kind ? found->second.object.lock() : nullptr;
}

bool retain(const void* handle, Object::Kind kind) {
  const std::lock_guard lock(all().mutex);
  const auto found = all().entries.find(handle);
  if (found == all().entries.end() || found->second.kind != kind) return false;
  const std::shared_ptr<Object> object = found->second.object.lock();
  if (!object) return false;
  ++found->second.references;
  found->second.held = object;
  return true;
}

bool release(const void* handle, Object::Kind kind) {
  std::shared_ptr<Object> last;  // the object is destroyed after the lock is released
  const std::lock_guard lock(all().mutex);
  const auto found = all().entries.find(handle);
  if (found == all().entries.end() || found->second.kind != kind || found->second.references == 0)
    return false;
  if (--found->second.references == 0) last = std::move(found->second.held);
  return true;
}

cl_uint references(const void* handle) {
  const std::lock_guard lock(all().mutex);
  const auto found = all().entries.find(handle);
  return found == all().entries.end() ? 0 : found->second.references;
}

void forget(const Object* object) {
  const std::lock_guard lock(all().mutex);
  all().entries.erase(object);
}

void each_held(const std::function<void(const std::shared_ptr<Object>&)>& look) {
  const std::lock_guard lock(all().mutex);
  for (const auto& [handle, entry] : all().entries)
    if (entry.held) look(entry.held);
}

}  // namespace registry
}  // namespace lockstep::runtime
