// Checks the names of files in a document, such as the pictures of a lesson or the kernel and data of a plan.
// The author of a document may not be trusted, so a document can only name files in its own folder, and links
// must not lead out of this folder.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// Returns the path of the file `name` in `folder` (empty: the working directory). Neither has to exist. A
// path that leaves the folder, by an absolute path, by ".." or by a link, is an Error: a sentence that names
// the file and the folder.
Result<std::string> path_inside(const std::string& folder, const std::string& name);

}  // namespace lockstep
