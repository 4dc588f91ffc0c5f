// Images, as a program uses them that knows nothing of Lockstep: images PART prints what came out, a line for
// each case, "name: values". Cases that the device does not support print nothing.
//   formats   filling, writing, copying and reading of each format, by the host and by kernels
//   shapes    regions of images of each type
//   samplers  filters, addressing modes, normalized coordinates
//   blur      a filter of 3 by 3 texels with two images and a sampler; checked here
//   buffer    launches that use one buffer as it is, as an image of one dimension and as one of two
//   outside   a write outside of an image; releases nothing
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using Size = std::array<size_t, 3>;
using Bytes = std::vector<unsigned char>;

cl_context context;
cl_command_queue queue;
cl_device_id device;

void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: error %d\n", what, code);
  std::exit(2);
}

cl_kernel kernel_of(const std::string& text) {
  const char* source = text.c_str();
  cl_int error = CL_SUCCESS;
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  check(error, "program");
  if (clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) != CL_SUCCESS) {
    char log[4096] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    std::fprintf(stderr, "%s\n", log);
    std::exit(2);
  }
  const cl_kernel kernel = clCreateKernel(program, "k", &error);
  check(error, "kernel");
  clReleaseProgram(program);
  return kernel;
}

struct Image {
  cl_mem handle = nullptr, buffer = nullptr;
  Size size{};
  size_t texel = 0;
  size_t bytes() const { return size[0] * size[1] * size[2] * texel; }
  void release() const {
    clReleaseMemObject(handle);
    if (buffer) clReleaseMemObject(buffer);
  }
};

// A null handle: the device has no such images.
Image make(cl_mem_object_type type, const cl_image_format& format, size_t texel, const Size& size) {
  Image image;
  image.size = size;
  image.texel = texel;
  cl_image_desc desc = {};
  desc.image_type = type;
  desc.image_width = size[0];
  desc.image_height = size[1];
  desc.image_depth = size[2];
  desc.image_array_size = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? size[1] : size[2];
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    desc.mem_object = image.buffer =
        clCreateBuffer(context, CL_MEM_READ_WRITE, image.bytes(), nullptr, nullptr);
  cl_int error = CL_SUCCESS;
  image.handle = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
  if (error != CL_IMAGE_FORMAT_NOT_SUPPORTED) check(error, "image");
  return image;
}

// Images of buffers by their buffers: PoCL 3.1 crashes in other calls with them, and where kernels write
// them.
void write(const Image& image, const Bytes& bytes) {
  const Size zero{};
  if (image.buffer)
    return check(clEnqueueWriteBuffer(queue, image.buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr,
                                      nullptr),
                 "write");
  check(clEnqueueWriteImage(queue, image.handle, CL_TRUE, zero.data(), image.size.data(), 0, 0, bytes.data(),
                            0, nullptr, nullptr),
        "write");
}

Bytes read(const Image& image) {
  const Size zero{};
  Bytes bytes(image.bytes());
  if (image.buffer) {
    check(
        clEnqueueReadBuffer(queue, image.buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
        "read");
    return bytes;
  }
  check(clEnqueueReadImage(queue, image.handle, CL_TRUE, zero.data(), image.size.data(), 0, 0, bytes.data(),
                           0, nullptr, nullptr),
        "read");
  return bytes;
}

// Any bytes for integers; of floats, numbers that a float holds.
Bytes pattern(size_t count, cl_channel_type type, unsigned seed) {
  Bytes bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(i * 37 + i / 7 + seed);
  if (type == CL_FLOAT)
    for (size_t i = 0; i < count / 4; ++i) {
      const float value = static_cast<float>((i * 37 + seed) % 101) * 0.25f;
      std::memcpy(bytes.data() + 4 * i, &value, 4);
    }
  if (type == CL_HALF_FLOAT)
    for (size_t i = 0; i < count / 2; ++i) {
      const auto bits = static_cast<unsigned short>(0x3800 + (i * 13 + seed) % 0x800);
      std::memcpy(bytes.data() + 2 * i, &bits, 2);
    }
  return bytes;
}

void print(const std::string& name, const Bytes& bytes) {
  std::printf("%s:", name.c_str());
  for (const unsigned char byte : bytes) std::printf(" %d", byte);
  std::printf("\n");
}
void print(const std::string& name, const std::vector<float>& values) {
  std::printf("%s:", name.c_str());
  for (const float value : values) std::printf(" %.4f", static_cast<double>(value));
  std::printf("\n");
}

void set(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  check(clSetKernelArg(kernel, index, size, value), "argument");
}

void launch(cl_kernel kernel, size_t count) {
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr), "launch");
  check(clFinish(queue), "finish");
}

