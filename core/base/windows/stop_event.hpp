// The event by which Child::interrupt() (process.cpp) stops another process of this program (signals.cpp).
#pragma once

#include <string>

namespace lockstep {

std::wstring stop_event_name(unsigned long process);

}  // namespace lockstep
