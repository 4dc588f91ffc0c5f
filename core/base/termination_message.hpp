// Shows which of several processes was working when all of them were terminated. Each process sets a
// message, which is written to standard error if a signal (SIGTERM, SIGINT) terminates the process while it
// is not waiting for the others.
#pragma once

#include <string>

namespace lockstep {

// Sets the message of this process; at most 255 bytes are kept.
void set_last_words(const std::string& sentence);

// While an object of this class exists, this process counts as waiting and writes no message.
class WaitsForOthers {
 public:
  WaitsForOthers();
  ~WaitsForOthers();
  WaitsForOthers(const WaitsForOthers&) = delete;
  WaitsForOthers& operator=(const WaitsForOthers&) = delete;
};

}  // namespace lockstep
