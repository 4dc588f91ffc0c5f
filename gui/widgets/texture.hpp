// Converts texture numbers to and from the texture type of Dear ImGui, which depends on the release.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <type_traits>

namespace lockstep::gui {

// Converts a number to a texture id, which is a pointer in older releases of Dear ImGui.
template <class Id = ImTextureID>
Id texture_id(std::uint64_t number) {
  if constexpr (std::is_pointer_v<Id>)
    return reinterpret_cast<Id>(static_cast<std::uintptr_t>(number));
  else
    return static_cast<Id>(number);
}
template <class Id>
std::uint64_t texture_number(Id id) {
  if constexpr (std::is_pointer_v<Id>)
    return reinterpret_cast<std::uintptr_t>(id);
  else
    return static_cast<std::uint64_t>(id);
}

// Returns the number of a command's texture; 0 for the font texture if Dear ImGui has not created it yet.
inline std::uint64_t texture_of(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  return command.TexRef._TexData != nullptr ? 0 : texture_number(command.TexRef._TexID);
#else
  return texture_number(command.TextureId);
#endif
}

inline void set_texture(ImDrawCmd& command, std::uint64_t number) {
#if IMGUI_VERSION_NUM >= 19200
  command.TexRef = ImTextureRef(texture_id(number));
#else
  command.TextureId = texture_id(number);
#endif
}

}  // namespace lockstep::gui
