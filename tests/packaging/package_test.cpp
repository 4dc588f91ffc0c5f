// What a user of the packages gets: the files, their dependencies, and a program that runs where it was
// unpacked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

std::string package(const std::string& ending) {
  for (const auto& entry : fs::directory_iterator(LOCKSTEP_PACKAGES)) {
    const std::string path = entry.path().string();
    if (path.find(LOCKSTEP_VERSION) != std::string::npos && path.ends_with(ending)) return path;
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

TEST(DebianPackage, HoldsProgramManualAndDesktopEntryAndNothingElsewhere) {
  const std::string list = shell("dpkg-deb --contents " + package(".deb")).text;
  for (const char* file :
       {"./usr/bin/lockstep\n", "./usr/lib/lockstep/liblockstep-opencl.so\n",
        "./usr/share/man/man1/lockstep.1.gz\n", "./usr/share/man/man1/lockstep-simulate.1.gz\n",
        "./usr/share/applications/lockstep.desktop\n",
        "./usr/share/metainfo/org.lockstep.Lockstep.metainfo.xml\n",
        "./usr/share/icons/hicolor/scalable/apps/lockstep.svg\n",
        "./usr/share/bash-completion/completions/lockstep\n",
        "./usr/share/zsh/vendor-completions/_lockstep\n", "./usr/share/doc/lockstep/copyright\n",
        "./usr/share/doc/lockstep/changelog.Debian.gz\n"})
    EXPECT_THAT(list, HasSubstr(file));
  EXPECT_THAT(list, Not(HasSubstr("bench-worker.1"))) << "hidden subcommands have no page";
  EXPECT_THAT(list, Not(HasSubstr("./usr/local")));
  EXPECT_THAT(list, Not(HasSubstr("./home")));
}

TEST(DebianPackage, NeedsOnlyWhatDebian12And13Share) {
  const std::string depends = shell("dpkg-deb --field " + package(".deb") + " Depends").text;
  for (const char* needed : {"libc6", "libglfw3", "libgl1", "zlib1g", "fonts-inter"})
    EXPECT_THAT(depends, HasSubstr(needed));
  // Each release has its own package of these.
  for (const char* other : {"libfmt", "libstb", "libopenmpi", "libimgui"})
    EXPECT_THAT(depends, Not(HasSubstr(other)));
}

TEST(DebianPackage, Runs) {
  const TemporaryFolder folder;
  ASSERT_EQ(shell("dpkg-deb --extract " + package(".deb") + " " + folder.path().string()).status, 0);
  expect_it_runs(folder.path() / "usr/bin/lockstep");
}

TEST(DebianPackage, LintianFindsNoError) {
  if (!has("lintian")) GTEST_SKIP() << "lintian is not installed";
  const Printed found = shell("lintian --fail-on error " + package(".deb"));
  EXPECT_EQ(found.status, 0) << found.text;
}

TEST(Archive, RunsWhereItWasUnpackedWithItsOwnLibrariesAndFonts) {
  const TemporaryFolder folder;
  ASSERT_EQ(shell("tar -xzf " + package(".tar.gz") + " -C " + folder.path().string()).status, 0);
  const auto root = fs::directory_iterator(folder.path())->path();
  expect_it_runs(root / "bin/lockstep");
  EXPECT_TRUE(fs::exists(root / "share/man/man1/lockstep.1.gz"));
  EXPECT_TRUE(fs::exists(root / "share/lockstep/fonts/Inter-Regular.otf"));
  const std::string libraries = shell("ldd " + (root / "bin/lockstep").string()).text;
  EXPECT_THAT(libraries, HasSubstr((root / "bin/../lib/lockstep/libglfw.so.3").string()));
  const std::string device = shell("ldd " + (root / "lib/lockstep/liblockstep-opencl.so").string()).text;
  for (const char* absent : {"libstdc++", "libfmt", "not found"}) EXPECT_THAT(device, Not(HasSubstr(absent)));
  for (const char* absent : {"libstdc++", "libfmt", "libstb", "libtbb", "not found"})
    EXPECT_THAT(libraries, Not(HasSubstr(absent)));
}

TEST(DesktopEntry, IsValid) {
  const TemporaryFolder folder;
  ASSERT_EQ(shell("dpkg-deb --extract " + package(".deb") + " " + folder.path().string()).status, 0);
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
