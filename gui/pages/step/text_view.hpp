// Shows a run as text: the sentence of the moment, and tables of the lanes' actions, the contents of the
// memories and the counters so far. The text is intended for people who cannot see the figures, and for
// copying numbers.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

// Returns the HTML elements without the surrounding document. Call this only if there is a run.
std::string text_view(const AppState& state, Session& session);
// Writes a complete HTML document to a file.
Result<void> export_text_view(const AppState& state, Session& session, const std::string& path);

}  // namespace lockstep::gui
