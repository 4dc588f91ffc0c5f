// Where this program keeps files of a user, by the XDG base directory specification:
// https://specifications.freedesktop.org/basedir-spec/latest/
// Each is a folder of this program, without a slash at the end; it may not exist yet. Empty if the
// environment names neither it nor a home; a relative path in the environment is ignored, as the
// specification asks.
#pragma once

#include <string>
#include <vector>

namespace lockstep {

std::string config_directory();  // $XDG_CONFIG_HOME/lockstep, or ~/.config/lockstep
std::string data_directory();    // $XDG_DATA_HOME/lockstep, or ~/.local/share/lockstep
std::string state_directory();   // $XDG_STATE_HOME/lockstep, or ~/.local/state/lockstep
std::string
documents_directory();         // as user-dirs.dirs names it, else ~/Documents; empty if that does not exist
std::string home_directory();  // the user's own; empty if it is unknown

// Where folders begin besides "/": "C:/", "D:/"; none where a system has no drives.
std::vector<std::string> drives();

}  // namespace lockstep
