// A whole file as bytes.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// The Error is a sentence with the reason: a missing file, a folder, no permission.
Result<std::string> read_file(const std::string& path);

}  // namespace lockstep
