// The view of a run as text: its sentence, and as tables what the lanes do, what is in the memories, and the
// counters so far. For people who do not see the figures, and for copying numbers out of them.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

// The elements of HTML, without the document around them. There must be a run.
std::string text_view(const AppState& state, Session& session);
// The whole document, written to a file.
Result<void> export_text_view(const AppState& state, Session& session, const std::string& path);

}  // namespace lockstep::gui
