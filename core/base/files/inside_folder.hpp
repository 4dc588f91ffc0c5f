// Files that a document names: a lesson its pictures, a plan its kernel and its data. A document may be from
// somebody else, so it can name only files in its own folder, and no link leads out of it.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// The path of the file `name` in `folder` (empty: the working directory). Neither has to exist. The Error is
// a sentence that names both: an absolute path that leads elsewhere, "..", or a link that leaves the folder.
Result<std::string> path_inside(const std::string& folder, const std::string& name);

}  // namespace lockstep
