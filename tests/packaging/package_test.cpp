// What a user of the packages gets: the files, their dependencies, and a program that runs where it was
// unpacked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

struct Printed {
  int status = -1;
  std::string text;
};

Printed shell(const std::string& command) {
  Printed printed;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return printed;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) printed.text += static_cast<char>(c);
  printed.status = pclose(pipe);
  return printed;
}

bool has(const std::string& tool) { return shell("command -v " + tool).status == 0; }

// `name`: a part of the path.
std::string package(const std::string& ending, const std::string& name = {}) {
  for (const auto& entry : fs::directory_iterator(LOCKSTEP_PACKAGES)) {
    const std::string path = entry.path().string();
    if (path.find(name + LOCKSTEP_VERSION) != std::string::npos && path.ends_with(ending)) return path;
  }
  ADD_FAILURE() << "no package of version " LOCKSTEP_VERSION " that ends with " << ending;
  return {};
}

// A program that needs nothing of this machine's settings or home.
std::string bare(const fs::path& program, const TemporaryFolder& home) {
  return "env -i PATH=/usr/bin:/bin HOME=" + home.path().string() + " " + program.string() + " ";
}

void expect_it_runs(const fs::path& program) {
  const TemporaryFolder home;
  EXPECT_THAT(shell(bare(program, home) + "--version").text,
              HasSubstr("lockstep " LOCKSTEP_VERSION " (commit "));
  const Printed counted = shell(bare(program, home) + "counters reduce/divergent --n 64 --group 32");
  EXPECT_EQ(counted.status, 0) << counted.text;
  EXPECT_THAT(counted.text, HasSubstr("divergent"));
  const Printed run = shell(bare(program, home) + "run -- true");
  EXPECT_THAT(run.text, HasSubstr("did not use OpenCL"));
  const Printed timed = shell(bare(program, home) + "bench cpu/sequential --n 1000 --repeat 1 --no-keep");
  EXPECT_EQ(timed.status, 0) << timed.text;
}

const std::string kCommandLine = "/lockstep-cli_", kWindow = "/lockstep_";

std::string debian_package(const std::string& name) { return package(".deb", name); }

std::string contents(const std::string& name) {
  return shell("dpkg-deb --contents " + debian_package(name)).text;
}
std::string depends(const std::string& name) {
  return shell("dpkg-deb --field " + debian_package(name) + " Depends").text;
}
void extract(const std::string& name, const TemporaryFolder& folder) {
  ASSERT_EQ(shell("dpkg-deb --extract " + debian_package(name) + " " + folder.path().string()).status, 0);
}

constexpr std::array kDisplayLibraries{"libGL.so", "libglfw", "libX11", "libxcb", "libwayland"};

void expect_no_library_of_a_display(const fs::path& program) {
  const std::string libraries = shell("ldd " + program.string()).text;
  EXPECT_THAT(libraries, HasSubstr("libc.so"));
  for (const char* library : kDisplayLibraries) EXPECT_THAT(libraries, Not(HasSubstr(library))) << program;
}

// The program loads the window's library, and fails because there is no display.
void expect_window_is_loaded(const fs::path& program) {
  const TemporaryFolder home;
  const Printed printed = shell(bare(program, home));
  EXPECT_NE(printed.status, 0);
  EXPECT_THAT(printed.text, HasSubstr("there is no display"));
}

TEST(DebianPackages, OneHoldsTheCommandLineAndOneTheWindow) {
  const std::string program = contents(kCommandLine), window = contents(kWindow);
  for (const char* file :
       {"./usr/bin/lockstep\n", "./usr/lib/lockstep/liblockstep-opencl.so\n",
        "./usr/share/man/man1/lockstep.1.gz\n", "./usr/share/man/man1/lockstep-simulate.1.gz\n",
        "./usr/share/bash-completion/completions/lockstep\n",
        "./usr/share/zsh/vendor-completions/_lockstep\n", "./usr/share/doc/lockstep-cli/copyright\n",
        "./usr/share/doc/lockstep-cli/changelog.Debian.gz\n",
        "./usr/share/doc/lockstep-cli/manual/writing-lessons.md\n",
        "./usr/share/doc/lockstep-cli/manual/lecturers.md\n"}) {
    EXPECT_THAT(program, HasSubstr(file));
    EXPECT_THAT(window, Not(HasSubstr(file)));
  }
  for (const char* file :
       {"./usr/lib/lockstep/liblockstep-window.so\n", "./usr/share/applications/lockstep.desktop\n",
        "./usr/share/metainfo/org.lockstep.Lockstep.metainfo.xml\n",
        "./usr/share/icons/hicolor/scalable/apps/lockstep.svg\n", "./usr/share/doc/lockstep/copyright\n",
        "./usr/share/doc/lockstep/changelog.Debian.gz\n"}) {
    EXPECT_THAT(window, HasSubstr(file));
    EXPECT_THAT(program, Not(HasSubstr(file)));
  }
  EXPECT_THAT(program, Not(HasSubstr("bench-worker.1"))) << "hidden subcommands have no page";
  for (const std::string& list : {program, window})
    for (const char* elsewhere : {"./usr/local", "./home"}) EXPECT_THAT(list, Not(HasSubstr(elsewhere)));
}

