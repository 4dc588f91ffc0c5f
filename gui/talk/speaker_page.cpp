#include "gui/talk/speaker_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSpeakerMargin = 20, kSpeakerHead = 58, kNoteSize = 20, kLeastNoteSize = 12,
                kSpeakerSpacing = 1.35f;

// Breaks the note into lines. Line breaks in the note are kept.
std::vector<std::string> note_lines(const Canvas& canvas, const std::string& note, const TextStyle& style,
                                    float width) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= note.size();) {
    const std::size_t end = std::min(note.find('\n', at), note.size());
    const std::string line = note.substr(at, end - at);
    for (std::string& part : wrap_text(canvas, line, style, width)) lines.push_back(std::move(part));
    if (line.empty()) lines.emplace_back();
    at = end + 1;
  }
  return lines;
}

// Draws the note in the largest type in which the whole note fits.
void draw_note(Canvas& canvas, const Rect& area, const std::string& note) {
  TextStyle style{Font::text, Role::ink, Align::left, kNoteSize};
  std::vector<std::string> lines = note_lines(canvas, note, style, area.width);
  const auto height = [&] { return static_cast<float>(lines.size()) * style.size * kSpeakerSpacing; };
  while (style.size > kLeastNoteSize && height() > area.height) {
    style.size -= 1;
    lines = note_lines(canvas, note, style, area.width);
  }
  float y = area.y;
  for (const std::string& line : lines) {
    if (y + style.size > area.bottom()) break;
    canvas.text({area.x, y}, line, style);
    y += style.size * kSpeakerSpacing;
  }
}

}  // namespace

SpeakerLayout speaker_layout(float width, float height) {
  const float room = height - kSpeakerHead - kSpeakerMargin;
  // The picture is to the right of the notes, or below the notes in a tall window.
  if (width > height) {
    const float picture = std::min((width - 3 * kSpeakerMargin) * 0.5f, (room - 30) * 16 / 9);
    const float x = width - kSpeakerMargin - picture;
    return {{kSpeakerMargin, kSpeakerHead, x - 2 * kSpeakerMargin, room},
            {x, kSpeakerHead, picture, 24},
            {x, kSpeakerHead + 30, picture, picture * 9 / 16}};
  }
  const float picture = std::min(width - 2 * kSpeakerMargin, (room * 0.5f - 30) * 16 / 9);
  const float y = height - kSpeakerMargin - picture * 9 / 16;
  return {{kSpeakerMargin, kSpeakerHead, width - 2 * kSpeakerMargin, y - 40 - kSpeakerHead},
          {kSpeakerMargin, y - 30, width - 2 * kSpeakerMargin, 24},
          {kSpeakerMargin, y, picture, picture * 9 / 16}};
}

std::string time_text(std::chrono::seconds time) {
  const auto seconds = time.count();
  const std::string rest = fmt::format("{:02}", seconds % 60);
  return seconds < 3600 ? fmt::format("{}:{}", seconds / 60, rest)
                        : fmt::format("{}:{:02}:{}", seconds / 3600, seconds / 60 % 60, rest);
}

void draw_speaker_page(Canvas& canvas, float width, float height, const TalkPlayer& talk,
                       std::optional<std::chrono::seconds> since) {
  canvas.fill_rect({0, 0, width, height}, Role::ground);
  const SpeakerLayout layout = speaker_layout(width, height);
  const TextStyle title{Font::text_bold, Role::ink, Align::left, 18},
      quiet{Font::text, Role::second_ink, Align::left, 14},
      clock{Font::text_bold, Role::ink, Align::right, 18};
  const std::string time = since ? time_text(*since) : std::string();
  const TalkPage* page = talk.shown();
  // The speaker may not notice that the audience sees an empty screen.
  const std::string covered = talk.cover() == Cover::none    ? ""
                              : talk.cover() == Cover::black ? "The screen is black.   "
                                                             : "The screen is white.   ";
  const std::string head = page == nullptr
                               ? std::string(talk.has_talk() ? "F5 starts the talk" : "No talk is open")
                               : covered + talk.position() + "   " + page_title(*page);
  const std::string what = since ? "since the start" : std::string();
  const float left_of_time = width - kSpeakerMargin - canvas.text_width(time, clock) - 8;
  const float room = left_of_time - canvas.text_width(what, quiet) - 2 * kSpeakerMargin;
  canvas.text({kSpeakerMargin, 18}, fit_text(canvas, head, title, room), title);
  canvas.text({left_of_time, 21}, what, {quiet.font, quiet.role, Align::right, quiet.size});
  canvas.text({width - kSpeakerMargin, 18}, time, clock);
  if (page == nullptr) return;
  if (page->note.empty())
    canvas.text({layout.notes.x, layout.notes.y}, "This page has no note.", quiet);
  else
    draw_note(canvas, layout.notes, page->note);
  const TalkPage* next = talk.upcoming();
  const std::string words = next == nullptr ? "This is the last page." : "Next: " + page_title(*next);
  canvas.text({layout.next_title.x, layout.next_title.y},
              fit_text(canvas, words, quiet, layout.next_title.width), quiet);
  if (next != nullptr) canvas.stroke_rect(layout.picture, Role::line);
}

}  // namespace lockstep::gui
