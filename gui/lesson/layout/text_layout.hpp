// Lays out the text of a page in a column of a given width and draws it on a canvas. The layout is a pure
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
  // Returns the height of a question of the page in a column of this width. The caller draws the questions.
  // Empty: questions take no space.
  std::function<float(std::size_t question, float width)> question_height{};
  // Returns the picture in a file, or null if its description must be shown instead. Empty: all pictures are
  // shown as descriptions.
  std::function<std::shared_ptr<const Picture>(const std::string& file)> picture{};
  float picture_height = 1e6f;  // maximum height of a picture if the text has at least the usual size
};

// A piece of a line. Places are relative to the top left corner of the column.
struct PlacedText {
  Rect rect;  // the width of the text and the height of its line
  std::string text;
  TextStyle style;
  std::string target;  // target of a link; empty: the text is not a link
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
  std::vector<Fill> fills;  // backgrounds of code and quotes; lines of tables
};

TextLayout lay_out(const Canvas& canvas, const LessonBlocks& blocks, const TextSetting& setting);
// Lays out a single text, such as a choice of a question.
TextLayout lay_out(const Canvas& canvas, const LessonText& text, const TextSetting& setting);
// Draws the layout with its top left corner at `origin`. Links are underlined.
void draw_text_layout(Canvas& canvas, const TextLayout& layout, Point origin);

}  // namespace lockstep::gui
