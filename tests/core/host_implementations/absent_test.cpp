// A missing library is reported in a sentence that names the package to install.
#include <gtest/gtest.h>

#include "core/host_implementations/mpi_program.hpp"
#include "core/host_implementations/run.hpp"

namespace lockstep::host {
namespace {

TEST(Absent, IsAUsageErrorThatSaysWhatToInstall) {
  Implementation implementation = implementations().front();
  implementation.missing = "Install libtbb-dev.";
  const auto report = run_implementation(implementation, {.n = 8}, 1);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, Error::Kind::usage) << "skipped, not failed";
  EXPECT_EQ(report.error().message, "Install libtbb-dev.");
}

TEST(Absent, MpiDistinguishesAMissingBuildAndAMissingLauncher) {
  EXPECT_NE(mpi_missing("", "/usr/bin/mpirun").find("libopenmpi-dev"), std::string::npos);
  EXPECT_NE(mpi_missing("/x/lockstep-mpi-ranks", "").find("install openmpi-bin"), std::string::npos);
  EXPECT_EQ(mpi_missing("/x/lockstep-mpi-ranks", "/usr/bin/mpirun"), "");
}

TEST(Absent, EveryMissingImplementationNamesAPackageOrACompiler) {
  for (const Implementation& implementation : implementations()) {
    if (implementation.is_there()) continue;
    EXPECT_NE(implementation.missing.find("install"), std::string::npos)
        << implementation.id << ": " << implementation.missing;
  }
}

}  // namespace
}  // namespace lockstep::host
