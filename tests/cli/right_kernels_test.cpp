// Right kernels with the usual idioms: compare-and-swap, locks, flags, the last group, tails past n. None is
// accused. The first line of each file has the arguments.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;

std::vector<std::filesystem::path> right_kernels() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/data/right_kernels"))
    files.push_back(entry.path());
  return files;
}

// Of all schedules and orders: what one of them shows, another may hide.
const std::vector<std::string> kSchedules{"", " --schedule independent", " --order random:3",
                                          " --schedule independent --order adversarial"};

void expect_no_accusation(const std::filesystem::path& file, const std::string& options) {
  const Output output = run_lockstep("explain --json " + file.string() + " " + options);
  EXPECT_EQ(output.status, 0) << file << options << output.err;
  EXPECT_EQ(output.err, "") << file << options;
  const Json explained = Json::parse(output.out, nullptr, false);
  ASSERT_TRUE(explained.is_object()) << file << options << output.out;
  for (const Json& finding : explained["findings"])
    EXPECT_EQ(finding["severity"].get<std::string>(), "note") << file << options << finding["message"];
}

TEST(RightKernels, HaveNoErrorAndNoWarning) {
  const auto files = right_kernels();
  ASSERT_GE(files.size(), 50u);
  for (const std::filesystem::path& file : files) {
    std::string arguments;
    std::ifstream text(file);
    std::getline(text, arguments);
    for (const std::string& schedule : kSchedules) expect_no_accusation(file, arguments.substr(2) + schedule);
  }
}

// Words for a shell: names of instances have angle brackets.
std::string quoted(const std::string& arguments) {
  std::string text, word;
  std::istringstream words(arguments);
  while (words >> word) text += (text.empty() ? "'" : " '") + word + "'";
  return text;
}

// Files of CUDA C++ have several kernels, each with its arguments behind "// run:".
TEST(RightKernels, OfCudaHaveNoErrorAndNoWarning) {
  constexpr std::string_view kMark = "// run: ";
  std::size_t count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/data/cuda_kernels")) {
    std::ifstream text(entry.path());
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with(kMark)) continue;
      ++count;
      for (const std::string schedule : {"", " --schedule independent --order adversarial"})
        expect_no_accusation(entry.path(), quoted(line.substr(kMark.size())) + schedule);
    }
  }
  EXPECT_GE(count, 24u);
}

}  // namespace
}  // namespace lockstep::cli
