// GoogleTest's main() for all test programs. As `--ctest FILE LABEL PROPERTIES` it lists the tests for ctest
// instead of running them: one command for each test, with the program's LABEL and the test's folder as
// labels.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace {

// "sim/trace" for a test below tests/sim/trace.
std::string folder_of(const testing::TestInfo& test) {
  const std::filesystem::path folder = std::filesystem::path(test.file()).parent_path();
  return folder.lexically_relative(LOCKSTEP_SOURCE_DIR "/tests").generic_string();
}

struct Listing {
  std::string program, label, properties;

  std::string command_for(const testing::TestInfo& test) const {
    const std::string name = fmt::format("{}.{}", test.test_suite_name(), test.name());
    const bool is_disabled = name.starts_with("DISABLED_") || name.find(".DISABLED_") != std::string::npos ||
                             name.find("/DISABLED_") != std::string::npos;
    return fmt::format(
        "add_test([=[{0}]=] [=[{1}]=] [=[--gtest_filter={0}]=])\n"
        "set_tests_properties([=[{0}]=] PROPERTIES LABELS \"{2};{3}\" SKIP_REGULAR_EXPRESSION "
        "[=[\\[  SKIPPED \\]]=] DISABLED {4} {5})\n",
        name, program, label, folder_of(test), is_disabled ? "TRUE" : "FALSE", properties);
  }
};

// Under its own name only when it is complete: ctest takes what is newer than the program.
int write_list(const std::string& path, const Listing& listing) {
  {
    std::ofstream file(path + ".new", std::ios::binary);
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int suite = 0; suite < all.total_test_suite_count(); ++suite)
      for (int test = 0; test < all.GetTestSuite(suite)->total_test_count(); ++test)
        file << listing.command_for(*all.GetTestSuite(suite)->GetTestInfo(test));
    if (!file.flush()) return 1;
  }
  std::filesystem::rename(path + ".new", path);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  if (argc == 5 && std::string_view(argv[1]) == "--ctest")
    return write_list(argv[2], {argv[0], argv[3], argv[4]});
  return RUN_ALL_TESTS();
}
