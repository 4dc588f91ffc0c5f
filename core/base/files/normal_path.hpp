// Lexical path operations that also support server paths ("//server/share/x"). The standard library of
// mingw-w64 does not: it reads the two slashes as one slash and does not treat such a path as absolute.
#pragma once

#include <filesystem>
#include <system_error>

namespace lockstep {

// Returns the absolute path; a relative path is resolved against the current folder.
std::filesystem::path absolute_path(const std::filesystem::path& path, std::error_code& error);
std::filesystem::path absolute_path(const std::filesystem::path& path);
// Returns the path without "." and "..".
std::filesystem::path normal_path(const std::filesystem::path& path);
bool is_absolute_path(const std::filesystem::path& path);

}  // namespace lockstep
