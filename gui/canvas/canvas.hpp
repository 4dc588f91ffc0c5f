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

// Roles of colour. Figures use roles, and a theme maps them to colours. Meaning never depends on colour
// alone: a shape, a pattern or a number carries it, too.
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
  fourth_warp,  // beside `acts`: colours of warps, which are also labelled
  code_type,
  code_builtin,
  code_value,  // for the text of a kernel only
  count_,
};

enum class Font : std::uint8_t { text, text_bold, code, code_bold, small, number };  // number: big figures
enum class Align : std::uint8_t { left, centre, right };

struct TextStyle {
  Font font = Font::text;
  Role role = Role::ink;
  Align align = Align::left;
  float size = 13;  // px at scale 1, never under 11
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
  virtual void picture(const Rect& rect, const Picture& picture) = 0;  // filled with it
  // `at`: the left, centre or right of the text's top, by style.align.
  void text(Point at, std::string_view text, const TextStyle& style);
  float text_width(std::string_view text, const TextStyle& style) const;
  virtual void push_clip(const Rect& rect) = 0;
  virtual void pop_clip() = 0;

  // Until show_all_lines(), a line of text that reaches above `top` or below `bottom` is not drawn. For
  // scrolled areas.
  void show_whole_lines(float top, float bottom) { lines_top_ = top, lines_bottom_ = bottom; }
  void show_all_lines() { show_whole_lines(-kFar, kFar); }

  // Text, except in a code font, is drawn and measured in these terms.
  void speak(Words words) { words_ = words; }
  Words words() const { return words_; }
  // The text as it is drawn, for callers that cut or break it.
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

// Cuts `text` to `width` with an ellipsis.
std::string fit_text(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);
// The same at its beginning: of a path the name of the file stays.
std::string fit_end(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

}  // namespace lockstep::gui
