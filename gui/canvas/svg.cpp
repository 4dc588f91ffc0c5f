// Writes drawings as SVG. Numbers have at most two decimals, so that files are small and identical on
// all machines.
#include "gui/canvas/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/canvas/picture.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string geometry(const Rect& rect, float radius) {
  std::string text =
      fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(rect.x), number(rect.y),
                  number(std::max(0.0f, rect.width)), number(std::max(0.0f, rect.height)));
  if (radius > 0) text += fmt::format(" rx=\"{}\"", number(radius));
  return text;
}

bool is_code_font(Font font) { return font == Font::code || font == Font::code_bold; }

std::string_view family(Font font) {
  return is_code_font(font) ? "'JetBrains Mono', 'DejaVu Sans Mono', monospace"
                            : "Inter, 'DejaVu Sans', sans-serif";
}

std::string_view anchor(Align align) {
  return align == Align::left ? "start" : align == Align::centre ? "middle" : "end";
}

bool is_sign(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code > ' ' && code < 0x7f && !(code >= '0' && code <= '9') &&
         !((code | 0x20) >= 'a' && (code | 0x20) <= 'z');
}

// Returns true if a code font may draw this pair as a single glyph, such as ≠ for != or a ligature for fi.
bool may_join(char left, char right) {
  return (is_sign(left) && is_sign(right)) || (left == 'f' && (right == 'f' || right == 'i' || right == 'l'));
}

// Puts the characters that could form a ligature into separate elements, because not every renderer
// supports font-variant-ligatures.
std::string without_ligatures(std::string_view text) {
  std::string parts;
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    parts += "<tspan>" + escape_xml(text.substr(begin, end - begin)) + "</tspan>";
    begin = end;
  };
  for (std::size_t i = 1; i < text.size(); ++i)
    if (may_join(text[i - 1], text[i])) add(i);
  if (begin == 0) return escape_xml(text);
  add(text.size());
  return parts;
}

}  // namespace

std::string svg_element(std::string_view document, const std::string& prefix) {
  const std::size_t begin = document.find("<svg");
  std::string svg(document.substr(begin == document.npos ? 0 : begin));
  for (const std::string_view before : {"id=\"", "url(#"})
    for (std::size_t at = 0; (at = svg.find(before, at)) != svg.npos; at += before.size() + prefix.size())
      svg.insert(at + before.size(), prefix);
  return svg;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? signs[three >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

std::string escape_xml(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') escaped += c;
    }
  }
  return escaped;
}

CanvasSvg::CanvasSvg(float width, float height, ThemeName theme)
    : width_(width), height_(height), theme_(theme) {}

std::string CanvasSvg::fill(Role role) const { return hex(shape_colour(theme_, role)); }

void CanvasSvg::fill_rect(const Rect& rect, Role role, float radius) {
  body_ += fmt::format("<rect {} fill=\"{}\"/>\n", geometry(rect, radius), fill(role));
}

void CanvasSvg::stroke_rect(const Rect& rect, Role role, float thickness, float radius) {
  const Rect inside{rect.x + 0.5f, rect.y + 0.5f, rect.width - 1, rect.height - 1};
  stroked("rect " + geometry(inside, radius), role, thickness);
}

void CanvasSvg::stroked(std::string_view element, Role role, float thickness, std::string_view dash) {
  body_ += fmt::format("<{} fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", element, fill(role),
                       number(thickness), dash);
}

void CanvasSvg::hatch_rect(const Rect& rect, Role role, float spacing) {
  const std::string id = fmt::format("hatch-{}-{}", static_cast<int>(role), std::lround(spacing * 10));
  if (std::ranges::find(hatches_, id) == hatches_.end()) {
    hatches_.push_back(id);
    const std::string side = number(spacing);
    definitions_ += fmt::format(
        "<pattern id=\"{0}\" width=\"{1}\" height=\"{1}\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"{1}\" stroke=\"{2}\" "
        "stroke-width=\"2\"/></pattern>\n",
        id, side, fill(role));
  }
  body_ += fmt::format("<rect {} fill=\"url(#{})\"/>\n", geometry(rect, 0), id);
}

void CanvasSvg::line(Point from, Point to, Role role, float thickness) {
  stroked(fmt::format("line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(from.x), number(from.y),
                      number(to.x), number(to.y)),
          role, thickness);
}

void CanvasSvg::dashed_line(Point from, Point to, Role role, float thickness) {
  stroked(fmt::format("line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(from.x), number(from.y),
                      number(to.x), number(to.y)),
          role, thickness, " stroke-dasharray=\"3 3\"");
}

void CanvasSvg::curve(Point from, Point control1, Point control2, Point to, Role role, float thickness) {
  stroked(
      fmt::format("path d=\"M{} {} C{} {} {} {} {} {}\"", number(from.x), number(from.y), number(control1.x),
                  number(control1.y), number(control2.x), number(control2.y), number(to.x), number(to.y)),
      role, thickness);
}

void CanvasSvg::fill_polygon(std::span<const Point> points, Role role) {
  std::string list;
  for (const Point& p : points) {
    if (!list.empty()) list += ' ';
    list += number(p.x) + "," + number(p.y);
  }
  body_ += fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", list, fill(role));
}

void CanvasSvg::fill_circle(Point centre, float radius, Role role) {
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", number(centre.x),
                       number(centre.y), number(radius), fill(role));
}

void CanvasSvg::picture(const Rect& rect, const Picture& picture) {
  body_ += fmt::format("<image {} preserveAspectRatio=\"none\" href=\"data:{};base64,{}\"/>\n",
                       geometry(rect, 0), picture.media_type(), base64(picture.file()));
}

void CanvasSvg::draw_text(Point at, std::string_view text, const TextStyle& style) {
  if (text.empty()) return;
  const bool bold =
      style.font == Font::text_bold || style.font == Font::code_bold || style.font == Font::number;
  body_ += fmt::format(
      "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\"{} fill=\"{}\" text-anchor=\"{}\" "
      "xml:space=\"preserve\"{}>{}</text>\n",
      number(at.x), number(at.y + style.size * ascent(style.font)), family(style.font), number(style.size),
      bold ? " font-weight=\"600\"" : "", hex(text_colour(theme_, style.role)), anchor(style.align),
      is_code_font(style.font) ? " style=\"font-variant-ligatures:none\"" : "",
      is_code_font(style.font) ? without_ligatures(text) : escape_xml(text));
}

float CanvasSvg::measure_text(std::string_view text, const TextStyle& style) const {
  return nominal_text_width(text, style);
}

void CanvasSvg::push_clip(const Rect& rect) {
  definitions_ +=
      fmt::format("<clipPath id=\"clip-{}\"><rect {}/></clipPath>\n", clip_count_, geometry(rect, 0));
  body_ += fmt::format("<g clip-path=\"url(#clip-{})\">\n", clip_count_++);
  ++open_clips_;
}

void CanvasSvg::pop_clip() {
  if (open_clips_ == 0) return;
  --open_clips_;
  body_ += "</g>\n";
}

std::string CanvasSvg::document(std::string_view title) const {
  std::string closing;
  for (unsigned i = 0; i < open_clips_; ++i) closing += "</g>\n";
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "role=\"img\">\n"
      "<title>{2}</title>\n<defs>\n{3}</defs>\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"{4}\"/>\n{5}{6}</svg>\n",
      number(width_), number(height_), escape_xml(title), definitions_, fill(Role::card), body_, closing);
}

}  // namespace lockstep::gui
