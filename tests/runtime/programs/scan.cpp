// An inclusive scan in log n launches with two buffers that take turns, by OpenCL's C++ bindings: scan N. It
// prints what differs from the host's scan, or "right".
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

constexpr const char* kSource = R"(
kernel void step(global const int* in, global int* out, int distance) {
  int i = get_global_id(0);
  out[i] = i >= distance ? in[i] + in[i - distance] : in[i];
}
)";

int run(int n) {
  const cl::Device device = cl::Device::getDefault();
  const cl::Context context(device);
  cl::CommandQueue queue(context, device);
  std::vector<int> values(static_cast<std::size_t>(n)), expected(values.size());
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = i % 7 - 3;
  std::partial_sum(values.begin(), values.end(), expected.begin());
  cl::Buffer from(context, values.begin(), values.end(), false),
      to(context, CL_MEM_READ_WRITE, values.size() * 4);
  cl::Program program(context, kSource, true);
  cl::KernelFunctor<cl::Buffer, cl::Buffer, int> step(program, "step");
  for (int distance = 1; distance < n; distance *= 2) {
    step(cl::EnqueueArgs(queue, cl::NDRange(values.size())), from, to, distance);
    std::swap(from, to);
  }
  cl::copy(queue, from, values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != expected[i]) std::printf("%zu: %d instead of %d\n", i, values[i], expected[i]);
  if (values == expected) std::puts("right");
  return values == expected ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count > 1 ? std::atoi(arguments[1]) : 256);
  } catch (const cl::Error& error) {
    std::printf("%s: %d\n", error.what(), error.err());
    return 2;
  }
}
