// Walks the braced list and the type together (C99 6.7.8). A cursor moves over the items of a list; each
// member or element takes its items either from its own braces or directly from the enclosing list.
#include "sim/frontend/parse/initialisers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::uint64_t kMaxElements = 1 << 20;
constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;

struct Cursor {
  const std::vector<Initializer::Item>& items;
  std::size_t at = 0;
  bool done() const { return at == items.size(); }
  const Initializer::Item& item() const { return items[at]; }
};

bool is_aggregate(const Type* type) { return type->is_array() || type->is_record(); }

bool is_string_for(const Initializer& initializer, const Type* type) {
  return initializer.expr && initializer.expr->kind == ExprKind::string_literal && type->is_array() &&
         type->element->is_integer() && type->element->size == 1;
}

// Returns the string in a braced list that contains only a string, which has the same meaning.
const Initializer& without_braces(const Initializer& initializer, const Type* type) {
  const bool single =
      !initializer.expr && initializer.items.size() == 1 && initializer.items[0].designators.empty();
  return single && is_string_for(*initializer.items[0].value, type) ? *initializer.items[0].value
                                                                    : initializer;
}

class Walk {
 public:
  explicit Walk(Context& context) : context_(context) {}

  std::vector<InitElement> elements;
  std::uint64_t end = 0;  // size up to the last initialised element of an array of unknown length

  // Initialises an entire object from one initialiser.
  void object(const Type* type, std::uint64_t offset, const Initializer& given) {
    const Initializer& initializer = without_braces(given, type);
    if (is_string_for(initializer, type)) return characters(type, offset, *initializer.expr);
    if (!initializer.expr && is_aggregate(type)) {
      Cursor cursor{initializer.items};
      members(type, offset, cursor, true);
      if (!cursor.done())
        context_.diagnostics.warn(
            cursor.item().value->range,
            fmt::format("excess value in the initialiser of {} is ignored", to_string(*type)),
            "excess-initializers");
      return;
    }
    if (!initializer.expr) return braced_value(type, offset, initializer);
    if (type->is_array()) context_.fail(initializer.range, "an array needs an initialiser list in braces");
    add(offset, convert(context_, initializer.expr, type, "this initial value"));
  }

 private:
  // Initialises a scalar from { x }, or a vector from { x, y.xy, … }.
  void braced_value(const Type* type, std::uint64_t offset, const Initializer& list) {
    std::vector<Expr*> operands;
    for (const Initializer::Item& item : list.items) {
      if (!item.designators.empty() || !item.value->expr)
        context_.fail(item.value->range,
                      fmt::format("the initialiser of {} must not contain designators or nested braces",
                                  to_string(*type)));
      operands.push_back(item.value->expr);
    }
    if (operands.empty()) return;
    if (type->is_vector()) {
      const bool splats = operands.size() == 1;
      add(offset, splats ? convert(context_, operands[0], type, "this initial value")
                         : vector_literal(context_, type, padded(type, operands, list.range), list.range));
    } else {
      if (operands.size() > 1)
        context_.diagnostics.warn(list.range,
                                  fmt::format("{} takes one value; the others are ignored", to_string(*type)),
                                  "excess-initializers");
      add(offset, convert(context_, operands[0], type, "this initial value"));
    }
  }

  // Adds zeros for the components that a list omits.
  std::vector<Expr*> padded(const Type* type, std::vector<Expr*> operands, const SourceRange& range) {
    unsigned count = 0;
    for (const Expr* operand : operands) count += operand->type->is_vector() ? operand->type->count : 1;
    for (; count < type->count; ++count)
      operands.push_back(integer_literal(context_, 0, context_.types.int_type(), range));
    return operands;
  }

