// One run of a host program that was handed in: what it is given, and the recording of what it launched.
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
  std::string program;                  // one of them
  std::vector<std::string> arguments;   // of the program
  std::map<std::string, Bytes> inputs;  // files in its folder: NAME.bin
  std::string model;                    // of the device that it finds
  bool operator==(const HostRequest&) const = default;
};

struct HostAnswer {
  // refused: it does not compile; crash: it ended without a launch, or by a signal; stopped: it used up its
  // processor time; lost: for a reason that is not the program's.
  enum class State : std::uint8_t { done, refused, crash, stopped, lost };
  State state = State::lost;
  std::string message;  // of all but done
  SourcePlace place;    // of refused
  std::string recording;
};

}  // namespace lockstep::assignment
