// The view of a run as text: its sentence, and tables of the lanes' actions, the contents of the memories,
// and the counters so far. For people who do not see the figures, and for copying numbers.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

// The HTML elements without the surrounding document. There must be a run.
std::string text_view(const AppState& state, Session& session);
// Writes the complete document to a file.
Result<void> export_text_view(const AppState& state, Session& session, const std::string& path);

}  // namespace lockstep::gui
