#include "sim/machine/launch/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
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

// An object and the offset of a byte in it.
struct Spot {
  const NamedObject* object = nullptr;
  std::int64_t offset = 0;
};

// Replaces a whole memory with the variable at the address. Object 0 of local and private memory is the whole
// memory, but the name of the variable is more useful in a message.
Spot narrowed(const std::vector<NamedObject>& objects, std::int64_t offset) {
  for (std::size_t i = 1; i < objects.size(); ++i) {
    const auto begin = static_cast<std::int64_t>(objects[i].offset);
    if (offset >= begin && offset < begin + static_cast<std::int64_t>(objects[i].bytes)) {
      return {&objects[i], offset - begin};
    }
  }
  return {&objects[0], offset};
}

Spot spot_at(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  const Space space = space_of(address);
  if (object != nullptr && object_of(address) == 0 && (space == Space::local || space == Space::private_))
    return narrowed(*objects_of(launch, space), offset_of(address));
  return {object, offset_of(address)};
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

// A named part of an object: its text and its size in bytes.
struct Words {
  std::string text;
  std::uint64_t bytes = 0;
};

Words with_name(const std::string& name, NamedPart part) { return {name + part.suffix, part.bytes}; }

// Returns the words for a part of an object of which only the element type is known.
Words element_words(const NamedObject& object, std::int64_t offset) {
  const std::uint64_t size = size_bytes(object.type);
  const std::int64_t index = index_at(offset, size);
  const auto rest = static_cast<std::uint64_t>(offset - index * static_cast<std::int64_t>(size));
  std::string text = fmt::format("{}[{}]", object.name, index);
  if (rest != 0) text += " + " + plural(rest, "byte");
  return {text, size};
}

// Returns the words for a part of an object. A variable that is not an array has no index, so a location
// outside the variable is written with the variable's address: (&x)[1].
Words words(TypeShapes shapes, const Spot& spot, const AccessedValue& accessed) {
  const NamedObject& object = *spot.object;
  if (object.shape == 0 || object.shape >= shapes.size()) return element_words(object, spot.offset);
  if (!object.is_variable)
    return with_name(object.name, part_behind(shapes, object.shape, spot.offset, accessed));
  const bool is_array = shapes[object.shape].kind == TypeShape::Kind::array;
  const bool inside = spot.offset >= 0 && static_cast<std::uint64_t>(spot.offset) < object.bytes;
  if (is_array || inside) return with_name(object.name, part_at(shapes, object.shape, spot.offset, accessed));
  return with_name("(&" + object.name + ")", part_behind(shapes, object.shape, spot.offset, accessed));
}

Words words(const BoundLaunch& launch, const Spot& spot, const AccessedValue& accessed) {
  return words(launch.program->shapes, spot, accessed);
}

// The type and number of the elements that a message counts: the rows of a matrix, or the elements of an
// array or a buffer. A variable counts as one element.
struct Elements {
  std::string noun = {};        // the name of one element
  std::string dimensions = {};  // "16 × 17"
  std::uint64_t bytes = 1;
  std::uint64_t count = 0;
  bool is_record = false;
  bool has_rows = false;
};

Elements elements_of(TypeShapes shapes, const NamedObject& object) {
  Elements elements;
  if (object.shape == 0 || object.shape >= shapes.size()) {
    elements.noun = opencl_name(object.type);
    elements.bytes = size_bytes(object.type);
    elements.count = object.bytes / elements.bytes;
    elements.dimensions = std::to_string(elements.count);
    return elements;
  }
  const TypeShape* element = &shapes[object.shape];
  if (object.is_variable && element->kind == TypeShape::Kind::array) element = &shapes[element->element];
  elements.bytes = std::max<std::uint64_t>(element->bytes, 1);
  elements.count = object.bytes / elements.bytes;
  elements.dimensions = std::to_string(elements.count);
  for (; element->kind == TypeShape::Kind::array; element = &shapes[element->element]) {
    elements.has_rows = true;
    elements.dimensions += fmt::format(" × {}", element->count);
  }
  elements.noun = element->name;
  elements.is_record = element->kind == TypeShape::Kind::record;
  return elements;
}

std::string extent_words(const Elements& elements, const NamedObject& object, Space space) {
  const std::string_view memory = memory_name(space);
  if (elements.count == 0)
    return fmt::format("{} ({}{}, less than one {})", object.name, plural(object.bytes, "byte"), memory,
                       elements.noun);
  const bool single = elements.count == 1 && !elements.has_rows;
  const std::string nouns = elements.is_record
                                ? fmt::format("{} of type {}", single ? "element" : "elements", elements.noun)
                                : noun_for(single ? 1 : 2, elements.noun);
  if (elements.is_record && !memory.empty())
    return fmt::format("{} ({} {} in{})", object.name, elements.dimensions, nouns, memory.substr(3));
  return fmt::format("{} ({} {}{})", object.name, elements.dimensions, nouns, memory);
}

}  // namespace

