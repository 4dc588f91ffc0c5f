// Temporary files and folders of this process, which are removed even if it ends at once.
#pragma once

#include <string>

namespace lockstep {

// end_without_leftovers() removes it, with all its contents.
void add_leftover(const std::string& path);
void forget_leftover(const std::string& path);

// Removes them, and ends the process without destructors. Programs that it started end by their keepers.
[[noreturn]] void end_without_leftovers(int status);

}  // namespace lockstep
