// Images: coordinates, addressing modes, filters, formats, queries and findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "sim/launch/compiled_machine.hpp"
#include "sim/observers/watchers.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;

constexpr std::uint32_t kR = 0x10B0, kRgba = 0x10B5, kBgra = 0x10B6;
constexpr std::uint32_t kSnorm8 = 0x10D0, kUnorm8 = 0x10D2, k565 = 0x10D4, kSigned16 = 0x10D8,
                        kUnsigned8 = 0x10DA, kHalf = 0x10DD, kFloat = 0x10DE;

template <class T>
Content image_content(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  Content content;
  content.pattern = Content::Pattern::bytes;
  content.bytes = std::make_shared<std::vector<std::byte>>(first, first + values.size() * sizeof(T));
  return content;
}

template <class T>
PlanBuffer image_of(const ImageDescription& about, ElementType type, const std::vector<T>& values) {
  PlanBuffer buffer;
  buffer.name = "img";
  buffer.type = type;
  buffer.elements = about.bytes() / size_bytes(type);
  buffer.image = about;
  if (!values.empty()) buffer.content = image_content(values);
  return buffer;
}

ImageDescription described(ImageKind kind, std::uint64_t width, std::uint64_t height = 1,
                           ImageFormat format = {kR, kFloat}) {
  ImageDescription about;
  about.kind = kind;
  about.width = width;
  about.height = height;
  about.format = format;
  return about;
}

// Kernels `k(image, global float* out [, sampler_t s])`; `out` has 64 floats.
Plan image_plan(const std::string& text, PlanBuffer img, std::uint64_t items,
                std::optional<std::uint32_t> sampler = std::nullopt) {
  Plan plan;
  plan.programs.push_back({{"test.cl", text, ""}, "-cl-std=CL3.0"});
  plan.buffers.push_back(std::move(img));
  PlanBuffer out{"out", ElementType::float32, 64, PlanBuffer::Role::output, {}};
  out.content.pattern = Content::Pattern::constant;
  plan.buffers.push_back(out);
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = launch.range.local_size[0] = items;
  launch.arguments = {BufferArgument{0}, BufferArgument{1}};
  if (sampler) launch.arguments.emplace_back(SamplerArgument{*sampler});
  plan.launches.push_back(launch);
  return plan;
}

CountedRun image_run(const Plan& plan) {
  Result<CountedRun> run = run_counted(plan, model_named("cc9.0"), {});
  EXPECT_TRUE(run.has_value()) << run.error().message;
  return run ? std::move(*run) : CountedRun{};
}

template <class T = float>
std::vector<T> image_values(const CountedRun& run, std::size_t buffer, std::size_t count) {
  std::vector<T> values(count);
  if (buffer < run.buffers.size()) std::memcpy(values.data(), run.buffers[buffer].data(), count * sizeof(T));
  return values;
}

// The red component of a row of 4 texels 10, 20, 30, 40 at each coordinate.
std::vector<float> sampled(std::uint32_t sampler, const std::vector<float>& coordinates) {
  std::string text = "kernel void k(read_only image1d_t img, global float* out, sampler_t s) {\n";
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    text +=
        "out[" + std::to_string(i) + "] = read_imagef(img, s, " + std::to_string(coordinates[i]) + "f).x;\n";
  const PlanBuffer row =
      image_of<float>(described(ImageKind::image1d, 4), ElementType::float32, {10, 20, 30, 40});
  const CountedRun run = image_run(image_plan(text + "}", row, 1, sampler));
  EXPECT_TRUE(run.findings.empty()) << run.findings[0].message;
  return image_values(run, 1, coordinates.size());
}

TEST(Image, AddressingModesOfTheNearestTexel) {
  constexpr std::uint32_t n = SamplerBits::nearest, norm = SamplerBits::normalized;
  EXPECT_THAT(sampled(n | SamplerBits::clamp_to_edge, {-3, 0, 0.9f, 1, 3.5f, 4, 99}),
              ElementsAre(10, 10, 10, 20, 40, 40, 40));
  EXPECT_THAT(sampled(n | SamplerBits::clamp, {-0.1f, 0, 3.9f, 4}), ElementsAre(0, 10, 40, 0));
  EXPECT_THAT(sampled(n | norm | SamplerBits::repeat, {-0.25f, 0.3f, 1.0f, 1.3f, 2.9f}),
              ElementsAre(40, 20, 10, 20, 40));
  EXPECT_THAT(sampled(n | norm | SamplerBits::mirrored_repeat, {-0.3f, 0.3f, 1.1f, 1.9f}),
              ElementsAre(20, 20, 40, 10));
  EXPECT_THAT(sampled(n | norm | SamplerBits::clamp_to_edge, {-1, 0.5f, 1.5f}), ElementsAre(10, 30, 40));
}

