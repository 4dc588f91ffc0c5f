// Which Lockstep this is: its release, the commit it was built from, and what it was built with.
#pragma once

#include <string>

namespace lockstep::cli {

std::string release_name();  // "Lockstep 0.3.0"
std::string build_name();    // "Lockstep 0.3.0 (commit 1a2b3c4)"
// Several lines: "lockstep 0.3.0 (commit 1a2b3c4)", then compiler, libraries and what was left out.
std::string version_text();

}  // namespace lockstep::cli
