// The only two conversions between paths and text. All text in this program is UTF-8 with "/" between
// folders, on every system; on Windows std::filesystem would use the system's code page and "\".
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep {

std::filesystem::path system_path(std::string_view text);
std::string path_text(const std::filesystem::path& path);

}  // namespace lockstep
