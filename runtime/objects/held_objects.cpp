#include "runtime/objects/held_objects.hpp"

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime {
namespace {

// Returns the name of the kind; empty if an object of this kind need not be released.
std::string counted_name(const Object& object) {
  switch (object.kind) {
    case Object::Kind::context:
      return "context";
    case Object::Kind::queue:
      return "command queue";
    case Object::Kind::memory:
      return static_cast<const _cl_mem&>(object).image ? "image" : "buffer";
    case Object::Kind::sampler:
      return "sampler";
    case Object::Kind::program:
      return "program";
    case Object::Kind::kernel:
      return "kernel";
    case Object::Kind::event:
      return "event";
    case Object::Kind::command_buffer:
      return "command buffer";
    default:
      return "";
  }
}

}  // namespace

std::map<std::string, std::size_t> held_objects() {
  std::map<std::string, std::size_t> held;
  registry::each_held([&](const std::shared_ptr<Object>& object) {
    if (const std::string name = counted_name(*object); !name.empty()) ++held[name];
  });
  return held;
}

}  // namespace lockstep::runtime
