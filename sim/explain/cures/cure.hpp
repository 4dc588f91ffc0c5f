// A change of a kernel that a trial run has confirmed, in words and as text.
#pragma once

#include <string>

namespace lockstep::sim {

struct Cure {
  std::string sentence;  // the change and the result of the trial run, or why no change helps; "" if unknown
  std::string values;    // for a race: a sentence with the value read and the correct value; "" if unknown
  std::string repaired{};  // the program text with the change; "" if no trial confirmed a change
};

}  // namespace lockstep::sim
