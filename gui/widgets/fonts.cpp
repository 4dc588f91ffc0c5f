// Loads fonts. The size of a font is its ascent plus descent in Dear ImGui, but the em in typography; the
// ratio of the two is computed from the tables `hhea` and `head` of the font file. Glyphs that a family lacks
// (such as ⊕ and ▾) are taken from DejaVu.
#include "gui/widgets/fonts.hpp"

#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/widgets/font_files.hpp"

namespace lockstep::gui {
namespace {

// Ranges of characters that the interface uses: Latin-1, Greek, dashes and quotes, subscripts, arrows,
// operators, shapes.
constexpr std::array<ImWchar, 33> kRanges{
    0x20,   0xFF,   0x0391, 0x03C9, 0x2012, 0x2026, 0x2032, 0x2033, 0x2039, 0x203A, 0x2070,
    0x2089, 0x2190, 0x2193, 0x2206, 0x2206, 0x220F, 0x2212, 0x221A, 0x221E, 0x2248, 0x2248,
    0x2260, 0x2265, 0x22C5, 0x22C5, 0x25A0, 0x25A1, 0x25B2, 0x25CF, 0x2713, 0x2717, 0};
constexpr std::array<ImWchar, 13> kSymbolRanges{0x1D62, 0x1D62, 0x2208, 0x2208, 0x2295, 0x2297, 0x2308,
                                                0x230B, 0x25BE, 0x25BE, 0x23CE, 0x23CE, 0};

// Returns the characters as a zero-terminated list of ranges in Dear ImGui's format. Each range contains
// one character.
std::vector<ImWchar> ranges_of(const std::set<char32_t>& characters) {
  std::vector<ImWchar> ranges;
  for (const char32_t c : characters) {
    if (c == 0 || c > 0xFFFF) continue;
    ranges.push_back(static_cast<ImWchar>(c));
    ranges.push_back(static_cast<ImWchar>(c));
  }
  ranges.push_back(0);
  return ranges;
}

struct Size {
  Font family;
  float size;
};
// The sizes that the interface uses. Sizes 16 and 18 are used in presentations.
constexpr std::array kSizes{Size{Font::text, 11},      Size{Font::text, 12},      Size{Font::text, 13},
                            Size{Font::text, 14},      Size{Font::text_bold, 11}, Size{Font::text_bold, 12},
                            Size{Font::text_bold, 13}, Size{Font::text_bold, 14}, Size{Font::text_bold, 18},
                            Size{Font::code, 11},      Size{Font::code, 12},      Size{Font::code_bold, 12},
                            Size{Font::text, 16},      Size{Font::code, 18},      Size{Font::code_bold, 18}};

unsigned u16(const FontData& data, std::size_t at) {
  return at + 1 < data.size() ? (unsigned{data[at]} << 8) | data[at + 1] : 0;
}
int s16(const FontData& data, std::size_t at) { return static_cast<std::int16_t>(u16(data, at)); }

// Returns the offset of a table in an sfnt file; 0 if the table is missing.
std::size_t table(const FontData& data, const char* tag) {
  for (std::size_t i = 0; i < u16(data, 4); ++i) {
    const std::size_t entry = 12 + 16 * i;
    if (entry + 16 <= data.size() && std::memcmp(data.data() + entry, tag, 4) == 0) {
      return (std::size_t{u16(data, entry + 8)} << 16) | u16(data, entry + 10);
    }
  }
  return 0;
}

struct Metrics {
  float height = 1.21f, ascent = 0.97f;  // px, for a font size of 1 px
};

Metrics metrics_of(const FontData& data) {
  const std::size_t head = table(data, "head"), hhea = table(data, "hhea");
  const auto em = static_cast<float>(u16(data, head + 18));
  const int top = s16(data, hhea + 4), bottom = s16(data, hhea + 6);
  if (head == 0 || hhea == 0 || em <= 0 || top - bottom <= 0) return {};
  return {static_cast<float>(top - bottom) / em, static_cast<float>(top) / em};
}

// Returns true if the file is a collection (.ttc), which begins with a list of fonts. The first font of a
// collection is used.
bool is_collection(const FontData& data) {
  return data.size() > 4 && std::memcmp(data.data(), "ttcf", 4) == 0;
}

// Fits a font to the sizes that Dear ImGui supports. In release 1.86, fonts can have any size. Release 1.90
// truncates the size to whole pixels, and release 1.92 rounds it; text of any other size would be scaled and
// blurred. For these releases, the font has the nearest whole size, and its glyphs are rendered in the
// wanted size.
struct Fit {
  float height = 1, ascent = 1;          // wanted height and ascent, in Dear ImGui's units
  float whole = std::round(height);      // height of the font
  float density = height / whole;        // pixels of a glyph per pixel of the font
  float above = std::floor(ascent + 1);  // whole pixels from the top to the baseline
};

ImFont* add_from(ImFontAtlas& atlas, FontData& data, float height, const ImWchar* ranges, bool merge,
                 [[maybe_unused]] const Fit& fit) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merge;
  config.OversampleH = 2;
  config.OversampleV = 1;
#if IMGUI_VERSION_NUM >= 19000 && IMGUI_VERSION_NUM < 19200
  // When text is drawn at the wanted height, the font is scaled by the density, so that one pixel of a glyph
  // is one pixel of the screen.
  height = std::round(height / fit.density);
  config.RasterizerDensity = fit.density;
  config.GlyphOffset.y = fit.above / fit.density - std::floor(fit.ascent / fit.density + 1);
#endif
  return atlas.AddFontFromMemoryTTF(data.data(), static_cast<int>(data.size()), height, &config, ranges);
}

// Adds the face with the family's own glyphs to the atlas.
FontFace add_family(ImFontAtlas& atlas, FontData& data, const Size& wanted, float scale, const Fit& fit) {
  FontFace face{wanted.family, wanted.size * scale, nullptr, fit.ascent, fit.height};
#if IMGUI_VERSION_NUM < 19200
  face.font = add_from(atlas, data, fit.height, kRanges.data(), false, fit);
#if IMGUI_VERSION_NUM >= 19000
  face.font->Scale = fit.density;  // for text that Dear ImGui draws itself
#endif
#else
  // Glyphs are merged into an empty font of the whole size, because the size of each source is relative to
  // the size of the first source.
  static constexpr std::array<ImWchar, 3> all{1, 0xFFFF, 0};
  ImFontConfig without_glyphs;
  without_glyphs.FontDataOwnedByAtlas = false;
  without_glyphs.GlyphExcludeRanges = all.data();
  face.font =
      atlas.AddFontFromMemoryTTF(data.data(), static_cast<int>(data.size()), fit.whole, &without_glyphs);
  add_from(atlas, data, fit.height, kRanges.data(), true, fit);
  face.line_height = fit.whole;
  face.ascent += std::ceil(fit.ascent / fit.density) - fit.above;
#endif
  return face;
}

FontFace add_face(ImFontAtlas& atlas, FontFiles& files, const Size& wanted, float scale) {
  FontData& data = files.of(wanted.family);
  const float size = wanted.size * scale;
  if (data.empty()) {
    ImFontConfig config;
    config.SizePixels = std::round(size);
    return {wanted.family, size, atlas.AddFontDefault(&config), std::round(size * 0.8f), std::round(size)};
  }
  const Metrics metrics = metrics_of(data);
  const Fit fit{size * metrics.height, size * metrics.ascent};
  const FontFace face = add_family(atlas, data, wanted, scale, fit);
  const float symbol_height = size * metrics_of(files.symbols).height;
  if (!files.symbols.empty()) add_from(atlas, files.symbols, symbol_height, kSymbolRanges.data(), true, fit);
  // Further characters are taken from the family if possible, otherwise from the symbol font, otherwise from
  // the font with many scripts.
  if (const std::vector<ImWchar>& more = files.more; more.size() > 1) {
    add_from(atlas, data, fit.height, more.data(), true, fit);
    if (!files.symbols.empty()) add_from(atlas, files.symbols, symbol_height, more.data(), true, fit);
    FontData& scripts = files.scripts();
    const float ratio = is_collection(scripts) ? 1.45f : metrics_of(scripts).height;
    if (!scripts.empty()) add_from(atlas, scripts, size * ratio, more.data(), true, fit);
  }
  return face;
}

// Renders the glyphs of all ranges, unless the renderer supports rendering each glyph when it is first used.
void build(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19200
  if (atlas.RendererHasTextures) return;
#endif
  unsigned char* alpha = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&alpha, &width, &height);
}

