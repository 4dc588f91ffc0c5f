// A Canvas that writes SVG 1.1. Text is written as text, with the names of its font families.
#pragma once

#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/canvas/theme.hpp"

namespace lockstep::gui {

class CanvasSvg final : public Canvas {
 public:
  CanvasSvg(float width, float height, ThemeName theme);

  void fill_rect(const Rect& rect, Role role, float radius = 0) override;
  void stroke_rect(const Rect& rect, Role role, float thickness = 1, float radius = 0) override;
  void hatch_rect(const Rect& rect, Role role, float spacing = 5) override;
  void line(Point from, Point to, Role role, float thickness = 1) override;
  void dashed_line(Point from, Point to, Role role, float thickness = 1) override;
  void curve(Point from, Point control1, Point control2, Point to, Role role, float thickness = 1) override;
  void fill_polygon(std::span<const Point> points, Role role) override;
  void fill_circle(Point centre, float radius, Role role) override;
  void picture(const Rect& rect, const Picture& picture) override;
  void push_clip(const Rect& rect) override;
  void pop_clip() override;

  // Returns the whole document. Screen readers read `title` aloud.
  std::string document(std::string_view title) const;

 protected:
  void draw_text(Point at, std::string_view text, const TextStyle& style) override;
  float measure_text(std::string_view text, const TextStyle& style) const override;

 private:
  void stroked(std::string_view element, Role role, float thickness, std::string_view dash = {});
  std::string fill(Role role) const;

  float width_, height_;
  ThemeName theme_;
  std::string definitions_, body_;
  std::vector<std::string> hatches_;  // ids of the hatch patterns that are already defined
  unsigned clip_count_ = 0, open_clips_ = 0;
};

// Returns the drawing of a document for embedding in another document. `prefix` is added to all ids, so
// "clip-0" becomes "page-3-clip-0"; other ids of the embedding document must not begin with `prefix`.
std::string svg_element(std::string_view document, const std::string& prefix);

// Encodes the bytes as Base64, for data URLs.
std::string base64(std::string_view bytes);

// Replaces `<`, `&` and similar characters with entities and removes control characters, which XML does
// not allow.
std::string escape_xml(std::string_view text);

}  // namespace lockstep::gui
