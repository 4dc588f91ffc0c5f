// Steps of a presentation, which skip moments at which the picture does not change.
#pragma once

#include <cstdint>

#include "gui/state/show.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// Like Trace::next() and Trace::previous(), but repeat the step up to the first moment at which the cards of
// `show` look different.
std::uint64_t next_seen(const sim::Trace& trace, const Show& show, std::uint64_t from, sim::Trace::Step step);
std::uint64_t previous_seen(const sim::Trace& trace, const Show& show, std::uint64_t from,
                            sim::Trace::Step step);

}  // namespace lockstep::gui
