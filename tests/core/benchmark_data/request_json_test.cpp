// A request sent to another process arrives unchanged.
#include "core/benchmark_data/request_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/benchmark_data/row_json.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::measure {
namespace {

using Json = nlohmann::ordered_json;

Json sent(const Json& json) { return Json::parse(json_line(json)); }

BenchRequest full_request() {
  BenchRequest request;
  request.algorithm = &catalogue().front();
  request.request.n = (std::uint64_t{1} << 32) + 1;
  request.request.group_size = 96;
  request.request.op = Operator::max;
  request.request.type = ElementType::float64;
  request.request.exclusive = true;
  request.request.input = Content{Content::Pattern::fractions, 2.5, 99, nullptr, Operator::max};
  request.request.tuning = Tuning{64, 2, 3};
  request.kernel_dir = "my kernels";
  request.source = KernelSource{"a \"b\".cl", "// \xe9t\xe9 in Latin-1\nkernel void k() {}\n", "in clude"};
  request.by_name = false;
  request.tuning = Tuning{128, 4, 5};
  request.group_is_chosen = true;
  return request;
}

TEST(RequestJson, IsReadAsItWasWritten) {
  const BenchRequest request = full_request();
  const auto back = read_request(sent(request_json(request)));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->algorithm, request.algorithm);
  EXPECT_EQ(back->implementation, nullptr);
  EXPECT_EQ(back->request.n, request.request.n);
  EXPECT_EQ(back->request.group_size, request.request.group_size);
  EXPECT_EQ(back->request.op, request.request.op);
  EXPECT_EQ(back->request.type, request.request.type);
  EXPECT_EQ(back->request.exclusive, request.request.exclusive);
  EXPECT_EQ(back->request.input, request.request.input);
  EXPECT_EQ(back->request.tuning, request.request.tuning);
  EXPECT_EQ(back->kernel_dir, request.kernel_dir);
  EXPECT_EQ(back->source, request.source);
  EXPECT_EQ(back->by_name, request.by_name);
  EXPECT_EQ(back->tuning, request.tuning);
  EXPECT_EQ(back->group_is_chosen, request.group_is_chosen);
}

TEST(RequestJson, DevicesThatShareAnArray) {
  BenchRequest request = full_request();
  request.devices.resize(2);
  request.devices[1].index = 4;
  request.split = Split::measured;
  const auto back = read_request(sent(request_json(request)));
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->devices.size(), 2u);
  EXPECT_EQ(back->devices[1].index, 4u);
  EXPECT_EQ(back->split, Split::measured);
}

TEST(RequestJson, OfAHostImplementation) {
  BenchRequest request;
  request.implementation = &host_implementations().front();
  request.request.input = Content{
      Content::Pattern::bytes, 0, 1, std::make_shared<std::vector<std::byte>>(3, std::byte{0xFE}), {}};
  const auto back = read_request(sent(request_json(request)));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->implementation, request.implementation);
  EXPECT_EQ(back->algorithm, nullptr);
  EXPECT_EQ(back->request.input, request.request.input);
  EXPECT_FALSE(back->source || back->tuning);
}

TEST(RequestJson, UnknownValuesAreErrors) {
  Json json = request_json(full_request());
  json["id"] = "reduce/none";
  EXPECT_NE(read_request(json).error().message.find("reduce/none"), std::string::npos);
  json = request_json(full_request());
  json["request"]["input"]["pattern"] = "noise";
  EXPECT_NE(read_request(json).error().message.find("'noise' is not known as pattern"), std::string::npos);
}

TEST(RequestJson, ADeviceIsReadWithoutItsHandles) {
  Device device;
  device.index = 3;
  device.name = "a device";
  device.kind = Device::Kind::accelerator;
  device.driver = "1.2.3";
  device.warp_width = 64;
  device.global_bytes = std::uint64_t{1} << 40;
  device.has_float64 = true;
  device.device_atomics = "CL3.0";
  device.lacks = {"Nothing."};
  device.device_handle = &device;
  const auto back = read_device(sent(device_json(device)));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(device_json(*back), device_json(device));
  EXPECT_EQ(back->kind, device.kind);
  EXPECT_EQ(back->global_bytes, device.global_bytes);
  EXPECT_EQ(back->device_atomics, device.device_atomics);
  EXPECT_EQ(back->lacks, device.lacks);
  EXPECT_EQ(back->device_handle, nullptr);
  EXPECT_FALSE(read_device(Json::object()));
}

}  // namespace
}  // namespace lockstep::measure