TEST(Image, LinearFilter) {
  constexpr std::uint32_t l = SamplerBits::linear, norm = SamplerBits::normalized;
  EXPECT_THAT(sampled(l | SamplerBits::clamp_to_edge, {0, 0.5f, 1, 1.25f, 4}),
              Pointwise(FloatNear(1e-4f), {10.f, 10.f, 15.f, 17.5f, 40.f}));
  EXPECT_THAT(sampled(l | SamplerBits::clamp, {0, 4}), Pointwise(FloatNear(1e-4f), {5.f, 20.f}));
  EXPECT_THAT(sampled(l | norm | SamplerBits::repeat, {0, 0.125f, 1}),
              Pointwise(FloatNear(1e-4f), {25.f, 10.f, 25.f}));
  EXPECT_THAT(sampled(l | norm | SamplerBits::mirrored_repeat, {0, -0.25f, 1}),
              Pointwise(FloatNear(1e-4f), {10.f, 15.f, 40.f}));
}

TEST(Image, LinearFilterOfTwoDimensions) {
  const PlanBuffer square =
      image_of<float>(described(ImageKind::image2d, 2, 2), ElementType::float32, {0, 10, 20, 30});
  const CountedRun run = image_run(image_plan(
      "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
      "float4 helper(read_only image2d_t i, sampler_t how, float2 at) { return read_imagef(i, how, at); }\n"
      "kernel void k(read_only image2d_t img, global float* out) {\n"
      "const sampler_t near = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
      "out[0] = helper(img, s, (float2)(1, 1)).x; out[1] = helper(img, s, (float2)(1, 0.5f)).x;\n"
      "out[2] = helper(img, near, (float2)(1, 1)).x; out[3] = read_imagef(img, near, (int2)(0, 1)).x;\n"
      "out[4] = read_imagef(img, (int2)(1, 0)).x; }",
      square, 1));
  EXPECT_THAT(image_values(run, 1, 5), Pointwise(FloatNear(1e-4f), {15.f, 5.f, 30.f, 20.f, 10.f}));
}

std::vector<float> colour_of(const PlanBuffer& img, const std::string& function = "read_imagef") {
  const CountedRun run = image_run(
      image_plan("kernel void k(read_only image1d_t img, global float* out) { vstore4(convert_float4(" +
                     function + "(img, (int)get_global_id(0))), get_global_id(0), out); }",
                 img, 1));
  return image_values(run, 1, 4);
}

TEST(Image, Formats) {
  const auto texel = [](std::uint32_t order, std::uint32_t type) {
    return described(ImageKind::image1d, 1, 1, {order, type});
  };
  EXPECT_THAT(colour_of(image_of<std::uint8_t>(texel(kRgba, kUnorm8), ElementType::uint8, {255, 0, 51, 102})),
              Pointwise(FloatNear(1e-6f), {1.f, 0.f, 0.2f, 0.4f}));
  EXPECT_THAT(colour_of(image_of<std::uint8_t>(texel(kBgra, kUnorm8), ElementType::uint8, {255, 0, 51, 102})),
              Pointwise(FloatNear(1e-6f), {0.2f, 0.f, 1.f, 0.4f}));
  EXPECT_THAT(colour_of(image_of<std::int8_t>(texel(kR, kSnorm8), ElementType::int8, {-128})),
              ElementsAre(-1, 0, 0, 1));
  EXPECT_THAT(colour_of(image_of<std::uint16_t>(texel(kR, kHalf), ElementType::uint16, {0x3E00})),
              ElementsAre(1.5f, 0, 0, 1));
  EXPECT_THAT(colour_of(image_of<std::uint16_t>(texel(0x10B4, k565), ElementType::uint16, {0xF81F})),
              ElementsAre(1, 0, 1, 1));
  EXPECT_THAT(
      colour_of(image_of<std::int16_t>(texel(kRgba, kSigned16), ElementType::int16, {-5, 6, 7, 32767}),
                "read_imagei"),
      ElementsAre(-5, 6, 7, 32767));
  EXPECT_THAT(
      colour_of(image_of<std::uint8_t>(texel(kR, kUnsigned8), ElementType::uint8, {200}), "read_imageui"),
      ElementsAre(200, 0, 0, 1));
}

