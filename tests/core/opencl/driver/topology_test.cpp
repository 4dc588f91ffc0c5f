#include "core/opencl/driver/topology.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::opencl {
namespace {

using ::testing::HasSubstr;

TEST(Topology, NamesEveryProcessorAndTheMemory) {
  const std::string xml = topology_xml(2, 4096);
  EXPECT_THAT(xml, HasSubstr(R"(local_memory="4096")"));
  EXPECT_THAT(xml, HasSubstr(R"(<object type="PU" os_index="0" cpuset="0x00000001")"));
  EXPECT_THAT(xml, HasSubstr(R"(<object type="PU" os_index="1" cpuset="0x00000002")"));
  EXPECT_THAT(xml, HasSubstr(R"(<object type="Machine" os_index="0" cpuset="0x00000003")"));
}

TEST(Topology, WritesSetsOfMoreThan32ProcessorsHighestWordFirst) {
  const std::string xml = topology_xml(33, 1);
  EXPECT_THAT(xml, HasSubstr(R"(<object type="Machine" os_index="0" cpuset="0x00000001,0xffffffff")"));
  EXPECT_THAT(xml, HasSubstr(R"(<object type="PU" os_index="32" cpuset="0x00000001,0x00000000")"));
}

}  // namespace
}  // namespace lockstep::opencl
