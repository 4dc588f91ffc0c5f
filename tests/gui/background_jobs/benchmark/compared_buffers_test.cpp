// Results of a device compared with results of the simulator.
#include "gui/background_jobs/benchmark/compared_buffers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace lockstep::gui {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Plan one_buffer(ElementType type, std::uint64_t elements) {
  Plan plan;
  PlanBuffer buffer;
  buffer.name = "out";
  buffer.type = type;
  buffer.elements = elements;
  plan.buffers.push_back(std::move(buffer));
  plan.buffers[0].role = PlanBuffer::Role::output;
  return plan;
}

TEST(ComparedBuffers, EqualCells) {
  const auto bytes = bytes_of<int>({1, 2, 3});
  const auto compared = compare_buffers(one_buffer(ElementType::int32, 3), {{bytes}, {}}, {bytes});
  ASSERT_THAT(compared, SizeIs(1));
  EXPECT_EQ(compared[0].cells, 3u);
  EXPECT_EQ(comparison_text(compared[0]), "all 3 cells are as in the simulator");
}

TEST(ComparedBuffers, TheFirstDifferenceIsNamedWithBothValues) {
  const auto compared = compare_buffers(one_buffer(ElementType::int32, 4),
                                        {{bytes_of<int>({1, 2, 3, 4})}, {}}, {bytes_of<int>({1, 7, 3, 9})});
  EXPECT_EQ(comparison_text(compared[0]),
            "2 of 4 cells differ, first [1]: 7 on the device, 2 in the simulator");
}

TEST(ComparedBuffers, CellsThatNobodyWroteAreNotCompared) {
  std::vector<std::uint8_t> written(8, 1);
  written[5] = 0;
  const auto compared = compare_buffers(one_buffer(ElementType::int32, 2),
                                        {{bytes_of<int>({1, 0})}, {written}}, {bytes_of<int>({1, -1})});
  EXPECT_EQ(compared[0].cells, 1u);
  EXPECT_EQ(compared[0].different, 0u);
}

TEST(ComparedBuffers, RoundingIsNoDifference) {
  const float nan = std::nanf("");
  const auto compared =
      compare_buffers(one_buffer(ElementType::float32, 4), {{bytes_of<float>({1000, 2, nan, 5})}, {}},
                      {bytes_of<float>({1000.01f, 2, -nan, 6})});
  EXPECT_EQ(compared[0].rounded, 2u);
  EXPECT_EQ(compared[0].different, 1u);
  EXPECT_EQ(compared[0].first, 3u);
}

TEST(ComparedBuffers, AnInputThatNobodyChangedIsLeftOut) {
  Plan plan = one_buffer(ElementType::int32, 2);
  plan.buffers[0].role = PlanBuffer::Role::input;
  plan.buffers[0].content.pattern = Content::Pattern::iota;
  const auto same = materialise(plan.buffers[0]);
  EXPECT_THAT(compare_buffers(plan, {{same}, {}}, {same}), IsEmpty());
  EXPECT_THAT(compare_buffers(plan, {{same}, {}}, {bytes_of<int>({0, 9})}), SizeIs(1))
      << "unless the device changed it";
}

}  // namespace
}  // namespace lockstep::gui
