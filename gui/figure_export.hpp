// The stage's figures at the playhead as an SVG file, for slides.
#pragma once

#include <string>

#include "core/result.hpp"
#include "gui/session.hpp"

namespace lockstep::gui {

Result<void> export_figure(const AppState& state, Session& session, const std::string& path,
                           float width = 1100);

}  // namespace lockstep::gui