// Runs a kernel that takes an image and `float4* out`, and a sampler where one is given.
std::vector<float> floats_of(const std::string& text, const Image& image, size_t count,
                             cl_sampler sampler = nullptr) {
  const cl_kernel kernel = kernel_of(text);
  std::vector<float> values(4 * count);
  const cl_mem out =
      clCreateBuffer(context, CL_MEM_READ_WRITE, values.size() * sizeof(float), nullptr, nullptr);
  set(kernel, 0, sizeof(cl_mem), &image.handle);
  set(kernel, 1, sizeof(cl_mem), &out);
  if (sampler) set(kernel, 2, sizeof sampler, &sampler);
  launch(kernel, count);
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, values.size() * sizeof(float), values.data(), 0, nullptr,
                            nullptr),
        "read");
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  return values;
}

struct Order {
  cl_channel_order number;
  size_t channels;
  const char* name;
};
constexpr Order kOrders[] = {{CL_R, 1, "R"},       {CL_RG, 2, "RG"},     {CL_RGBA, 4, "RGBA"},
                             {CL_BGRA, 4, "BGRA"}, {CL_ARGB, 4, "ARGB"}, {CL_A, 1, "A"}};
struct Type {
  cl_channel_type number;
  size_t bytes;
  const char* name;
  char kind;  // of read_image: f, i, u
};
constexpr Type kTypes[] = {
    {CL_UNORM_INT8, 1, "UNORM_INT8", 'f'},         {CL_UNORM_INT16, 2, "UNORM_INT16", 'f'},
    {CL_SNORM_INT8, 1, "SNORM_INT8", 'f'},         {CL_SNORM_INT16, 2, "SNORM_INT16", 'f'},
    {CL_SIGNED_INT8, 1, "SIGNED_INT8", 'i'},       {CL_SIGNED_INT16, 2, "SIGNED_INT16", 'i'},
    {CL_SIGNED_INT32, 4, "SIGNED_INT32", 'i'},     {CL_UNSIGNED_INT8, 1, "UNSIGNED_INT8", 'u'},
    {CL_UNSIGNED_INT16, 2, "UNSIGNED_INT16", 'u'}, {CL_UNSIGNED_INT32, 4, "UNSIGNED_INT32", 'u'},
    {CL_HALF_FLOAT, 2, "HALF_FLOAT", 'f'},         {CL_FLOAT, 4, "FLOAT", 'f'}};

std::string suffix(char kind) { return kind == 'u' ? "ui" : std::string(1, kind); }

bool has_format(cl_mem_object_type type, const cl_image_format& format) {
  cl_uint count = 0;
  check(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, type, 0, nullptr, &count), "formats");
  std::vector<cl_image_format> all(count);
  check(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, type, count, all.data(), nullptr), "formats");
  for (const auto& each : all)
    if (std::memcmp(&each, &format, sizeof format) == 0) return true;
  return false;
}

void format_case(const Order& order, const Type& type) {
  const cl_image_format format{order.number, type.number};
  if (!has_format(CL_MEM_OBJECT_IMAGE2D, format)) return;
  const std::string name = std::string(order.name) + " " + type.name;
  const size_t texel = order.channels * type.bytes;
  const Image image = make(CL_MEM_OBJECT_IMAGE2D, format, texel, {5, 4, 1});
  const Image other = make(CL_MEM_OBJECT_IMAGE2D, format, texel, {5, 4, 1});
  if (!image.handle || !other.handle) return;
  const Bytes first = pattern(image.bytes(), type.number, 3),
              second = pattern(image.bytes(), type.number, 90);
  write(image, first);
  write(other, second);
  print(name + " written", read(image));
  const Size from{1, 0, 0}, to{0, 2, 0}, size{3, 2, 1}, corner{3, 1, 0}, small{2, 2, 1};
  check(clEnqueueCopyImage(queue, image.handle, other.handle, from.data(), to.data(), size.data(), 0, nullptr,
                           nullptr),
        "copy");
  print(name + " copied", read(other));
  const float color[4] = {0.0f, -1.0f, 1.0f, 1.5f};
  const int signed_color[4] = {-1, 100, -70000, 70000};
  const unsigned unsigned_color[4] = {1, 200, 70000, 3000000000u};
  const void* chosen = type.kind == 'f'   ? static_cast<const void*>(color)
                       : type.kind == 'i' ? static_cast<const void*>(signed_color)
                                          : unsigned_color;
  check(clEnqueueFillImage(queue, image.handle, chosen, corner.data(), small.data(), 0, nullptr, nullptr),
        "fill");
  print(name + " filled", read(image));
  const std::string read_call = "read_image" + suffix(type.kind);
  print(name + " in a kernel",
        floats_of("kernel void k(read_only image2d_t img, global float4* out) {"
                  "  const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST | "
                  "CLK_NORMALIZED_COORDS_FALSE;"
                  "  int i = get_global_id(0); out[i] = convert_float4(" +
                      read_call + "(img, s, (int2)(i % 5, i / 5))); }",
                  other, 20));
  const std::string vector = type.kind == 'f' ? "float4" : type.kind == 'i' ? "int4" : "uint4";
  const std::string value = type.kind == 'f' ? "(float4)(i * 0.0625f, 0.5f, 1.25f, -0.125f)"
                                             : "(" + vector + ")(i * 3, 17, 300, 70000)";
  const cl_kernel kernel =
      kernel_of("kernel void k(write_only image2d_t img) { int i = get_global_id(0); write_image" +
                suffix(type.kind) + "(img, (int2)(i % 5, i / 5), " + value + "); }");
  set(kernel, 0, sizeof(cl_mem), &image.handle);
  launch(kernel, 20);
  print(name + " by a kernel", read(image));
  clReleaseKernel(kernel);
  image.release();
  other.release();
}

