// Images on the simulator and on an OpenCL device: the same texels.
#include "core/opencl/images.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/opencl/devices.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/prepared_launches.hpp"
#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::fuzz {
namespace {

constexpr std::uint64_t kSamples = 256;

struct ImageCase {
  ImageDescription image;
  std::uint32_t sampler = 0;
  std::string coordinate;  // of type float, float2 or float4, from int i
  std::string function = "read_imagef";
};

Plan plan_of(const ImageCase& it) {
  Plan plan;
  const std::string text = fmt::format(
      "kernel void k(read_only {} img, global float4* out, sampler_t s) {{ int i = get_global_id(0); "
      "out[i] = convert_float4({}(img, s, {})); }}",
      opencl_name(it.image.kind), it.function, it.coordinate);
  plan.programs.push_back({{"image.cl", text, ""}, ""});
  std::vector<std::byte> texels(it.image.bytes());
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i * 37 + i / 7);
  if (it.image.format.type == 0x10DE)
    for (std::size_t i = 0; i < texels.size() / 4; ++i) {
      const auto value = static_cast<float>(i * 37 % 101) * 0.25f;
      std::memcpy(texels.data() + 4 * i, &value, 4);
    }
  PlanBuffer image{"img", ElementType::uint8, texels.size(), PlanBuffer::Role::input, {}};
  image.image = it.image;
  image.content.pattern = Content::Pattern::bytes;
  image.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(texels));
  plan.buffers.push_back(std::move(image));
  PlanBuffer out{"out", ElementType::float32, 4 * kSamples, PlanBuffer::Role::output, {}};
  out.content.pattern = Content::Pattern::constant;
  plan.buffers.push_back(out);
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = kSamples;
  launch.range.local_size[0] = 32;
  launch.arguments = {BufferArgument{0}, BufferArgument{1}, SamplerArgument{it.sampler}};
  plan.launches.push_back(std::move(launch));
  return plan;
}

