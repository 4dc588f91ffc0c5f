// Transfers of buffers against plain C++: ranges, rectangles, fills, sub-buffers, maps.
#include <numeric>
#include <random>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

using Bytes = std::vector<unsigned char>;

class Buffers : public DeviceTest {
 protected:
  Bytes random_bytes(std::size_t size) {
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random_());
    return bytes;
  }
  Bytes content(cl_mem from, std::size_t size) {
    Bytes bytes(size);
    EXPECT_EQ(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, size, bytes.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  std::size_t pick(std::size_t from, std::size_t to) { return from + random_() % (to - from + 1); }

  std::mt19937 random_{7};
};

struct Rows {
  std::size_t origin[3], row, slice;
  std::size_t at(std::size_t y, std::size_t z) const {
    return origin[0] + (origin[1] + y) * row + (origin[2] + z) * slice;
  }
};

// The reference.
void copy_rows(const Bytes& from, const Rows& source, Bytes& to, const Rows& target,
               const std::size_t (&region)[3]) {
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y)
      for (std::size_t x = 0; x < region[0]; ++x) to[target.at(y, z) + x] = from[source.at(y, z) + x];
}

TEST_F(Buffers, RectanglesAreThoseOfTheReference) {
  constexpr std::size_t kSize = 4096;
  for (int round = 0; round < 200; ++round) {
    const std::size_t region[3] = {pick(1, 9), pick(1, 5), pick(1, 4)};
    const auto rows = [&] {
      const std::size_t row = region[0] + pick(0, 7);
      return Rows{{pick(0, 9), pick(0, 3), pick(0, 3)}, row, row * (region[1] + pick(0, 3))};
    };
    const Rows in = rows(), at = rows();
    const Bytes host = random_bytes(kSize);
    Bytes device_bytes = random_bytes(kSize), back = random_bytes(kSize);
    const cl_mem memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, kSize, device_bytes.data(), nullptr);
    ASSERT_EQ(clEnqueueWriteBufferRect(queue, memory, CL_FALSE, at.origin, in.origin, region, at.row,
                                       at.slice, in.row, in.slice, host.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    copy_rows(host, in, device_bytes, at, region);
    EXPECT_EQ(content(memory, kSize), device_bytes);
    Bytes expected = back;
    ASSERT_EQ(clEnqueueReadBufferRect(queue, memory, CL_TRUE, in.origin, at.origin, region, in.row, in.slice,
                                      at.row, at.slice, back.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    copy_rows(device_bytes, in, expected, at, region);
    EXPECT_EQ(back, expected);
    Bytes other = random_bytes(kSize);
    const cl_mem second = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, kSize, other.data(), nullptr);
    ASSERT_EQ(clEnqueueCopyBufferRect(queue, memory, second, in.origin, at.origin, region, in.row, in.slice,
                                      at.row, at.slice, 0, nullptr, nullptr),
              CL_SUCCESS);
    copy_rows(device_bytes, in, other, at, region);
    EXPECT_EQ(content(second, kSize), other);
    clReleaseMemObject(memory);
    clReleaseMemObject(second);
  }
}

// CL_MEM_COPY_OVERLAP exactly where a byte is read and written, for rows and slices as they are.
TEST_F(Buffers, OverlapOfRectanglesInOneBuffer) {
  const cl_mem memory = buffer(4096);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t region[3] = {pick(1, 6), pick(1, 3), pick(1, 3)};
    const std::size_t row = region[0] + pick(0, 8), slice = row * (region[1] + pick(0, 3));
    const Rows from{{pick(0, 8), pick(0, 4), pick(0, 2)}, row, slice};
    const Rows to{{pick(0, 8), pick(0, 4), pick(0, 2)}, row, slice};
    std::vector<bool> read(4096);
    bool overlap = false;
    for (std::size_t z = 0; z < region[2]; ++z)
      for (std::size_t y = 0; y < region[1]; ++y)
        for (std::size_t x = 0; x < region[0]; ++x) read[from.at(y, z) + x] = true;
    for (std::size_t z = 0; z < region[2]; ++z)
      for (std::size_t y = 0; y < region[1]; ++y)
        for (std::size_t x = 0; x < region[0]; ++x) overlap = overlap || read[to.at(y, z) + x];
    const cl_int code = clEnqueueCopyBufferRect(queue, memory, memory, from.origin, to.origin, region, row,
                                                slice, row, slice, 0, nullptr, nullptr);
    if (overlap) {
      EXPECT_EQ(code, CL_MEM_COPY_OVERLAP) << round;
    }
    // The specification's own check is stricter than needed in places; it never allows an overlap.
    EXPECT_TRUE(code == CL_SUCCESS || code == CL_MEM_COPY_OVERLAP);
  }
}

TEST_F(Buffers, FillsOfEachPattern) {
  Bytes expected = random_bytes(1024);
  const cl_mem memory = buffer(1024, CL_MEM_COPY_HOST_PTR, expected.data());
  for (std::size_t size = 1; size <= 128; size *= 2) {
    const Bytes pattern = random_bytes(size);
    const std::size_t offset = size * pick(0, 2), bytes = size * pick(1, 4);
    ASSERT_EQ(clEnqueueFillBuffer(queue, memory, pattern.data(), size, offset, bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    for (std::size_t i = 0; i < bytes; ++i) expected[offset + i] = pattern[i % size];
    EXPECT_EQ(content(memory, 1024), expected);
  }
}

TEST_F(Buffers, SubBuffersShareTheirBytes) {
  std::vector<int> values(256);
  std::iota(values.begin(), values.end(), 0);
  const cl_mem whole = ints(values);
  const cl_buffer_region region{256, 512};
  const cl_mem part =
      clCreateSubBuffer(whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(read(part, 2), (std::vector{64, 65}));
  const int changed = -1;
  clEnqueueWriteBuffer(queue, part, CL_TRUE, 4, 4, &changed, 0, nullptr, nullptr);
  EXPECT_EQ(read(whole, 3, 64), (std::vector{64, -1, 66}));
  cl_mem parent = nullptr;
  std::size_t offset = 0;
  cl_mem_flags flags = 0;
  clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr);
  clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof offset, &offset, nullptr);
  clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, nullptr);
  EXPECT_EQ(parent, whole);
  EXPECT_EQ(offset, 256u);
  EXPECT_EQ(flags, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR});
  // Different parts of one buffer overlap like ranges of it.
  const cl_buffer_region next{384, 512};
  const cl_mem other = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &next, nullptr);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, part, other, 0, 0, 256, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, part, other, 0, 0, 128, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(whole, 3, 96), (std::vector{64, -1, 66}));
  clReleaseMemObject(other);
  clReleaseMemObject(part);
}

