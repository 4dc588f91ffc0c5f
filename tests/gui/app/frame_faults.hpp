// Faults of a drawn frame: text that is cut or overlaps other text, and items that overlap or leave the
// window. Used by tests of the whole window at any size.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "gui/canvas/recorder.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_recording_canvas.hpp"
#include "gui/canvas/theme.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

// The size of a window in pixels, and the scale of its contents.
struct WindowSize {
  int width, height;
  float ui_scale;
};

inline constexpr WindowSize kWindowSizes[] = {
    {1280, 720, 1},    {1280, 720, 1.25f}, {1280, 720, 1.5f}, {1600, 900, 1},      {1600, 900, 1.25f},
    {1600, 900, 1.5f}, {1600, 900, 2},     {1920, 1080, 1},   {1920, 1080, 1.25f}, {1920, 1080, 1.5f},
    {1920, 1080, 2},   {2560, 1440, 1},    {800, 600, 1},     {3840, 2160, 1},     {3840, 2160, 1.5f},
    {3840, 2160, 2},   {3840, 2160, 3}};

inline std::string to_text(const WindowSize& size) {
  return fmt::format("W{}xH{}at{}", size.width, size.height, static_cast<int>(size.ui_scale * 100));
}

// The part of a line that certainly contains ink: from the top of lower-case letters to the baseline.
Rect ink(const WrittenText& text);
bool is_seen(const WrittenText& text);
// Half a pixel of tolerance for rounding.
bool reaches_out(const Rect& rect, const Rect& of);

// Text that is cut, leaves its card, has too little contrast, or overlaps other text.
std::vector<std::string> text_faults(const WrittenFrame& frame, ThemeName theme);
// Items that leave the window, or overlap although neither is part of the other; also labels that are wider
// than their item.
std::vector<std::string> item_faults(const std::vector<NamedPlace>& places, const WrittenFrame& frame);

}  // namespace lockstep::gui
