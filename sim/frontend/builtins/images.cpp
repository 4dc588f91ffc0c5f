// Checks calls of functions on images. The number of coordinates depends on the image type; the coordinates
// are in a vector of 1, 2 or 4 components.
#include <fmt/format.h>

#include "sim/frontend/builtins/table.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::rules {
namespace {

const Type* image_argument(const BuiltinCall& call) {
  if (call.arguments.empty()) call.fail(fmt::format("{}() needs an image", call.name.text));
  if (!call.type(0)->is_image()) call.fail_argument(0, "an image");
  return call.type(0);
}

unsigned vector_size(ImageKind kind) {
  const unsigned coordinates = coordinates_of(kind);
  return coordinates == 3 ? 4 : coordinates;
}

// Converts a coordinate that is a number. A vector of another type is an error, as in other compilers.
Expr* coordinate(const BuiltinCall& call, std::size_t argument, ImageKind kind, bool is_float) {
  const Type* component = is_float ? call.types().float_type() : call.types().int_type();
  const Type* wanted = call.types().vector(component, vector_size(kind));
  const Type* given = call.type(argument);
  if (given == wanted) return call.arguments[argument];
  if (wanted->is_vector() || !given->is_arithmetic()) call.fail_argument(argument, to_string(*wanted));
  return call.argument_as(argument, wanted);
}

Expr* image_node(const BuiltinCall& call, const Type* result, const ImageOperation& operation) {
  Expr* expr = call.special(Special::image, result, call.arguments);
  expr->image = operation;
  return expr;
}

}  // namespace

// read_imagef(image [, sampler], coordinate)
Expr* read_image(BuiltinCall& call) {
  const Type* image = image_argument(call);
  call.expect_count(2, 3);
  if (image->access == ImageAccess::write_only) call.fail_argument(0, "an image that may be read");
  const bool has_sampler = call.arguments.size() == 3;
  if (has_sampler && image->image == ImageKind::image1d_buffer)
    call.fail_argument(1, "the coordinate (image1d_buffer_t is read without a sampler)");
  if (has_sampler && image->access == ImageAccess::read_write)
    call.fail_argument(1, "the coordinate (a read_write image is read without a sampler)");
  if (has_sampler && !call.type(1)->is_sampler() && !call.type(1)->is_integer())
    call.fail_argument(1, "a sampler");
  if (has_sampler) call.arguments[1] = call.argument_as(1, call.types().basic(TypeKind::sampler));
  const std::size_t last = call.arguments.size() - 1;
  const bool is_float = has_sampler && call.type(last)->scalar()->is_floating();
  call.arguments[last] = coordinate(call, last, image->image, is_float);
  const Type* result = call.types().vector(call.types().basic(static_cast<TypeKind>(call.a)), 4);
  return image_node(call, result,
                    {.kind = ImageOperation::Kind::read,
                     .image = image->image,
                     .has_sampler = has_sampler,
                     .float_coordinates = is_float});
}

// write_imagef(image, coordinate, color)
Expr* write_image(BuiltinCall& call) {
  const Type* image = image_argument(call);
  call.expect_count(3, 3);
  if (image->access == ImageAccess::read_only) call.fail_argument(0, "an image that may be written");
  call.arguments[1] = coordinate(call, 1, image->image, false);
  const Type* color = call.types().vector(call.types().basic(static_cast<TypeKind>(call.a)), 4);
  if (call.type(2) != color) call.fail_argument(2, to_string(*color));
  return image_node(call, call.types().void_type(),
                    {.kind = ImageOperation::Kind::write, .image = image->image});
}

Expr* query_image(BuiltinCall& call) {
  const Type* image = image_argument(call);
  call.expect_count(1, 1);
  const auto query = static_cast<ImageQuery>(call.a);
  const bool is_array = image->image == ImageKind::image1d_array || image->image == ImageKind::image2d_array;
  const bool is_flat = coordinates_of(image->image) - (is_array ? 1 : 0) >= 2;
  const bool is_3d = image->image == ImageKind::image3d;
  if ((query == ImageQuery::height || query == ImageQuery::dimensions) && !is_flat)
    call.fail_argument(0, "an image of two or three dimensions");
  if (query == ImageQuery::depth && !is_3d) call.fail_argument(0, "an image of three dimensions");
  if (query == ImageQuery::array_size && !is_array) call.fail_argument(0, "an array of images");
  const Type* result = call.types().int_type();
  if (query == ImageQuery::dimensions) result = call.types().vector(result, is_3d ? 4 : 2);
  if (query == ImageQuery::array_size) result = call.types().ulong_type();
  return image_node(call, result,
                    {.kind = ImageOperation::Kind::query, .image = image->image, .query = query});
}

}  // namespace lockstep::sim::language::rules
