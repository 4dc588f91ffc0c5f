// Each window and each picture has its own Dear ImGui context. During the lifetime of this object, the given
// context is the current one.
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
