// Computes properties of types, and their names in messages.
#include "sim/frontend/tree/type.hpp"

#include <fmt/format.h>

#include <array>

namespace lockstep::sim::language {
namespace {

constexpr std::array kBasicNames = {"void", "bool", "char",  "uchar", "short", "ushort", "int",
                                    "uint", "long", "ulong", "half",  "float", "double"};

// Writes the sizes in the order of C, after the element type: int[4][8] is four arrays of eight ints.
std::string array_text(const Type& type) {
  std::string sizes;
  const Type* innermost = &type;
  for (; innermost->is_array(); innermost = innermost->element)
    sizes += innermost->complete ? fmt::format("[{}]", innermost->length) : "[]";
  return to_string(*innermost) + sizes;
}

std::string function_text(const Type& type) {
  std::string parameters;
  for (const Type* parameter : type.parameters)
    parameters += (parameters.empty() ? "" : ", ") + to_string(*parameter);
  return fmt::format("{} ({})", to_string(*type.element), parameters);
}

std::string_view access_name(ImageAccess access) {
  if (access == ImageAccess::read_only) return "__read_only";
  return access == ImageAccess::write_only ? "__write_only" : "__read_write";
}

}  // namespace

std::string_view name(AddressSpace space) {
  switch (space) {
    case AddressSpace::local:
      return "__local";
    case AddressSpace::global:
      return "__global";
    case AddressSpace::constant:
      return "__constant";
    case AddressSpace::generic:
      return "__generic";
    case AddressSpace::private_:
      break;
  }
  return "";
}

bool Type::is_signed() const {
  return kind == TypeKind::char_ || kind == TypeKind::short_ || kind == TypeKind::int_ ||
         kind == TypeKind::long_;
}

bool Type::is_unsigned() const { return is_integer() && !is_signed(); }

LaneType Type::lane_type() const {
  switch (scalar()->kind) {
    case TypeKind::char_:
      return LaneType::int8;
    case TypeKind::uchar:
      return LaneType::uint8;
    case TypeKind::short_:
      return LaneType::int16;
    case TypeKind::ushort:
      return LaneType::uint16;
    case TypeKind::uint:
      return LaneType::uint32;
    case TypeKind::long_:
      return LaneType::int64;
    case TypeKind::ulong:
    case TypeKind::pointer:
    case TypeKind::event:
    case TypeKind::image:
      return LaneType::uint64;
    case TypeKind::sampler:
      return LaneType::uint32;
    case TypeKind::half:
    case TypeKind::float_:
      return LaneType::float32;
    case TypeKind::double_:
      return LaneType::float64;
    default:
      return LaneType::int32;
  }
}

LaneType Type::memory_lane_type() const {
  if (scalar()->is_bool()) return LaneType::uint8;
  if (scalar()->kind == TypeKind::half) return LaneType::uint16;
  return lane_type();
}

const Member* Type::find_member(std::string_view member_name) const {
  const auto found = member_places.find(member_name);
  return found == member_places.end() ? nullptr : &members[found->second];
}

std::string to_string(const Type& type) {
  switch (type.kind) {
    case TypeKind::vector:
      return fmt::format("{}{}", to_string(*type.element), type.count);
    case TypeKind::pointer:
      return to_string(*type.element, type.pointee_const, type.pointee_volatile,
                       type.hides_space ? AddressSpace::private_ : type.space) +
             "*";
    case TypeKind::array:
      return array_text(type);
    case TypeKind::function:
      return function_text(type);
    case TypeKind::record:
      if (type.name.empty()) return type.is_union ? "union (unnamed)" : "struct (unnamed)";
      return type.name;
    case TypeKind::event:
      return "event_t";
    case TypeKind::image:
      return fmt::format("{} {}", access_name(type.access), opencl_name(type.image));
    case TypeKind::sampler:
      return "sampler_t";
    case TypeKind::opaque:
      return type.name;
    default:
      return kBasicNames[static_cast<std::size_t>(type.kind)];
  }
}

std::string to_string(const Type& type, bool is_const, bool is_volatile, AddressSpace space) {
  std::string text(name(space));
  if (!text.empty()) text += ' ';
  // For a pointer type, const is written at the end, because a const at the start would apply to the pointee.
  if (type.is_pointer()) return text + to_string(type) + (is_const ? " const" : "");
  if (is_const) text += "const ";
  if (is_volatile) text += "volatile ";
  return text + to_string(type);
}

}  // namespace lockstep::sim::language
