// The only two ways between a path and a text. All texts of this program are UTF-8 with "/" between folders,
// on every system; std::filesystem would read and write them in the system's code page, with "\" on Windows.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep {

std::filesystem::path system_path(std::string_view text);
std::string path_text(const std::filesystem::path& path);

}  // namespace lockstep
