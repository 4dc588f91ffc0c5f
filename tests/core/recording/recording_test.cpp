// A recording is read as it was written, and only a complete recording of a known version is read.
#include "core/recording/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/files/whole_file.hpp"
#include "core/recording/buffer_roles.hpp"
#include "core/recording/gzip.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

using testing::HasSubstr;

std::shared_ptr<const std::vector<std::byte>> some_bytes(std::size_t count, int first) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < count; ++i)
    bytes.push_back(static_cast<std::byte>(first + static_cast<int>(i % 7)));
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

PlanBuffer bytes_buffer(const std::string& name, std::uint64_t elements) {
  PlanBuffer buffer;
  buffer.name = name;
  buffer.elements = elements;
  return buffer;
}

// Every kind of argument, content and host call.
Recording whole_recording() {
  Recording recording;
  recording.model = "cc9.0";
  recording.command = {"./scan", "--n", "16", "\xFF not UTF-8"};
  recording.made_with = "Lockstep 0.2.0";
  recording.date = "2026-11-22 23:50";
  Plan& plan = recording.plan;
  plan.id = "scan";
  plan.n = 16;
  plan.group_size = 8;
  KernelSource source{"scan.cl", "kernel void scan(global int *a) { a[0] = TWO; }", "kernels"};
  source.headers.push_back({"kernels/two.h", "#define TWO 2\n"});
  source.is_closed = true;
  plan.programs.push_back({source, "-D N=16"});
  plan.buffers = {bytes_buffer("a", 16), bytes_buffer("b", 16), bytes_buffer("sums", 2)};
  plan.buffers[0].role = PlanBuffer::Role::input;
  plan.buffers[0].content = {Content::Pattern::bytes, 0, 1, some_bytes(64, 3)};
  plan.buffers[1].access = PlanBuffer::Access::write_only;
  plan.buffers[2].content.pattern = Content::Pattern::constant;
  plan.buffers[2].content.value = -1.5;
  PlanLaunch launch;
  launch.kernel = "scan";
  launch.place = "host.c:42";
  launch.label = "distance 1";
  launch.range = {{8, 2, 1}, {4, 1, 1}, {1, 0, 0}, 2};
  launch.arguments = {BufferArgument{0}, BufferArgument{1, 16, 8}, LocalArgument{32}, NullArgument{},
                      scalar_argument(0x12345678)};
  plan.launches = {launch, launch};
  using Kind = HostCall::Kind;
  plan.host_calls = {
      {Kind::create, 0, "clCreateBuffer(…)", "host.c:7", 0},
      {Kind::write, 0, "clEnqueueWriteBuffer(a, 0, 64 bytes)", "", 0, 0, 64, 0, 0, some_bytes(64, 3)},
      {Kind::fill, 1, "clEnqueueFillBuffer(sums)", "", 2, 0, 8, 0, 0, some_bytes(4, 1)},
      {Kind::copy, 1, "clEnqueueCopyBuffer(a, b)", "host.c:50", 1, 16, 32, 0, 8},
      {Kind::unmap, 1, "clEnqueueUnmapMemObject(b)", "", 1, 0, 8, 0, 0, some_bytes(8, 9)},
      {Kind::read, 2, "clEnqueueReadBuffer(b)", "", 1, 0, 64},
      {Kind::finish, 2, "clFinish"}};
  return recording;
}

std::string written_file(const TemporaryFolder& folder, const Recording& recording) {
  const std::string path = folder.file("a.lockstep");
  const auto written = write_recording(recording, path);
  EXPECT_TRUE(written) << written.error().message;
  return path;
}

std::string gzipped(const std::string& text) {
  std::string file;
  GzipWriter writer([&](std::string_view piece) -> Result<void> {
    file += piece;
    return {};
  });
  EXPECT_TRUE(writer.write(text));
  EXPECT_TRUE(writer.finish());
  return file;
}

std::string error_of(const std::string& file, const RecordingLimits& limits = {}) {
  std::istringstream stream(file);
  const auto read = read_recording(stream, "a.lockstep", limits);
  return read ? "" : read.error().message;
}

std::string with_index(const std::string& index, const std::string& data = "") {
  return gzipped("lockstep-recording 1\n" + std::to_string(index.size()) + "\n" + index + data);
}

TEST(Recording, ComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  const Recording recording = whole_recording();
  const auto read = read_recording(written_file(folder, recording));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, recording);
}

