// Images: what is created and what is refused, their data between program and device, and kernels.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

using Size = std::array<std::size_t, 3>;

constexpr cl_image_format kFloats{CL_RGBA, CL_FLOAT}, kBytes{CL_R, CL_UNSIGNED_INT8},
    kColors{CL_RGBA, CL_UNORM_INT8}, kInts{CL_R, CL_SIGNED_INT32};
constexpr cl_mem_object_type kTypes[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                         CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                         CL_MEM_OBJECT_IMAGE3D};

// Sizes by coordinates, as regions have them.
cl_image_desc desc(cl_mem_object_type type, const Size& size) {
  cl_image_desc wanted{};
  wanted.image_type = type;
  wanted.image_width = size[0];
  wanted.image_height = size[1];
  wanted.image_depth = size[2];
  wanted.image_array_size = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? size[1] : size[2];
  return wanted;
}

Size full(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
      return {5, 1, 1};
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
      return {5, 4, 1};
    default:
      return {5, 4, 3};
  }
}

std::size_t texels(const Size& size) { return size[0] * size[1] * size[2]; }

std::vector<unsigned char> counting(std::size_t count) {
  std::vector<unsigned char> bytes(count);
  std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1));
  return bytes;
}

class Images : public DeviceTest {
 protected:
  cl_int refused(cl_mem_flags flags, const cl_image_format& format, const cl_image_desc& wanted,
                 void* host = nullptr) {
    cl_int error = CL_SUCCESS;
    const cl_mem made = clCreateImage(context, flags, &format, &wanted, host, &error);
    EXPECT_EQ(made, nullptr);
    if (made) clReleaseMemObject(made);
    return error;
  }
  cl_mem image(const cl_image_format& format, const cl_image_desc& wanted,
               cl_mem_flags flags = CL_MEM_READ_WRITE, void* host = nullptr) {
    cl_int error = 1;
    const cl_mem made = clCreateImage(context, flags, &format, &wanted, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    later([made] { clReleaseMemObject(made); });
    return made;
  }
  cl_mem counted(const cl_image_format& format, cl_mem_object_type type, const Size& size,
                 std::size_t texel_bytes) {
    auto bytes = counting(texels(size) * texel_bytes);
    return image(format, desc(type, size), CL_MEM_COPY_HOST_PTR, bytes.data());
  }
  std::vector<unsigned char> pixels(cl_mem from, const Size& size, std::size_t texel_bytes = 1,
                                    const Size& origin = {}) {
    std::vector<unsigned char> bytes(texels(size) * texel_bytes);
    EXPECT_EQ(clEnqueueReadImage(queue, from, CL_TRUE, origin.data(), size.data(), 0, 0, bytes.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  template <class T>
  T info(cl_mem of, cl_image_info name) {
    T value{};
    EXPECT_EQ(clGetImageInfo(of, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  std::size_t size_info(cl_mem of, cl_image_info name) { return info<std::size_t>(of, name); }
  cl_sampler sampler(cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
    cl_int error = 1;
    const cl_sampler made = clCreateSampler(context, normalized, addressing, filter, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    later([made] { clReleaseSampler(made); });
    return made;
  }
  template <class... Arguments>
  void set(cl_kernel kernel, const Arguments&... arguments) {
    cl_uint index = 0;
    for (const cl_int code : {clSetKernelArg(kernel, index++, sizeof arguments, &arguments)...})
      EXPECT_EQ(code, CL_SUCCESS);
  }
  cl_int launch2(cl_kernel which, std::size_t width, std::size_t height) {
    const std::size_t global[] = {width, height};
    return clEnqueueNDRangeKernel(queue, which, 2, nullptr, global, nullptr, 0, nullptr, nullptr);
  }
};

// Creation.

TEST_F(Images, DescriptorsThatAreWrongAreRefused) {
  const cl_image_desc right = desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
  cl_int error = 0;
  EXPECT_EQ(clCreateImage(as<cl_context>(device), 0, &kFloats, &right, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateImage(context, 0, nullptr, &right, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(clCreateImage(context, 0, &kFloats, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(refused(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, kFloats, right), CL_INVALID_VALUE);
  EXPECT_EQ(refused(1 << 25, kFloats, right), CL_INVALID_VALUE);
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_PIPE, 0})
    EXPECT_EQ(refused(0, kFloats, desc(static_cast<cl_mem_object_type>(type), {4, 4, 1})),
              CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc wrong = right;
  wrong.num_mip_levels = 1;
  EXPECT_EQ(refused(0, kFloats, wrong), CL_INVALID_IMAGE_DESCRIPTOR);
  wrong = right;
  wrong.num_samples = 4;
  EXPECT_EQ(refused(0, kFloats, wrong), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(refused(CL_MEM_USE_HOST_PTR, kFloats, right), CL_INVALID_HOST_PTR);
  char data[256];
  EXPECT_EQ(refused(0, kFloats, right, data), CL_INVALID_HOST_PTR);
}

TEST_F(Images, SizesThatAreWrongAreRefused) {
  for (const cl_mem_object_type type : kTypes)
    for (std::size_t d = 0; d < 3; ++d) {
      Size size = full(type);
      if (size[d] == 1) continue;
      size[d] = 0;
      EXPECT_EQ(refused(0, kBytes, desc(type, size)), CL_INVALID_IMAGE_DESCRIPTOR) << type << " " << d;
      size[d] = 1 << 20;
      EXPECT_EQ(refused(0, kBytes, desc(type, size)), CL_INVALID_IMAGE_SIZE) << type << " " << d;
    }
  EXPECT_EQ(refused(0, kFloats, desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, {16384, 16384, 2048})),
            CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(Images, PitchesThatAreWrongAreRefused) {
  std::vector<unsigned char> data(1024);
  cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, {4, 3, 2});
  const auto code = [&](std::size_t row, std::size_t slice, void* host) {
    wanted.image_row_pitch = row;
    wanted.image_slice_pitch = slice;
    const cl_mem_flags flags = host ? CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    cl_int error = 1;
    if (const cl_mem made = clCreateImage(context, flags, &kColors, &wanted, host, &error))
      clReleaseMemObject(made);
    return error;
  };
  EXPECT_EQ(code(16, 0, nullptr), CL_INVALID_IMAGE_DESCRIPTOR);  // without data there are no pitches
  EXPECT_EQ(code(0, 48, nullptr), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code(12, 0, data.data()), CL_INVALID_IMAGE_DESCRIPTOR);  // smaller than a row
  EXPECT_EQ(code(18, 0, data.data()), CL_INVALID_IMAGE_DESCRIPTOR);  // no multiple of an element
  EXPECT_EQ(code(20, 40, data.data()), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code(20, 70, data.data()), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code(SIZE_MAX - 3, 0, data.data()), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code(20, 80, data.data()), CL_SUCCESS);
}

TEST_F(Images, FormatsAreThoseOfTheSpecification) {
  const cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
  for (const cl_image_format format : {cl_image_format{CL_RGB, CL_FLOAT},
                                       {CL_RGBA, CL_UNORM_SHORT_565},
                                       {CL_BGRA, CL_FLOAT},
                                       {CL_LUMINANCE, CL_SIGNED_INT8},
                                       {0, CL_FLOAT},
                                       {CL_RGBA, 0},
                                       {CL_sRGBA, CL_FLOAT}})
    EXPECT_EQ(refused(0, format, wanted), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  for (const cl_image_format format : {cl_image_format{CL_DEPTH, CL_FLOAT},
                                       {CL_sRGBA, CL_UNORM_INT8},
                                       {CL_Rx, CL_FLOAT},
                                       {CL_RGx, CL_UNORM_INT8},
                                       {CL_RGBx, CL_UNORM_SHORT_565}})
    EXPECT_EQ(refused(0, format, wanted), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  cl_uint count = 0;
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_SUCCESS);
  std::vector<cl_image_format> all(count);
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_OBJECT_IMAGE3D, count,
                                       all.data(), nullptr),
            CL_SUCCESS);
  const auto has = [&](cl_uint order, cl_uint type) {
    return std::any_of(all.begin(), all.end(), [&](const cl_image_format& format) {
      return format.image_channel_order == order && format.image_channel_data_type == type;
    });
  };
  for (const cl_uint order : {CL_R, CL_RG, CL_RGBA})
    for (const cl_uint type :
         {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16,
          CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT})
      EXPECT_TRUE(has(order, type)) << order << " " << type;
  EXPECT_TRUE(has(CL_BGRA, CL_UNORM_INT8));
  for (const cl_image_format& format : all) image(format, wanted);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE1D, 0, all.data(), &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, 1 << 25, CL_MEM_OBJECT_IMAGE1D, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(nullptr, 0, CL_MEM_OBJECT_IMAGE1D, 0, nullptr, &count),
            CL_INVALID_CONTEXT);
}

TEST_F(Images, FunctionsOfOpenCl10) {
  cl_int error = 1;
  std::vector<unsigned char> data = counting(256);
  const cl_mem flat = clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &kBytes, 4, 3, 8, data.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  later([flat] { clReleaseMemObject(flat); });
  EXPECT_EQ(pixels(flat, {4, 3, 1}), (std::vector<unsigned char>{1, 2, 3, 4, 9, 10, 11, 12, 17, 18, 19, 20}));
  const cl_mem solid =
      clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &kBytes, 2, 2, 2, 4, 16, data.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  later([solid] { clReleaseMemObject(solid); });
  EXPECT_EQ(pixels(solid, {2, 2, 2}), (std::vector<unsigned char>{1, 2, 5, 6, 17, 18, 21, 22}));
  EXPECT_EQ(info<cl_image_format>(solid, CL_IMAGE_FORMAT).image_channel_order, kBytes.image_channel_order);
  EXPECT_EQ(clCreateImage2D(context, 0, &kBytes, 0, 3, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(clCreateImage2D(context, 0, &kBytes, 4, 3, 8, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(clCreateImage3D(context, 0, &kBytes, 4, 3, 1, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
}

TEST_F(Images, PropertiesComeBackAsGiven) {
  const cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
  cl_int error = 1;
  const cl_mem_properties none[] = {0}, some[] = {1, 1, 0};
  const cl_mem made = clCreateImageWithProperties(context, none, 0, &kBytes, &wanted, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  later([made] { clReleaseMemObject(made); });
  std::size_t size = 0;
  EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof none);
  EXPECT_EQ(clCreateImageWithProperties(context, some, 0, &kBytes, &wanted, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
}

TEST_F(Images, QueriesTellTypeAndSizes) {
  for (const cl_mem_object_type type : kTypes) {
    const Size size = full(type);
    const cl_mem made = image(kFloats, desc(type, size));
    cl_mem_object_type told = 0;
    EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_TYPE, sizeof told, &told, nullptr), CL_SUCCESS);
    EXPECT_EQ(told, type);
    const bool is_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const bool is_flat = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    EXPECT_EQ(size_info(made, CL_IMAGE_WIDTH), size[0]);
    EXPECT_EQ(size_info(made, CL_IMAGE_HEIGHT), is_flat ? 0 : size[1]);
    EXPECT_EQ(size_info(made, CL_IMAGE_DEPTH), type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0);
    EXPECT_EQ(size_info(made, CL_IMAGE_ARRAY_SIZE), is_array ? (is_flat ? size[1] : size[2]) : 0);
    EXPECT_EQ(size_info(made, CL_IMAGE_ELEMENT_SIZE), 16u);
    EXPECT_EQ(size_info(made, CL_IMAGE_ROW_PITCH), 16 * size[0]);
    const bool has_slices = is_array || type == CL_MEM_OBJECT_IMAGE3D;
    EXPECT_EQ(size_info(made, CL_IMAGE_SLICE_PITCH), has_slices ? 16 * size[0] * (is_flat ? 1 : size[1]) : 0);
    EXPECT_EQ(info<cl_uint>(made, CL_IMAGE_NUM_SAMPLES), 0u);
    EXPECT_EQ(info<cl_mem>(made, CL_IMAGE_BUFFER), nullptr);
    std::size_t bytes = 0;
    EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr), CL_SUCCESS);
    EXPECT_EQ(bytes, 16 * texels(size));
    EXPECT_EQ(clGetImageInfo(made, 0x9999, 0, nullptr, nullptr), CL_INVALID_VALUE);
    char small[2];
    EXPECT_EQ(clGetImageInfo(made, CL_IMAGE_WIDTH, sizeof small, small, nullptr), CL_INVALID_VALUE);
  }
  EXPECT_EQ(clGetImageInfo(buffer(16), CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

// Transfers.

TEST_F(Images, DataGoIntoEveryTypeAndBack) {
  for (const cl_mem_object_type type : kTypes) {
    const Size size = full(type), zero{};
    const cl_mem made = image(kColors, desc(type, size));
    const auto bytes = counting(4 * texels(size));
    ASSERT_EQ(clEnqueueWriteImage(queue, made, CL_TRUE, zero.data(), size.data(), 0, 0, bytes.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(pixels(made, size, 4), bytes) << type;
    // The last texel is at the end of the last row.
    const Size last{size[0] - 1, size[1] - 1, size[2] - 1};
    EXPECT_EQ(pixels(made, {1, 1, 1}, 4, last), (std::vector(bytes.end() - 4, bytes.end()))) << type;
  }
}

TEST_F(Images, PitchesOfTheProgramsData) {
  const Size origin{1, 1, 1}, size{2, 2, 2};
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE2D_ARRAY}) {
    const cl_mem made = counted(kBytes, static_cast<cl_mem_object_type>(type), {4, 4, 3}, 1);
    std::vector<unsigned char> data(32);
    ASSERT_EQ(clEnqueueReadImage(queue, made, CL_TRUE, origin.data(), size.data(), 5, 13, data.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    const std::vector<unsigned char> expected{22, 23, 0, 0, 0, 26, 27, 0, 0, 0, 0, 0, 0,
                                              38, 39, 0, 0, 0, 42, 43, 0, 0, 0, 0, 0, 0};
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), data.begin()));
  }
  // The layers of a one-dimensional array are a slice pitch apart.
  const cl_mem layers = image(kBytes, desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, {3, 2, 1}));
  const Size zero{}, both{3, 2, 1};
  const auto data = counting(16);
  ASSERT_EQ(clEnqueueWriteImage(queue, layers, CL_TRUE, zero.data(), both.data(), 4, 8, data.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(pixels(layers, both), (std::vector<unsigned char>{1, 2, 3, 9, 10, 11}));
}

TEST_F(Images, RegionsThatAreWrongAreRefused) {
  std::vector<unsigned char> data(4096);
  const auto code = [&](cl_mem of, Size origin, Size size, std::size_t row = 0, std::size_t slice = 0) {
    const cl_int read = clEnqueueReadImage(queue, of, CL_TRUE, origin.data(), size.data(), row, slice,
                                           data.data(), 0, nullptr, nullptr);
    const cl_int written = clEnqueueWriteImage(queue, of, CL_TRUE, origin.data(), size.data(), row, slice,
                                               data.data(), 0, nullptr, nullptr);
    EXPECT_EQ(read, written);
    return read;
  };
  for (const cl_mem_object_type type : kTypes) {
    const Size size = full(type);
    const cl_mem made = image(kBytes, desc(type, size));
    for (std::size_t d = 0; d < 3; ++d) {
      Size origin{}, region = size;
      region[d] = 0;
      EXPECT_EQ(code(made, origin, region), CL_INVALID_VALUE);
      region[d] = size[d] + 1;
      EXPECT_EQ(code(made, origin, region), CL_INVALID_VALUE);
      region[d] = size[d];
      origin[d] = 1;
      EXPECT_EQ(code(made, origin, region), CL_INVALID_VALUE);
      origin[d] = SIZE_MAX;
      EXPECT_EQ(code(made, origin, region), CL_INVALID_VALUE);
    }
    EXPECT_EQ(code(made, {}, size, size[0] - 1), CL_INVALID_VALUE);
    if (type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE2D)
      EXPECT_EQ(code(made, {}, size, 0, 100), CL_INVALID_VALUE);
    else
      EXPECT_EQ(code(made, {}, size, 0, size[0] - 1), CL_INVALID_VALUE);
  }
}

TEST_F(Images, TransfersCheckTheirObjects) {
  const cl_mem made = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1})), plain = buffer(64);
  const Size zero{}, one{1, 1, 1};
  unsigned char byte = 0;
  const auto read = [&](cl_command_queue in, cl_mem from, void* to, const std::size_t* origin) {
    return clEnqueueReadImage(in, from, CL_TRUE, origin, one.data(), 0, 0, to, 0, nullptr, nullptr);
  };
  EXPECT_EQ(read(nullptr, made, &byte, zero.data()), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(read(queue, nullptr, &byte, zero.data()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(read(queue, plain, &byte, zero.data()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(read(queue, made, nullptr, zero.data()), CL_INVALID_VALUE);
  EXPECT_EQ(read(queue, made, &byte, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueReadBuffer(queue, made, CL_TRUE, 0, 1, &byte, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, made, &byte, 1, 0, 1, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  const cl_buffer_region part{0, 16};
  cl_int error = 0;
  EXPECT_EQ(clCreateSubBuffer(made, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  const cl_event none = nullptr;
  EXPECT_EQ(clEnqueueReadImage(queue, made, CL_TRUE, zero.data(), one.data(), 0, 0, &byte, 1, &none, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  const cl_mem silent = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}), CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(read(queue, silent, &byte, zero.data()), CL_INVALID_OPERATION);
  const cl_mem fixed = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}), CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(
      clEnqueueWriteImage(queue, fixed, CL_TRUE, zero.data(), one.data(), 0, 0, &byte, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  const cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_command_queue foreign = clCreateCommandQueue(other, device, 0, nullptr);
  EXPECT_EQ(read(foreign, made, &byte, zero.data()), CL_INVALID_CONTEXT);
  clReleaseCommandQueue(foreign);
  clReleaseContext(other);
}

TEST_F(Images, CopiesBetweenImages) {
  const cl_mem solid = counted(kBytes, CL_MEM_OBJECT_IMAGE3D, {4, 3, 2}, 1);
  const cl_mem flat = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}));
  const unsigned zero_color[4] = {};
  const Size zero{}, whole{4, 4, 1}, from{1, 1, 1}, to{0, 2, 0}, size{3, 2, 1};
  ASSERT_EQ(clEnqueueFillImage(queue, flat, zero_color, zero.data(), whole.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueCopyImage(queue, solid, flat, from.data(), to.data(), size.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(pixels(flat, whole),
            (std::vector<unsigned char>{0, 0, 0, 0, 0, 0, 0, 0, 18, 19, 20, 0, 22, 23, 24, 0}));
  const cl_mem other = image(kColors, desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}));
  EXPECT_EQ(clEnqueueCopyImage(queue, solid, other, from.data(), to.data(), size.data(), 0, nullptr, nullptr),
            CL_IMAGE_FORMAT_MISMATCH);
  EXPECT_EQ(
      clEnqueueCopyImage(queue, solid, buffer(16), from.data(), to.data(), size.data(), 0, nullptr, nullptr),
      CL_INVALID_MEM_OBJECT);
  const Size near{1, 1, 0}, apart{0, 2, 0}, pair{2, 2, 1};
  EXPECT_EQ(clEnqueueCopyImage(queue, flat, flat, zero.data(), near.data(), pair.data(), 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(
      clEnqueueCopyImage(queue, flat, flat, zero.data(), apart.data(), pair.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
}

TEST_F(Images, CopiesFromAndToBuffers) {
  const cl_mem solid = counted(kBytes, CL_MEM_OBJECT_IMAGE2D_ARRAY, {4, 3, 2}, 1);
  const cl_mem plain = ints(std::vector<int>(8, 0));
  const Size from{2, 0, 0}, size{2, 2, 2}, zero{};
  ASSERT_EQ(clEnqueueCopyImageToBuffer(queue, solid, plain, from.data(), size.data(), 4, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(plain, 4), (std::vector<int>{0, 0x08070403, 0x1413100f, 0}));
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, solid, plain, from.data(), size.data(), 25, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, plain, solid, SIZE_MAX, zero.data(), size.data(), 0, nullptr,
                                       nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, solid, solid, 0, zero.data(), size.data(), 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  ASSERT_EQ(clEnqueueCopyBufferToImage(queue, plain, solid, 4, zero.data(), size.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(pixels(solid, size), (std::vector<unsigned char>{3, 4, 7, 8, 15, 16, 19, 20}));
}

TEST_F(Images, FillsConvertTheColor) {
  const Size zero{}, size{2, 2, 1}, one{1, 1, 1};
  const auto filled = [&](const cl_image_format& format, const void* color, std::size_t texel_bytes) {
    const cl_mem made = image(format, desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}));
    EXPECT_EQ(clEnqueueFillImage(queue, made, color, zero.data(), size.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return pixels(made, one, texel_bytes, {1, 1, 0});
  };
  const float color[4] = {0.0f, 0.5f, 1.0f, 2.0f};
  const float ones[4] = {1, 1, 1, 1};
  const int numbers[4] = {-1, 300, -300, 7};
  EXPECT_EQ(filled(kColors, color, 4), (std::vector<unsigned char>{0, 128, 255, 255}));
  EXPECT_EQ(filled({CL_BGRA, CL_UNORM_INT8}, color, 4), (std::vector<unsigned char>{255, 128, 0, 255}));
  EXPECT_EQ(filled({CL_RGB, CL_UNORM_SHORT_565}, color, 2), (std::vector<unsigned char>{0x1f, 0x04}));
  EXPECT_EQ(filled({CL_RGBA, CL_SIGNED_INT8}, numbers, 4), (std::vector<unsigned char>{255, 127, 128, 7}));
  EXPECT_EQ(filled({CL_R, CL_HALF_FLOAT}, ones, 2), (std::vector<unsigned char>{0x00, 0x3c}));
  const cl_mem made = image(kColors, desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}));
  EXPECT_EQ(clEnqueueFillImage(queue, made, nullptr, zero.data(), size.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillImage(queue, buffer(16), color, zero.data(), size.data(), 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

// Maps.

TEST_F(Images, MapsShowAndTakeData) {
  const cl_mem made = counted(kBytes, CL_MEM_OBJECT_IMAGE3D, {4, 3, 2}, 1);
  const Size origin{1, 1, 1}, size{2, 2, 1};
  std::size_t row = 0, slice = 0;
  cl_int error = 1;
  auto* const mapped = static_cast<unsigned char*>(
      clEnqueueMapImage(queue, made, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin.data(), size.data(), &row,
                        &slice, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_GE(row, 2u);
  EXPECT_GE(slice, 2 * row);
  EXPECT_EQ(mapped[0], 18);
  EXPECT_EQ(mapped[row + 1], 23);
  mapped[row] = 99;
  cl_uint count = 0;
  EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(pixels(made, size, 1, origin), (std::vector<unsigned char>{18, 19, 99, 23}));
  const auto code = [&](cl_mem of, cl_map_flags flags, std::size_t* rows, std::size_t* slices) {
    cl_int result = 1;
    EXPECT_EQ(clEnqueueMapImage(queue, of, CL_TRUE, flags, origin.data(), size.data(), rows, slices, 0,
                                nullptr, nullptr, &result),
              nullptr);
    return result;
  };
  EXPECT_EQ(code(made, CL_MAP_READ, nullptr, &slice), CL_INVALID_VALUE);
  EXPECT_EQ(code(made, CL_MAP_READ, &row, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(code(made, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, &row, &slice), CL_INVALID_VALUE);
  EXPECT_EQ(code(buffer(64), CL_MAP_READ, &row, &slice), CL_INVALID_MEM_OBJECT);
  const cl_mem closed = image(kBytes, desc(CL_MEM_OBJECT_IMAGE3D, {4, 3, 2}), CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(code(closed, CL_MAP_READ, &row, &slice), CL_INVALID_OPERATION);
}

TEST_F(Images, HostMemoryWithPitchesIsWhereMapsAre) {
  std::vector<unsigned char> data = counting(64);
  cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, {3, 2, 2});
  wanted.image_row_pitch = 5;
  wanted.image_slice_pitch = 20;
  const cl_mem made = image(kBytes, wanted, CL_MEM_USE_HOST_PTR, data.data());
  EXPECT_EQ(size_info(made, CL_IMAGE_ROW_PITCH), 5u);
  EXPECT_EQ(size_info(made, CL_IMAGE_SLICE_PITCH), 20u);
  EXPECT_EQ(pixels(made, {3, 2, 2}), (std::vector<unsigned char>{1, 2, 3, 6, 7, 8, 21, 22, 23, 26, 27, 28}));
  const unsigned color[4] = {77, 0, 0, 0};
  const Size last{2, 1, 1}, one{1, 1, 1};
  ASSERT_EQ(clEnqueueFillImage(queue, made, color, last.data(), one.data(), 0, nullptr, nullptr), CL_SUCCESS);
  std::size_t row = 0, slice = 0;
  cl_int error = 1;
  void* const mapped = clEnqueueMapImage(queue, made, CL_TRUE, CL_MAP_READ, last.data(), one.data(), &row,
                                         &slice, 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(row, 5u);
  EXPECT_EQ(slice, 20u);
  EXPECT_EQ(mapped, data.data() + 27);
  EXPECT_EQ(data[27], 77);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

// Images of buffers.

TEST_F(Images, OfABufferShareItsData) {
  const cl_mem plain = ints({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, {6, 1, 1});
  wanted.mem_object = plain;
  const cl_mem line = image(kInts, wanted);
  EXPECT_EQ(info<cl_mem>(line, CL_IMAGE_BUFFER), plain);
  cl_mem parent = nullptr;
  EXPECT_EQ(clGetMemObjectInfo(line, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(parent, plain);
  wanted = desc(CL_MEM_OBJECT_IMAGE2D, {3, 3, 1});
  wanted.mem_object = plain;
  wanted.image_row_pitch = 16;
  const cl_mem flat = image(kInts, wanted);
  const cl_kernel add = kernel(
      "kernel void add(read_only image1d_buffer_t from, read_only image2d_t flat, global int* to) {"
      "  int i = get_global_id(0);"
      "  to[i] = 100 * read_imagei(from, i).x + read_imagei(flat, (int2)(i % 3, i / 3)).x; }",
      "add");
  const cl_mem out = buffer(6 * sizeof(int));
  set(add, line, flat, out);
  ASSERT_EQ(launch(add, 6, 6), CL_SUCCESS);
  EXPECT_EQ(read(out, 6), (std::vector<int>{101, 202, 303, 405, 506, 607}));
  // Kernels write what the buffer then has, also where the buffer itself is an argument.
  const cl_kernel move = kernel(
      "kernel void move(write_only image1d_buffer_t to, global int* from) {"
      "  write_imagei(to, 0, (int4)(from[11] * 2)); from[10] = 7; }",
      "move");
  set(move, line, plain);
  ASSERT_EQ(launch(move, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(plain, 12), (std::vector<int>{24, 2, 3, 4, 5, 6, 7, 8, 9, 10, 7, 12}));
  EXPECT_EQ(pixels(line, {1, 1, 1}, 4), (std::vector<unsigned char>{24, 0, 0, 0}));
}

TEST_F(Images, OfABufferThatDoNotFitAreRefused) {
  const cl_mem plain = buffer(64);
  cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, {16, 1, 1});
  EXPECT_EQ(refused(0, kInts, wanted), CL_INVALID_IMAGE_DESCRIPTOR);
  wanted.mem_object = as<cl_mem>(queue);
  EXPECT_EQ(refused(0, kInts, wanted), CL_INVALID_IMAGE_DESCRIPTOR);
  wanted.mem_object = plain;
  image(kInts, wanted);
  wanted.image_row_pitch = 64;  // that of its only row
  image(kInts, wanted);
  wanted.image_row_pitch = 60;
  EXPECT_EQ(refused(0, kInts, wanted), CL_INVALID_IMAGE_DESCRIPTOR);
  wanted.image_row_pitch = 0;
  EXPECT_EQ(refused(CL_MEM_ALLOC_HOST_PTR, kInts, wanted), CL_INVALID_VALUE);
  char data[64];
  EXPECT_EQ(refused(0, kInts, wanted, data), CL_INVALID_HOST_PTR);
  wanted.image_width = 17;
  EXPECT_EQ(refused(0, kInts, wanted), CL_INVALID_IMAGE_DESCRIPTOR);
  wanted = desc(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
  wanted.mem_object = plain;
  wanted.image_row_pitch = 18;
  EXPECT_EQ(refused(0, kInts, wanted), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  wanted.image_row_pitch = 20;
  EXPECT_EQ(refused(0, kInts, wanted), CL_INVALID_IMAGE_DESCRIPTOR);
  wanted = desc(CL_MEM_OBJECT_IMAGE3D, {2, 2, 2});
  wanted.mem_object = plain;
  EXPECT_EQ(refused(0, kInts, wanted), CL_INVALID_IMAGE_DESCRIPTOR);
  wanted = desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1});
  wanted.mem_object = image(kInts, desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}));
  EXPECT_EQ(refused(0, kInts, wanted), CL_IMAGE_FORMAT_MISMATCH);
  const cl_mem sealed = buffer(64, CL_MEM_READ_ONLY);
  wanted.mem_object = sealed;
  EXPECT_EQ(refused(CL_MEM_READ_WRITE, kInts, wanted), CL_INVALID_VALUE);
}

TEST_F(Images, OfABufferAreReadAndWritten) {
  const cl_mem plain = ints({1, 2, 3, 4, 5, 6});
  cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, {6, 1, 1});
  wanted.mem_object = plain;
  const cl_mem line = image(kInts, wanted);
  const Size at{1, 0, 0}, size{2, 1, 1}, behind{4, 0, 0};
  const int data[] = {20, 30}, color[4] = {9, 9, 9, 9};
  ASSERT_EQ(
      clEnqueueWriteImage(queue, line, CL_TRUE, at.data(), size.data(), 0, 0, data, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(read(plain, 6), (std::vector<int>{1, 20, 30, 4, 5, 6}));
  ASSERT_EQ(clEnqueueCopyImage(queue, line, line, at.data(), behind.data(), size.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillImage(queue, line, color, at.data(), size.data(), 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(plain, 6), (std::vector<int>{1, 9, 9, 4, 20, 30}));
  std::size_t row = 0;
  cl_int error = 1;
  auto* const mapped =
      static_cast<int*>(clEnqueueMapImage(queue, line, CL_TRUE, CL_MAP_WRITE, behind.data(), size.data(),
                                          &row, nullptr, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  mapped[1] = 5;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, line, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(plain, 6), (std::vector<int>{1, 9, 9, 4, 20, 5}));
  EXPECT_EQ(clEnqueueCopyImage(queue, line, line, at.data(), at.data(), size.data(), 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
}

// A kernel keeps no reference to its arguments, an image keeps its buffer.
TEST_F(Images, OfABufferKeepIt) {
  const cl_mem plain = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
  cl_image_desc wanted = desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, {4, 1, 1});
  wanted.mem_object = plain;
  const cl_mem line = image(kInts, wanted);
  EXPECT_EQ(clReleaseMemObject(plain), CL_SUCCESS);
  const Size zero{}, one{1, 1, 1};
  const int value = 7;
  EXPECT_EQ(
      clEnqueueWriteImage(queue, line, CL_TRUE, zero.data(), one.data(), 0, 0, &value, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(pixels(line, one, 4), (std::vector<unsigned char>{7, 0, 0, 0}));
}

// Samplers.

TEST_F(Images, Samplers) {
  cl_int error = 0;
  EXPECT_EQ(clCreateSampler(nullptr, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateSampler(context, 7, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSampler(context, CL_TRUE, CL_FILTER_LINEAR, CL_FILTER_LINEAR, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE,
                                         CL_FILTER_LINEAR, 0};
  EXPECT_EQ(clCreateSamplerWithProperties(context, twice, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_sampler_properties unknown[] = {1, 1, 0};
  EXPECT_EQ(clCreateSamplerWithProperties(context, unknown, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_sampler preset = clCreateSamplerWithProperties(context, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto get = [&]<class T>(cl_sampler of, cl_sampler_info name, T value) {
    EXPECT_EQ(clGetSamplerInfo(of, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(get(preset, CL_SAMPLER_NORMALIZED_COORDS, cl_bool{7}), cl_bool{CL_TRUE});
  EXPECT_EQ(get(preset, CL_SAMPLER_ADDRESSING_MODE, cl_addressing_mode{}),
            cl_addressing_mode{CL_ADDRESS_CLAMP});
  EXPECT_EQ(get(preset, CL_SAMPLER_FILTER_MODE, cl_filter_mode{}), cl_filter_mode{CL_FILTER_NEAREST});
  EXPECT_EQ(get(preset, CL_SAMPLER_CONTEXT, cl_context{}), context);
  EXPECT_EQ(clRetainSampler(preset), CL_SUCCESS);
  EXPECT_EQ(get(preset, CL_SAMPLER_REFERENCE_COUNT, cl_uint{}), 2u);
  std::size_t size = 1;
  EXPECT_EQ(clGetSamplerInfo(preset, CL_SAMPLER_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(clGetSamplerInfo(preset, 0x9999, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clReleaseSampler(preset), CL_SUCCESS);
  EXPECT_EQ(clReleaseSampler(preset), CL_SUCCESS);
  EXPECT_EQ(clReleaseSampler(preset), CL_INVALID_SAMPLER);
  EXPECT_EQ(clRetainSampler(as<cl_sampler>(context)), CL_INVALID_SAMPLER);
  const cl_sampler_properties wanted[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
  const cl_sampler made = clCreateSamplerWithProperties(context, wanted, &error);
  EXPECT_EQ(clGetSamplerInfo(made, CL_SAMPLER_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof wanted);
  EXPECT_EQ(get(made, CL_SAMPLER_NORMALIZED_COORDS, cl_bool{7}), cl_bool{CL_FALSE});
  EXPECT_EQ(clReleaseSampler(made), CL_SUCCESS);
}

// Kernels.

constexpr const char* kTranspose =
    "kernel void transpose(read_only image2d_t from, write_only image2d_t to, sampler_t s) {"
    "  int2 at = (int2)(get_global_id(0), get_global_id(1));"
    "  write_imageui(to, at.yx, read_imageui(from, s, at)); }";

TEST_F(Images, KernelReadsAndWrites) {
  const cl_mem from = counted(kBytes, CL_MEM_OBJECT_IMAGE2D, {3, 2, 1}, 1);
  const cl_mem to = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {2, 3, 1}), CL_MEM_WRITE_ONLY);
  const cl_kernel transpose = kernel(kTranspose, "transpose");
  const cl_sampler nearest = sampler(CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
  set(transpose, from, to, nearest);
  ASSERT_EQ(launch2(transpose, 3, 2), CL_SUCCESS);
  EXPECT_EQ(pixels(to, {2, 3, 1}), (std::vector<unsigned char>{1, 4, 2, 5, 3, 6}));
}

TEST_F(Images, SamplersOfTheProgramInterpolate) {
  float values[4] = {0, 1, 2, 3};
  const cl_mem from =
      image({CL_R, CL_FLOAT}, desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}), CL_MEM_COPY_HOST_PTR, values);
  const cl_kernel look = kernel(
      "kernel void look(read_only image2d_t from, sampler_t s, global int* out) {"
      "  out[0] = 100 * read_imagef(from, s, (float2)(0.5f, 0.5f)).x;"
      "  out[1] = 100 * read_imagef(from, s, (float2)(1.25f, 0.25f)).x; }",
      "look");
  const cl_mem out = buffer(2 * sizeof(int));
  set(look, from, sampler(CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR), out);
  ASSERT_EQ(launch(look, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(out, 2), (std::vector<int>{150, 0}));
  set(look, from, sampler(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST), out);
  ASSERT_EQ(launch(look, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(out, 2), (std::vector<int>{0, 100}));
}

TEST_F(Images, KernelReadsAndWritesOneImage) {
  const cl_mem both = counted(kBytes, CL_MEM_OBJECT_IMAGE1D, {4, 1, 1}, 1);
  const cl_mem fixed = image(kBytes, desc(CL_MEM_OBJECT_IMAGE1D, {4, 1, 1}), CL_MEM_READ_ONLY);
  const cl_program made = source(
      "kernel void twice(read_write image1d_t img) {"
      "  int i = get_global_id(0); write_imageui(img, i, read_imageui(img, i) * 2); }");
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel twice = clCreateKernel(made, "twice", nullptr);
  later([twice] { clReleaseKernel(twice); });
  EXPECT_EQ(clSetKernelArg(twice, 0, sizeof fixed, &fixed), CL_INVALID_ARG_VALUE);
  cl_kernel_arg_access_qualifier access = 0;
  EXPECT_EQ(clGetKernelArgInfo(twice, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(access, cl_uint{CL_KERNEL_ARG_ACCESS_READ_WRITE});
  set(twice, both);
  ASSERT_EQ(launch(twice, 4, 4), CL_SUCCESS);
  EXPECT_EQ(pixels(both, {4, 1, 1}), (std::vector<unsigned char>{2, 4, 6, 8}));
}

TEST_F(Images, KernelArgumentsAreChecked) {
  const cl_kernel transpose = kernel(kTranspose, "transpose");
  const cl_mem flat = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1})), plain = buffer(16);
  const cl_mem solid = image(kBytes, desc(CL_MEM_OBJECT_IMAGE3D, {2, 2, 2}));
  const cl_mem written = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}), CL_MEM_WRITE_ONLY);
  const cl_mem fixed = image(kBytes, desc(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}), CL_MEM_READ_ONLY);
  const cl_sampler nearest = sampler(CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
  const cl_mem none = nullptr;
  const cl_sampler no_sampler = nullptr;
  const auto code = [&](cl_uint index, std::size_t size, const void* value) {
    return clSetKernelArg(transpose, index, size, value);
  };
  EXPECT_EQ(code(0, 4, &flat), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(code(0, sizeof flat, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(code(0, sizeof none, &none), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(code(0, sizeof plain, &plain), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(code(0, sizeof nearest, &nearest), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(code(0, sizeof solid, &solid), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(code(0, sizeof written, &written), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(code(1, sizeof fixed, &fixed), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(code(2, 4, &nearest), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(code(2, sizeof nearest, nullptr), CL_INVALID_SAMPLER);
  EXPECT_EQ(code(2, sizeof no_sampler, &no_sampler), CL_INVALID_SAMPLER);
  EXPECT_EQ(code(2, sizeof flat, &flat), CL_INVALID_SAMPLER);
  const cl_kernel take = kernel("kernel void take(global int* out) {}", "take");
  EXPECT_EQ(clSetKernelArg(take, 0, sizeof flat, &flat), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(launch2(transpose, 2, 2), CL_INVALID_KERNEL_ARGS);
}

TEST_F(Images, KernelArgumentsAreDescribed) {
  const cl_kernel three = kernel(
      "kernel void three(image1d_t a, write_only image2d_array_t b, sampler_t c, global int* d) {}", "three");
  const auto text = [&](cl_uint index) {
    char name[64] = "";
    EXPECT_EQ(clGetKernelArgInfo(three, index, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, nullptr),
              CL_SUCCESS);
    return std::string(name);
  };
  const auto number = [&](cl_uint index, cl_kernel_arg_info name) {
    cl_uint value = 0;
    EXPECT_EQ(clGetKernelArgInfo(three, index, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(text(0), "image1d_t");
  EXPECT_EQ(text(1), "image2d_array_t");
  EXPECT_EQ(text(2), "sampler_t");
  EXPECT_EQ(number(0, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint{CL_KERNEL_ARG_ACCESS_READ_ONLY});
  EXPECT_EQ(number(1, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint{CL_KERNEL_ARG_ACCESS_WRITE_ONLY});
  EXPECT_EQ(number(2, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint{CL_KERNEL_ARG_ACCESS_NONE});
  EXPECT_EQ(number(3, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint{CL_KERNEL_ARG_ACCESS_NONE});
  EXPECT_EQ(number(0, CL_KERNEL_ARG_ADDRESS_QUALIFIER), cl_uint{CL_KERNEL_ARG_ADDRESS_GLOBAL});
  EXPECT_EQ(number(2, CL_KERNEL_ARG_ADDRESS_QUALIFIER), cl_uint{CL_KERNEL_ARG_ADDRESS_PRIVATE});
}

TEST_F(Images, CompilerSaysThatThereAreImages) {
  const cl_mem out = buffer(2 * sizeof(int));
  const cl_kernel ask = kernel(
      "kernel void ask(global int* out) {\n"
      "#ifdef __IMAGE_SUPPORT__\n"
      "  out[0] = 1;\n"
      "#endif\n"
      "#ifdef cl_khr_3d_image_writes\n"
      "  out[1] = 1;\n"
      "#endif\n"
      "}",
      "ask");
  set(ask, out);
  ASSERT_EQ(launch(ask, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(out, 2), (std::vector<int>{1, 1}));
}

}  // namespace
}  // namespace lockstep::runtime
