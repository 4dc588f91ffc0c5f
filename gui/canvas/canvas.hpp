// The drawing interface of all figures, with several implementations: Dear ImGui's draw list (the window),
// SVG (export) and a recorder (tests). Units are pixels at UI scale 1; y grows downwards.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gui/canvas/glossary.hpp"

namespace lockstep::gui {

class Picture;

struct Point {
  float x = 0, y = 0;
};
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  bool contains(Point p) const { return p.x >= x && p.x < x + width && p.y >= y && p.y < y + height; }
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
};
struct Colour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Colour&) const = default;
};

// Roles of colours. Figures use roles, and a theme maps them to colours. Colour is never the only
// distinction: a shape, a pattern or a number also expresses the meaning.
enum class Role : std::uint8_t {
  ground,
  card,
  ink,
  second_ink,
  line,
  acts,
  acts_pale,
  acted,
  costs,
  costs_pale,
  warns,
  good,
  changed,
  masked,
  waiting,
  on_acts,
  on_costs,
  veil,  // dims the window below a sheet; translucent, so no text is drawn on it
  second_warp,
  third_warp,
  fourth_warp,  // with `acts`, the four colours of warps, which are also labelled
  code_type,
  code_builtin,
  code_value,  // only for the text of a kernel
  count_,
};

enum class Font : std::uint8_t { text, text_bold, code, code_bold, small, number };  // number: large digits
enum class Align : std::uint8_t { left, centre, right };

struct TextStyle {
  Font font = Font::text;
  Role role = Role::ink;
  Align align = Align::left;
  float size = 13;  // pixels at scale 1, at least 11
};

class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual void fill_rect(const Rect& rect, Role role, float radius = 0) = 0;
  virtual void stroke_rect(const Rect& rect, Role role, float thickness = 1, float radius = 0) = 0;
  virtual void hatch_rect(const Rect& rect, Role role, float spacing = 5) = 0;  // diagonal lines
  virtual void line(Point from, Point to, Role role, float thickness = 1) = 0;
  virtual void dashed_line(Point from, Point to, Role role, float thickness = 1) = 0;
  virtual void curve(Point from, Point control1, Point control2, Point to, Role role,
                     float thickness = 1) = 0;
  virtual void fill_polygon(std::span<const Point> points, Role role) = 0;  // convex
  virtual void fill_circle(Point centre, float radius, Role role) = 0;
  virtual void picture(const Rect& rect, const Picture& picture) = 0;  // fills `rect` with the picture
  // `at` is the left end, centre or right end of the text's upper edge, depending on style.align.
  void text(Point at, std::string_view text, const TextStyle& style);
  float text_width(std::string_view text, const TextStyle& style) const;
  virtual void push_clip(const Rect& rect) = 0;
  virtual void pop_clip() = 0;

  // Hides lines of text that extend above `top` or below `bottom`, until show_all_lines() is called. Used for
  // scrolled areas.
  void show_whole_lines(float top, float bottom) { lines_top_ = top, lines_bottom_ = bottom; }
  void show_all_lines() { show_whole_lines(-kFar, kFar); }

  // Sets the terms (OpenCL's or CUDA's) in which text is drawn and measured. Text in code fonts is
  // not translated.
  void speak(Words words) { words_ = words; }
  Words words() const { return words_; }
  // Returns the text as it is drawn, in the chosen terms; used to cut text or to break lines.
  std::string said(std::string_view text, const TextStyle& style) const {
    return translates(style) ? in_words(text, words_) : std::string(text);
  }

 protected:
  virtual void draw_text(Point at, std::string_view text, const TextStyle& style) = 0;
  virtual float measure_text(std::string_view text, const TextStyle& style) const = 0;

 private:
  static constexpr float kFar = 1e9f;
  bool translates(const TextStyle& style) const;
  Words words_ = Words::opencl;
  float lines_top_ = -kFar, lines_bottom_ = kFar;
};

// Shortens `text` to `width` by replacing its end with an ellipsis.
std::string fit_text(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);
// Replaces the beginning instead, so that the file name at the end of a path is kept.
std::string fit_end(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

}  // namespace lockstep::gui
