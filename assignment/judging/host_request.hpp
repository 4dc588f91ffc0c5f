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
  std::string program;                  // one of the files
  std::vector<std::string> arguments;   // for the program
  std::map<std::string, Bytes> inputs;  // files in its folder: NAME.bin
  std::string model;                    // model of the device that it finds
  bool operator==(const HostRequest&) const = default;
};

struct HostAnswer {
  // refused: it does not compile; crash: it ended without a launch, or by a signal; stopped: it exceeded its
  // processor time; lost: any reason that is not the program's fault.
  enum class State : std::uint8_t { done, refused, crash, stopped, lost };
  State state = State::lost;
  std::string message;  // unless done
  SourcePlace place;    // if refused
  std::string recording;
};

}  // namespace lockstep::assignment
