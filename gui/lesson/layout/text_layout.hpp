// The text of a page on a canvas: where each piece stands in a column of a width, and drawing it. A pure
// function of text, width and size, so that tests need no window.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/canvas/picture.hpp"
#include "gui/lesson/checking/values.hpp"

namespace lockstep::gui {

struct TextSetting {
  float width = 480;  // px
  float size = 15;    // px of running text
  TextMoment moment{};
  // The height of a question of the page in a column of this width; questions are drawn by whoever can be
  // answered. Empty: they have no place.
  std::function<float(std::size_t question, float width)> question_height{};
  // A picture by its file; null, or empty: its words are shown in its place.
  std::function<std::shared_ptr<const Picture>(const std::string& file)> picture{};
  float picture_height = 1e6f;  // at most, of a picture in text of the usual size or a larger one
};

// A piece of a line. Places are relative to the column's top left.
struct PlacedText {
  Rect rect;  // of the text, as high as its line
  std::string text;
  TextStyle style;
  std::string target;  // of a link; empty: none
};
struct PlacedPicture {
  std::shared_ptr<const Picture> picture;
  Rect rect;
};
struct PlacedQuestion {
  std::size_t question = 0;
  Rect rect;
};
struct TextLayout {
  float height = 0;
  std::vector<PlacedText> texts;
  std::vector<PlacedPicture> pictures;
  std::vector<PlacedQuestion> questions;
  struct Fill {
    Rect rect;
    Role role = Role::ground;
  };
  std::vector<Fill> fills;  // below code and quotes; lines of tables
};

TextLayout lay_out(const Canvas& canvas, const LessonBlocks& blocks, const TextSetting& setting);
// A single text, such as a choice of a question.
TextLayout lay_out(const Canvas& canvas, const LessonText& text, const TextSetting& setting);
// With its top left at `origin`. Links are underlined.
void draw_text_layout(Canvas& canvas, const TextLayout& layout, Point origin);

}  // namespace lockstep::gui
