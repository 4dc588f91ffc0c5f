// The folders for a user's files, as defined by the XDG base directory specification:
// https://specifications.freedesktop.org/basedir-spec/latest/
// Each function returns the path of a folder without a slash at its end; the folder may not exist yet. The
// path is empty if the environment names neither the folder nor a home directory. A relative path in the
// environment is ignored, as the specification requires.
#pragma once

#include <string>
#include <vector>

namespace lockstep {

std::string config_directory();     // $XDG_CONFIG_HOME/lockstep, or ~/.config/lockstep
std::string data_directory();       // $XDG_DATA_HOME/lockstep, or ~/.local/share/lockstep
std::string state_directory();      // $XDG_STATE_HOME/lockstep, or ~/.local/state/lockstep
std::string documents_directory();  // from user-dirs.dirs, else ~/Documents; empty if that does not exist
std::string home_directory();       // the user's own; empty if it is unknown

// Root folders besides "/", such as "C:/" and "D:/"; none on a system without drives.
std::vector<std::string> drives();

}  // namespace lockstep
