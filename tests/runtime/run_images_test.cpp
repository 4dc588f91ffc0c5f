// A program with images by `lockstep run`: the results are those of another device, recordings repeat them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/recording/recording.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;

#ifdef LOCKSTEP_TEST_IMAGES
constexpr const char* kImages = LOCKSTEP_TEST_IMAGES;
#else
constexpr const char* kImages = "";
#endif

// Lines "name: values".
std::map<std::string, Values> cases_of(const std::string& text) {
  std::map<std::string, Values> cases;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos) continue;
    Values& values = cases[line.substr(0, colon)];
    std::istringstream words(line.substr(colon + 1));
    for (double value = 0; words >> value;) values.push_back(value);
  }
  return cases;
}

bool nearly_equal(const Values& a, const Values& b, double tolerance = 0) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [tolerance](double x, double y) {
    return std::fabs(x - y) <= tolerance + 1e-3 * std::max(1.0, std::fabs(x));
  });
}

// GPUs interpolate with weights of 8 bits (CUDA C++ Programming Guide 12.3, 21.2, "Linear Filtering"): in
// each dimension an error of 1/256 of what the values differ by.
double filter_error(const std::string& name, const Values& values) {
  if (name.find(" linear") == std::string::npos || values.empty()) return 0;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return 3 * (*most - *least) / 256;
}

// A kernel's float becomes a normalised integer by any rounding with an error of at most 0.6 (OpenCL C 3.0
// specification, 6.15.15, and 8.3.1): NVIDIA stores 127.5 as 127.
bool is_rounded(const std::string& name) {
  return name.ends_with(" by a kernel") && name.find("NORM_INT") != name.npos;
}

// The bytes of integers of 16 bits, the low one first, as integers.
Values words_of(const Values& bytes) {
  Values words;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) words.push_back(bytes[i] + 256 * bytes[i + 1]);
  return words;
}

bool same_texels(const std::string& name, const Values& there, const Values& here) {
  if (!is_rounded(name)) return nearly_equal(there, here, filter_error(name, there));
  const bool is_wide = name.find("INT16") != name.npos;
  const Values a = is_wide ? words_of(there) : there, b = is_wide ? words_of(here) : here;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return std::fabs(x - y) <= 1; });
}

// PoCL 3.1 and 6.0: alpha of an image of one or two integer channels is 0, and half-precision floats of so
// few channels are taken for integers. The specification says 1, and floats.
bool is_known_to_differ(const std::string& name) {
  const bool has_few_channels = name.starts_with("R ") || name.starts_with("A ") || name.starts_with("RG ");
  const bool in_kernel = name.ends_with(" kernel");
  return has_few_channels && in_kernel &&
         (name.find("SIGNED_INT") != name.npos || name.find("HALF_FLOAT") != name.npos);
}

class RunImages : public testing::Test {
 protected:
  void SetUp() override {
    if (*kImages == '\0') GTEST_SKIP() << "There is no OpenCL loader to link the program with.";
  }
  static Output run(const std::string& part, const std::string& options = "") {
    return run_lockstep("run " + options + " -- " + kImages + " " + part);
  }
};

class OtherDevice : public RunImages, public testing::WithParamInterface<const char*> {};

