// Shared virtual memory, coarse-grained: what program and kernels see, when, and what is refused.
#include <cstdint>
#include <cstring>
#include <numeric>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class SharedMemory : public DeviceTest {
 protected:
  template <class T>
  T* allocate(std::size_t count, cl_svm_mem_flags flags = CL_MEM_READ_WRITE) {
    void* const made = clSVMAlloc(context, flags, count * sizeof(T), 0);
    EXPECT_NE(made, nullptr);
    later([this, made] { clSVMFree(context, made); });
    return static_cast<T*>(made);
  }
  template <class T, class Use>
  void mapped(T* from, std::size_t count, cl_map_flags flags, Use use) {
    ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, flags, from, count * sizeof(T), 0, nullptr, nullptr),
              CL_SUCCESS);
    use();
    EXPECT_EQ(clEnqueueSVMUnmap(queue, from, 0, nullptr, nullptr), CL_SUCCESS);
  }
  void launch(cl_kernel kernel, std::size_t items) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
};

const char* const kDouble = "kernel void twice(global int* a) { a[get_global_id(0)] *= 2; }";

TEST_F(SharedMemory, TheDeviceSaysWhatItHas) {
  cl_device_svm_capabilities has = 0;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, nullptr), CL_SUCCESS);
  EXPECT_EQ(has, cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER});
}

TEST_F(SharedMemory, AKernelChangesWhatTheProgramMaps) {
  int* const a = allocate<int>(64);
  mapped(a, 64, CL_MAP_WRITE, [&] { std::iota(a, a + 64, 0); });
  const cl_kernel twice = kernel(kDouble, "twice");
  ASSERT_EQ(clSetKernelArgSVMPointer(twice, 0, a), CL_SUCCESS);
  launch(twice, 64);
  mapped(a, 64, CL_MAP_READ, [&] {
    for (int i = 0; i < 64; ++i) EXPECT_EQ(a[i], 2 * i);
  });
}

TEST_F(SharedMemory, AnArgumentMayPointInside) {
  int* const a = allocate<int>(64);
  const int one = 1;
  ASSERT_EQ(clEnqueueSVMMemFill(queue, a, &one, sizeof one, 64 * sizeof one, 0, nullptr, nullptr),
            CL_SUCCESS);
  const cl_kernel twice = kernel(kDouble, "twice");
  ASSERT_EQ(clSetKernelArgSVMPointer(twice, 0, a + 40), CL_SUCCESS);
  launch(twice, 24);
  mapped(a, 64, CL_MAP_READ, [&] {
    for (int i = 0; i < 64; ++i) EXPECT_EQ(a[i], i < 40 ? 1 : 2);
  });
}

struct Node {
  std::int64_t value;
  Node* next;
};

const char* const kNodes =
    "typedef struct node { long value; global struct node* next; } node;\n"
    "kernel void link(global node* nodes, int n) {\n"
    "  int i = get_global_id(0);\n"
    "  nodes[i].value = i;\n"
    "  nodes[i].next = i + 1 < n ? &nodes[i + 1] : 0;\n}\n"
    "kernel void sum(global node* first, global long* out) {\n"
    "  long sum = 0;\n"
    "  for (global node* at = first; at; at = at->next) sum += at->value;\n"
    "  *out = sum;\n}\n"
    "kernel void reach(global node* root, global long* out) { *out = root->next->value; }\n";

// Pointers that a kernel stores are those of the program, and the reverse.
TEST_F(SharedMemory, PointersInMemoryMeanTheSame) {
  Node* const nodes = allocate<Node>(10);
  auto* const out = allocate<std::int64_t>(1);
  const cl_program program = build(kNodes);
  const cl_kernel link = clCreateKernel(program, "link", nullptr),
                  sum = clCreateKernel(program, "sum", nullptr);
  for (const cl_kernel made : {link, sum}) later([made] { clReleaseKernel(made); });
  const int n = 10;
  ASSERT_EQ(clSetKernelArgSVMPointer(link, 0, nodes), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(link, 1, sizeof n, &n), CL_SUCCESS);
  launch(link, 10);
  mapped(nodes, 10, CL_MAP_READ | CL_MAP_WRITE, [&] {
    int count = 0;
    for (const Node* at = nodes; at != nullptr; at = at->next) EXPECT_EQ(at->value, count++);
    EXPECT_EQ(count, 10);
    nodes[2].next = &nodes[8];
  });
  ASSERT_EQ(clSetKernelArgSVMPointer(sum, 0, nodes + 1), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(sum, 1, out), CL_SUCCESS);
  launch(sum, 1);
  mapped(out, 1, CL_MAP_READ, [&] { EXPECT_EQ(*out, 1 + 2 + 8 + 9); });
}

// Pointers that a kernel makes from an argument inside of an allocation.
TEST_F(SharedMemory, PointersFromTheMiddle) {
  Node* const nodes = allocate<Node>(10);
  const cl_kernel link = kernel(kNodes, "link");
  const int n = 4;
  ASSERT_EQ(clSetKernelArgSVMPointer(link, 0, nodes + 6), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(link, 1, sizeof n, &n), CL_SUCCESS);
  launch(link, 4);
  mapped(nodes, 10, CL_MAP_READ, [&] {
    EXPECT_EQ(nodes[6].next, &nodes[7]);
    EXPECT_EQ(nodes[8].next, &nodes[9]);
    EXPECT_EQ(nodes[9].next, nullptr);
  });
}

