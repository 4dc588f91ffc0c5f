// Writes the picture of a scene for `lockstep lab --figure`. The picture is the same as in the window.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::cli {

Result<void> write_lab_figure(const lab::Scene& scene, const lab::Report& report, const std::string& path);

}  // namespace lockstep::cli
