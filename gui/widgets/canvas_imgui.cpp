#include "gui/widgets/canvas_imgui.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/text/visible_text.hpp"
#include "gui/canvas/picture.hpp"
#include "gui/canvas/text.hpp"
#include "gui/widgets/texture.hpp"

namespace lockstep::gui {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

ImU32 pack(Colour colour) { return IM_COL32(colour.r, colour.g, colour.b, colour.a); }

}  // namespace

#define SHAPE(role) pack(shape_colour(theme_, role))
#define AT(p) ImVec2((p).x* scale_, (p).y* scale_)

void CanvasImgui::fill_rect(const Rect& rect, Role role, float radius) {
  list_->AddRectFilled(AT(rect), ImVec2(rect.right() * scale_, rect.bottom() * scale_), SHAPE(role),
                       radius * scale_);
}

void CanvasImgui::stroke_rect(const Rect& rect, Role role, float thickness, float radius) {
  list_->AddRect(AT(rect), ImVec2(rect.right() * scale_, rect.bottom() * scale_), SHAPE(role),
                 radius * scale_, 0, thickness * scale_);
}

void CanvasImgui::hatch_rect(const Rect& rect, Role role, float spacing) {
  const ImVec2 low = AT(rect), high(rect.right() * scale_, rect.bottom() * scale_);
  list_->PushClipRect(low, high, true);
  // Draws lines at 45 degrees that lie on one grid for all rectangles. `spacing` is the distance
  // perpendicular to the lines.
  const float step = std::max(2.0f, spacing * scale_ * 1.41421f), height = high.y - low.y;
  const float first = std::floor((low.x + low.y) / step) * step - low.y;
  for (float x = first; x < high.x + height; x += step) {
    list_->AddLine(ImVec2(x, low.y), ImVec2(x - height, high.y), SHAPE(role), scale_);
  }
  list_->PopClipRect();
}

void CanvasImgui::line(Point from, Point to, Role role, float thickness) {
  list_->AddLine(AT(from), AT(to), SHAPE(role), thickness * scale_);
}

void CanvasImgui::dashed_line(Point from, Point to, Role role, float thickness) {
  constexpr float dash = 3;
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (length <= 0) return;
  for (float at = 0; at < length; at += 2 * dash) {
    const float a = at / length, b = std::min(at + dash, length) / length;
    line({from.x + dx * a, from.y + dy * a}, {from.x + dx * b, from.y + dy * b}, role, thickness);
  }
}

void CanvasImgui::curve(Point from, Point control1, Point control2, Point to, Role role, float thickness) {
  list_->AddBezierCubic(AT(from), AT(control1), AT(control2), AT(to), SHAPE(role), thickness * scale_);
}

void CanvasImgui::fill_polygon(std::span<const Point> points, Role role) {
  std::vector<ImVec2> scaled;
  scaled.reserve(points.size());
  for (const Point& p : points) scaled.push_back(AT(p));
  list_->AddConvexPolyFilled(scaled.data(), static_cast<int>(scaled.size()), SHAPE(role));
}

void CanvasImgui::fill_circle(Point centre, float radius, Role role) {
  list_->AddCircleFilled(AT(centre), radius * scale_, SHAPE(role));
}

void CanvasImgui::picture(const Rect& rect, const Picture& picture) {
  list_->AddImage(texture_id(picture.number_for(rect.width * scale_)), AT(rect),
                  ImVec2(rect.right() * scale_, rect.bottom() * scale_));
}

// Returns the size in which text is drawn. If the size of the font differs by at most a pixel from the
// requested size, the font is used unscaled, because glyphs are sharp only without resampling.
float CanvasImgui::text_size(const TextStyle& style, const FontFace& face) const {
  const float wanted = style.size * scale_;
  return std::abs(wanted - face.size) <= 1.01f ? face.line_height : face.line_height * wanted / face.size;
}

void CanvasImgui::draw_text(Point at, std::string_view text, const TextStyle& style) {
  if (text.empty()) return;
  const FontFace& face = fonts_->find(style);
  std::string visible, escaped;
  if (has_control_characters(text)) text = visible = terminal_text(text);
  if (!is_ascii(text)) text = escaped = with_escapes(*face.font, text, fonts_->lacking.get());
  const float size = text_size(style, face);
  const float shift = style.align == Align::left     ? 0
                      : style.align == Align::centre ? measure_text(text, style) / 2
                                                     : measure_text(text, style);
  const float baseline = (at.y + style.size * ascent(style.font)) * scale_;
  const ImVec2 corner(std::round((at.x - shift) * scale_),
                      std::round(baseline - face.ascent * size / face.line_height));
  list_->AddText(face.font, size, corner, pack(text_colour(theme_, style.role)), text.data(),
                 text.data() + text.size());
}

float CanvasImgui::measure_text(std::string_view text, const TextStyle& style) const {
  if (text.empty()) return 0;
  const FontFace& face = fonts_->find(style);
  std::string visible, escaped;
  if (has_control_characters(text)) text = visible = terminal_text(text);
  if (!is_ascii(text)) text = escaped = with_escapes(*face.font, text);
  return face.font->CalcTextSizeA(text_size(style, face), 1e9f, 0, text.data(), text.data() + text.size()).x /
         scale_;
}

void CanvasImgui::push_clip(const Rect& rect) {
  list_->PushClipRect(AT(rect), ImVec2(rect.right() * scale_, rect.bottom() * scale_), true);
}
void CanvasImgui::pop_clip() { list_->PopClipRect(); }

}  // namespace lockstep::gui
