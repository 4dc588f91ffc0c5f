// lockstep manual FOLDER: writes man pages, completions and the icon to the standard folders below an
// installation prefix. Packaging scripts use this subcommand.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>

#include "cli/command.hpp"
#include "cli/manual/completion.hpp"
#include "cli/manual/man_page.hpp"
#include "cli/version.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/figures/icon/icon.hpp"

namespace lockstep::cli {
namespace {

// Maps the path of each file below the prefix to the content of the file.
using Files = std::map<std::string, std::string>;

std::string icon() {
  constexpr float kSize = 128;
  gui::CanvasSvg canvas(kSize, kSize, gui::ThemeName::light);
  gui::draw_icon(canvas, {0, 0, kSize, kSize});
  return canvas.document("Lockstep");
}

Files manual_files(const CLI::App& program) {
  const CommandDescription described = describe(program);
  const CompletionValues values = completion_values();
  Files files;
  files["share/man/man1/lockstep.1"] = program_page(described, release_name());
  for (const CommandDescription& command : described.subcommands)
    files[fmt::format("share/man/man1/lockstep-{}.1", command.name)] =
        subcommand_page(described, command, release_name());
  files["share/bash-completion/completions/lockstep"] = bash_completion(described, values);
  files["share/zsh/site-functions/_lockstep"] = zsh_completion(described, values);
  files["share/icons/hicolor/scalable/apps/lockstep.svg"] = icon();
  return files;
}

Result<int> write(const CLI::App& program, const std::string& folder) {
  for (const auto& [path, text] : manual_files(program)) {
    const std::filesystem::path file = system_path(folder) / system_path(path);
    std::error_code ignored;  // a failure is reported when the file is written
    std::filesystem::create_directories(file.parent_path(), ignored);
    if (const auto written = write_atomically(path_text(file), text); !written)
      return tl::unexpected(written.error());
  }
  return kDone;
}

}  // namespace

Command add_manual(CLI::App& program) {
  auto folder = std::make_shared<std::string>();
  CLI::App* app =
      program.add_subcommand("manual", "Man pages, completions and the icon, written below a folder");
  app->group("");  // for packages only
  app->add_option("FOLDER", *folder, "Such as /usr/local")->required();
  return {app, [folder, &program] { return write(program, *folder); }};
}

}  // namespace lockstep::cli
