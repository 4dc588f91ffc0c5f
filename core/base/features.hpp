// What exists on this platform. A page that lacks something shows the sentence in its place; nothing else
// asks which system it runs on.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

enum class Feature : std::uint8_t {
  programs,     // of the user are started
  workers,      // processes of this program, in which drivers and what was handed in can do no harm
  confinement,  // of a worker: it can give up files and the network, so that what it runs need not be trusted
  devices,      // an OpenCL loader can be there
  threads,      // long work has threads of its own; without them it is done in slices between two frames
  second_window,  // the speaker's
  folders,        // of the user are read; without them files are chosen or dropped
  keyboard,       // is there for certain; without it numbers can be clicked
};

// Why it is not there, and what to do instead; empty: it is there.
std::string missing(Feature feature);
inline bool has(Feature feature) { return missing(feature).empty(); }

// What a user types here for the command line: on Windows "lockstep" is the program to click.
std::string own_command();

// Windows can be opened here, as far as is known without trying.
bool has_display();

}  // namespace lockstep
