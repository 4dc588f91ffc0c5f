// Temporary files and folders of this process: what ends it at once removes them first.
#pragma once

#include <string>

namespace lockstep {

// Is removed, with all that is in it, by end_without_leftovers().
void add_leftover(const std::string& path);
void forget_leftover(const std::string& path);

// Removes them, and ends the process without destructors. Programs that it started end by their keepers.
[[noreturn]] void end_without_leftovers(int status);

}  // namespace lockstep