const NamedObject* object_at(const BoundLaunch& launch, std::uint64_t address) {
  const Space space = space_of(address);
  const std::uint32_t number = object_of(address);
  if (space == Space::constant && number >= kFirstConstant) {
    const auto& objects = launch.program_constants;
    return number - kFirstConstant < objects.size() ? &objects[number - kFirstConstant] : nullptr;
  }
  const auto* objects = objects_of(launch, space);
  if (objects == nullptr || number >= objects->size()) return nullptr;
  return &(*objects)[number];
}

std::string describe_place(const BoundLaunch& launch, std::uint64_t address, const AccessedValue& accessed) {
  const Spot spot = spot_at(launch, address);
  return spot.object == nullptr ? fmt::format("address {:#x}", address) : words(launch, spot, accessed).text;
}

std::string describe(const BoundLaunch& launch, std::uint64_t address, std::uint32_t bytes) {
  const Space space = space_of(address);
  if (space == Space::null) return "a null pointer";
  Spot spot = spot_at(launch, address);
  if (spot.object == nullptr) return fmt::format("address {:#x}", address);
  if (space == Space::private_ && spot.object == &launch.private_objects[0]) return "private memory";
  const Words first = words(launch, spot, AccessedValue{bytes});
  std::string place = first.text;
  if (bytes > first.bytes) {
    spot.offset += static_cast<std::int64_t>(bytes - first.bytes);
    place += " to " + words(launch, spot, AccessedValue{first.bytes}).text;
  }
  if (space == Space::local) return place + " (local)";
  if (space == Space::private_) return place + " (private)";
  return place;
}

std::string describe_extent(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  if (object == nullptr) return "any memory";
  return extent_words(elements_of(launch.program->shapes, *object), *object, space_of(address));
}

std::string describe_outside(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  if (object == nullptr || (object->bytes == 0 && object_of(address) == 0))
    return "which is outside all memory objects";
  const Elements elements = elements_of(launch.program->shapes, *object);
  const std::int64_t offset = offset_of(address);
  const std::string extent = extent_words(elements, *object, space_of(address));
  const std::string_view index = elements.has_rows ? "first index" : "index";
  const TypeShapes shapes = launch.program->shapes;
  if (offset >= 0 && object->shape != 0 && ends_open(shapes, object->shape))
    return fmt::format("past the end of {} ({})", object->name, plural(object->bytes, "byte"));
  if (offset < 0) {
    const std::int64_t before = -index_at(offset, elements.bytes);
    return fmt::format("{} before the beginning of {}; the {} must not be negative",
                       before == 1 ? "one" : std::to_string(before), extent, index);
  }
  const std::int64_t past = index_at(offset, elements.bytes) - static_cast<std::int64_t>(elements.count) + 1;
  if (past <= 0 || elements.count == 0) return "extending past the end of " + extent;
  return fmt::format("{}past the end of {}; the {} must stay below {}", past == 1 ? "one " : "", extent,
                     index, elements.count);
}

}  // namespace lockstep::sim