TEST(Image, Writes) {
  const auto written = [](std::uint32_t order, std::uint32_t type, ElementType element,
                          const std::string& store) {
    const auto about = described(ImageKind::image2d, 2, 2, {order, type});
    const PlanBuffer img = image_of<std::uint8_t>(about, element, std::vector<std::uint8_t>(about.bytes()));
    const CountedRun run = image_run(
        image_plan("kernel void k(write_only image2d_t img, global float* out) { " + store + " }", img, 1));
    EXPECT_TRUE(run.findings.empty()) << run.findings[0].message;
    return run.buffers[0];
  };
  const auto bytes = [](std::initializer_list<unsigned> values) {
    std::vector<std::byte> result;
    for (const unsigned value : values) result.push_back(static_cast<std::byte>(value));
    return result;
  };
  EXPECT_EQ(
      written(kR, kUnorm8, ElementType::uint8, "write_imagef(img, (int2)(1, 0), (float4)(0.5f, 1, 1, 1));"),
      bytes({0, 128, 0, 0}));
  EXPECT_EQ(
      written(kR, kUnorm8, ElementType::uint8, "write_imagef(img, (int2)(0, 1), (float4)(7, 1, 1, 1));"),
      bytes({0, 0, 255, 0}));
  EXPECT_EQ(written(kR, kUnsigned8, ElementType::uint8, "write_imageui(img, (int2)(1, 1), (uint4)(300));"),
            bytes({0, 0, 0, 255}));
  EXPECT_EQ(
      written(0x10B4, k565, ElementType::uint16, "write_imagef(img, (int2)(0, 0), (float4)(1, 0, 1, 1));"),
      bytes({0x1F, 0xF8, 0, 0, 0, 0, 0, 0}));
}

TEST(Image, LayersAndQueries) {
  ImageDescription layers = described(ImageKind::image2d_array, 2, 1);
  layers.array_size = 3;
  const CountedRun run = image_run(image_plan(
      "kernel void k(read_only image2d_array_t img, global float* out, sampler_t s) {\n"
      "out[0] = read_imagef(img, s, (float4)(1, 0, 1.4f, 0)).x;\n"
      "out[1] = read_imagef(img, s, (float4)(0, 0, 9, 0)).x;\n"
      "out[2] = read_imagef(img, s, (int4)(0, 0, 1, 0)).x;\n"
      "out[3] = get_image_width(img); out[4] = get_image_height(img); out[5] = get_image_array_size(img);\n"
      "out[6] = get_image_channel_order(img) == CLK_R; out[7] = get_image_channel_data_type(img) == "
      "CLK_FLOAT;\n"
      "out[8] = get_image_dim(img).x; }",
      image_of<float>(layers, ElementType::float32, {1, 2, 3, 4, 5, 6}), 1,
      SamplerBits::clamp_to_edge | SamplerBits::nearest));
  EXPECT_THAT(image_values(run, 1, 9), ElementsAre(4, 5, 3, 2, 1, 3, 1, 1, 2));
  ImageDescription solid = described(ImageKind::image3d, 2, 2);
  solid.depth = 2;
  const CountedRun cube =
      image_run(image_plan("kernel void k(read_only image3d_t img, global float* out) {\n"
                           "out[0] = read_imagef(img, (int4)(1, 0, 1, 0)).x; int4 d = get_image_dim(img); "
                           "out[1] = d.x + d.y + d.z + d.w;\n"
                           "out[2] = get_image_depth(img); }",
                           image_of<float>(solid, ElementType::float32, {1, 2, 3, 4, 5, 6, 7, 8}), 1));
  EXPECT_THAT(image_values(cube, 1, 3), ElementsAre(6, 6, 2));
  ImageDescription rows = described(ImageKind::image1d_array, 3);
  rows.array_size = 2;
  const CountedRun row = image_run(
      image_plan("kernel void k(read_write image1d_array_t img, global float* out) {\n"
                 "write_imagef(img, (int2)(1, 1), (float4)(9)); out[0] = read_imagef(img, (int2)(1, 1)).x; }",
                 image_of<float>(rows, ElementType::float32, {1, 2, 3, 4, 5, 6}), 1));
  EXPECT_THAT(image_values(row, 1, 1), ElementsAre(9));
  EXPECT_THAT(image_values(row, 0, 6), ElementsAre(1, 2, 3, 4, 9, 6));
}