struct Shape {
  cl_mem_object_type type;
  const char* name;
  const char* coordinate;  // of int i
  Size size;
};
constexpr Shape kShapes[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", "i", {20, 1, 1}},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", "i", {20, 1, 1}},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", "(int2)(i % 5, i / 5)", {5, 4, 1}},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", "(int2)(i % 5, i / 5)", {5, 4, 1}},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", "(int4)(i % 5, i / 5 % 4, i / 20, 0)", {5, 4, 3}},
    {CL_MEM_OBJECT_IMAGE3D, "image3d_t", "(int4)(i % 5, i / 5 % 4, i / 20, 0)", {5, 4, 3}}};

// Begins each case with the same texels, and prints what is then in `shown` where the device has the call.
template <class Call>
void transfer_case(const std::string& name, const Image& image, const Image& other, const Image& shown,
                   Call call) {
  write(image, pattern(image.bytes(), CL_UNSIGNED_INT8, 5));
  write(other, pattern(image.bytes(), CL_UNSIGNED_INT8, 50));
  if (call() == CL_SUCCESS) print(name, read(shown));
}

cl_int copy_by_buffer(const Image& from, const Image& to, const Size& origin, const Size& size) {
  const Size zero{};
  const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, from.bytes() + 8, nullptr, nullptr);
  cl_int code = clEnqueueCopyImageToBuffer(queue, from.handle, buffer, origin.data(), size.data(), 8, 0,
                                           nullptr, nullptr);
  if (code == CL_SUCCESS)
    code = clEnqueueCopyBufferToImage(queue, buffer, to.handle, 8, zero.data(), size.data(), 0, nullptr,
                                      nullptr);
  check(clFinish(queue), "finish");
  clReleaseMemObject(buffer);
  return code;
}

cl_int change_by_map(const Image& image, const Size& origin, const Size& size) {
  size_t row = 0, slice = 0;
  cl_int code = CL_SUCCESS;
  auto* const mapped = static_cast<unsigned char*>(
      clEnqueueMapImage(queue, image.handle, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin.data(), size.data(),
                        &row, &slice, 0, nullptr, nullptr, &code));
  if (code != CL_SUCCESS) return code;
  mapped[4 * size[0] - 1] = mapped[0];
  return clEnqueueUnmapMemObject(queue, image.handle, mapped, 0, nullptr, nullptr);
}

void kernel_cases(const Shape& shape, const Image& image) {
  const std::string name = shape.name;
  write(image, pattern(image.bytes(), CL_UNSIGNED_INT8, 5));
  const size_t count = shape.size[0] * shape.size[1] * shape.size[2];
  const bool has_sampler = shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER;
  print(name + " in a kernel",
        floats_of("kernel void k(read_only " + name +
                      " img, global float4* out) {"
                      "  const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;"
                      "  int i = get_global_id(0); out[i] = convert_float4(read_imageui(img, " +
                      (has_sampler ? "s, " : "") + shape.coordinate + ")); }",
                  image, count));
  if (!has_sampler) return;
  const cl_kernel kernel = kernel_of(
      "#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
      "kernel void k(write_only " +
      name + " img) { int i = get_global_id(0); if (i % 3 != 0) write_imageui(img, " + shape.coordinate +
      ", (uint4)(i, i + 1, 2 * i, 7)); }");
  set(kernel, 0, sizeof(cl_mem), &image.handle);
  launch(kernel, count);
  print(name + " by a kernel", read(image));
  clReleaseKernel(kernel);
}

