#include "sim/frontend/cuda/work_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::cuda {
namespace {

struct Index {
  std::string_view name;
  WorkItemQuery query;
};
constexpr std::array<Index, 4> kIndices{{{"threadIdx", WorkItemQuery::local_id},
                                         {"blockIdx", WorkItemQuery::group_id},
                                         {"blockDim", WorkItemQuery::local_size},
                                         {"gridDim", WorkItemQuery::num_groups}}};
constexpr std::string_view kDimensions = "xyz";

Expr* query(Parser& p, WorkItemQuery what, std::optional<unsigned> dimension, const Type* type,
            const SourceRange& range) {
  std::vector<Expr*> operands;
  if (dimension)
    operands.push_back(integer_literal(p.context, *dimension, p.context.types.uint_type(), range));
  Expr* expr = new_expr(p.context, ExprKind::special, type, range, std::move(operands));
  expr->special = Special::work_item;
  expr->query = what;
  return expr;
}

void declare_type(Parser& p, std::string_view name, const Type* type) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::type;
  symbol.type.type = type;
  p.scopes.declare(name, std::move(symbol));
}

// Creates a class with members x, y and z, as in CUDA's headers.
Type* members_record(Parser& p, std::string_view name, const Type* element, unsigned count,
                     std::uint64_t alignment) {
  Type* record = p.context.types.new_record(std::string(name), false);
  std::vector<Member> members;
  for (unsigned i = 0; i < count; ++i)
    members.push_back({.name = std::string(1, "xyzw"[i]), .type = element});
  p.context.types.lay_out(*record, std::move(members), false, alignment);
  declare_type(p, name, record);
  state_of(p).of_type[record].is_complete = true;
  return record;
}

struct VectorElement {
  std::string_view name;
  TypeKind kind;
};
constexpr std::array<VectorElement, 12> kElements{{{"char", TypeKind::char_},
                                                   {"uchar", TypeKind::uchar},
                                                   {"short", TypeKind::short_},
                                                   {"ushort", TypeKind::ushort},
                                                   {"int", TypeKind::int_},
                                                   {"uint", TypeKind::uint},
                                                   {"long", TypeKind::long_},
                                                   {"ulong", TypeKind::ulong},
                                                   {"longlong", TypeKind::long_},
                                                   {"ulonglong", TypeKind::ulong},
                                                   {"float", TypeKind::float_},
                                                   {"double", TypeKind::double_}}};

void declare_vectors(Parser& p) {
  State& state = state_of(p);
  for (const auto& [name, kind] : kElements) {
    const Type* element = p.context.types.basic(kind);
    members_record(p, state.keep(fmt::format("{}1", name)), element, 1, 0);
    members_record(p, state.keep(fmt::format("{}3", name)), element, 3, 0);
    for (const unsigned count : {2U, 4U})
      declare_type(p, state.keep(fmt::format("{}{}", name, count)), p.context.types.vector(element, count));
  }
}

// Constructs a dim3, as in dim3 d(8, 8); omitted components are 1.
void declare_dim3(Parser& p) {
  const Type* uint = p.context.types.uint_type();
  Type* record = members_record(p, "dim3", uint, 3, 0);
  state_of(p).dim3 = record;
}

std::uint64_t largest(const Type& type) {
  const unsigned bits = static_cast<unsigned>(8 * type.size) - (type.is_signed() ? 1 : 0);
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

Expr* limit_of_floating(Parser& p, std::string_view name, const Type* type, const SourceRange& range) {
  const bool is_double = type->kind == TypeKind::double_;
  const auto literal = [&](double of_float, double of_double) {
    return floating_literal(p.context, is_double ? of_double : of_float, type, range);
  };
  using Float = std::numeric_limits<float>;
  using Double = std::numeric_limits<double>;
  if (name == "max") return literal(Float::max(), Double::max());
  if (name == "lowest") return literal(Float::lowest(), Double::lowest());
  if (name == "min") return literal(Float::min(), Double::min());
  if (name == "epsilon") return literal(Float::epsilon(), Double::epsilon());
  if (name == "infinity") return literal(Float::infinity(), Double::infinity());
  if (name == "quiet_NaN") return literal(Float::quiet_NaN(), Double::quiet_NaN());
  return nullptr;
}

Expr* limit(Parser& p, std::string_view name, const Type* type, const SourceRange& range) {
  if (type->is_floating()) return limit_of_floating(p, name, type, range);
  if (!type->is_integer()) return nullptr;
  if (name == "max") return integer_literal(p.context, largest(*type), type, range);
  if (name == "min" || name == "lowest")
    return integer_literal(p.context, type->is_signed() ? ~largest(*type) : 0, type, range);
  return nullptr;
}

}  // namespace

