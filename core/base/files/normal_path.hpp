// Paths as their texts alone tell, also of servers ("//server/share/x"), which the standard library of
// mingw-w64 does not know: it takes the two slashes for one, and does not call such a path absolute.
#pragma once

#include <filesystem>
#include <system_error>

namespace lockstep {

// From the current folder on, where it is not absolute.
std::filesystem::path absolute_path(const std::filesystem::path& path, std::error_code& error);
std::filesystem::path absolute_path(const std::filesystem::path& path);
// Without "." and "..".
std::filesystem::path normal_path(const std::filesystem::path& path);
bool is_absolute_path(const std::filesystem::path& path);

}  // namespace lockstep