TEST(DebianPackages, NeedOnlyWhatDebian12And13Share) {
  for (const char* needed : {"libc6", "zlib1g", "fonts-inter"})
    EXPECT_THAT(depends(kCommandLine), HasSubstr(needed));
  for (const char* needed : {"libc6", "libglfw3", "libgl1", "lockstep-cli (= " LOCKSTEP_VERSION})
    EXPECT_THAT(depends(kWindow), HasSubstr(needed));
  // Each release has its own package of these.
  for (const char* other : {"libfmt", "libstb", "libopenmpi", "libimgui"})
    for (const std::string& name : {kCommandLine, kWindow}) EXPECT_THAT(depends(name), Not(HasSubstr(other)));
}

TEST(DebianPackages, TheCommandLineNeedsNoDisplay) {
  for (const char* package : {"libgl", "libglfw", "libx11", "libxcb", "libwayland"})
    EXPECT_THAT(depends(kCommandLine), Not(HasSubstr(package)));
  const TemporaryFolder folder;
  extract(kCommandLine, folder);
  const fs::path program = folder.path() / "usr/bin/lockstep";
  expect_no_library_of_a_display(program);
  expect_it_runs(program);
  const TemporaryFolder home;
  EXPECT_THAT(shell(bare(program, home)).text, HasSubstr("install the package lockstep"));
}

TEST(DebianPackages, TheWindowIsAddedToTheCommandLine) {
  const TemporaryFolder folder;
  extract(kCommandLine, folder);
  extract(kWindow, folder);
  expect_window_is_loaded(folder.path() / "usr/bin/lockstep");
}

TEST(DebianPackages, LintianFindsNoError) {
  if (!has("lintian")) GTEST_SKIP() << "lintian is not installed";
  for (const std::string& name : {kCommandLine, kWindow}) {
    const Printed found = shell("lintian --fail-on error " + debian_package(name));
    EXPECT_EQ(found.status, 0) << found.text;
  }
}

TEST(Archive, RunsWhereItWasUnpackedWithItsOwnLibrariesAndFonts) {
  const TemporaryFolder folder;
  ASSERT_EQ(shell("tar -xzf " + package(".tar.gz") + " -C " + folder.path().string()).status, 0);
  const auto root = fs::directory_iterator(folder.path())->path();
  expect_it_runs(root / "bin/lockstep");
  expect_no_library_of_a_display(root / "bin/lockstep");
  expect_window_is_loaded(root / "bin/lockstep");
  EXPECT_TRUE(fs::exists(root / "share/man/man1/lockstep.1.gz"));
  EXPECT_TRUE(fs::exists(root / "share/lockstep/fonts/Inter-Regular.otf"));
  const auto needed_by = [&](const char* file) { return shell("ldd " + (root / file).string()).text; };
  EXPECT_THAT(needed_by("bin/lockstep"), HasSubstr((root / "bin/../lib/lockstep/libgif.so.7").string()));
  EXPECT_THAT(needed_by("lib/lockstep/liblockstep-window.so"),
              HasSubstr((root / "lib/lockstep/libglfw.so.3").string()));
  for (const char* file :
       {"bin/lockstep", "lib/lockstep/liblockstep-opencl.so", "lib/lockstep/liblockstep-window.so"})
    for (const char* absent : {"libstdc++", "libfmt", "libstb", "libtbb", "not found"})
      EXPECT_THAT(needed_by(file), Not(HasSubstr(absent))) << file;
}

TEST(DesktopEntry, IsValid) {
  const TemporaryFolder folder;
  extract(kWindow, folder);
  const fs::path share = folder.path() / "usr/share";
  if (has("desktop-file-validate")) {
    const Printed checked =
        shell("desktop-file-validate " + (share / "applications/lockstep.desktop").string());
    EXPECT_EQ(checked.status, 0) << checked.text;
  }
  if (has("appstreamcli")) {
    const Printed checked = shell("appstreamcli validate --no-net " +
                                  (share / "metainfo/org.lockstep.Lockstep.metainfo.xml").string());
    EXPECT_EQ(checked.status, 0) << checked.text;
  }
}

}  // namespace
}  // namespace lockstep
