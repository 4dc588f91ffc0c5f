// The one list of overlays. Another one is its file and its line here.
#include "gui/dialogs/overlay.hpp"

namespace lockstep::gui {

std::unique_ptr<Overlay> make_keys_overlay();
std::unique_ptr<Overlay> make_why_sheet();
std::unique_ptr<Overlay> make_file_chooser();
std::unique_ptr<Overlay> make_export_sheet();
std::unique_ptr<Overlay> make_tour();
std::unique_ptr<Overlay> make_welcome();

const std::vector<MakeOverlay>& registered_overlays() {
  static const std::vector<MakeOverlay> overlays{make_keys_overlay, make_why_sheet, make_file_chooser,
                                                 make_export_sheet, make_tour,      make_welcome};
  return overlays;
}

const std::vector<std::string>& overlay_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const MakeOverlay make : registered_overlays()) all.emplace_back(make()->name());
    return all;
  }();
  return names;
}

}  // namespace lockstep::gui
