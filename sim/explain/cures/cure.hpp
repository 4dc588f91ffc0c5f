// A change of a kernel that a trial run has confirmed, in words and as a text.
#pragma once

#include <string>

namespace lockstep::sim {

struct Cure {
  std::string sentence;  // what to change, and what the trial run showed; or why nothing helps; "" if unknown
  std::string values;    // of a race, a sentence: the value that was read and the right one; "" if unknown
  std::string repaired{};  // the text of the finding's program with the change; "" if no trial confirmed one
};

}  // namespace lockstep::sim
