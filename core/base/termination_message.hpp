// Shows which of several processes was working when all of them were ended: each process sets a sentence,
// which is written to standard error if the process is ended (SIGTERM, SIGINT) while it is not waiting
// for the others.
#pragma once

#include <string>

namespace lockstep {

// Sets the sentence of this process; at most 255 bytes are kept.
void set_last_words(const std::string& sentence);

// While an object exists, this process is waiting for others and writes nothing.
class WaitsForOthers {
 public:
  WaitsForOthers();
  ~WaitsForOthers();
  WaitsForOthers(const WaitsForOthers&) = delete;
  WaitsForOthers& operator=(const WaitsForOthers&) = delete;
};

}  // namespace lockstep
