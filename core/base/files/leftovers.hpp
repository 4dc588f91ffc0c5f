// Temporary files and folders of this process, which are removed even if the process ends abruptly.
#pragma once

#include <string>

namespace lockstep {

// end_without_leftovers() removes it, with all its contents.
void add_leftover(const std::string& path);
void forget_leftover(const std::string& path);

// Removes them and ends the process without running destructors. Their keepers end the programs that
// this process started.
[[noreturn]] void end_without_leftovers(int status);

}  // namespace lockstep
