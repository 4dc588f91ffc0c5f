// Paths as their texts alone tell, also of servers ("//server/share/x"), which the standard library of
// mingw-w64 does not know: it takes the two slashes for one, and does not call such a path absolute.
#pragma once

#include <filesystem>

namespace lockstep {

// Without "." and "..".
std::filesystem::path normal_path(const std::filesystem::path& path);
bool is_absolute_path(const std::filesystem::path& path);

}  // namespace lockstep
