#include "core/base/files/path_text.hpp"

namespace lockstep {

// Paths are bytes here, in any encoding.
std::filesystem::path system_path(std::string_view text) { return text; }
std::string path_text(const std::filesystem::path& path) { return path.native(); }

}  // namespace lockstep
