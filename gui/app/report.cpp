#include "gui/app/report.hpp"

#include <imgui.h>

#include <nlohmann/json.hpp>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/text/json.hpp"
#include "gui/scene_files/scenes.hpp"

namespace lockstep::gui {

using nlohmann::json;

std::string report(const Interface& interface, float scale) {
  json places = json::array();
  for (const NamedPlace& place : interface.places()) {
    if (!place.seen) continue;
    const Rect& rect = place.rect;
    places.push_back({{"id", place.id},
                      {"x", rect.x * scale},
                      {"y", rect.y * scale},
                      {"width", rect.width * scale},
                      {"height", rect.height * scale}});
  }
  const json object{{"actions", interface.keyboard().taken()},
                    {"last_action", interface.keyboard().last()},
                    {"playing", interface.activity().playing},
                    {"typing", interface.activity().is_typing()},
                    {"field", ImGui::GetIO().WantTextInput},
                    {"overlay", interface.overlay()},
                    {"popup", ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)},
                    {"focus", interface.focus()},
                    {"notice", interface.activity().notice},
                    {"run", interface.shows_current_run() ? "current" : "other"},
                    {"talk", interface.talk().position()},
                    {"scene", parse_json<json>(to_scene(interface.state())).value_or(nullptr)},
                    {"places", std::move(places)}};
  return json_text(object);
}

void Reporter::update(const Interface& interface, float scale) {
  if (path_.empty()) return;
  std::string now = report(interface, scale);
  if (now == last_ || !write_atomically(path_, now)) return;
  last_ = std::move(now);
}

}  // namespace lockstep::gui
