// The version of Lockstep: the release, the commit, the compiler and the libraries.
#pragma once

#include <string>

namespace lockstep::cli {

std::string release_name();  // "Lockstep 0.3.0"
std::string build_name();    // "Lockstep 0.3.0 (commit 1a2b3c4)"
// Returns several lines: "lockstep 0.3.0 (commit 1a2b3c4)", followed by the compiler, the libraries and the
// missing features.
std::string version_text();

}  // namespace lockstep::cli