TEST(Recording, HoldsVariablesAtProgramScopeAndGroupsOfDifferentSizes) {
  const TemporaryFolder folder;
  Recording recording = whole_recording();
  recording.plan.buffers.push_back(bytes_buffer("counter", 1));
  recording.plan.buffers[3].variable_of = 0;
  recording.plan.programs[0].options += " -cl-std=CL2.0";
  recording.plan.launches[1].range.local_size[0] = 3;
  const auto read = read_recording(written_file(folder, recording));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, recording);
  recording.plan.buffers[3].variable_of = 1;
  EXPECT_FALSE(write_recording(recording, folder.file("b.lockstep")));
  recording.plan.buffers[3].variable_of = 0;
  recording.plan.launches[0].arguments[0] = BufferArgument{3};
  EXPECT_FALSE(write_recording(recording, folder.file("b.lockstep")));
}

// Each group's result, or values that were typed. A process that checks a plan on a device reads them here.
TEST(Recording, HoldsExpectedValues) {
  const TemporaryFolder folder;
  Recording recording = whole_recording();
  Expectation expected;
  expected.kind = Expectation::Kind::values;
  expected.input_buffer = expected.result_buffer = 2;
  expected.result_elements = 2;
  expected.values = some_bytes(8, 5);
  expected.tolerance = 1e-5;
  recording.plan.expectation = expected;
  const auto read = read_recording(written_file(folder, recording));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, recording);
  recording.plan.expectation->values = some_bytes(4, 5);
  EXPECT_FALSE(write_recording(recording, folder.file("b.lockstep"))) << "one value is missing";
}

TEST(Recording, StoresEqualDataOnce) {
  const TemporaryFolder folder;
  Recording recording = whole_recording();
  std::vector<std::byte> noise;
  std::uint32_t state = 1;
  for (int i = 0; i < 100'000; ++i)
    noise.push_back(static_cast<std::byte>((state = state * 1664525 + 1013904223) >> 24));
  recording.plan.buffers[0].elements = 25'000;
  const auto size_with = [&](int writes) {
    recording.plan.host_calls.clear();
    for (int i = 0; i < writes; ++i)
      recording.plan.host_calls.push_back({HostCall::Kind::write, 0, "write", "", 0, 0, noise.size(), 0, 0,
                                           std::make_shared<const std::vector<std::byte>>(noise)});
    return std::filesystem::file_size(written_file(folder, recording));
  };
  EXPECT_LT(size_with(20), size_with(1) + 2000);
}

TEST(Recording, AnInvalidPlanIsNotWritten) {
  const TemporaryFolder folder;
  Recording recording = whole_recording();
  recording.plan.host_calls[1].bytes = 60;
  const auto written = write_recording(recording, folder.file("a.lockstep"));
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("the call writes 60 bytes but has 64"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("a.lockstep")));
}

TEST(Recording, OtherFilesAreNamedAsSuch) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of("kernel void k() {}"), HasSubstr("a.lockstep is not a recording of Lockstep"));
  EXPECT_THAT(error_of(""), HasSubstr("is not a recording"));
  EXPECT_THAT(error_of(gzipped("some other text\n")), HasSubstr("is not a recording"));
  EXPECT_THAT(read_recording(folder.path().string()).error().message, HasSubstr("is a folder"));
  EXPECT_THAT(read_recording(folder.file("none")).error().message, HasSubstr("Cannot read"));
}

TEST(Recording, ANewerVersionAsksForAnUpdate) {
  EXPECT_THAT(
      error_of(gzipped("lockstep-recording 2\n0\n")),
      HasSubstr(
          "made by a newer Lockstep (version 2 of the format; this program reads up to version 1); update"));
  EXPECT_THAT(error_of(gzipped("lockstep-recording 0\n")), HasSubstr("damaged"));
  EXPECT_THAT(error_of(gzipped("lockstep-recording x\n")), HasSubstr("damaged"));
}

// Truncated to every length, and with every byte changed: an error, or the original contents.
TEST(Recording, CutOffAndChangedFilesAreRefused) {
  const TemporaryFolder folder;
  const Recording recording = whole_recording();
  const std::string file = *read_file(written_file(folder, recording));
  for (std::size_t length = 0; length < file.size(); ++length)
    EXPECT_NE(error_of(file.substr(0, length)), "") << length;
  EXPECT_THAT(error_of(file.substr(0, file.size() / 2)), HasSubstr("is cut off"));
  EXPECT_THAT(error_of(file + "x"), HasSubstr("more data"));
  for (std::size_t at = 0; at < file.size(); ++at) {
    std::string changed = file;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    std::istringstream stream(changed);
    const auto read = read_recording(stream, "a");
    // Only the time and system fields of gzip may change without effect.
    EXPECT_TRUE(!read || (at < 10 && *read == recording)) << at;
  }
}

