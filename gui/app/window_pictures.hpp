// Pictures of the whole window or of its stage, painted by the CPU.
#pragma once

#include <memory>

#include "core/base/job.hpp"
#include "gui/export/picture_job.hpp"
#include "gui/pages/page.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// `host`: runs the job that paints and writes the pictures.
std::unique_ptr<PictureJob> make_window_pictures(AppState state, PictureRequest request,
                                                 const JobHost& host = {},
                                                 const PageList& pages = all_pages());

}  // namespace lockstep::gui
