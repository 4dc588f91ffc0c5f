// One run of a submitted host program: its inputs, and the recording of its launches.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct HostRequest {
  std::vector<SourceText> files;
  std::string program;                  // name of one of the files
  std::vector<std::string> arguments;   // for the program
  std::map<std::string, Bytes> inputs;  // files in the program's folder: NAME.bin
  std::string model;                    // model of the device that the program finds
  bool operator==(const HostRequest&) const = default;
};

struct HostAnswer {
  // refused: the program does not compile. crash: the program ended without a launch, or by a signal.
  // stopped: it exceeded its processor time. lost: any reason that is not the program's fault.
  enum class State : std::uint8_t { done, refused, crash, stopped, lost };
  State state = State::lost;
  std::string message;  // the reason, unless the state is done
  SourcePlace place;    // if the state is refused
  std::string recording;
};

}  // namespace lockstep::assignment
