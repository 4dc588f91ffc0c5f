#include "cli/version.hpp"

#include <fmt/core.h>

#include <CLI/Version.hpp>

#include "gui/app/libraries.hpp"

namespace lockstep::cli {

extern const char* const kCommit;  // written in every build: cmake/WriteCommit.cmake

namespace {

constexpr const char* compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace

std::string release_name() { return "Lockstep " LOCKSTEP_VERSION; }

std::string build_name() { return fmt::format("{} (commit {})", release_name(), kCommit); }

std::string version_text() {
  return fmt::format("lockstep {} (commit {})\nBuilt with {}, {}, fmt {}.{}.{}, CLI11 {}", LOCKSTEP_VERSION,
                     kCommit, compiler(), gui::library_versions(), FMT_VERSION / 10000,
                     FMT_VERSION / 100 % 100, FMT_VERSION % 100, CLI11_VERSION);
}

}  // namespace lockstep::cli
