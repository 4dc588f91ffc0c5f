// Several windows and pictures have a Dear ImGui context each: for the lifetime of this object, one of them
// is the current one.
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
