#include "gui/storage/first_start.hpp"

#include <cstdio>
#include <filesystem>

namespace lockstep::gui {
namespace {

constexpr const char* kRemembered = "start-page-shown";

}  // namespace

bool claim_first_start(const std::string& state_dir) {
  if (state_dir.empty()) return false;
  std::error_code ignored;
  std::filesystem::create_directories(state_dir, ignored);
  // "x": of two windows that open at once, one creates it.
  std::FILE* file = std::fopen((std::filesystem::path(state_dir) / kRemembered).c_str(), "wx");
  if (file == nullptr) return false;
  std::fclose(file);
  return true;
}

}  // namespace lockstep::gui
