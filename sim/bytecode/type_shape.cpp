#include "sim/bytecode/type_shape.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep::sim {
namespace {

std::string component_name(std::uint64_t component, std::uint64_t count) {
  constexpr std::string_view kFirstFour = "xyzw";
  return count <= kFirstFour.size() ? fmt::format(".{}", kFirstFour[component])
                                    : fmt::format(".s{:x}", component);
}

void add_bytes(NamedPart& part, std::uint64_t rest) {
  if (rest != 0) part.suffix += " + " + plural(rest, "byte");
}

// Descends from a type into its parts until the access covers the remaining part.
class Descent {
 public:
  Descent(TypeShapes shapes, const AccessedValue& accessed) : shapes_(shapes), accessed_(accessed) {}

  void into(std::uint32_t index, std::uint64_t offset) {
    const TypeShape& shape = shapes_[index];
    part_.bytes = shape.bytes;
    switch (shape.kind) {
      case TypeShape::Kind::scalar:
        return add_bytes(part_, offset);
      case TypeShape::Kind::vector:
        return into_vector(shape, offset);
      case TypeShape::Kind::array:
        return into_element(shape.element, static_cast<std::int64_t>(offset));
      case TypeShape::Kind::record:
        return into_record(shape, offset);
    }
  }

  void into_element(std::uint32_t element, std::int64_t offset) {
    if (ends_open(shapes_, element) && offset >= 0) {
      part_.suffix += "[0]";
      return into(element, static_cast<std::uint64_t>(offset));
    }
    const std::uint64_t size = std::max<std::uint64_t>(shapes_[element].bytes, 1);
    const std::int64_t index = index_at(offset, size);
    part_.suffix += fmt::format("[{}]", index);
    into(element, static_cast<std::uint64_t>(offset - index * static_cast<std::int64_t>(size)));
  }

  NamedPart take() { return std::move(part_); }

 private:
  void into_vector(const TypeShape& shape, std::uint64_t offset) {
    const std::uint64_t size = size_bytes(shape.type);
    if (offset == 0 && accessed_.bytes >= size * shape.count) return;
    const std::uint64_t component = offset / size;
    if (component >= shape.count) return add_bytes(part_, offset);  // padding of a 3-vector
    part_.suffix += component_name(component, shape.count);
    part_.bytes = size;
    add_bytes(part_, offset % size);
  }

  bool reaches(const TypeShape::Member& member, std::uint64_t offset) const {
    const TypeShape& shape = shapes_[member.shape];
    const bool is_open = shape.kind == TypeShape::Kind::array && shape.count == 0;
    return offset >= member.offset && (is_open || offset - member.offset < shape.bytes);
  }

  // Returns how well the part at this offset matches the accessed value; a greater number is a better match.
  unsigned likeness(std::uint32_t index, std::uint64_t offset) const {
    const TypeShape& shape = shapes_[index];
    if (offset == 0 && shape.bytes == accessed_.bytes)
      return shape.kind == TypeShape::Kind::scalar && accessed_.type == shape.type ? 3 : 2;
    switch (shape.kind) {
      case TypeShape::Kind::scalar:
        return offset == 0 ? 1 : 0;
      case TypeShape::Kind::vector: {
        const std::uint64_t size = size_bytes(shape.type);
        if (offset % size != 0) return 0;
        return accessed_.type == shape.type ? 3 : size == accessed_.bytes ? 2 : 1;
      }
      case TypeShape::Kind::array:
        return likeness(shape.element, offset % std::max<std::uint64_t>(shapes_[shape.element].bytes, 1));
      case TypeShape::Kind::record: {
        const TypeShape::Member* member = member_at(shape, offset);
        return member == nullptr ? 0 : likeness(member->shape, offset - member->offset);
      }
    }
    return 0;
  }

  // Returns the member that matches the access best. All members of a union have offset 0.
  const TypeShape::Member* member_at(const TypeShape& shape, std::uint64_t offset) const {
    const TypeShape::Member* found = nullptr;
    unsigned best = 0;
    for (const TypeShape::Member& member : shape.members) {
      if (!reaches(member, offset)) continue;
      const unsigned likely = likeness(member.shape, offset - member.offset);
      if (found != nullptr && likely <= best) continue;
      found = &member;
      best = likely;
    }
    return found;
  }

  void into_record(const TypeShape& shape, std::uint64_t offset) {
    const TypeShape::Member* member = member_at(shape, offset);
    if (member == nullptr) return add_bytes(part_, offset);  // between two members
    const bool is_whole =
        offset == 0 && accessed_.bytes >= shape.bytes && shapes_[member->shape].bytes < accessed_.bytes;
    if (is_whole) return;
    if (!member->name.empty()) part_.suffix += "." + member->name;
    into(member->shape, offset - member->offset);
  }

  TypeShapes shapes_;
  AccessedValue accessed_;
  NamedPart part_;
};

}  // namespace

bool ends_open(TypeShapes shapes, std::uint32_t shape) {
  if (shapes[shape].kind != TypeShape::Kind::record || shapes[shape].members.empty()) return false;
  const TypeShape& last = shapes[shapes[shape].members.back().shape];
  return last.kind == TypeShape::Kind::array && last.count == 0;
}

std::int64_t index_at(std::int64_t offset, std::uint64_t element_bytes) {
  const auto size = static_cast<std::int64_t>(element_bytes);
  return (offset - (offset < 0 ? size - 1 : 0)) / size;
}

NamedPart part_at(TypeShapes shapes, std::uint32_t shape, std::int64_t offset,
                  const AccessedValue& accessed) {
  Descent descent(shapes, accessed);
  if (shapes[shape].kind == TypeShape::Kind::array)
    descent.into_element(shapes[shape].element, offset);
  else
    descent.into(shape, static_cast<std::uint64_t>(offset));
  return descent.take();
}

NamedPart part_behind(TypeShapes shapes, std::uint32_t shape, std::int64_t offset,
                      const AccessedValue& accessed) {
  Descent descent(shapes, accessed);
  descent.into_element(shape, offset);
  return descent.take();
}

}  // namespace lockstep::sim
