#include "assignment/worker/drawing_check.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep::assignment {
namespace {

constexpr std::array<std::string_view, 13> kElements{"svg",   "title",    "defs",    "rect",   "pattern",
                                                     "line",  "path",     "polygon", "circle", "text",
                                                     "tspan", "clipPath", "g"};
constexpr std::array<std::string_view, 34> kAttributes{"width",
                                                       "height",
                                                       "viewBox",
                                                       "role",
                                                       "x",
                                                       "y",
                                                       "rx",
                                                       "fill",
                                                       "stroke",
                                                       "stroke-width",
                                                       "stroke-dasharray",
                                                       "d",
                                                       "x1",
                                                       "y1",
                                                       "x2",
                                                       "y2",
                                                       "id",
                                                       "patternUnits",
                                                       "patternTransform",
                                                       "points",
                                                       "cx",
                                                       "cy",
                                                       "r",
                                                       "font-family",
                                                       "font-size",
                                                       "font-weight",
                                                       "text-anchor",
                                                       "xml:space",
                                                       "clip-path",
                                                       "opacity",
                                                       "fill-opacity",
                                                       "stroke-opacity",
                                                       "stroke-linecap",
                                                       "stroke-linejoin"};
constexpr std::string_view kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view kNamespace = "http://www.w3.org/2000/svg",
                           kPlainLetters = "font-variant-ligatures:none";

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& known, std::string_view wanted) {
  return std::ranges::find(known, wanted) != known.end();
}

// Removes from `rest` the part before the first character that is not valid in a name, and returns this part.
std::string_view take_name(std::string_view& rest) {
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':';
  };
  const auto end = std::ranges::find_if_not(rest, is_of_name);
  const auto length = static_cast<std::size_t>(end - rest.begin());
  const std::string_view name = rest.substr(0, length);
  rest.remove_prefix(length);
  return name;
}

bool is_plain_value(std::string_view name, std::string_view value) {
  if (name == "xmlns") return value == kNamespace;
  if (name == "style") return value == kPlainLetters;
  const std::size_t url = value.find("url(");
  return is_one_of(kAttributes, name) && (url == value.npos || value.starts_with("url(#")) &&
         value.find(':') == value.npos;
}

// Checks the text between < and >.
bool is_plain_tag(std::string_view tag) {
  if (tag.starts_with('/')) return is_one_of(kElements, tag.substr(1));
  if (!is_one_of(kElements, take_name(tag))) return false;
  while (!tag.empty() && tag != "/") {
    if (!tag.starts_with(' ')) return false;
    tag.remove_prefix(1);
    const std::string_view name = take_name(tag);
    if (!tag.starts_with("=\"")) return false;
    tag.remove_prefix(2);
    const std::size_t end = tag.find('"');
    if (end == tag.npos || !is_plain_value(name, tag.substr(0, end))) return false;
    tag.remove_prefix(end + 1);
  }
  return true;
}

}  // namespace

bool is_plain_drawing(std::string_view svg) {
  if (svg.size() > kMaxDrawing || !svg.starts_with(kDeclaration)) return false;
  svg.remove_prefix(kDeclaration.size());
  if (!svg.starts_with("<svg ")) return false;
  for (std::size_t at = 0; (at = svg.find('<', at)) != svg.npos; ++at) {
    const std::size_t end = svg.find('>', at);
    if (end == svg.npos || !is_plain_tag(svg.substr(at + 1, end - at - 1))) return false;
  }
  return true;
}

}  // namespace lockstep::assignment