TEST_F(Buffers, KernelsSeeSubBuffersFromTheirBegin) {
  const cl_mem whole = ints(std::vector<int>(128, 5));
  const cl_buffer_region regions[] = {{0, 128}, {128, 128}};
  cl_mem parts[2] = {};
  for (int i = 0; i < 2; ++i)
    parts[i] = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[i], nullptr);
  const cl_kernel f = kernel("kernel void f(global int* a, global int* b) { a[0] = 1; b[0] = 2; }", "f");
  clSetKernelArg(f, 0, sizeof(cl_mem), &parts[1]);
  clSetKernelArg(f, 1, sizeof(cl_mem), &parts[0]);
  EXPECT_EQ(launch(f, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(whole, 1, 0), std::vector{2});
  EXPECT_EQ(read(whole, 1, 32), std::vector{1});
  for (cl_mem part : parts) clReleaseMemObject(part);
}

TEST_F(Buffers, MapReadsAndWrites) {
  const cl_mem memory = ints({1, 2, 3, 4});
  cl_int error = CL_SUCCESS;
  auto* const mapped = static_cast<int*>(clEnqueueMapBuffer(
      queue, memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 4, 8, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped[0], 2);
  mapped[1] = 30;
  cl_uint count = 0;
  clGetMemObjectInfo(memory, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(read(memory, 4), (std::vector{1, 2, 30, 4}));
}

TEST_F(Buffers, MapsForReadingDoNotChangeTheBuffer) {
  const cl_mem memory = ints({1, 2});
  auto* const mapped = static_cast<int*>(
      clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 0, 8, 0, nullptr, nullptr, nullptr));
  auto* const again = static_cast<int*>(
      clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 4, 4, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(again, mapped + 1);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(*again, 2);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, again, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(memory, 2), (std::vector{1, 2}));
}

TEST_F(Buffers, MapsOfTwoPartsWriteWithoutDisturbingEachOther) {
  const cl_mem memory = ints({1, 2, 3, 4});
  const auto map = [&](cl_map_flags flags, std::size_t first) {
    return static_cast<int*>(
        clEnqueueMapBuffer(queue, memory, CL_TRUE, flags, first * 4, 8, 0, nullptr, nullptr, nullptr));
  };
  int* const low = map(CL_MAP_WRITE, 0);
  low[0] = 10;
  int* const high = map(CL_MAP_WRITE_INVALIDATE_REGION, 2);
  high[0] = 30;
  high[1] = 40;
  low[1] = 20;
  clEnqueueUnmapMemObject(queue, memory, low, 0, nullptr, nullptr);
  clEnqueueUnmapMemObject(queue, memory, high, 0, nullptr, nullptr);
  EXPECT_EQ(read(memory, 4), (std::vector{10, 20, 30, 40}));
}

TEST_F(Buffers, UseHostPtrMapsToTheProgramsMemory) {
  std::vector<int> host{1, 2, 3, 4};
  const cl_mem memory = buffer(16, CL_MEM_USE_HOST_PTR, host.data());
  const cl_kernel f = kernel("kernel void f(global int* x) { x[get_global_id(0)] *= 2; }", "f");
  clSetKernelArg(f, 0, sizeof memory, &memory);
  EXPECT_EQ(launch(f, 4, 4), CL_SUCCESS);
  void* const mapped = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 16, 0,
                                          nullptr, nullptr, nullptr);
  EXPECT_EQ(mapped, host.data());
  EXPECT_EQ(host, (std::vector{2, 4, 6, 8}));
  host[3] = 80;
  clEnqueueUnmapMemObject(queue, memory, mapped, 0, nullptr, nullptr);
  EXPECT_EQ(read(memory, 4), (std::vector{2, 4, 6, 80}));
  void* pointer = nullptr;
  clGetMemObjectInfo(memory, CL_MEM_HOST_PTR, sizeof pointer, &pointer, nullptr);
  EXPECT_EQ(pointer, host.data());
}

TEST_F(Buffers, MapOfASubBufferIsInsideTheMapOfItsBuffer) {
  const cl_mem whole = ints(std::vector<int>(64, 3));
  const cl_buffer_region region{128, 128};
  const cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  auto* const in_part = static_cast<char*>(
      clEnqueueMapBuffer(queue, part, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, nullptr));
  auto* const in_whole = static_cast<char*>(
      clEnqueueMapBuffer(queue, whole, CL_TRUE, CL_MAP_READ, 0, 256, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(in_part, in_whole + 128);
  clEnqueueUnmapMemObject(queue, part, in_part, 0, nullptr, nullptr);
  clEnqueueUnmapMemObject(queue, whole, in_whole, 0, nullptr, nullptr);
  clReleaseMemObject(part);
}

}  // namespace
}  // namespace lockstep::runtime
