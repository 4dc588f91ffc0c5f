// Files named in a document, such as the pictures of a lesson or the kernel and data of a plan. The
// author of a document may not be trusted, so it can name only files in its own folder, and links
// cannot lead out of it.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// The path of the file `name` in `folder` (empty: the working directory). Neither has to exist. The Error is
// a sentence that names both: an absolute path that leads elsewhere, "..", or a link that leaves the folder.
Result<std::string> path_inside(const std::string& folder, const std::string& name);

}  // namespace lockstep
