// Makes a Dear ImGui context the current one during the lifetime of an object. Each window and each picture
// has its own context.
#pragma once

#include <imgui.h>

namespace lockstep::gui {

class CurrentContext {
 public:
  explicit CurrentContext(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~CurrentContext() { ImGui::SetCurrentContext(before_); }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  ImGuiContext* before_;
};

}  // namespace lockstep::gui
