// A web page receives no signals; the page stops its work itself.
#include "core/base/signals.hpp"

#include "core/base/termination_message.hpp"

namespace lockstep {

void watch_signals() {}
int stop_status() { return 0; }
std::string stop_reason() { return ""; }

Interrupt::Interrupt() = default;
Interrupt::~Interrupt() = default;
std::stop_token Interrupt::token() const { return {}; }

void set_last_words(const std::string&) {}
WaitsForOthers::WaitsForOthers() = default;
WaitsForOthers::~WaitsForOthers() = default;

}  // namespace lockstep
