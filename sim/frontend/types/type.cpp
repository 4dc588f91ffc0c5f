// Properties of types, and their spelling in messages.
#include "sim/frontend/types/type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep::sim::language {
namespace {

constexpr std::array kBasicNames = {"void", "bool", "char",  "uchar", "short", "ushort", "int",
                                    "uint", "long", "ulong", "half",  "float", "double"};

// C writes array sizes last: int[4][8] is four arrays of eight ints.
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
      return to_string(*type.element, type.pointee_const, type.pointee_volatile, type.space) + "*";
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
  // const before a pointer would be read as the pointee's.
  if (type.is_pointer()) return text + to_string(type) + (is_const ? " const" : "");
  if (is_const) text += "const ";
  if (is_volatile) text += "volatile ";
  return text + to_string(type);
}

// Interning: the same type is always the same object. Sizes and alignments are OpenCL's
// (6.1.5): those of a device with 64-bit addresses; a vector is aligned to its size.

namespace {

constexpr std::array<std::uint64_t, 13> kBasicSizes = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};

std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

TypeTable::TypeTable() {
  for (std::size_t kind = 0; kind < kBasicSizes.size(); ++kind) {
    const std::uint64_t size = kBasicSizes[kind];
    basic_.push_back(add({.kind = static_cast<TypeKind>(kind),
                          .size = size,
                          .alignment = std::max<std::uint64_t>(size, 1),
                          .complete = size > 0}));
  }
  // The kinds between the basic ones and event_t are made by their own functions.
  basic_.resize(static_cast<std::size_t>(TypeKind::event));
  basic_.push_back(add({.kind = TypeKind::event, .size = 8, .alignment = 8}));
  basic_.push_back(nullptr);  // images
  basic_.push_back(add({.kind = TypeKind::sampler, .size = 4, .alignment = 4}));
}

Type* TypeTable::add(Type type) { return &types_.emplace_back(std::move(type)); }

const Type* TypeTable::vector(const Type* element, unsigned count) {
  if (count == 1) return element;
  const Type*& slot = vectors_[{element, count}];
  if (!slot) {
    const std::uint64_t size = element->size * (count == 3 ? 4 : count);
    slot =
        add({.kind = TypeKind::vector, .size = size, .alignment = size, .element = element, .count = count});
  }
  return slot;
}

const Type* TypeTable::pointer(const Type* pointee, AddressSpace space, bool is_const, bool is_volatile) {
  const Type*& slot = pointers_[{pointee, space, is_const, is_volatile}];
  if (!slot)
    slot = add({.kind = TypeKind::pointer,
                .size = 8,
                .alignment = 8,
                .element = pointee,
                .depth = pointee->is_record() ? 1 : pointee->depth + 1,
                .space = space,
                .pointee_const = is_const,
                .pointee_volatile = is_volatile});
  return slot;
}

const Type* TypeTable::array(const Type* element, std::uint64_t length) {
  const Type*& slot = arrays_[{element, length, true}];
  if (!slot)
    slot = add({.kind = TypeKind::array,
                .size = element->size * length,
                .alignment = element->alignment,
                .element = element,
                .length = length,
                .depth = element->depth + 1});
  return slot;
}

const Type* TypeTable::unsized_array(const Type* element) {
  const Type*& slot = arrays_[{element, 0, false}];
  if (!slot)
    slot = add({.kind = TypeKind::array,
                .alignment = element->alignment,
                .element = element,
                .complete = false,
                .depth = element->depth + 1});
  return slot;
}

const Type* TypeTable::function(const Type* result, std::vector<const Type*> parameters) {
  const Type*& slot = functions_[{result, parameters}];
  if (slot) return slot;
  unsigned below = result->depth;
  for (const Type* parameter : parameters) below = std::max(below, parameter->depth);
  slot = add({.kind = TypeKind::function,
              .element = result,
              .depth = below + 1,
              .parameters = std::move(parameters)});
  return slot;
}

const Type* TypeTable::opaque(std::string_view type_name) {
  const auto found = opaques_.find(type_name);
  if (found != opaques_.end()) return found->second;
  const Type* type =
      add({.kind = TypeKind::opaque, .size = 8, .alignment = 8, .name = std::string(type_name)});
  opaques_.emplace(type_name, type);
  return type;
}

const Type* TypeTable::image(ImageKind kind, ImageAccess access) {
  const Type*& slot = images_[{kind, access}];
  if (!slot)
    slot = add({.kind = TypeKind::image, .size = 8, .alignment = 8, .image = kind, .access = access});
  return slot;
}

Type* TypeTable::new_record(std::string record_name, bool is_union) {
  return add(
      {.kind = TypeKind::record, .complete = false, .name = std::move(record_name), .is_union = is_union});
}

void TypeTable::lay_out(Type& record, std::vector<Member> members, bool packed, std::uint64_t alignment) {
  std::uint64_t end = 0;
  record.alignment = std::max<std::uint64_t>(alignment, 1);
  for (Member& member : members) {
    const std::uint64_t member_alignment = packed ? std::max<std::uint64_t>(member.alignment, 1)
                                                  : std::max(member.type->alignment, member.alignment);
    member.offset = record.is_union ? 0 : round_up(end, member_alignment);
    end = std::max(end, member.offset + member.type->size);
    record.depth = std::max(record.depth, member.type->depth + 1);
    record.alignment = std::max(record.alignment, member_alignment);
  }
  record.members = std::move(members);
  for (std::size_t i = 0; i < record.members.size(); ++i)
    if (!record.members[i].name.empty()) record.member_places.emplace(record.members[i].name, i);
  record.size = round_up(end, record.alignment);
  record.complete = true;
}

const Type* TypeTable::signed_of_size(std::uint64_t bytes) const {
  switch (bytes) {
    case 1:
      return basic(TypeKind::char_);
    case 2:
      return basic(TypeKind::short_);
    case 4:
      return basic(TypeKind::int_);
    default:
      return basic(TypeKind::long_);
  }
}

const Type* TypeTable::unsigned_of_size(std::uint64_t bytes) const {
  const auto signed_kind = static_cast<std::size_t>(signed_of_size(bytes)->kind);
  return basic_[signed_kind + 1];
}

}  // namespace lockstep::sim::language