void transfer_cases(const Shape& shape, const Image& image, const Image& other) {
  const std::string name = shape.name;
  const Size zero{};
  Size origin{}, size = shape.size;
  for (size_t d = 0; d < 3; ++d)
    if (size[d] > 1) {
      origin[d] = 1;
      size[d] -= 2;
    }
  transfer_case(name + " copied", image, other, other, [&] {
    return clEnqueueCopyImage(queue, image.handle, other.handle, origin.data(), zero.data(), size.data(), 0,
                              nullptr, nullptr);
  });
  transfer_case(name + " filled", image, other, other, [&] {
    const unsigned color[4] = {1, 2, 3, 4};
    return clEnqueueFillImage(queue, other.handle, color, origin.data(), size.data(), 0, nullptr, nullptr);
  });
  transfer_case(name + " written", image, other, other, [&] {
    const Bytes part = pattern(size[0] * size[1] * size[2] * 4, CL_UNSIGNED_INT8, 120);
    return clEnqueueWriteImage(queue, other.handle, CL_TRUE, origin.data(), size.data(), 0, 0, part.data(), 0,
                               nullptr, nullptr);
  });
  transfer_case(name + " by a buffer", image, other, other,
                [&] { return copy_by_buffer(image, other, origin, size); });
  transfer_case(name + " mapped", image, other, other, [&] { return change_by_map(other, origin, size); });
}

void shape_cases(const Shape& shape) {
  const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
  const Image image = make(shape.type, format, 4, shape.size),
              other = make(shape.type, format, 4, shape.size);
  if (!image.handle || !other.handle) return;
  kernel_cases(shape, image);
  if (shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER) transfer_cases(shape, image, other);
  image.release();
  other.release();
}

void sampler_case(const Shape& shape, const Order& order, const Type& type, cl_bool normalized,
                  cl_addressing_mode addressing, cl_filter_mode filter) {
  static const char* const kModes[] = {"none", "clamp to edge", "clamp", "repeat", "mirrored repeat"};
  const bool wraps = addressing >= CL_ADDRESS_REPEAT;
  if (wraps && !normalized) return;
  const cl_image_format format{order.number, type.number};
  const Image image = make(shape.type, format, order.channels * type.bytes, shape.size);
  cl_int error = CL_SUCCESS;
  const cl_sampler sampler = clCreateSampler(context, normalized, addressing, filter, &error);
  if (!image.handle || error != CL_SUCCESS) return;
  write(image, pattern(image.bytes(), type.number, 11));
  const bool is_flat = shape.size[1] > 1, is_solid = shape.size[2] > 1;
  const std::string scale = normalized ? "0.173f - 0.8f" : "0.61f - 1.7f";
  const std::string coordinate = is_solid  ? "(float4)(i % 6, i / 6 % 6, i / 36 % 6, 0)"
                                 : is_flat ? "(float2)(i % 16, i / 16)"
                                           : "(float)i * 0.25f";
  std::string name = std::string(shape.name) + " " + order.name + " " + type.name + " " +
                     kModes[addressing - CL_ADDRESS_NONE];
  name += filter == CL_FILTER_LINEAR ? " linear" : " nearest";
  if (normalized) name += " normalized";
  print(name, floats_of("kernel void k(read_only " + std::string(shape.name) +
                            " img, global float4* out, sampler_t s) {"
                            "  int i = get_global_id(0);"
                            "  out[i] = read_imagef(img, s, " +
                            coordinate + " * " + scale + "); }",
                        image, 216, sampler));
  clReleaseSampler(sampler);
  image.release();
}

void samplers() {
  for (const Shape& shape : {kShapes[0], kShapes[3], kShapes[5]})
    for (const auto& [order, type] : {std::pair{kOrders[2], kTypes[11]}, {kOrders[2], kTypes[0]}})
      for (const cl_bool normalized : {CL_FALSE, CL_TRUE})
        for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR})
          for (cl_addressing_mode mode = CL_ADDRESS_CLAMP_TO_EDGE; mode <= CL_ADDRESS_MIRRORED_REPEAT; ++mode)
            sampler_case(shape, order, type, normalized, mode, filter);
}