TEST_P(OtherDevice, GivesTheSameTexels) {
  const std::string part = GetParam(), file = write_file(part + ".txt", "");
  if (std::system((std::string(kImages) + " " + part + " > " + file + " 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "There is no other OpenCL device with images to compare with.";
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  const auto there = cases_of(text.str()), here = cases_of(run(part).out);
  std::size_t compared = 0;
  for (const auto& [name, values] : there) {
    if (!here.contains(name))
      continue;  // a format that the other device has beyond those of the specification
    ++compared;
    EXPECT_TRUE(same_texels(name, values, here.at(name)) || is_known_to_differ(name)) << name;
  }
  EXPECT_GT(compared, there.size() / 2);
}
INSTANTIATE_TEST_SUITE_P(Programs, OtherDevice, testing::Values("formats", "shapes", "samplers", "blur"));

TEST_F(RunImages, FormatsThatTheSpecificationDemandsAreThere) {
  const auto here = cases_of(run("formats").out);
  for (const char* name : {"R HALF_FLOAT", "RG UNSIGNED_INT16", "RGBA SNORM_INT16", "BGRA UNORM_INT8"})
    EXPECT_TRUE(here.contains(std::string(name) + " by a kernel")) << name;
}

// The last values of a recorded plan's buffer that is named so.
Values replayed(const std::string& file, const std::string& buffer) {
  const auto recording = read_recording(file);
  EXPECT_TRUE(recording) << recording.error().message;
  if (!recording) return {};
  const auto result = sim::run_counted(recording->plan, **sim::find_device_model(recording->model));
  EXPECT_TRUE(result) << result.error().message;
  if (!result) return {};
  EXPECT_TRUE(result->findings.empty());
  for (std::size_t i = 0; i < recording->plan.buffers.size(); ++i) {
    if (recording->plan.buffers[i].name != buffer) continue;
    std::vector<float> floats(result->buffers[i].size() / sizeof(float));
    std::memcpy(floats.data(), result->buffers[i].data(), result->buffers[i].size());
    return {floats.begin(), floats.end()};
  }
  ADD_FAILURE() << "no buffer " << buffer;
  return {};
}

TEST_F(RunImages, RecordingRepeatsTheResult) {
  const std::string file = write_file("blur.lockstep", "");
  const Output output = run("blur", "--record " + file);
  ASSERT_EQ(output.status, 0) << output.err;
  const auto cases = cases_of(output.out);
  ASSERT_TRUE(cases.contains("blurred"));
  EXPECT_TRUE(nearly_equal(cases.at("blurred"), replayed(file, "to")));
  const auto recording = read_recording(file);
  EXPECT_EQ(recording->plan.buffers[0].image->width, 12u);
  EXPECT_TRUE(std::holds_alternative<SamplerArgument>(recording->plan.launches[0].arguments[2]));
  EXPECT_EQ(run_lockstep("counters " + file).status, 0);
  EXPECT_EQ(run_lockstep("trace " + file).status, 0);
}

TEST_F(RunImages, RecordingOfOneBufferAsManyThings) {
  const std::string file = write_file("buffer.lockstep", "");
  const Output output = run("buffer", "--record " + file);
  ASSERT_EQ(output.status, 0) << output.err;
  EXPECT_NE(output.err.find("findings: none"), std::string::npos) << output.err;
  const auto cases = cases_of(output.out);
  ASSERT_TRUE(cases.contains("data"));
  const Values& data = cases.at("data");
  ASSERT_EQ(data.size(), 32u);
  EXPECT_EQ(data[4], 1004);
  EXPECT_EQ(data[5], 50);
  EXPECT_EQ(data[8], 1005);
  EXPECT_EQ(data[31], 310);
  EXPECT_TRUE(nearly_equal(data, replayed(file, "data")));
}

TEST_F(RunImages, WritesOutsideAndWhatIsNotReleasedAreReported) {
  const Output output = run("outside", "--json");
  EXPECT_EQ(output.status, 1);
  const Json report = Json::parse(output.out.substr(output.out.find('{')), nullptr, false);
  ASSERT_TRUE(report.is_object()) << output.out;
  ASSERT_EQ(report["launches"][0]["findings"].size(), 1u);
  EXPECT_EQ(report["launches"][0]["findings"][0]["kind"], "out_of_bounds");
  EXPECT_EQ(report["launches"][0]["findings"][0]["line"], 3);
  EXPECT_EQ(report["never_released"]["image"], 1);
  EXPECT_FALSE(report["never_released"].contains("buffer"));
}

}  // namespace
}  // namespace lockstep::cli
