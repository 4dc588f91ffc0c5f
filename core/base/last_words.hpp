// Which of several processes was at work when all of them were ended: each leaves a sentence, which is
// written to standard error if it is ended (SIGTERM, SIGINT) while it does not wait for the others.
#pragma once

#include <string>

namespace lockstep {

// At most 250 bytes of it; from now on.
void set_last_words(const std::string& sentence);

// While there is one, this process waits for others, and says nothing.
class WaitsForOthers {
 public:
  WaitsForOthers();
  ~WaitsForOthers();
  WaitsForOthers(const WaitsForOthers&) = delete;
  WaitsForOthers& operator=(const WaitsForOthers&) = delete;
};

}  // namespace lockstep
