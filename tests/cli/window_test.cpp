// The command line needs no library of a display. The window loads these, and says which one is missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const fs::path& program() {
  static const fs::path path = LOCKSTEP_EXECUTABLE;
  return path;
}

TEST(CommandLine, NeedsNoLibraryOfADisplay) {
  for (const fs::path& file : {program(), program().parent_path() / "liblockstep-opencl.so"}) {
    // All libraries, also those that libraries need.
    const Output needed = run_program("ldd", file.string());
    if (needed.status == 127) GTEST_SKIP() << "ldd is not installed";
    EXPECT_THAT(needed.out, HasSubstr("libc.so")) << file;
    for (const char* library : {"libGL", "libOpenGL", "libEGL", "libglfw", "libX", "libxcb", "libwayland"})
      EXPECT_THAT(needed.out, Not(HasSubstr(library))) << file;
  }
}

// A copy of the program in a folder of its own, with or without the window's library.
class CopiedProgram {
 public:
  CopiedProgram() { fs::copy_file(program(), path("lockstep")); }

  // With another name in place of one of the libraries that it needs; both names have the same length.
  void add_library(const std::string& needed, const std::string& instead) {
    std::ostringstream bytes;
    bytes << std::ifstream(program().parent_path() / kLibrary, std::ios::binary).rdbuf();
    std::string text = bytes.str();
    const std::size_t at = text.find(needed + '\0');
    ASSERT_NE(at, text.npos) << kLibrary << " does not need " << needed;
    text.replace(at, instead.size(), instead);
    std::ofstream(path(kLibrary), std::ios::binary) << text;
  }
  void add_file_that_is_no_library() { std::ofstream(path(kLibrary)) << "no library"; }

  Output run(const std::string& arguments) const { return run_program(path("lockstep"), arguments); }

  static bool has_window() { return fs::exists(program().parent_path() / kLibrary); }

 private:
  static constexpr const char* kLibrary = "liblockstep-window.so";
  std::string path(const std::string& name) const { return folder_.file(name); }

  TemporaryFolder folder_;
};

void expect_one_sentence(const Output& output, const std::string& why) {
  EXPECT_EQ(output.status, 1);
  EXPECT_EQ(output.out, "");
  EXPECT_THAT(output.err, StartsWith("lockstep: Cannot open a window: " + why));
  EXPECT_THAT(output.err, AllOf(HasSubstr("`lockstep shot"), HasSubstr("all other commands work.\n")));
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1);
}

TEST(WindowLibrary, IsInAPackageOfItsOwn) {
  const CopiedProgram copy;
  const std::string why = "liblockstep-window.so is missing; install the package lockstep ";
  expect_one_sentence(copy.run(""), why);
  expect_one_sentence(copy.run("lesson:first-steps"), why);
  expect_one_sentence(copy.run("documents 001/figure-6"), why);
  EXPECT_EQ(copy.run("list").status, 0);
}

TEST(WindowLibrary, SaysWhichLibraryIsMissingAndWhatToInstall) {
  if (!CopiedProgram::has_window()) GTEST_SKIP() << "built without a window";
  CopiedProgram without_glfw;
  without_glfw.add_library("libglfw.so.3", "libglfw.so.0");
  expect_one_sentence(without_glfw.run(""), "libglfw.so.0 is missing; install it (Debian: libglfw3).");
  CopiedProgram without_opengl;
  without_opengl.add_library("libGL.so.1", "libGL.so.0");
  const Output output = without_opengl.run("");
  // The loader names the first library that it does not find.
  const bool has_glfw = output.err.find("libglfw") == output.err.npos;
  expect_one_sentence(output, has_glfw ? "libGL.so.0 is missing; install it (Debian: libgl1)."
                                       : "libglfw.so.3 is missing; install it (Debian: libglfw3).");
}

TEST(WindowLibrary, SaysThatItIsBroken) {
  CopiedProgram copy;
  copy.add_file_that_is_no_library();
  expect_one_sentence(copy.run(""), "liblockstep-window.so cannot be loaded (");
}

}  // namespace
}  // namespace lockstep::cli