const ImFontGlyph* find_glyph(ImFont& font, char32_t c) {
  if (c > 0xFFFF) return nullptr;
  const auto code = static_cast<ImWchar>(c);
#if IMGUI_VERSION_NUM >= 19200
  return font.GetFontBaked(font.LegacySize)->FindGlyphNoFallback(code);
#else
  return font.FindGlyphNoFallback(code);
#endif
}

Font family_of(Font font) {
  return font == Font::small ? Font::text : font == Font::number ? Font::text_bold : font;
}

}  // namespace

FontSet load_fonts(ImFontAtlas& atlas, float scale, const std::set<char32_t>& more,
                   std::shared_ptr<FontFiles> known) {
  atlas.Clear();
  atlas.TexGlyphPadding = 1;
  FontSet set;
  set.scale = scale;
  set.files = known != nullptr ? std::move(known) : std::make_shared<FontFiles>();
  FontFiles& files = *set.files;
  files.more = ranges_of(more);
  for (const Size& size : kSizes) set.faces.push_back(add_face(atlas, files, size, scale));
  build(atlas);
  if (files.regular.empty() || files.code.empty()) {
    set.missing =
        "Some fonts were not found: install fonts-inter and fonts-jetbrains-mono for the intended look.";
  }
  return set;
}

bool take_lacking(const FontSet& fonts, std::set<char32_t>& asked) {
  const std::size_t before = asked.size();
  asked.merge(*fonts.lacking);
  fonts.lacking->clear();
  return asked.size() != before;
}

std::string with_escapes(ImFont& font, std::string_view text, std::set<char32_t>* wanted) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(text, at);
    if (c < 0x80 || find_glyph(font, c) != nullptr) {
      shown += text.substr(begin, at - begin);
      continue;
    }
    char escape[16];
    std::snprintf(escape, sizeof escape, c > 0xFFFF ? "\\U%08x" : "\\u%04x", static_cast<unsigned>(c));
    shown += escape;
    if (wanted != nullptr && c <= 0xFFFF) wanted->insert(c);
  }
  return shown;
}

const FontFace& FontSet::find(const TextStyle& style) const {
  const Font family = family_of(style.font);
  const float wanted = style.size * scale;
  const FontFace* best = &faces.front();
  float best_distance = 1e9f;
  for (const FontFace& face : faces) {
    if (face.family != family) continue;
    const float distance = std::abs(face.size - wanted);
    if (distance < best_distance) {
      best = &face;
      best_distance = distance;
    }
  }
  return *best;
}

}  // namespace lockstep::gui
