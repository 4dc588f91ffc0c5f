// Contents of the speaker's window apart from the picture of the next page: the notes of this page, the
// titles of both pages, the position in the talk, and the time since its start.
#pragma once

#include <chrono>
#include <optional>

#include "gui/canvas/canvas.hpp"
#include "gui/talk/player.hpp"

namespace lockstep::gui {

struct SpeakerLayout {
  Rect notes, next_title, picture;  // the picture has the aspect ratio 16:9
};
SpeakerLayout speaker_layout(float width, float height);

// `since`: the time since the start of the talk; none before the start.
void draw_speaker_page(Canvas& canvas, float width, float height, const TalkPlayer& talk,
                       std::optional<std::chrono::seconds> since);
// Formats a time, for example as "4:07" or "1:02:30".
std::string time_text(std::chrono::seconds time);

}  // namespace lockstep::gui