TEST(Image, Findings) {
  const PlanBuffer img =
      image_of<float>(described(ImageKind::image2d, 4, 2), ElementType::float32, std::vector<float>(8));
  const CountedRun outside =
      image_run(image_plan("kernel void k(write_only image2d_t img, global float* out) {\n"
                           "write_imagef(img, (int2)(get_global_id(0), 0), (float4)(1)); }",
                           img, 6));
  ASSERT_EQ(outside.findings.size(), 1u);
  EXPECT_EQ(outside.findings[0].kind, Finding::Kind::out_of_bounds);
  EXPECT_EQ(outside.findings[0].first.range.line, 2u);
  EXPECT_THAT(
      outside.findings[0].message,
      HasSubstr("work-item 4 writes texel (4, 0) of image img at line 2, which is outside: the image has "
                "4 × 2 texels"));
  const CountedRun unwritten = image_run(
      image_plan("kernel void k(read_only image2d_t img, global float* out) { out[0] = read_imagef(img, "
                 "(int2)(3, 1)).x; }",
                 image_of<float>(described(ImageKind::image2d, 4, 2), ElementType::float32, {}), 1));
  ASSERT_EQ(unwritten.findings.size(), 1u);
  EXPECT_EQ(unwritten.findings[0].kind, Finding::Kind::uninitialised_read);
}

// A buffer, and images of its parts, in one launch.
TEST(Image, PartsOfABuffer) {
  PlanBuffer data{"data", ElementType::float32, 16, PlanBuffer::Role::input, {}};
  data.content.pattern = Content::Pattern::iota;
  Plan plan = image_plan(
      "kernel void k(read_only image1d_buffer_t img, global float* out, write_only image2d_t flat,\n"
      "              global float* data) {\n"
      "  int i = get_global_id(0);\n"
      "  out[i] = read_imagef(img, i).x;\n"
      "  write_imagef(flat, (int2)(i, 1), (float4)(100 + i));\n"
      "  if (i == 0) data[15] = get_image_width(flat); }",
      data, 3);
  BufferArgument line{0, 16, 12, described(ImageKind::image1d_buffer, 3)}, flat{0, 32, 28};
  flat.image = described(ImageKind::image2d, 3, 2);
  plan.launches[0].arguments = {line, BufferArgument{1}, flat, BufferArgument{0}};
  const CountedRun run = image_run(plan);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_THAT(image_values(run, 1, 3), ElementsAre(4, 5, 6));
  EXPECT_THAT(image_values(run, 0, 16), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 101, 102, 14, 3));
  plan.programs[0].source.text =
      "kernel void k(read_only image1d_buffer_t img, global float* out, write_only image2d_t flat,\n"
      "              global float* data) { out[0] = read_imagef(img, 3).x; }";
  const CountedRun outside = image_run(plan);
  ASSERT_FALSE(outside.findings.empty());
  EXPECT_THAT(outside.findings[0].message, HasSubstr("texel (3) of image img"));
  plan.launches[0].arguments[0] = BufferArgument{0, 16, 12};
  EXPECT_FALSE(run_counted(plan, model_named("cc9.0"), {}).has_value());
}

TEST(Image, ArgumentsAreChecked) {
  const PlanBuffer img =
      image_of<float>(described(ImageKind::image1d, 4), ElementType::float32, std::vector<float>(4));
  const auto refusal = [&](Plan plan) {
    const auto machine = compile_machine(plan, model_named("cc9.0"));
    return machine ? std::string("accepted") : machine.error().message;
  };
  EXPECT_THAT(refusal(image_plan("kernel void k(read_only image2d_t img, global float* out) {}", img, 1)),
              HasSubstr("takes an image (image2d_t), but image img (image1d_t) was given"));
  EXPECT_THAT(refusal(image_plan("kernel void k(global float* img, global float* out) {}", img, 1)),
              HasSubstr("takes a buffer, but image img"));
  Plan small = image_plan("kernel void k(read_only image1d_t img, global float* out) {}", img, 1);
  small.buffers[0].image->width = 5;
  EXPECT_THAT(refusal(small), HasSubstr("needs more memory"));
}

}  // namespace
}  // namespace lockstep::sim
