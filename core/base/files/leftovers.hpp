// Removes temporary files and folders of this process even if the process ends early.
#pragma once

#include <string>

namespace lockstep {

// From now on end_without_leftovers() removes this file or folder with all its contents.
void add_leftover(const std::string& path);
void forget_leftover(const std::string& path);

// Removes these files and folders, and ends the process without running destructors. The keepers
// (posix/keeper.hpp) of the programs that this process started then end these programs.
[[noreturn]] void end_without_leftovers(int status);

}  // namespace lockstep
