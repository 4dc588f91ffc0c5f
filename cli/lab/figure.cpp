#include "cli/lab/figure.hpp"

#ifdef LOCKSTEP_GUI
#include "core/base/atomic_writer.hpp"
#include "gui/figures/lab/document.hpp"
#endif

namespace lockstep::cli {

#ifdef LOCKSTEP_GUI
Result<void> write_lab_figure(const lab::Scene& scene, const lab::Report& report, const std::string& path) {
  constexpr float width = 1100;
  return write_atomically(path,
                          gui::lab_document(report, scene, width, gui::ThemeName::light, gui::Words::opencl));
}
#else
Result<void> write_lab_figure(const lab::Scene&, const lab::Report&, const std::string&) {
  return usage_error("--figure: this build has no figures, because it was built without the window");
}
#endif

}  // namespace lockstep::cli
