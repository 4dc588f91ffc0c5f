#include "cli/version.hpp"

#include <fmt/core.h>

#include <CLI/Version.hpp>
#ifdef LOCKSTEP_GUI
#include "gui/app/libraries.hpp"
#endif

namespace lockstep::cli {

extern const char* const kCommit;  // written at each build: cmake/WriteCommit.cmake

namespace {

constexpr const char* compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string window_libraries() {
#ifdef LOCKSTEP_GUI
  return gui::library_versions();
#else
  return "no window";
#endif
}

}  // namespace

std::string release_name() { return "Lockstep " LOCKSTEP_VERSION; }

std::string version_text() {
  return fmt::format("lockstep {} (commit {})\nBuilt with {}, {}, fmt {}.{}.{}, CLI11 {}", LOCKSTEP_VERSION,
                     kCommit, compiler(), window_libraries(), FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                     FMT_VERSION % 100, CLI11_VERSION);
}

}  // namespace lockstep::cli
