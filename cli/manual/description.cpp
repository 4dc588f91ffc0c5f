#include "cli/manual/description.hpp"

#include <CLI/CLI.hpp>

namespace lockstep::cli {
namespace {

bool is_hidden(const std::string& group) { return group.empty(); }

OptionDescription describe_option(const CLI::Option& option) {
  OptionDescription described;
  if (option.get_positional()) {
    described.names.push_back(option.get_single_name());
  } else {
    for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  }
  const bool is_flag = option.get_items_expected_max() == 0;
  if (!is_flag) described.value = option.get_type_name();
  // In "INT:INT in [200 - 16384]", the part after the first colon is CLI11's description of the check, which
  // is removed.
  if (const auto check = described.value.find(':'); check != std::string::npos) described.value.resize(check);
  described.initial = option.get_default_str();
  described.text = option.get_description();
  described.required = option.get_required();
  described.repeated = option.get_items_expected_max() > 1;
  return described;
}

}  // namespace

CommandDescription describe(const CLI::App& app) {
  CommandDescription described;
  described.name = app.get_name();
  described.summary = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (is_hidden(option->get_group())) continue;
    // An argument that can also be given as an option (SCENE, --scene) is described only as an argument.
    auto& list = option->get_positional() ? described.positionals : described.options;
    list.push_back(describe_option(*option));
  }
  for (const CLI::App* subcommand : app.get_subcommands({}))
    if (!is_hidden(subcommand->get_group())) described.subcommands.push_back(describe(*subcommand));
  return described;
}

}  // namespace lockstep::cli
