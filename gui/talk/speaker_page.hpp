// What the speaker's window shows beside the picture of the next page: the notes of this one, the titles of
// both, the place in the talk, and the time since it began.
#pragma once

#include <chrono>
#include <optional>

#include "gui/canvas/canvas.hpp"
#include "gui/talk/player.hpp"

namespace lockstep::gui {

struct SpeakerLayout {
  Rect notes, next_title, picture;  // the picture has the proportions of 16 : 9
};
SpeakerLayout speaker_layout(float width, float height);

// `since`: none before the talk begins.
void draw_speaker_page(Canvas& canvas, float width, float height, const TalkPlayer& talk,
                       std::optional<std::chrono::seconds> since);
// "4:07", "1:02:30"
std::string time_text(std::chrono::seconds time);

}  // namespace lockstep::gui
