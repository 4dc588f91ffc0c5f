// lockstep link: prints a view as a link, or the scene of a link.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "assignment/format/folder.hpp"
#include "cli/command.hpp"
#include "core/base/text/checked_number.hpp"
#include "gui/lesson/reading/library.hpp"
#include "gui/scene_links/scene_link.hpp"

namespace lockstep::cli {
namespace {

constexpr std::uint64_t kMaxLinkedGroup = 1u << 20;  // the same as in other commands

struct LinkOptions {
  std::string view, page;
  std::string n, group;  // empty: those of the view
};

Result<void> set_size(const LinkOptions& options, gui::AppState& state) {
  if (options.n.empty() && options.group.empty()) return {};
  if (gui::is_scene_link(options.view) || gui::names_lesson(options.view) ||
      assignment::names_assignment(options.view))
    return usage_error(
        "--n and --group are for an algorithm or a scene; a lesson and a link have their own.");
  if (!options.n.empty()) {
    const Result<std::uint64_t> n = read_whole("--n", options.n, {1, kMaxElements});
    if (!n) return tl::unexpected(n.error());
    state.n = *n;
  }
  if (!options.group.empty()) {
    const Result<std::uint64_t> group = read_whole("--group", options.group, {1, kMaxLinkedGroup});
    if (!group) return tl::unexpected(group.error());
    state.group_size = *group;
  }
  return {};
}

Result<int> run(const LinkOptions& options) {
  auto loaded = gui::load_view(options.view);
  if (!loaded) return tl::unexpected(loaded.error());
  for (const std::string& remark : loaded->remarks) fmt::print(stderr, "lockstep: {}\n", remark);
  if (const auto set = set_size(options, loaded->state); !set) return tl::unexpected(set.error());
  if (gui::is_scene_link(options.view)) {
    fmt::print("{}", gui::to_scene(loaded->state));
    return kDone;
  }
  const auto made = gui::link_to(loaded->state, options.page.empty() ? gui::page_address() : options.page);
  if (!made) return tl::unexpected(made.error());
  fmt::print("{}\n", made->link);
  if (made->is_too_long)
    fmt::print(
        stderr,
        "lockstep: This link has {} characters; mail programs and course systems may cut it. A scene file "
        "contains the same view.\n",
        made->link.size());
  return kDone;
}

}  // namespace

Command add_link(CLI::App& program) {
  auto options = std::make_shared<LinkOptions>();
  CLI::App* app = program.add_subcommand(
      "link", "A view as a link that opens in a browser or in the window; for a link, its scene");
  app->add_option(
         "VIEW", options->view,
         "Scene (.json), entry of a course document (document:001/figure-6), lesson (lesson:first-steps), "
         "algorithm (scan/blelloch), kernel file (.cl), plan file (.plan.json), or a link in quotes")
      ->required();
  app->add_option(
      "--page", options->page,
      "Address of the page to which the link leads; default: $LOCKSTEP_PAGE, otherwise lockstep.html");
  app->add_option("--n", options->n, "Number of elements; Ki, Mi and Gi may follow");
  app->add_option("--group", options->group, "Work-group size L");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
