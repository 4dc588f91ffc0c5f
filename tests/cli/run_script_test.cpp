// `./run SUBCOMMAND` on a copy of the script, with a CMake, a Ninja and a program that do nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

void write_script(const std::string& path, const std::string& text) {
  std::ofstream(path) << "#!/bin/sh\n" << text;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

// Progress is told after three seconds, when Ninja may not have begun.
TEST(RunScript, WaitsForASlowConfiguration) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(LOCKSTEP_SOURCE_DIR "/run", folder.file("run"));
  std::filesystem::create_directory(folder.path() / "bin");
  write_script(folder.file("bin/ninja"), "exit 0\n");
  write_script(folder.file("bin/cmake"),
               "sleep 3.5\n"
               "mkdir -p build/release\n"
               "printf '#!/bin/sh\\necho the program: $1\\n' > build/release/lockstep\n"
               "chmod +x build/release/lockstep\n");
  const std::string out = folder.file("out");
  const std::string command = "cd " + folder.path().string() +
                              " && PATH=$PWD/bin:$PATH LOCKSTEP_NO_INSTALL=1 " + "./run list > " + out +
                              " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ostringstream text;
  text << std::ifstream(out).rdbuf();
  EXPECT_EQ(text.str(), "Building Lockstep: configuring\nthe program: list\n");
}

}  // namespace
}  // namespace lockstep::cli
