// Compiles initialisers of private variables.
#include <cstring>

#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/places.hpp"

namespace lockstep::sim::language {
namespace {

// Up to this number of elements, separate stores need fewer instructions than a copy of an image.
constexpr std::size_t kFewStores = 4;

void initialise_aggregate(FunctionCompiler& f, const Type& type, const Address& where, const Expr& init);

bool wants_image(const Type& type, const Expr& init) {
  std::uint64_t covered = 0;
  std::size_t constants = 0;
  for (const InitElement& element : init.elements) {
    covered += element.value->type->size;
    if (literal_bits(*element.value)) ++constants;
  }
  return covered < type.size || constants > kFewStores;
}

std::vector<std::byte> constant_image(const Type& type, const Expr& init) {
  std::vector<std::byte> image(type.size);
  for (const InitElement& element : init.elements)
    if (const auto bits = literal_bits(*element.value))
      std::memcpy(image.data() + element.offset, &*bits, element.value->type->size);
  return image;
}

void initialise_element(FunctionCompiler& f, const Type& whole, const Address& where,
                        const InitElement& element) {
  Address at = where;
  at.offset += static_cast<std::int64_t>(element.offset);
  const Type& type = *element.value->type;
  if (type.is_record() || type.is_array()) return initialise_aggregate(f, type, at, *element.value);
  const Value source = compile_value(f, *element.value);
  RangeScope range(f.code, element.value->range);
  const bool packed = whole.alignment < type.alignment || element.offset % type.alignment != 0;
  write(f, memory_place(type, at, packed), source);
}

// Copies the constant parts together from an image in constant memory, and then stores the other parts.
void initialise_aggregate(FunctionCompiler& f, const Type& type, const Address& where, const Expr& init) {
  RangeScope range(f.code, init.range);
  const auto copy_image = [&](const std::vector<std::byte>& image) {
    const std::uint64_t address =
        f.unit.add_constant("the initial value", type, image, std::max<std::uint64_t>(type.alignment, 8));
    f.emit.copy(where, {.operand = Emitter::constant(LaneType::uint64, address)}, type);
  };
  if (init.kind == ExprKind::string_literal) {
    std::vector<std::byte> image = init.variable->initial_bytes;
    image.resize(type.size);
    return copy_image(image);
  }
  if (init.kind != ExprKind::initializer_list) return f.emit.copy(where, record_address(f, init), type);
  const bool has_image = wants_image(type, init);
  if (has_image) copy_image(constant_image(type, init));
  for (const InitElement& element : init.elements) {
    if (has_image && literal_bits(*element.value)) continue;
    initialise_element(f, type, where, element);
  }
}

}  // namespace

void initialise(FunctionCompiler& f, const VariableDecl& variable) {
  const Home where = f.home(variable);
  if (variable.type->is_array() || variable.type->is_record())
    return initialise_aggregate(f, *variable.type, symbolic(where), *variable.init);
  const LvaluePlace target = variable_place(f, variable);
  const bool is_copy = variable.type == variable.init->type && is_private_vector_variable(f, *variable.init);
  if (is_copy && where.kind == Home::Kind::private_memory) {
    RangeScope range(f.code, variable.init->range);
    return f.emit.copy(target.address, locate_lvalue(f, *variable.init).address, *variable.type);
  }
  const Into into = target.in_memory ? Into{} : Into{where.first};
  const Value source =
      is_copy ? read(f, place_to_copy(f, *variable.init), into) : compile_value(f, *variable.init, into);
  RangeScope range(f.code, variable.init->range);
  write(f, target, source);
}

}  // namespace lockstep::sim::language
