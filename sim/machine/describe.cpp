#include "sim/machine/describe.hpp"

#include <fmt/format.h>

#include "sim/machine/address.hpp"

namespace lockstep::sim {
namespace {

const std::vector<NamedObject>* objects_of(const BoundLaunch& launch, Space space) {
  switch (space) {
    case Space::global:
      return &launch.global_objects;
    case Space::constant:
      return &launch.constant_objects;
    case Space::local:
      return &launch.local_objects;
    case Space::private_:
      return &launch.private_objects;
    default:
      return nullptr;
  }
}

// Local memory is one piece to a pointer that was made by offset; the variable there has the better name.
const NamedObject* narrowest_local(const BoundLaunch& launch, std::int64_t& offset) {
  for (std::size_t i = 1; i < launch.local_objects.size(); ++i) {
    const NamedObject& object = launch.local_objects[i];
    const auto begin = static_cast<std::int64_t>(object.offset);
    if (offset < begin || offset >= begin + static_cast<std::int64_t>(object.bytes)) continue;
    offset -= begin;
    return &object;
  }
  return &launch.local_objects[0];
}

std::string_view memory_name(Space space) {
  switch (space) {
    case Space::local:
      return " of local memory";
    case Space::private_:
      return " of private memory";
    case Space::constant:
      return " of constant memory";
    default:
      return "";
  }
}

}  // namespace

const NamedObject* object_at(const BoundLaunch& launch, std::uint64_t address) {
  const auto* objects = objects_of(launch, space_of(address));
  if (objects == nullptr || object_of(address) >= objects->size()) return nullptr;
  return &(*objects)[object_of(address)];
}

std::string describe_place(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  if (object == nullptr) return fmt::format("address {:#x}", address);
  std::int64_t offset = offset_of(address);
  if (space_of(address) == Space::local && object_of(address) == 0) object = narrowest_local(launch, offset);
  const auto size = static_cast<std::int64_t>(size_bytes(object->type));
  const std::int64_t index = (offset - (offset < 0 ? size - 1 : 0)) / size;
  const std::int64_t rest = offset - index * size;
  std::string place = fmt::format("{}[{}]", object->name, index);
  if (rest != 0) place += fmt::format(" + {} byte{}", rest, rest == 1 ? "" : "s");
  return place;
}

std::string describe(const BoundLaunch& launch, std::uint64_t address, std::uint32_t bytes) {
  const NamedObject* object = object_at(launch, address);
  if (object == nullptr)
    return space_of(address) == Space::null ? "a null pointer" : describe_place(launch, address);
  std::string place = describe_place(launch, address);
  if (bytes > size_bytes(object->type)) {
    place += " to " + describe_place(launch, address + bytes - size_bytes(object->type));
  }
  const Space space = space_of(address);
  if (space == Space::local) return place + " (local)";
  if (space == Space::private_) return place + " (private)";
  return place;
}

std::string describe_extent(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  if (object == nullptr) return "any memory";
  const std::uint64_t count = object->bytes / size_bytes(object->type);
  return fmt::format("{} ({} {}{}{})", object->name, count, opencl_name(object->type), count == 1 ? "" : "s",
                     memory_name(space_of(address)));
}

}  // namespace lockstep::sim