std::vector<float> floats(const std::vector<std::byte>& bytes) {
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::vector<float> simulated(const Plan& plan) {
  const auto machine = sim::compile_machine(plan, **sim::find_device_model("cc9.0"));
  EXPECT_TRUE(machine.has_value()) << machine.error().message;
  if (!machine) return {};
  sim::MachineState state = machine->initial_state();
  machine->run(state, {});
  return floats(state.buffers[1]);
}

std::vector<float> executed(const measure::Device& device, const Plan& plan) {
  const cl::Device handle(static_cast<cl_device_id>(device.device_handle));
  const cl::Context context(handle);
  const auto built = opencl::build_program(context, handle, plan.programs[0], "");
  EXPECT_TRUE(built.has_value()) << built.error().message;
  if (!built) return {};
  const cl::CommandQueue queue(context, handle, cl::QueueProperties::Profiling);
  std::vector<cl::Buffer> buffers;
  buffers.push_back(opencl::make_image(context, CL_MEM_READ_ONLY, *plan.buffers[0].image));
  opencl::write_image(queue, buffers[0], *plan.buffers[0].image, *plan.buffers[0].content.bytes);
  buffers.emplace_back(context, CL_MEM_READ_WRITE, plan.buffers[1].bytes());
  std::string place;
  opencl::KernelObjects made;
  const auto kernels = opencl::prepare_launches(device, plan, {*built}, buffers, made, place);
  EXPECT_TRUE(kernels.has_value()) << kernels.error().message;
  if (!kernels) return {};
  opencl::enqueue_launch(queue, kernels->front(), plan.launches[0].range);
  std::vector<std::byte> bytes(plan.buffers[1].bytes());
  queue.enqueueReadBuffer(buffers[1], CL_TRUE, 0, bytes.size(), bytes.data());
  return floats(bytes);
}

void expect_same(const measure::Device& device, const ImageCase& it, std::size_t& compared) {
  SCOPED_TRACE(fmt::format("{} {} {} sampler {:#x} {}", opencl_name(it.image.kind),
                           channel_order_name(it.image.format.order), channel_type_name(it.image.format.type),
                           it.sampler, it.coordinate));
  const Plan plan = plan_of(it);
  const std::vector<float> here = simulated(plan);
  std::vector<float> there;
  try {
    there = executed(device, plan);
  } catch (const cl::Error& error) {
    ASSERT_EQ(error.err(), CL_IMAGE_FORMAT_NOT_SUPPORTED);
    return;
  }
  ++compared;
  ASSERT_EQ(here.size(), there.size());
  // GPUs interpolate with weights of 8 bits (CUDA C++ Programming Guide 12.3, 21.2, "Linear Filtering").
  const auto [least, most] = std::minmax_element(here.begin(), here.end());
  const bool is_linear = (it.sampler & SamplerBits::linear) == SamplerBits::linear;
  const float filter_error = is_linear ? 3 * (*most - *least) / 256 : 0;
  for (std::size_t i = 0; i < here.size(); ++i)
    ASSERT_NEAR(here[i], there[i], filter_error + 1e-4f * std::max(1.0f, std::fabs(here[i])))
        << "component " << i;
}

std::vector<ImageCase> cases() {
  using B = SamplerBits;
  const std::string two = "((float2)(i % 16, i / 16) * 0.61f - 1.7f)";
  const std::string two_normalized = "((float2)(i % 16, i / 16) * 0.173f - 0.8f)";
  std::vector<ImageCase> result;
  ImageDescription flat;
  flat.width = 5;
  flat.height = 4;
  for (const std::uint32_t filter : {B::nearest, B::linear})
    for (const std::uint32_t mode : {B::clamp_to_edge, B::clamp}) {
      result.push_back({flat, filter | mode, two});
      result.push_back({flat, filter | mode | B::normalized, two_normalized});
    }
  for (const std::uint32_t mode : {B::repeat, B::mirrored_repeat})
    result.push_back({flat, B::nearest | mode | B::normalized, two_normalized});
  for (const std::uint32_t order : {0x10B0u, 0x10B5u, 0x10B6u})
    for (const std::uint32_t type : {0x10D0u, 0x10D2u, 0x10D3u}) {
      if (order == 0x10B6u && type != 0x10D2u) continue;
      flat.format = {order, type};
      // Outside of an image of one channel alpha is 1; on PoCL 3.1 it is 0.
      const bool has_border = order != 0x10B0u;
      result.push_back({flat, B::nearest | (has_border ? B::clamp : B::clamp_to_edge), two});
    }
  flat.format = {0x10B5, 0x10D8};
  result.push_back({flat, B::nearest | B::clamp_to_edge, "convert_int2(" + two + ")", "read_imagei"});
  flat.format = {0x10B5, 0x10DA};
  result.push_back({flat, B::nearest | B::clamp, two, "read_imageui"});
  ImageDescription solid;
  solid.kind = ImageKind::image3d;
  solid.width = 3, solid.height = 4, solid.depth = 3;
  result.push_back({solid, B::nearest | B::clamp, "((float4)(i % 6, i / 6 % 6, i / 36, 0) * 0.8f - 0.9f)"});
  ImageDescription layers;
  layers.kind = ImageKind::image2d_array;
  layers.width = 3, layers.height = 2, layers.array_size = 3;
  result.push_back(
      {layers, B::nearest | B::clamp_to_edge, "((float4)(i % 6, i / 6 % 6, i / 36, 0) * 0.8f - 0.9f)"});
  return result;
}

TEST(Images, AreTheSameOnADevice) {
  const auto devices = opencl::list_devices();
  if (!devices) GTEST_SKIP() << devices.error().message;
  const measure::Device* device = nullptr;
  for (const measure::Device& each : *devices)
    if (device == nullptr &&
        cl::Device(static_cast<cl_device_id>(each.device_handle)).getInfo<CL_DEVICE_IMAGE_SUPPORT>() ==
            CL_TRUE)
      device = &each;
  if (device == nullptr) GTEST_SKIP() << "no OpenCL device here has images";
  std::size_t compared = 0;
  for (const ImageCase& each : cases()) expect_same(*device, each, compared);
  EXPECT_GE(compared, 12u);
}

}  // namespace
}  // namespace lockstep::fuzz