TEST(Recording, SizesAreNotBelieved) {
  EXPECT_THAT(error_of(gzipped("lockstep-recording 1\n99999999999\n")), HasSubstr("has an index of"));
  EXPECT_THAT(error_of(gzipped("lockstep-recording 1\n30000000\n{}")), HasSubstr("ends too early"));
  EXPECT_THAT(error_of(with_index(R"({"blobs":[1000000000]})")), HasSubstr("ends too early"));
  EXPECT_THAT(error_of(with_index(R"({"blobs":[18446744073709551615, 2]})")), HasSubstr("more than 1 GiB"));
  EXPECT_THAT(error_of(with_index(R"({"blobs":[2000]})", std::string(2000, 'a')), {1000, 1000}),
              HasSubstr("more than 1000 bytes"));
}

TEST(Recording, TheIndexIsNotBelieved) {
  for (const char* index :
       {"", "[]", "7", "{", R"({"blobs":{}})", R"({"blobs":[-1]})", R"({"blobs":[1e300]})", R"({"blobs":[]})",
        R"({"blobs":[],"plan":[]})", R"({"blobs":[],"plan":{"id":7}})",
        R"({"blobs":[],"plan":{"id":"a","n":-1}})", R"({"blobs":[],"plan":{"id":{"blob":0}}})",
        R"({"blobs":[],"plan":{"id":"a","n":1,"group_size":1,"type":"strange"}})"})
    EXPECT_THAT(error_of(with_index(index)), HasSubstr("is damaged")) << index;
  EXPECT_THAT(error_of(with_index(std::string(100'000, '['))), HasSubstr("is damaged"));
  std::string deep = R"({"blobs":[],"x":)" + std::string(5000, '[') + std::string(5000, ']') + "}";
  EXPECT_THAT(error_of(with_index(deep)), HasSubstr("is damaged"));
}

TEST(Recording, ImagesAndSamplersComeBack) {
  Recording recording = whole_recording();
  Plan& plan = recording.plan;
  ImageDescription image;
  image.kind = ImageKind::image2d;
  image.width = 3;
  image.height = 2;
  image.row_pitch = 16;
  image.format = {0x10B0, 0x10DE};
  plan.buffers.push_back(bytes_buffer("img", 8));
  plan.buffers[3].image = image;
  BufferArgument part{1, 32, 32};
  part.image = image;
  plan.launches[0].arguments = {BufferArgument{3}, part, SamplerArgument{0x25}};
  const TemporaryFolder folder;
  const auto read = read_recording(written_file(folder, recording));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, recording);
  for (const char* damage : {R"({"kind":"image9d_t"})", R"({"kind":"image2d_t","order":-1})", "7"})
    EXPECT_THAT(error_of(with_index(
                    R"({"blobs":[],"plan":{"id":"a","n":1,"group_size":1,"type":"int","programs":[],)"
                    R"("launches":[],"host_calls":[],"buffers":[{"name":"b","type":"int","elements":1,)"
                    R"("role":"input","content":{"pattern":"iota"},"image":)" +
                    std::string(damage) + "}]}}")),
                HasSubstr("of an image"));
}

TEST(Recording, UnknownKeysAreSkipped) {
  const std::string plan =
      R"("plan":{"id":"a","n":1,"group_size":1,"type":"int","programs":[],"buffers":[],"launches":[],"host_calls":[],"new":1})";
  EXPECT_EQ(error_of(with_index(R"({"later":{"x":[1]},"blobs":[],)" + plan + "}")), "");
}

// tests/data/recordings/version-1.lockstep was written by the first release that supported recordings.
TEST(Recording, VersionOneStaysReadable) {
  const auto read =
      read_recording(std::string(LOCKSTEP_SOURCES) + "/tests/data/recordings/version-1.lockstep");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, whole_recording());
}

TEST(Recording, RolesFollowFromWhatTheHostDoes) {
  Recording recording = whole_recording();
  Plan& plan = recording.plan;
  for (PlanBuffer& buffer : plan.buffers) buffer.role = PlanBuffer::Role::scratch;
  plan.buffers[0].content = {};
  plan.host_calls.erase(plan.host_calls.begin() + 4);  // the host maps b and writes to it
  give_roles(plan);
  EXPECT_EQ(plan.buffers[0].role, PlanBuffer::Role::input);
  EXPECT_EQ(plan.buffers[1].role, PlanBuffer::Role::output);
  EXPECT_EQ(plan.buffers[2].role, PlanBuffer::Role::scratch);
}

}  // namespace
}  // namespace lockstep
