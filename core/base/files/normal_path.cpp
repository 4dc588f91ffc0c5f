#include "core/base/files/normal_path.hpp"

namespace lockstep {
namespace {

bool is_separator(std::filesystem::path::value_type letter) {
  return letter == '/' || letter == std::filesystem::path::preferred_separator;
}

// Only systems with drive letters have server paths; elsewhere "//x" is "/x".
bool names_server(const std::filesystem::path& path) {
  const auto& text = path.native();
  return std::filesystem::path::preferred_separator != '/' && text.size() > 2 && is_separator(text[0]) &&
         is_separator(text[1]) && !is_separator(text[2]);
}

}  // namespace

std::filesystem::path absolute_path(const std::filesystem::path& path, std::error_code& error) {
  error.clear();
  return names_server(path) ? path : std::filesystem::absolute(path, error);
}

std::filesystem::path absolute_path(const std::filesystem::path& path) {
  return names_server(path) ? path : std::filesystem::absolute(path);
}

std::filesystem::path normal_path(const std::filesystem::path& path) {
  std::filesystem::path normal = path.lexically_normal();
  if (!names_server(path) || names_server(normal)) return normal;
  return std::filesystem::path::string_type(1, std::filesystem::path::preferred_separator) + normal.native();
}

bool is_absolute_path(const std::filesystem::path& path) { return path.is_absolute() || names_server(path); }

}  // namespace lockstep
