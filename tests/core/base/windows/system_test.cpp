// Services of the system: folders, environment, libraries, machine, programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "core/base/dynamic_library.hpp"
#include "core/base/environment.hpp"
#include "core/base/features.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/process.hpp"

namespace lockstep {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(DirectoriesOnWindows, AreThoseOfTheUserUnlessAVariableNamesAnother) {
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string old = before != nullptr ? before : "";
  ASSERT_TRUE(set_environment_variable("XDG_CONFIG_HOME", "Z:\\a folder"));
  EXPECT_EQ(config_directory(), "Z:/a folder/lockstep");
  ASSERT_TRUE(set_environment_variable("XDG_CONFIG_HOME", "relative"));
  EXPECT_THAT(config_directory(), EndsWith("AppData/Roaming/lockstep"));
  ASSERT_TRUE(set_environment_variable("XDG_CONFIG_HOME", old));
  EXPECT_THAT(home_directory(), Not(HasSubstr("\\")));
  EXPECT_TRUE(std::filesystem::is_directory(system_path(home_directory())));
}

TEST(DirectoriesOnWindows, DrivesAreListed) {
  EXPECT_THAT(drives(), testing::Contains("C:/"));
  for (const std::string& drive : drives()) EXPECT_EQ(drive.size(), 3u);
}

TEST(DynamicLibraryOnWindows, FindsSymbolsOrSaysWhatIsMissing) {
  const DynamicLibrary kernel("kernel32.dll"), missing("no-such-library.dll");
  ASSERT_TRUE(kernel.is_open());
  EXPECT_NE(kernel.symbol("CreateFileW"), nullptr);
  EXPECT_EQ(kernel.symbol("no_such_symbol"), nullptr);
  EXPECT_FALSE(missing.is_open());
  EXPECT_EQ(library_not_found(missing.error()), "no-such-library.dll") << missing.error();
}

TEST(MachineFactsOnWindows, AreKnownHere) {
  EXPECT_GE(usable_processors(), 1u);
  EXPECT_GE(online_processors(), usable_processors());
  EXPECT_GT(total_memory_bytes(), 0u);
  EXPECT_LE(available_memory_bytes(), total_memory_bytes());
  EXPECT_FALSE(processor_name().empty());
}

TEST(ProcessOnWindows, KnowsItsOwnProgramAndOthers) {
  EXPECT_TRUE(std::filesystem::is_regular_file(system_path(own_program())));
  EXPECT_THAT(program_in_path("cmd"), EndsWith("/cmd.exe"));
  EXPECT_EQ(program_in_path("no-such-program-anywhere"), "");
}

TEST(FeaturesOnWindows, WhatIsMissingIsASentence) {
  for (const Feature feature : {Feature::programs, Feature::confinement})
    EXPECT_THAT(missing(feature), EndsWith("."));
  for (const Feature feature : {Feature::workers, Feature::devices, Feature::threads, Feature::second_window,
                                Feature::folders, Feature::keyboard})
    EXPECT_EQ(missing(feature), "");
}

}  // namespace
}  // namespace lockstep
