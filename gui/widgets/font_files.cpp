#include "gui/widgets/font_files.hpp"

#include <array>
#include <filesystem>
#include <span>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/own_resource.hpp"
#include "core/base/process.hpp"

namespace lockstep::gui {
namespace {

constexpr std::array kRegularFiles{"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                                   "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
                                   "/usr/share/fonts/inter/Inter-Regular.otf",
                                   "/usr/share/fonts/rsms-inter-fonts/Inter-Regular.otf",
                                   "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                   "/usr/share/fonts/TTF/DejaVuSans.ttf"};
constexpr std::array kBoldFiles{"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                                "/usr/share/fonts/inter/Inter-SemiBold.otf",
                                "/usr/share/fonts/rsms-inter-fonts/Inter-SemiBold.otf",
                                "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                                "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"};
constexpr std::array kCodeFiles{"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                                "/usr/share/fonts/TTF/JetBrainsMono-Regular.ttf",
                                "/usr/share/fonts/jetbrains-mono-fonts/JetBrainsMono-Regular.otf",
                                "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
                                "/usr/share/fonts/TTF/DejaVuSansMono.ttf"};
constexpr std::array kCodeBoldFiles{"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Bold.ttf",
                                    "/usr/share/fonts/TTF/JetBrainsMono-Bold.ttf",
                                    "/usr/share/fonts/jetbrains-mono-fonts/JetBrainsMono-Bold.otf",
                                    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf",
                                    "/usr/share/fonts/TTF/DejaVuSansMono-Bold.ttf"};
constexpr std::array kSymbolFiles{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                  "/usr/share/fonts/TTF/DejaVuSans.ttf"};

// Fonts that cover many scripts, for file names.
constexpr std::array kManyScriptFiles{"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
                                      "/usr/share/fonts/truetype/droid/DroidSansFallback.ttf",
                                      "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                      "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
                                      "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
                                      "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
                                      "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
                                      "/usr/share/fonts/truetype/arphic/uming.ttc",
                                      "/usr/share/fonts/opentype/unifont/unifont.otf",
                                      "C:/Windows/Fonts/msyh.ttc",
                                      "C:/Windows/Fonts/msgothic.ttc",
                                      "C:/Windows/Fonts/malgun.ttf"};

// Reads the first of these files that exists. The executable may contain the fonts. Otherwise the fonts may
// have been installed with the program: for PREFIX/bin/lockstep, they are in PREFIX/share/lockstep/fonts.
FontData read_first(std::span<const char* const> files) {
  const auto own = system_path(own_program()).parent_path().parent_path() / "share/lockstep/fonts";
  for (const char* path : files) {
    const std::filesystem::path file = system_path(path);
    if (const std::string_view found = own_resource(path_text(file.filename())); !found.empty())
      return FontData(found.begin(), found.end());
    for (const std::filesystem::path& place : {own / file.filename(), file})
      if (const auto bytes = read_file(path_text(place))) return FontData(bytes->begin(), bytes->end());
  }
  return {};
}

}  // namespace

FontFiles::FontFiles()
    : regular(read_first(kRegularFiles)),
      bold(read_first(kBoldFiles)),
      code(read_first(kCodeFiles)),
      code_bold(read_first(kCodeBoldFiles)),
      symbols(read_first(kSymbolFiles)) {}

FontData& FontFiles::scripts() {
  if (!many_scripts) many_scripts = read_first(kManyScriptFiles);
  return *many_scripts;
}

FontData& FontFiles::of(Font family) {
  if (family == Font::code_bold) return code_bold;
  return family == Font::code ? code : family == Font::text_bold ? bold : regular;
}

}  // namespace lockstep::gui