  void characters(const Type* type, std::uint64_t offset, const Expr& string) {
    const std::uint64_t length = type->complete ? type->length : string.text.size() + 1;
    if (string.text.size() > length)
      context_.fail(string.range, fmt::format("the string is longer than {}", to_string(*type)));
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(length, string.text.size() + 1); ++i) {
      const char c = i < string.text.size() ? string.text[i] : '\0';
      const auto value = static_cast<std::uint64_t>(std::int64_t{c});
      add(offset + i, integer_literal(context_, value, type->element, string.range));
    }
    end = std::max(end, offset + length);
  }

  void add(std::uint64_t offset, Expr* value) {
    const std::uint64_t size = value->type->size;
    if (has_designators_) {
      std::erase_if(elements, [&](const InitElement& other) {
        return other.offset < offset + size && offset < other.offset + other.value->type->size;
      });
    }
    if (elements.size() >= kMaxElements)
      context_.fail(value->range, fmt::format("more than {} initial values", kMaxElements));
    elements.push_back({offset, value});
    end = std::max(end, offset + size);
  }

  // Initialises members or elements in order. `braced` means that the list belongs to this object, so that
  // designators in the list refer to it.
  void members(const Type* type, std::uint64_t offset, Cursor& cursor, bool braced) {
    std::uint64_t position = 0;
    while (!cursor.done()) {
      const Initializer::Item& item = cursor.item();
      if (!item.designators.empty()) {
        if (!braced) return;
        position = designated(type, offset, item) + 1;
        ++cursor.at;
        continue;
      }
      if (position >= count_of(type)) return;
      const auto [part, part_offset] = part_at(type, position++);
      part_of_list(part, offset + part_offset, cursor);
    }
  }

  void part_of_list(const Type* part, std::uint64_t offset, Cursor& cursor) {
    const Initializer& value = *cursor.item().value;
    const bool takes_whole =
        !value.expr || !is_aggregate(part) || is_string_for(value, part) || value.expr->type == part;
    if (!takes_whole) {
      const std::size_t before = cursor.at;
      members(part, offset, cursor, false);
      if (cursor.at == before) ++cursor.at;  // an empty struct
      return;
    }
    if (part->is_vector() && vector_from_list(part, offset, cursor)) return;
    ++cursor.at;
    object(part, offset, value);
  }

  // Initialises a vector without its own braces, which may take its components one by one from the
  // enclosing list.
  bool vector_from_list(const Type* vector, std::uint64_t offset, Cursor& cursor) {
    std::vector<Expr*> parts;
    unsigned count = 0;
    for (std::size_t i = cursor.at; i < cursor.items.size() && count < vector->count; ++i) {
      const Initializer::Item& item = cursor.items[i];
      const bool fits = item.value->expr && (i == cursor.at || item.designators.empty()) &&
                        item.value->expr->type != vector &&
                        (item.value->expr->type->is_arithmetic() || item.value->expr->type->is_vector());
      if (!fits) return false;
      parts.push_back(item.value->expr);
      count += item.value->expr->type->count;
    }
    if (count != vector->count) return false;
    cursor.at += parts.size();
    const SourceRange range = join(parts.front()->range, parts.back()->range);
    add(offset, vector_literal(context_, vector, std::move(parts), range));
    return true;
  }

  static std::uint64_t count_of(const Type* type) {
    if (type->is_array()) return type->complete ? type->length : kMaxElements * 16;
    return type->is_union ? std::min<std::size_t>(type->members.size(), 1) : type->members.size();
  }

  static std::pair<const Type*, std::uint64_t> part_at(const Type* type, std::uint64_t position) {
    if (type->is_array()) return {type->element, position * type->element->size};
    const Member& member = type->members[position];
    return {member.type, member.offset};
  }

  // Returns the position of the member or element that the first designator names.
  std::uint64_t designated(const Type* type, std::uint64_t offset, const Initializer::Item& item) {
    has_designators_ = true;
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < item.designators.size(); ++i) {
      const std::uint64_t position = position_of(type, item.designators[i]);
      if (i == 0) first = position;
      const auto [part, part_offset] = part_at(type, position);
      type = part;
      offset += part_offset;
    }
    object(type, offset, *item.value);
    return first;
  }

  std::uint64_t position_of(const Type* type, const Initializer::Designator& designator) {
    if (designator.index) {
      if (!type->is_array())
        context_.fail(designator.range, fmt::format("{} has no elements", to_string(*type)));
      const auto index = integer_constant(designator.index);
      if (!index || *index >= count_of(type))
        context_.fail(designator.range, fmt::format("this is not an index of {}", to_string(*type)));
      return *index;
    }
    if (const Member* member = type->find_member(designator.member))
      return static_cast<std::uint64_t>(member - type->members.data());
    context_.fail(designator.range,
                  fmt::format("{} has no member '{}'", to_string(*type), designator.member));
  }

  Context& context_;
  bool has_designators_ = false;
};

void store_initial_bytes(Context& context, VariableDecl& variable, const std::vector<InitElement>& elements) {
  if (variable.type->size > kMaxBytes)
    context.fail(variable.range, fmt::format("this constant is larger than {} MiB", kMaxBytes >> 20));
  variable.initial_bytes.assign(variable.type->size, std::byte{0});
  for (const InitElement& element : elements) {
    const auto constant = evaluate(element.value);
    if (!constant)
      context.fail(element.value->range,
                   fmt::format("the initial value of a {} variable must be a constant expression",
                               variable.storage == Storage::constant ? "__constant" : "program-scope"));
    store_constant(*constant, element.value->type, element.offset, variable);
  }
}

// Keeps the value of a const variable, so that `const int n = 16; int a[n];` declares an array of known size,
// as in other compilers.
void keep_constant_value(VariableDecl& variable) {
  if (!variable.is_const || variable.is_volatile || !variable.type->is_arithmetic()) return;
  const auto constant = evaluate(variable.init);
  if (!constant) return;
  variable.initial_bytes.resize(variable.type->size);
  store_constant(*constant, variable.type, 0, variable);
}

}  // namespace

void initialize(Context& context, VariableDecl& variable, const Initializer& initializer) {
  Walk walk(context);
  walk.object(variable.type, 0, initializer);
  if (!variable.type->complete && variable.type->is_array()) {
    const std::uint64_t size = variable.type->element->size;
    if (size == 0) context.fail(variable.range, "the elements of this array have no size");
    variable.type = context.types.array(variable.type->element, (walk.end + size - 1) / size);
  }
  if (variable.storage == Storage::constant || variable.storage == Storage::global)
    return store_initial_bytes(context, variable, walk.elements);
  const bool whole = !is_aggregate(variable.type) || (initializer.expr && variable.type->is_record());
  if (whole && !walk.elements.empty()) {
    variable.init = walk.elements[0].value;
    return keep_constant_value(variable);
  }
  variable.init = new_expr(context, ExprKind::initializer_list, variable.type, initializer.range);
  for (const InitElement& element : walk.elements) put_above(context, *variable.init, element.value->height);
  variable.init->elements = std::move(walk.elements);
}

}  // namespace lockstep::sim::language