void declare_types(Parser& p) {
  declare_vectors(p);
  declare_dim3(p);
  const TypeTable& types = p.context.types;
  const std::pair<std::string_view, TypeKind> kIntegers[] = {
      {"int8_t", TypeKind::char_},    {"uint8_t", TypeKind::uchar},  {"int16_t", TypeKind::short_},
      {"uint16_t", TypeKind::ushort}, {"int32_t", TypeKind::int_},   {"uint32_t", TypeKind::uint},
      {"int64_t", TypeKind::long_},   {"uint64_t", TypeKind::ulong}, {"__half", TypeKind::half},
      {"clock_t", TypeKind::long_},   {"ssize_t", TypeKind::long_}};
  for (const auto& [name, kind] : kIntegers) declare_type(p, name, types.basic(kind));
  for (const std::string_view name : {"half2", "__half2"})
    declare_type(p, name, p.context.types.vector(types.basic(TypeKind::half), 2));
}

const Type* made_type(Parser& p, std::string_view function) {
  constexpr std::string_view kMake = "make_";
  if (!function.starts_with(kMake)) return nullptr;
  const Symbol* symbol = p.scopes.find(function.substr(kMake.size()));
  if (symbol == nullptr || symbol->kind != Symbol::Kind::type) return nullptr;
  const Type* type = symbol->type.type;
  return type->is_vector() || type->is_record() ? type : nullptr;
}

Expr* work_item_value(Parser& p) {
  const Token& name = p.peek();
  if (name.is("warpSize"))
    return convert(p.context,
                   query(p, WorkItemQuery::max_sub_group_size, std::nullopt, p.context.types.uint_type(),
                         p.take().range),
                   p.context.types.int_type(), "warpSize");
  const auto index = std::ranges::find(kIndices, name.text, &Index::name);
  if (index == kIndices.end()) return nullptr;
  p.take();
  const Type* uint = p.context.types.uint_type();
  if (p.next_is(".") && p.peek(1).text.size() == 1 &&
      kDimensions.find(p.peek(1).text) != std::string_view::npos) {
    p.take();
    const auto dimension = static_cast<unsigned>(kDimensions.find(p.peek().text));
    const SourceRange range = join(name.range, p.take().range);
    return query(p, index->query, dimension, uint, range);
  }
  if (p.next_is(".")) p.context.fail(p.peek(1).range, fmt::format("{} has x, y and z", name.text));
  std::vector<Expr*> values;
  for (unsigned d = 0; d < 3; ++d) values.push_back(query(p, index->query, d, uint, name.range));
  const bool is_index = index->query == WorkItemQuery::local_id || index->query == WorkItemQuery::group_id;
  const Symbol* uint3 = p.scopes.find("uint3");
  return record_value(p, is_index && uint3 != nullptr ? uint3->type.type : state_of(p).dim3, values,
                      name.range);
}

std::vector<std::string> names_of_types() {
  std::vector<std::string> names{"dim3"};
  for (const VectorElement& element : kElements)
    for (unsigned count = 1; count <= 4; ++count) names.push_back(fmt::format("{}{}", element.name, count));
  return names;
}

std::vector<std::string> names_of_indices() {
  std::vector<std::string> names{"warpSize"};
  for (const Index& index : kIndices) names.emplace_back(index.name);
  return names;
}

Expr* library_member(Parser& p) {
  const std::size_t begin = p.position();
  skip_namespaces(p);
  const Token& name = p.peek();
  if (!name.is("numeric_limits")) {
    p.go_to(begin);
    return nullptr;
  }
  p.take();
  p.expect("<", "after numeric_limits");
  const Type* type = parse_type_name(p).type;
  p.expect(">", "after this type");
  p.expect("::", "after numeric_limits<…>");
  const Token& member = p.take();
  if (p.take_if("(")) p.expect(")", "after '('");
  if (Expr* value = limit(p, member.text, type, join(name.range, p.last_range()))) return value;
  p.context.fail(member.range,
                 fmt::format("numeric_limits<{}>::{} is not supported", to_string(*type), member.text));
}

}  // namespace lockstep::sim::language::cuda
