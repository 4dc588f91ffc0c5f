#include "sim/frontend/parse/scope.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace lockstep::sim::language {
namespace {

// Types that are not supported. They are known by name, so that messages can name the missing feature.
constexpr std::array<std::string_view, 11> kOpaqueTypes = {"image2d_depth_t",
                                                           "image2d_array_depth_t",
                                                           "image2d_msaa_t",
                                                           "image2d_array_msaa_t",
                                                           "image2d_msaa_depth_t",
                                                           "image2d_array_msaa_depth_t",
                                                           "queue_t",
                                                           "clk_event_t",
                                                           "ndrange_t",
                                                           "reserve_id_t",
                                                           "clk_profiling_info"};

}  // namespace

Scopes::Scopes(TypeTable& types) {
  scopes_.resize(1);
  predefine(types);
  enter();
}

void Scopes::predefine(std::string name, const Type* type) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::type;
  symbol.type.type = type;
  declare(names_.emplace_back(std::move(name)), std::move(symbol));
}

void Scopes::predefine(TypeTable& types) {
  for (std::size_t kind = static_cast<std::size_t>(TypeKind::char_);
       kind <= static_cast<std::size_t>(TypeKind::double_); ++kind) {
    const Type* type = types.basic(static_cast<TypeKind>(kind));
    for (const unsigned count : {2U, 3U, 4U, 8U, 16U}) {
      const Type* vector = types.vector(type, count);
      predefine(to_string(*vector), vector);
    }
    if (type->is_unsigned()) predefine(to_string(*type), type);
  }
  const std::pair<std::string_view, const Type*> kAliases[] = {{"size_t", types.ulong_type()},
                                                               {"ptrdiff_t", types.long_type()},
                                                               {"intptr_t", types.long_type()},
                                                               {"uintptr_t", types.ulong_type()},
                                                               {"bool", types.bool_type()},
                                                               {"event_t", types.basic(TypeKind::event)},
                                                               {"sampler_t", types.basic(TypeKind::sampler)},
                                                               {"half", types.basic(TypeKind::half)},
                                                               {"cl_mem_fence_flags", types.uint_type()},
                                                               {"memory_order", types.int_type()},
                                                               {"memory_scope", types.int_type()},
                                                               {"atomic_int", types.int_type()},
                                                               {"atomic_uint", types.uint_type()},
                                                               {"atomic_long", types.long_type()},
                                                               {"atomic_ulong", types.ulong_type()},
                                                               {"atomic_float", types.float_type()},
                                                               {"atomic_double", types.double_type()},
                                                               {"atomic_flag", types.int_type()},
                                                               {"atomic_size_t", types.ulong_type()},
                                                               {"atomic_ptrdiff_t", types.long_type()},
                                                               {"atomic_intptr_t", types.long_type()},
                                                               {"atomic_uintptr_t", types.ulong_type()}};
  for (const auto& [name, type] : kAliases) predefine(std::string(name), type);
  for (const std::string_view name : kOpaqueTypes) predefine(std::string(name), types.opaque(name));
  for (const ImageKind kind : {ImageKind::image1d, ImageKind::image1d_buffer, ImageKind::image1d_array,
                               ImageKind::image2d, ImageKind::image2d_array, ImageKind::image3d})
    predefine(std::string(opencl_name(kind)), types.image(kind, ImageAccess::read_only));
}

const Symbol* Scopes::find(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->symbols.find(name);
    if (found != scope->symbols.end()) return &found->second;
  }
  return nullptr;
}

std::size_t Scopes::depth_of(std::string_view name) const {
  for (std::size_t depth = scopes_.size(); depth > 0; --depth)
    if (scopes_[depth - 1].symbols.contains(name)) return depth;
  return 0;
}

Scopes::Suspended Scopes::suspend() {
  const auto first = scopes_.begin() + static_cast<std::ptrdiff_t>(kProgramScope);
  Suspended suspended{{std::make_move_iterator(first), std::make_move_iterator(scopes_.end())}};
  scopes_.erase(first, scopes_.end());
  return suspended;
}

void Scopes::resume(Suspended suspended) {
  scopes_.resize(kProgramScope);
  std::ranges::move(suspended.scopes, std::back_inserter(scopes_));
}

Symbol* Scopes::find_in(Scope& scope, std::string_view name) {
  const auto found = scope.symbols.find(name);
  return found == scope.symbols.end() ? nullptr : &found->second;
}

Symbol& Scopes::declare_in(Scope& scope, std::string_view name, Symbol symbol) {
  return scope.symbols.insert_or_assign(name, std::move(symbol)).first->second;
}

Symbol* Scopes::find_here(std::string_view name) { return find_in(scopes_.back(), name); }

Symbol& Scopes::declare(std::string_view name, Symbol symbol) {
  return declare_in(scopes_.back(), name, std::move(symbol));
}

Symbol* Scopes::find_at_program_scope(std::string_view name) {
  return find_in(scopes_[kProgramScope - 1], name);
}

Symbol& Scopes::declare_at_program_scope(std::string_view name, Symbol symbol) {
  return declare_in(scopes_[kProgramScope - 1], name, std::move(symbol));
}

Type* Scopes::find_record(std::string_view tag) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->records.find(tag);
    if (found != scope->records.end()) return found->second;
  }
  return nullptr;
}

Type* Scopes::find_record_here(std::string_view tag) const {
  const auto found = scopes_.back().records.find(tag);
  return found == scopes_.back().records.end() ? nullptr : found->second;
}

void Scopes::suggest(Spelling& spelling) const {
  for (const std::string_view name : names()) spelling.consider(name);
}

std::vector<std::string_view> Scopes::names() const {
  std::vector<std::string_view> names;
  for (const Scope& scope : scopes_)
    for (const auto& [name, symbol] : scope.symbols) names.push_back(name);
  return names;
}

}  // namespace lockstep::sim::language