void blur() {
  constexpr int kWidth = 12, kHeight = 9;
  const Image from = make(CL_MEM_OBJECT_IMAGE2D, {CL_R, CL_FLOAT}, 4, {kWidth, kHeight, 1});
  const Image to = make(CL_MEM_OBJECT_IMAGE2D, {CL_R, CL_FLOAT}, 4, {kWidth, kHeight, 1});
  std::vector<float> values(kWidth * kHeight), result(kWidth * kHeight);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * i % 17);
  const Size zero{};
  check(clEnqueueWriteImage(queue, from.handle, CL_TRUE, zero.data(), from.size.data(), 0, 0, values.data(),
                            0, nullptr, nullptr),
        "write");
  const cl_kernel kernel = kernel_of(
      "kernel void k(read_only image2d_t from, write_only image2d_t to, sampler_t s) {\n"
      "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  float sum = 0;\n"
      "  for (int y = -1; y <= 1; ++y)\n"
      "    for (int x = -1; x <= 1; ++x) sum += read_imagef(from, s, at + (int2)(x, y)).x;\n"
      "  write_imagef(to, at, (float4)(sum / 9));\n"
      "}\n");
  const cl_sampler sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, nullptr);
  set(kernel, 0, sizeof(cl_mem), &from.handle);
  set(kernel, 1, sizeof(cl_mem), &to.handle);
  set(kernel, 2, sizeof sampler, &sampler);
  const size_t global[] = {kWidth, kHeight};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr), "launch");
  check(clEnqueueReadImage(queue, to.handle, CL_TRUE, zero.data(), to.size.data(), 0, 0, result.data(), 0,
                           nullptr, nullptr),
        "read");
  print("blurred", result);
  clReleaseSampler(sampler);
  clReleaseKernel(kernel);
  from.release();
  to.release();
}

// Each launch reads what the one before it wrote.
void buffer() {
  constexpr size_t kCount = 32, kWidth = 5, kHeight = 4, kRow = 8;
  const cl_mem data = clCreateBuffer(context, CL_MEM_READ_WRITE, kCount * sizeof(float), nullptr, nullptr);
  const cl_image_format format{CL_R, CL_FLOAT};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  desc.image_width = kCount;
  desc.mem_object = data;
  cl_int error = CL_SUCCESS;
  const cl_mem line = clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, nullptr, &error);
  check(error, "line");
  desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = kWidth;
  desc.image_height = kHeight;
  desc.image_row_pitch = kRow * sizeof(float);
  desc.mem_object = data;
  const cl_mem flat = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
  check(error, "flat");
  const cl_kernel first =
      kernel_of("kernel void k(global float* data) { data[get_global_id(0)] = get_global_id(0); }");
  const cl_kernel second = kernel_of(
      "kernel void k(read_only image1d_buffer_t line, global float* data) {\n"
      "  int i = get_global_id(0);\n"
      "  data[i] = read_imagef(line, i).x * 10;\n"
      "}\n");
  const cl_kernel third = kernel_of(
      "kernel void k(write_only image2d_t flat) {\n"
      "  int i = get_global_id(0);\n"
      "  write_imagef(flat, (int2)(i % 5, i / 5), (float4)(i + 1000));\n"
      "}\n");
  set(first, 0, sizeof data, &data);
  launch(first, kCount);
  set(second, 0, sizeof line, &line);
  set(second, 1, sizeof data, &data);
  launch(second, kCount);
  set(third, 0, sizeof flat, &flat);
  launch(third, kWidth * kHeight);
  std::vector<float> result(kCount);
  check(clEnqueueReadBuffer(queue, data, CL_TRUE, 0, kCount * sizeof(float), result.data(), 0, nullptr,
                            nullptr),
        "read");
  print("data", result);
  for (const cl_kernel kernel : {first, second, third}) clReleaseKernel(kernel);
  for (const cl_mem memory : {line, flat, data}) clReleaseMemObject(memory);
}

void outside() {
  const Image image = make(CL_MEM_OBJECT_IMAGE2D, {CL_R, CL_FLOAT}, 4, {4, 4, 1});
  const cl_kernel kernel = kernel_of(
      "kernel void k(write_only image2d_t img) {\n"
      "  int i = get_global_id(0);\n"
      "  write_imagef(img, (int2)(i, i), (float4)(1));\n"
      "}\n");
  set(kernel, 0, sizeof(cl_mem), &image.handle);
  launch(kernel, 5);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string part = count > 1 ? arguments[1] : "";
  cl_platform_id platform = nullptr;
  cl_int error = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, nullptr), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, nullptr), "device");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "context");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "queue");
  if (part == "formats")
    for (const Order& order : kOrders)
      for (const Type& type : kTypes) format_case(order, type);
  if (part == "shapes")
    for (const Shape& shape : kShapes) shape_cases(shape);
  if (part == "samplers") samplers();
  if (part == "blur") blur();
  if (part == "buffer") buffer();
  if (part == "outside") return outside(), 0;  // releases nothing
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
