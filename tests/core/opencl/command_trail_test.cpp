#include "core/opencl/command_trail.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/loader.hpp"
#include "core/opencl/open_device.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::opencl {
namespace {

using Command = CommandTrail::Command;

std::map<cl_event, cl_int> statuses;  // as reported by a driver

cl_int status_from_list(cl_event event, cl_event_info, size_t, void* value, size_t*) {
  *static_cast<cl_int*>(value) = statuses.at(event);
  return CL_SUCCESS;
}

class CommandTrailTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_device()) GTEST_SKIP() << "no OpenCL device";
    open_ = std::make_unique<OpenDevice>(*test_device());
    buffer_ = cl::Buffer(open_->context(), CL_MEM_READ_WRITE, 4);
  }

  void TearDown() override { statuses.clear(); }

  void add(const Command& command, cl_int status) {
    cl::Event event;
    open_->queue().enqueueWriteBuffer(buffer_, CL_TRUE, 0, 4, "abc", nullptr, &event);
    statuses[event()] = status;
    trail_.add(command, event);
  }

  std::unique_ptr<OpenDevice> open_;
  cl::Buffer buffer_;
  CommandTrail trail_;
  ReplacedEntryPoint asked_{"clGetEventInfo", reinterpret_cast<void*>(&status_from_list)};
};

TEST_F(CommandTrailTest, TheFirstThatFailedIsNamedAndNotWhatFollows) {
  add({Command::Kind::write, 0}, CL_COMPLETE);
  add({Command::Kind::fill, 1}, -36);
  add({Command::Kind::launch, 0}, -5);
  const auto suspect = trail_.first_failed();
  ASSERT_TRUE(suspect);
  EXPECT_EQ(suspect->command, (Command{Command::Kind::fill, 1}));
  EXPECT_TRUE(suspect->is_certain);
  EXPECT_EQ(trail_.first_error(), -36);
}

TEST_F(CommandTrailTest, OneThatNeverEndsMayNotBeTheOne) {
  add({Command::Kind::fill, 1}, CL_COMPLETE);
  add({Command::Kind::launch, 0}, CL_SUBMITTED);
  add({Command::Kind::launch, 1}, CL_SUBMITTED);
  const auto suspect = trail_.first_failed();
  ASSERT_TRUE(suspect);
  EXPECT_EQ(suspect->command, (Command{Command::Kind::launch, 0}));
  EXPECT_FALSE(suspect->is_certain);
  EXPECT_EQ(trail_.first_error(), CL_SUCCESS);
}

TEST_F(CommandTrailTest, WhereAllEndedWellNoneIsToBlame) {
  EXPECT_FALSE(trail_.first_failed());
  add({Command::Kind::launch, 0}, CL_COMPLETE);
  add({Command::Kind::host_call, 0}, CL_COMPLETE);
  EXPECT_FALSE(trail_.first_failed());
  EXPECT_EQ(trail_.of_kind(CommandTrail::Command::Kind::launch).size(), 1u);
  add({Command::Kind::launch, 1}, -5);
  trail_.forget();
  EXPECT_FALSE(trail_.first_failed());
}

}  // namespace
}  // namespace lockstep::opencl