TEST_F(SharedMemory, OtherAllocationsAreNamedForTheKernel) {
  Node *const root = allocate<Node>(1), *const leaf = allocate<Node>(1);
  auto* const out = allocate<std::int64_t>(1);
  mapped(root, 1, CL_MAP_WRITE, [&] { *root = {1, leaf}; });
  mapped(leaf, 1, CL_MAP_WRITE, [&] { *leaf = {41, nullptr}; });
  const cl_kernel reach = kernel(kNodes, "reach");
  ASSERT_EQ(clSetKernelArgSVMPointer(reach, 0, root), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(reach, 1, out), CL_SUCCESS);
  void* pointers[] = {leaf};
  ASSERT_EQ(clSetKernelExecInfo(reach, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers), CL_SUCCESS);
  launch(reach, 1);
  mapped(out, 1, CL_MAP_READ, [&] { EXPECT_EQ(*out, 41); });
  EXPECT_EQ(clSetKernelExecInfo(reach, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr), CL_SUCCESS)
      << "none any more";
}

TEST_F(SharedMemory, CopiesBetweenAllKindsOfMemory) {
  int *const a = allocate<int>(16), *const b = allocate<int>(16);
  int from[16], to[16] = {}, again[16] = {};
  std::iota(from, from + 16, 5);
  const auto copy = [&](void* target, const void* source) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, target, source, sizeof from, 0, nullptr, nullptr);
  };
  EXPECT_EQ(copy(a, from), CL_SUCCESS);
  EXPECT_EQ(copy(b, a), CL_SUCCESS);
  EXPECT_EQ(copy(to, b), CL_SUCCESS);
  EXPECT_EQ(copy(again, to), CL_SUCCESS);
  EXPECT_EQ(std::memcmp(again, from, sizeof from), 0);
  EXPECT_EQ(copy(a, a + 1), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(a + 8, from), CL_INVALID_VALUE) << "beyond the end";
  EXPECT_EQ(copy(nullptr, from), CL_INVALID_VALUE);
}

TEST_F(SharedMemory, ABufferOfIt) {
  int* const a = allocate<int>(64);
  mapped(a, 64, CL_MAP_WRITE, [&] { std::iota(a, a + 64, 0); });
  const cl_mem all = buffer(64 * sizeof(int), CL_MEM_USE_HOST_PTR, a);
  cl_bool uses = CL_FALSE;
  cl_mem parent = all;
  EXPECT_EQ(clGetMemObjectInfo(all, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, nullptr), CL_SUCCESS);
  EXPECT_EQ(uses, cl_bool{CL_TRUE});
  EXPECT_EQ(clGetMemObjectInfo(all, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(parent, nullptr);
  const cl_buffer_region region{32 * sizeof(int), 32 * sizeof(int)};
  cl_int error = CL_SUCCESS;
  const cl_mem half = clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  later([half] { clReleaseMemObject(half); });
  const cl_kernel twice = kernel(kDouble, "twice");
  ASSERT_EQ(clSetKernelArg(twice, 0, sizeof half, &half), CL_SUCCESS);
  launch(twice, 32);
  mapped(a, 64, CL_MAP_READ, [&] {
    for (int i = 0; i < 64; ++i) EXPECT_EQ(a[i], i < 32 ? i : 2 * i);
  });
}

// Sub-buffers of one allocation: pointers in it reach from one to the other.
TEST_F(SharedMemory, PointersLeadFromOneSubBufferToTheNext) {
  constexpr int kCount = 16;
  Node* const nodes = allocate<Node>(kCount);
  const cl_mem all = buffer(kCount * sizeof(Node), CL_MEM_USE_HOST_PTR, nodes);
  const cl_buffer_region region{0, kCount * sizeof(Node) / 2};
  const cl_mem half = clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  later([half] { clReleaseMemObject(half); });
  const cl_kernel link = kernel(kNodes, "link");
  ASSERT_EQ(clSetKernelArg(link, 0, sizeof half, &half), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(link, 1, sizeof kCount, &kCount), CL_SUCCESS);
  launch(link, kCount);
  mapped(nodes, kCount, CL_MAP_READ, [&] {
    for (int i = 0; i + 1 < kCount; ++i) EXPECT_EQ(nodes[i].next, &nodes[i + 1]);
  });
}

TEST_F(SharedMemory, IsFreedByACommand) {
  void* const a = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  void* const b = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  void* first[] = {a};
  void* second[] = {b};
  ASSERT_EQ(clEnqueueSVMFree(queue, 1, first, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  static cl_uint called;
  called = 0;
  ASSERT_EQ(clEnqueueSVMFree(
                queue, 1, second,
                [](cl_command_queue, cl_uint count, void* pointers[], void* data) {
                  called = count;
                  clSVMFree(static_cast<cl_context>(data), pointers[0]);
                },
                context, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(called, 1u);
  for (void* gone : {a, b})
    EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, gone, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(SharedMemory, WhatIsRefused) {
  EXPECT_EQ(clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 3), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0), nullptr);
  int* const a = allocate<int>(16);
  int own = 0;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a) % 128, 0u);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, &own, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, a, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, a, 65, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, a, 0, nullptr, nullptr), CL_INVALID_VALUE) << "not mapped";
  EXPECT_EQ(clEnqueueSVMMemFill(queue, a, &own, 3, 12, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemFill(queue, a, &own, 4, 6, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 0, nullptr, nullptr, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  const cl_kernel twice = kernel(kDouble, "twice");
  void* pointers[] = {&own};
  EXPECT_EQ(clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers),
            CL_INVALID_VALUE);
  const cl_bool yes = CL_TRUE;
  EXPECT_EQ(clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes),
            CL_INVALID_OPERATION);
}

}  // namespace
}  // namespace lockstep::runtime
