#include "assignment/judging/recorded_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "assignment/judging/execute.hpp"
#include "core/base/files/scratch_folder.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/recording/buffer_roles.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

Bytes ints(const std::vector<std::int32_t>& values) {
  const auto* const begin = reinterpret_cast<const std::byte*>(values.data());
  return {begin, begin + values.size() * sizeof(std::int32_t)};
}

// A program that doubles the elements of its input in another buffer, and reads them back.
Plan doubling(const std::vector<std::int32_t>& given) {
  Plan plan;
  plan.id = "program";
  plan.n = given.size();
  plan.programs = {{{"program 1",
                     "kernel void twice(global const int* a, global int* b) {\n"
                     "  b[get_global_id(0)] = 2 * a[get_global_id(0)];\n}\n"},
                    ""}};
  for (const char* const name : {"a", "b"}) {
    PlanBuffer& buffer = plan.buffers.emplace_back();
    buffer.name = name;
    buffer.elements = given.size();
  }
  HostCall write;
  write.kind = HostCall::Kind::write;
  write.text = "clEnqueueWriteBuffer";
  write.bytes = given.size() * sizeof(std::int32_t);
  write.data = std::make_shared<const Bytes>(ints(given));
  HostCall read;
  read.kind = HostCall::Kind::read;
  read.text = "clEnqueueReadBuffer";
  read.before_launch = 1;
  read.buffer = 1;
  read.bytes = write.bytes;
  plan.host_calls = {write, read};
  PlanLaunch launch;
  launch.kernel = "twice";
  launch.range.global_size[0] = given.size();
  launch.arguments = {BufferArgument{0}, BufferArgument{1}};
  plan.launches = {launch};
  give_roles(plan);
  return plan;
}

RunRequest request_of(const Plan& plan) {
  const auto folder = ScratchFolder::create();
  const std::string file = folder->path() + "/x.lockstep";
  EXPECT_TRUE(write_recording({plan, "cc9.0", {}, "", ""}, file));
  const std::string bytes = read_file(file, SIZE_MAX).value();
  RunRequest request;
  request.files = {{"twice.cl", plan.programs[0].source.text}};
  request.launch =
      R"({"lockstep_plan": 1, "file": "twice.cl", "buffers": [{"name": "out", "type": "int", "count": 3}],
    "launches": [], "expect": {"buffer": "out", "values": "0"}})";
  request.recording.assign(reinterpret_cast<const std::byte*>(bytes.data()),
                           reinterpret_cast<const std::byte*>(bytes.data()) + bytes.size());
  request.contents = {{"in", ints({5, 6, 7})}};
  request.seen = {{"in", ints({1, 2, 3})}};
  request.result_bytes = 3 * sizeof(std::int32_t);
  request.model = "cc9.0";
  request.lanes = "lockstep";
  request.order = "fixed";
  return request;
}

TEST(RecordedPlan, RunsWithOtherInputsThanTheProgramHad) {
  const RunRequest request = request_of(doubling({1, 2, 3}));
  const RunAnswer answer = execute(request);
  ASSERT_EQ(answer.state, RunAnswer::State::done) << answer.message;
  EXPECT_EQ(answer.contents.at("out"), ints({10, 12, 14}));
  EXPECT_EQ(answer.contents.at("in"), ints({5, 6, 7}));
  EXPECT_EQ(answer.result, "out");
}

TEST(RecordedPlan, AnInputThatWasMadeLongerIsRecognised) {
  RunRequest request = request_of(doubling({1, 2, 3, 0}));
  EXPECT_EQ(execute(request).contents.at("out"), ints({10, 12, 14}));
}

// Handed in without its program: what the program had is not known.
TEST(RecordedPlan, WithoutItsProgramTheInputIsFoundByItsSize) {
  RunRequest request = request_of(doubling({1, 2, 3}));
  request.seen.clear();
  EXPECT_EQ(execute(request).contents.at("out"), ints({10, 12, 14}));
  request.contents = {{"in", ints({5, 6})}};
  EXPECT_THAT(execute(request).message,
              HasSubstr("never writes the exact input \"in\" (8 bytes) to a buffer"));
}

TEST(RecordedPlan, AProgramThatChangesTheInputOrReadsNothingIsRefused) {
  RunRequest changed = request_of(doubling({1, 2, 4}));
  EXPECT_THAT(execute(changed).message, HasSubstr("never writes the exact input"));
  Plan silent = doubling({1, 2, 3});
  silent.host_calls.pop_back();
  EXPECT_THAT(execute(request_of(silent)).message, HasSubstr("reads no result"));
}

TEST(RecordedPlan, AKernelOfTheProgramsOwnIsRefused) {
  RunRequest other = request_of(doubling({1, 2, 3}));
  other.files[0].text = "// twice\nkernel void once(global int* a) {}\n";
  EXPECT_THAT(execute(other).message, HasSubstr("the kernel twice, which is not in a submitted kernel file"));
  RunRequest without_files = request_of(doubling({1, 2, 3}));
  without_files.files.clear();
  EXPECT_EQ(execute(without_files).state, RunAnswer::State::done) << "the program may have the text";
}

// The program has the text of the file, and its own kernel beside it.
TEST(RecordedPlan, AKernelBesideTheFileIsRefused) {
  for (const std::string file : {"// twice: my kernel", "#if 0\nkernel void twice(global int* a) {}\n#endif",
                                 "#define OWN twice", "int twice_of(int a) { return 2 * a; }"}) {
    Plan plan = doubling({1, 2, 3});
    plan.programs[0].source.text = file + "\n" + plan.programs[0].source.text;
    RunRequest request = request_of(plan);
    request.files[0].text = file + "\n";
    EXPECT_THAT(execute(request).message,
                HasSubstr("the kernel twice, which is not in a submitted kernel file"))
        << file;
  }
}

TEST(RecordedPlan, AProgramMayAddTextToTheFile) {
  Plan plan = doubling({1, 2, 3});
  const std::string file = plan.programs[0].source.text;
  plan.programs[0].source.text = "#define T int\n" + file;
  RunRequest request = request_of(plan);
  request.files[0].text = file + "\n\n";
  EXPECT_EQ(execute(request).state, RunAnswer::State::done) << execute(request).message;
}

// The host writes the input, so the buffer is empty before.
TEST(RecordedPlan, AWrongSumIsExplainedByWhatTheHostWrites) {
  RunRequest request = request_of(doubling({1, 2, 3}));
  request.launch =
      R"({"lockstep_plan": 1, "file": "twice.cl", "buffers": [{"name": "in", "type": "int", "count": 3, "fill": "0"},
          {"name": "out", "type": "int", "count": 1}],
    "launches": [], "expect": {"buffer": "out", "reference": "sum", "of": "in"}})";
  request.result_bytes = sizeof(std::int32_t);
  request.explains = true;
  EXPECT_THAT(execute(request).explanation, HasSubstr("the sequential reference gives 18"));
}

TEST(RecordedPlan, FindingsNameTheFileThatWasHandedIn) {
  Plan plan = doubling({1, 2, 3});
  plan.launches[0].range.global_size[0] = 4;
  const RunAnswer answer = execute(request_of(plan));
  ASSERT_FALSE(answer.findings.empty());
  EXPECT_EQ(answer.findings[0].place.file, "twice.cl");
}

TEST(RecordedPlan, DamagedBytesAreASentence) {
  RunRequest request = request_of(doubling({1, 2, 3}));
  request.recording.resize(request.recording.size() / 2);
  EXPECT_EQ(execute(request).state, RunAnswer::State::refused);
}

}  // namespace
}  // namespace lockstep::assignment
