#include "sim/machine/describe.hpp"

#include <fmt/format.h>

#include "core/base/text.hpp"
#include "sim/bytecode/address.hpp"

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

// An object and a byte of it.
struct Spot {
  const NamedObject* object = nullptr;
  std::int64_t offset = 0;
  bool is_private = false;
};

// Object 0 of local and private memory is the whole memory; the variable at the address has the better name.
Spot narrowed(const std::vector<NamedObject>& objects, std::int64_t offset) {
  for (std::size_t i = 1; i < objects.size(); ++i) {
    const auto begin = static_cast<std::int64_t>(objects[i].offset);
    if (offset >= begin && offset < begin + static_cast<std::int64_t>(objects[i].bytes)) {
      return {&objects[i], offset - begin, false};
    }
  }
  return {&objects[0], offset, false};
}

Spot spot_at(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  const Space space = space_of(address);
  if (object != nullptr && object_of(address) == 0 && (space == Space::local || space == Space::private_)) {
    Spot spot = narrowed(*objects_of(launch, space), offset_of(address));
    spot.is_private = space == Space::private_;
    return spot;
  }
  return {object, offset_of(address), space == Space::private_};
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

std::string words(const Spot& spot) {
  const auto size = static_cast<std::int64_t>(size_bytes(spot.object->type));
  const std::int64_t index = (spot.offset - (spot.offset < 0 ? size - 1 : 0)) / size;
  const std::int64_t rest = spot.offset - index * size;
  // A buffer of one element is still an array; a private variable is not.
  const bool is_scalar =
      spot.is_private && index == 0 && spot.object->bytes == static_cast<std::uint64_t>(size);
  std::string place = is_scalar ? spot.object->name : fmt::format("{}[{}]", spot.object->name, index);
  if (rest != 0) place += " + " + plural(static_cast<std::uint64_t>(rest), "byte");
  return place;
}

}  // namespace

const NamedObject* object_at(const BoundLaunch& launch, std::uint64_t address) {
  const auto* objects = objects_of(launch, space_of(address));
  if (objects == nullptr || object_of(address) >= objects->size()) return nullptr;
  return &(*objects)[object_of(address)];
}

std::string describe_place(const BoundLaunch& launch, std::uint64_t address) {
  const Spot spot = spot_at(launch, address);
  return spot.object == nullptr ? fmt::format("address {:#x}", address) : words(spot);
}

std::string describe(const BoundLaunch& launch, std::uint64_t address, std::uint32_t bytes) {
  const Space space = space_of(address);
  if (space == Space::null) return "a null pointer";
  Spot spot = spot_at(launch, address);
  if (spot.object == nullptr) return fmt::format("address {:#x}", address);
  if (space == Space::private_ && spot.object == &launch.private_objects[0]) return "private memory";
  std::string place = words(spot);
  const auto size = static_cast<std::int64_t>(size_bytes(spot.object->type));
  if (bytes > size) {
    spot.offset += static_cast<std::int64_t>(bytes) - size;
    place += " to " + words(spot);
  }
  if (space == Space::local) return place + " (local)";
  if (space == Space::private_) return place + " (private)";
  return place;
}

std::string describe_extent(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  if (object == nullptr) return "any memory";
  const std::uint64_t count = object->bytes / size_bytes(object->type);
  return fmt::format("{} ({} {}{})", object->name, count, noun_for(count, opencl_name(object->type)),
                     memory_name(space_of(address)));
}

}  // namespace lockstep::sim
