// Writes types and declarators: records of classes, and pointers with address spaces.
#include <fmt/format.h>

#include <algorithm>

#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

using language::TypeKind;

// Removes the keyword from a name: "struct Pair" becomes "Pair".
std::string_view without_keyword(std::string_view name) {
  for (const std::string_view keyword : {"struct ", "union ", "class "})
    if (name.starts_with(keyword)) name.remove_prefix(keyword.size());
  return name;
}

// Returns whether the name is that of a CUDA vector with one or three components, which OpenCL C lacks or
// lays out differently. For example, float3 has 12 bytes in CUDA and 16 bytes in OpenCL C.
bool is_vector_of_cuda(std::string_view name) {
  const std::size_t digits = name.find_last_not_of("13") + 1;
  if (digits + 1 != name.size()) return false;
  for (const std::string_view element : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                                         "longlong", "ulonglong", "float", "double"})
    if (name.substr(0, digits) == element) return true;
  return false;
}

std::uint64_t opencl_alignment(const Type& type) {
  if (type.is_array()) return opencl_alignment(*type.element);
  if (type.is_vector()) return type.element->size * (type.count == 3 ? 4 : type.count);
  if (!type.is_record()) return type.alignment;
  std::uint64_t most = 1;
  for (const Member& member : type.members) most = std::max(most, opencl_alignment(*member.type));
  return std::max(most, type.alignment);
}

bool has_other_layout(const Type& record) {
  if (record.is_union) return false;
  std::uint64_t end = 0;
  for (const Member& member : record.members) {
    const std::uint64_t alignment = std::max(opencl_alignment(*member.type), member.alignment);
    end = (end + alignment - 1) / alignment * alignment;
    if (end != member.offset) return true;
    end += member.type->size;
  }
  return false;
}

std::uint64_t natural_alignment(const Type& record) {
  std::uint64_t most = 1;
  for (const Member& member : record.members)
    most = std::max({most, member.type->alignment, member.alignment});
  return most;
}

bool points_to(const Type& type, const Type& record) {
  if (type.is_array() || type.is_pointer())
    return type.element == &record || points_to(*type.element, record);
  return false;
}

}  // namespace

const Type& Writer::innermost(const Type& type) {
  const Type* inner = &type;
  while (inner->is_array()) inner = inner->element;
  return *inner;
}

// Returns whether the type is a class without members, or a lambda without captures.
bool Writer::is_empty(const Type& type) const {
  if (type.is_pointer()) return is_empty(*type.element);
  return type.is_record() && std::ranges::all_of(type.members, [&](const Member& member) {
           return member.name.empty() ? !member.type->is_record() : is_empty(*member.type);
         });
}

std::string Writer::type_name(const Type& type) {
  if (type.is_record()) return record_name(type);
  if (innermost(type).scalar()->kind == TypeKind::half) extensions_.emplace("cl_khr_fp16");
  if (type.kind == TypeKind::pointer) return declaration_type(type, AddressSpace::generic);
  return to_string(type);
}

std::string Writer::declaration_type(const Type& type, AddressSpace space) {
  return declarator(type, space, "");
}

// Writes a C declarator: the name and the symbols around it. `space` is the address space that a pointer
// points to.
std::string Writer::declarator(const Type& type, AddressSpace space, const std::string& name, bool is_const,
                               bool is_restrict) {
  if (type.is_array()) {
    const std::string length = type.complete ? fmt::format("[{}]", type.length) : "[]";
    return declarator(*type.element, space, name + length, is_const, is_restrict);
  }
  if (!type.is_pointer())
    return (is_const ? "const " : "") + type_name(type) + (name.empty() || name[0] == '[' ? "" : " ") + name;
  std::string inner = "*";
  if (is_const) inner += "const ";
  if (is_restrict) inner += "restrict ";
  inner += name;
  const Type& pointee = *type.element;
  if (pointee.is_array()) inner = "(" + inner + ")";
  if (space == AddressSpace::generic) needs_version_3_ = true;
  std::string qualifiers;
  if (space != AddressSpace::generic && space != AddressSpace::private_)
    qualifiers = std::string(language::name(space)) + " ";
  if (type.pointee_volatile) qualifiers += "volatile ";
  // The address space of a pointer in memory is not known.
  if (innermost(pointee).is_pointer())
    return declarator(pointee, AddressSpace::generic, qualifiers + inner, type.pointee_const);
  const std::string element = declarator(pointee, AddressSpace::private_, inner, type.pointee_const);
  return qualifiers + element;
}

std::string Writer::record_name(const Type& record) {
  if (names_.has(&record)) return names_.of(&record, "");
  const std::string_view name = without_keyword(record.name);
  names_.of(&record, is_vector_of_cuda(name) ? fmt::format("packed_{}", name)
                     : name == "dim3"        ? "dimensions"
                     : name.empty()          ? "record"
                                             : std::string(name));
  if (!is_empty(record)) write_record(record);
  return names_.of(&record, "");
}

std::string Writer::members(const Type& record) {
  std::string text;
  for (const Member& member : record.members) {
    if (member.name.empty() && member.type->is_record()) {
      text += fmt::format("  {} {{\n{}  }};\n", member.type->is_union ? "union" : "struct",
                          members(*member.type));
      continue;
    }
    if (is_empty(*member.type)) continue;
    const std::string name = member.name.empty() ? "unused" : Names::of_variable(member.name);
    text += "  ";
    if (member.is_volatile) text += "volatile ";
    text += declarator(*member.type, spaces_.of_member(member), name);
    if (member.alignment > member.type->alignment)
      text += fmt::format(" __attribute__((aligned({})))", member.alignment);
    text += ";\n";
  }
  return text;
}

void Writer::write_record(const Type& record) {
  const std::string name = names_.of(&record, "");
  std::string base(without_keyword(record.name));
  base.resize(std::min(base.find('<'), base.size()));
  if (const std::size_t at = base.rfind(':'); at != std::string::npos) base.erase(0, at + 1);
  Item item;
  const auto& tokens = layout_.tokens();
  for (std::size_t i = 1; i < tokens.size() && !item.source; ++i)
    if (tokens[i].extent.file == 0 && tokens[i].token.is(base) &&
        (tokens[i - 1].token.is("struct") || tokens[i - 1].token.is("class") ||
         tokens[i - 1].token.is("union") || tokens[i - 1].token.is(")")))
      item.source = tokens[i].extent;
  if (has_other_layout(record)) {
    errors_.push_back(
        fmt::format("The members of {} have different offsets in OpenCL C, where vectors are aligned to "
                    "their size. Write the vectors as arrays.",
                    name));
    return;
  }
  const bool is_recursive = std::ranges::any_of(
      record.members, [&](const Member& member) { return points_to(*member.type, record); });
  std::string aligned;
  if (record.alignment > natural_alignment(record))
    aligned = fmt::format(" __attribute__((aligned({})))", record.alignment);
  const std::string_view keyword = record.is_union ? "union" : "struct";
  const std::string body = members(record);
  item.text = is_recursive
                  ? fmt::format("typedef {0} {1} {1};\n{0} {1} {{\n{2}}}{3};", keyword, name, body, aligned)
                  : fmt::format("typedef {} {{\n{}}}{} {};", keyword, body, aligned, name);
  items_.push_back(std::move(item));
}

}  // namespace lockstep::sim::translation::opencl
