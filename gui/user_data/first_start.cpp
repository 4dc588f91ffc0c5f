#include "gui/user_data/first_start.hpp"

#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"

namespace lockstep::gui {
namespace {

constexpr const char* kRemembered = "start-page-shown";

}  // namespace

bool claim_first_start(const std::string& state_dir) {
  if (state_dir.empty()) return false;
  std::error_code ignored;
  std::filesystem::create_directories(system_path(state_dir), ignored);
  // If two windows open simultaneously, only one of them creates the file.
  return make_new_file(state_dir + "/" + kRemembered);
}

}  // namespace lockstep::gui
