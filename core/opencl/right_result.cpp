#include "core/opencl/right_result.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/base/machine_facts.hpp"
#include "core/catalogue/embedded.hpp"
#include "core/opencl/device_buffer.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/fill.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::size_t kFewBytes = std::size_t{1} << 20;  // compared faster than a kernel starts
constexpr std::byte kOtherByte{0xA5};
constexpr std::uint32_t kOther = 0xA5A5A5A5;

// On a CPU device the copy is in host memory. On other devices a few percent of the memory are kept free.
bool has_room(const measure::Device& device, std::uint64_t used, std::uint64_t bytes) {
  if (device.kind == measure::Device::Kind::cpu) return bytes < available_memory_bytes() / 2;
  return used + bytes <= device.global_bytes / 16 * 15;
}

// Use few large shares on a CPU; on a GPU, use enough work-items to have many loads in flight.
struct Grid {
  std::size_t items = 0, group = 0;
};
Grid grid_for(const measure::Device& device) {
  const std::size_t units = std::max<std::size_t>(device.compute_units, 1);
  if (device.kind == measure::Device::Kind::cpu) return {16 * units, 1};
  const std::size_t group_size = std::min<std::size_t>(256, device.max_group_size);
  return {8 * units * group_size, group_size};
}

// Counts on the host, for an array of whole words.
std::uint64_t count_different(std::span<const std::byte> bytes, std::uint32_t from) {
  constexpr std::size_t part_words = std::size_t{1} << 20;
  const std::size_t words = bytes.size() / sizeof from;
  std::vector<std::uint64_t> counts((words + part_words - 1) / part_words);
  in_parallel(counts.size(), [&](std::size_t part) {
    std::uint64_t count = 0;
    for (std::size_t i = part * part_words; i < std::min((part + 1) * part_words, words); ++i) {
      std::uint32_t word;
      std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
      count += word != from ? 1 : 0;
    }
    counts[part] = count;
  });
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

PlanProgram program_for(const measure::Device& device) {
  PlanProgram program;
  program.source.path = "count_differences.cl";
  program.source.text = embedded_device_kernels().front().text;
  program.options = device.kind == measure::Device::Kind::cpu ? "-D CONTIGUOUS=1" : "";
  return program;
}

}  // namespace

struct RightResult::Objects {
  cl::CommandQueue queue;
  cl::Kernel kernel;
  Grid grid;
  std::uint64_t words = 0;
  cl::Buffer right, counts;
  KeptBytes filled;

  std::uint64_t count_different_from(const cl::Buffer& buffer) {
    queue.enqueueFillBuffer(counts, UINT32_MAX, 0,
                            grid.items * sizeof(cl_uint));  // for a kernel that does nothing
    kernel.setArg(0, counts);
    kernel.setArg(1, right);
    kernel.setArg(2, buffer);
    kernel.setArg(3, static_cast<cl_ulong>(words));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(grid.items), cl::NDRange(grid.group));
    std::vector<cl_uint> counted(grid.items);
    queue.enqueueReadBuffer(counts, CL_TRUE, 0, counted.size() * sizeof(cl_uint), counted.data());
    return std::accumulate(counted.begin(), counted.end(), std::uint64_t{0});
  }
};

RightResult::RightResult(std::unique_ptr<Objects> objects) : objects_(std::move(objects)) {}
RightResult::~RightResult() = default;

std::unique_ptr<RightResult> RightResult::keep(const measure::Device& device, OpenDevice& open,
                                               const cl::Buffer& buffer, std::span<const std::byte> bytes,
                                               std::uint64_t used_bytes) {
  if (bytes.size() < kFewBytes || bytes.size() % sizeof(cl_uint) != 0 ||
      !has_room(device, used_bytes, bytes.size()))
    return nullptr;
  const auto built = open.program(program_for(device), "");
  if (!built) return nullptr;
  try {
    auto made = std::make_unique<Objects>();
    made->queue = open.queue();
    made->kernel = cl::Kernel(*built->program, "count_differences");
    made->grid = grid_for(device);
    made->words = bytes.size() / sizeof(cl_uint);
    made->right = make_buffer(open.context(), device, CL_MEM_READ_WRITE, bytes.size());
    made->counts = cl::Buffer(open.context(), CL_MEM_READ_WRITE, made->grid.items * sizeof(cl_uint));
    enqueue_fill(made->queue, made->right, std::array{kOtherByte}, 0, bytes.size(), made->filled);
    if (made->count_different_from(buffer) != count_different(bytes, kOther)) return nullptr;
    made->queue.enqueueCopyBuffer(buffer, made->right, 0, 0, bytes.size());
    if (made->count_different_from(buffer) != 0) return nullptr;
    return std::unique_ptr<RightResult>(new RightResult(std::move(made)));
  } catch (const cl::Error&) {
    return nullptr;
  }
}

bool RightResult::is_in(const cl::Buffer& buffer) { return objects_->count_different_from(buffer) == 0; }

}  // namespace lockstep::opencl
