// The features of this platform. A page of the window that needs a missing feature shows the sentence of
// missing() instead. No other code checks which system it runs on.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

enum class Feature : std::uint8_t {
  programs,       // the user's programs can be started
  workers,        // the program can start processes of its own, which isolate drivers and submitted code
  confinement,    // a worker can give up files and the network, and so run untrusted code
  devices,        // an OpenCL loader may be installed
  threads,        // long work has its own threads; otherwise it is done in slices between frames
  second_window,  // for the speaker
  folders,        // the user's folders can be read; otherwise files are chosen or dropped
  keyboard,       // a keyboard is certainly present; otherwise numbers can be clicked
};

// Returns why the feature is missing and what to do instead; an empty string if the feature is available.
std::string missing(Feature feature);
inline bool has(Feature feature) { return missing(feature).empty(); }

// The name of the command-line program: on Windows "lockstep" is the program with the window.
std::string own_command();

// Returns whether windows can be opened, as far as this can be determined without opening one.
bool has_display();

}  // namespace lockstep
