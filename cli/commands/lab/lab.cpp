// lockstep lab: prints memory scenes. Each setting of a scene is an option; scenes with a setting of the same
// name share the option.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/commands/lab/figure.hpp"
#include "cli/options.hpp"
#include "core/base/signals.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/lab/report_json.hpp"
#include "sim/lab/scene.hpp"
#include "sim/lab/scenes/access_report.hpp"

namespace lockstep::cli {
namespace {

struct LabOptions {
  std::string scene;
  std::string preset;
  ModelOption model;
  std::map<std::string, std::string> settings;  // by name; empty: not given
  std::string figure;
  bool json = false;
};

void print_scenes() {
  for (const lab::Scene& scene : lab::scenes()) {
    fmt::print("{:14}{}\n", scene.name, scene.summary);
    fmt::print("{:14}{}\n", "", scene.origin);
    for (const lab::Preset& preset : scene.presets)
      fmt::print("{:14}--preset {:15}{}\n", "", preset.name, preset.title);
  }
}

Result<const lab::Preset*> find_preset(const lab::Scene& scene, const std::string& name) {
  const auto found = std::ranges::find(scene.presets, name, &lab::Preset::name);
  if (found != scene.presets.end()) return &*found;
  std::vector<std::string> names;
  for (const lab::Preset& preset : scene.presets) names.push_back(preset.name);
  return usage_error(fmt::format("--preset {}: {} has {}", name, scene.name, fmt::join(names, ", ")));
}

// Returns the values of a preset, which may also contain a model. Options that are given take precedence over
// the preset.
Result<lab::Request> make_request(const lab::Scene& scene, LabOptions options) {
  lab::Request request;
  if (!options.preset.empty()) {
    const auto preset = find_preset(scene, options.preset);
    if (!preset) return tl::unexpected(preset.error());
    request.values = (*preset)->values;
    if (!options.model.is_given && !(*preset)->model.empty()) options.model.name = (*preset)->model;
  }
  for (const auto& [name, value] : options.settings)
    if (!value.empty()) request.values[name] = value;
  const auto model = options.model.find();
  if (!model) return tl::unexpected(model.error());
  request.model = *model;
  return request;
}

void print_table(const lab::ReportTable& report) {
  std::vector<Table::Align> columns(report.columns.size(), Table::Align::right);
  columns.front() = Table::Align::left;
  Table table(columns);
  table.add(report.columns);
  for (const lab::ReportTable::Row& row : report.rows) {
    std::vector<std::string> cells = row.cells;
    if (row.chosen) cells.front() = "* " + cells.front();
    // If a row contains a reason instead of counts, the reason occupies the rest of the line.
    if (cells.size() == 2 && report.columns.size() > 2)
      table.add({cells.front()}, cells.back());
    else
      table.add(std::move(cells));
  }
  fmt::print("\n{}\n{}", report.title, table.text());
  if (!report.note.empty()) fmt::print("{}\n", report.note);
}

void print_access(const lab::Access& access) {
  if (!access.title.empty()) fmt::print("\n{}\n", access.title);
  for (std::size_t i = 0; i < access.detail.transactions.size(); ++i) {
    const sim::Transaction& transaction = access.detail.transactions[i];
    fmt::print("  {:>3}  bytes {} to {}  {}\n", i + 1, sim::offset_of(transaction.address),
               sim::offset_of(transaction.address) + transaction.bytes - 1,
               lab::lanes_text(transaction.lanes));
  }
  for (std::size_t i = 0; i < access.detail.passes.size(); ++i)
    fmt::print("  pass {:>2}  {}\n", i + 1, lab::lanes_text(access.detail.passes[i].lanes));
}

void print_report(const lab::Scene& scene, const lab::Request& request, const lab::Report& report) {
  fmt::print("{} on {}\n{}\n", scene.title, request.model->title, report.sentence);
  for (const lab::Access& access : report.accesses) print_access(access);
  for (const lab::ReportTable& table : report.tables) print_table(table);
}

Result<int> run(const LabOptions& options) {
  if (options.scene.empty()) {
    print_scenes();
    return kDone;
  }
  const auto scene = lab::find_scene(options.scene);
  if (!scene) return tl::unexpected(scene.error());
  const auto request = make_request(**scene, options);
  if (!request) return tl::unexpected(request.error());
  const Interrupt interrupt;
  const Result<lab::Report> report = lab::evaluate(**scene, *request, interrupt.token());
  if (!report) return tl::unexpected(report.error());
  if (!options.figure.empty()) {
    const Result<void> written = write_lab_figure(**scene, *report, options.figure);
    if (!written) return tl::unexpected(written.error());
  }
  if (options.json)
    fmt::print("{}\n", lab::report_json(**scene, *request, *report).dump(2));
  else
    print_report(**scene, *request, *report);
  return kDone;
}

// Returns the help text of a setting: the scenes that have the setting, and its description in each scene.
std::string help_of(const std::string& name) {
  std::vector<std::string> scenes;
  std::string help;
  for (const lab::Scene& scene : lab::scenes())
    for (const lab::Setting& setting : scene.settings) {
      if (setting.name != name) continue;
      scenes.push_back(scene.name);
      if (!help.empty()) continue;
      help = setting.help;
      if (setting.kind == lab::Setting::Kind::choice)
        help += fmt::format(": {}", fmt::join(setting.choices, ", "));
      help += fmt::format(" (default: {})", setting.unset);
    }
  return fmt::format("{} [{}]", help, fmt::join(scenes, ", "));
}

}  // namespace

Command add_lab(CLI::App& program) {
  auto options = std::make_shared<LabOptions>();
  CLI::App* app = program.add_subcommand(
      "lab",
      "Memory scenes: one access on all device models, tiles, occupancy; without a name, a list of scenes");
  app->add_option("SCENE", options->scene, "Scene; without one, all scenes are listed");
  app->add_option("--preset", options->preset, "A figure of a document, by its name in the list of scenes");
  options->model.add_to(*app);
  for (const lab::Scene& scene : lab::scenes())
    for (const lab::Setting& setting : scene.settings)
      if (const auto [entry, fresh] = options->settings.try_emplace(setting.name); fresh)
        app->add_option("--" + setting.name, entry->second, help_of(setting.name));
  app->add_option("--figure", options->figure, "Also write the picture to this file (SVG)");
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
