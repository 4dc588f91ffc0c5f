// Sizes and alignments follow OpenCL C (Section 6.1.5) for a device with 64-bit addresses. A vector is
// aligned to its size.
#include "sim/frontend/tree/type_table.hpp"

#include <algorithm>
#include <array>

namespace lockstep::sim::language {
namespace {

constexpr std::array<std::uint64_t, 13> kBasicSizes = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};

std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

TypeTable::TypeTable(Language language) : language_(language) {
  for (std::size_t kind = 0; kind < kBasicSizes.size(); ++kind) {
    const std::uint64_t size = kBasicSizes[kind];
    basic_.push_back(add({.kind = static_cast<TypeKind>(kind),
                          .size = size,
                          .alignment = std::max<std::uint64_t>(size, 1),
                          .complete = size > 0}));
  }
  // Separate functions create the types whose kinds are between the basic types and event_t.
  basic_.resize(static_cast<std::size_t>(TypeKind::event));
  basic_.push_back(add({.kind = TypeKind::event, .size = 8, .alignment = 8}));
  basic_.push_back(nullptr);  // images have no basic type
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
                .pointee_volatile = is_volatile,
                .hides_space = language_ == Language::cuda});
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
