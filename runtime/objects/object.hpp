// The common part of all OpenCL objects: the loader's dispatch table, and two kinds of references. The
// references of the program are counted (clRetain…, clRelease…). An object that other objects need continues
// to exist without references of the program, and its handle remains valid until the object is destroyed, as
// the specification requires for contexts and programs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "runtime/objects/cl.hpp"

namespace lockstep::runtime {

// Returns the table of this library's functions, for the loader.
cl_icd_dispatch& dispatch_table();

struct Object {
  enum class Kind : std::uint8_t {
    platform,
    device,
    context,
    queue,
    memory,
    sampler,
    program,
    kernel,
    event,
    command_buffer
  };

  cl_icd_dispatch* dispatch = &dispatch_table();  // must be the first member, because the loader reads it
  const Kind kind;

  explicit Object(Kind kind_of_object) : kind(kind_of_object) {}
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
};

namespace registry {
void add(const std::shared_ptr<Object>& object);                      // with one reference of the program
std::shared_ptr<Object> find(const void* handle, Object::Kind kind);  // null if there is no such object
bool retain(const void* handle, Object::Kind kind);                   // false if there is no such object
bool release(const void* handle, Object::Kind kind);  // false if there is no such object or reference
cl_uint references(const void* handle);
void forget(const Object* object);
// Calls `look` for each object to which the program still holds references. `look` must not call
// the registry.
void each_held(const std::function<void(const std::shared_ptr<Object>&)>& look);
}  // namespace registry

// Returns the object of a handle; null for any other pointer.
template <class T>
std::shared_ptr<T> find(T* handle) {
  return std::static_pointer_cast<T>(registry::find(handle, T::kKind));
}

// Registers an object with one reference of the program, and returns its handle.
template <class T>
T* publish(const std::shared_ptr<T>& object) {
  registry::add(object);
  return object.get();
}

}  // namespace lockstep::runtime
