// Files named in a document, such as the pictures of a lesson or the kernel and data of a plan. The author of
// a document may not be trusted, so a document can only name files in its own folder, and links must not lead
// out of it.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// The path of the file `name` in `folder` (empty: the working directory). Neither has to exist. It is an
// Error if the path leaves the folder: by an absolute path, by ".." or by a link. The Error is a sentence
// that names the file and the folder.
Result<std::string> path_inside(const std::string& folder, const std::string& name);

}  // namespace lockstep
