// Right kernels with the usual idioms: compare-and-swap, locks, flags, the last group, tails past n. None is
// accused. The first line of each file has the arguments.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

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

TEST(RightKernels, HaveNoErrorAndNoWarning) {
  const auto files = right_kernels();
  ASSERT_GE(files.size(), 20u);
  for (const std::filesystem::path& file : files) {
    std::string arguments;
    std::getline(std::ifstream(file), arguments);
    const Output output = run_lockstep("explain --json " + file.string() + arguments.substr(2));
    EXPECT_EQ(output.status, 0) << file << output.err;
    const Json explained = Json::parse(output.out, nullptr, false);
    ASSERT_TRUE(explained.is_object()) << file << output.out;
    for (const Json& finding : explained["findings"])
      EXPECT_EQ(finding["severity"].get<std::string>(), "note") << file << finding["message"];
  }
}

}  // namespace
}  // namespace lockstep::cli
