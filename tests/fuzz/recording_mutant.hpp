// Recordings with mistakes, made from a seed: somebody else's file may hold anything.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::fuzz {

struct RecordingReport {
  enum class Outcome : std::uint8_t {
    refused,       // it cannot be read
    not_launched,  // it was read, and its plan does not fit the simulator
    ran,
    read_a_file,  // a message shows the content of a file of this machine: never allowed
  };
  Outcome outcome = Outcome::refused;
  std::string sentence;
};
std::string_view outcome_name(RecordingReport::Outcome outcome);

// Changes a recording of a small program in one to four places, reads it, and runs it for a while.
RecordingReport run_recording_mutant(std::uint64_t seed);

}  // namespace lockstep::fuzz
