#include "cli/commands/lab/figure.hpp"

#include "core/base/files/atomic_writer.hpp"
#include "gui/figures/lab/document.hpp"

namespace lockstep::cli {

Result<void> write_lab_figure(const lab::Scene& scene, const lab::Report& report, const std::string& path) {
  constexpr float width = 1100;
  return write_atomically(path,
                          gui::lab_document(report, scene, width, gui::ThemeName::light, Words::opencl));
}

}  // namespace lockstep::cli
