#include "gui/user_data/file_stamp.hpp"

#include <filesystem>

#include "core/base/files/path_text.hpp"

namespace lockstep::gui {

FileStamp stamp_of(const std::string& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(system_path(path), error);
  if (error) return {};
  const auto size = std::filesystem::file_size(system_path(path), error);
  return error ? FileStamp{} : FileStamp{static_cast<std::int64_t>(time.time_since_epoch().count()), size};
}

}  // namespace lockstep::gui
