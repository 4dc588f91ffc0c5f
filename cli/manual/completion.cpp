#include "cli/manual/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/host_implementations.hpp"
#include "core/catalogue/published.hpp"
#include "core/plan/element.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::cli {
namespace {

std::string words(const std::vector<std::string>& list) { return fmt::format("{}", fmt::join(list, " ")); }

std::vector<std::string> long_and_short(const std::vector<OptionDescription>& options) {
  std::vector<std::string> names;
  for (const OptionDescription& option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

const std::vector<std::string>* values_of(const CommandDescription& command, const OptionDescription& option,
                                          const CompletionValues& values) {
  for (const std::string& name : option.names)
    for (const std::string& key : {command.name + " " + name, name})
      if (const auto found = values.find(key); found != values.end()) return &found->second;
  return nullptr;
}

// Returns a text in single quotes, for both shells.
std::string in_quotes(std::string_view text) {
  std::string safe = "'";
  for (const char c : text) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return safe + "'";
}

// Returns one case for each list of values. Options without such a list are completed with file names.
std::string bash_values(const CommandDescription& program, const CompletionValues& values) {
  std::map<std::string, std::set<std::string>> options;
  const auto add = [&](const CommandDescription& command) {
    for (const OptionDescription& option : command.options) {
      if (option.value.empty()) continue;
      const auto* list = values_of(command, option, values);
      options[list == nullptr ? "" : words(*list)].insert(option.names.begin(), option.names.end());
    }
  };
  add(program);
  for (const CommandDescription& command : program.subcommands) add(command);
  std::string cases;
  for (const auto& [list, names] : options)
    cases += fmt::format("    {}) arguments={} ;;\n", fmt::join(names, "|"), in_quotes(list));
  return cases;
}

std::string bash_subcommands(const CommandDescription& program, const CompletionValues& values) {
  std::string cases;
  for (const CommandDescription& command : program.subcommands) {
    std::vector<std::string> arguments;
    for (const OptionDescription& positional : command.positionals)
      if (const auto* list = values_of(command, positional, values)) arguments = *list;
    cases += fmt::format("    {}) options={}; arguments={} ;;\n", command.name,
                         in_quotes(words(long_and_short(command.options))), in_quotes(words(arguments)));
  }
  return cases;
}

// Escapes a text for a specification of _arguments, in which a colon ends a part and brackets enclose
// the description.
std::string zsh_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string zsh_option(const CommandDescription& command, const OptionDescription& option,
                       const CompletionValues& values) {
  if (option.value.empty()) return "";
  const auto* list = values_of(command, option, values);
  return fmt::format(":{}:{}", option.value,
                     list != nullptr ? fmt::format("({})", zsh_text(words(*list))) : "_files");
}

// Returns the specification of a positional argument. Words that are not in its list of values may be
// file names.
std::string zsh_positional(const CommandDescription& command, const OptionDescription& positional,
                           const CompletionValues& values) {
  const auto* list = values_of(command, positional, values);
  return fmt::format("{}:{}:{}", positional.repeated ? "*" : "", positional.names.front(),
                     list != nullptr ? fmt::format("{{compadd -- {} || _files}}", words(*list)) : "_files");
}

std::string zsh_arguments(const CommandDescription& command, const CompletionValues& values) {
  std::string lines;
  for (const OptionDescription& option : command.options)
    for (const std::string& name : option.names)
      lines += fmt::format(" \\\n        {}", in_quotes(fmt::format("{}[{}]{}", name, zsh_text(option.text),
                                                                    zsh_option(command, option, values))));
  for (const OptionDescription& positional : command.positionals)
    lines += fmt::format(" \\\n        {}", in_quotes(zsh_positional(command, positional, values)));
  return lines;
}

}  // namespace

CompletionValues completion_values() {
  CompletionValues values;
  for (const auto* list : all_lists())
    for (const Algorithm& algorithm : *list) values["ID"].push_back(algorithm.id);
  values["TARGET"] = values["bench ID"] = values["ID"];
  for (const HostImplementation& implementation : host_implementations())
    values["bench ID"].push_back(implementation.id);
  values["results ID"] = values["bench ID"];
  values["ladder ID"] = values["ID"];
  for (const PublishedLadder& ladder : published_ladders()) values["ladder ID"].push_back(ladder.document);
  for (const std::string& id : values["ID"])
    if (const Algorithm& algorithm = **find_algorithm(id); algorithm.is_tunable && !algorithm.technique)
      values["tune ID"].push_back(id);
  for (const auto* models : {&sim::device_models(), &sim::product_models()})
    for (const sim::DeviceModel& model : *models) values["--model"].push_back(model.called());
  for (const Operator op : all_operators()) values["--op"].emplace_back(name(op));
  for (auto type = ElementType::int8; type <= ElementType::uint16x4;
       type = static_cast<ElementType>(static_cast<int>(type) + 1))
    values["--type"].emplace_back(opencl_name(type));
  values["--input"] = {"random", "fractions", "ones", "iota", "alternating", "one-huge"};
  values["--schedule"] = {"lockstep", "independent"};
  values["--order"] = {"fixed", "random:", "adversarial"};
  values["--by"] = {"instruction", "line", "barrier", "launch"};
  return values;
}

std::string bash_completion(const CommandDescription& program, const CompletionValues& values) {
  std::vector<std::string> commands;
  for (const CommandDescription& command : program.subcommands) commands.push_back(command.name);
  return fmt::format(R"(# Completion of {0} for bash, written by `{0} manual`.
_{0}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command= options={2} arguments={1}
  ((COMP_CWORD == 1)) || command=${{COMP_WORDS[1]}}
  case $command in
{4}  esac
  case ${{COMP_WORDS[COMP_CWORD-1]}} in
{3}  esac
  [[ $word == -* ]] && arguments=$options
  COMPREPLY=($(compgen -W "$arguments" -- "$word"))
}}
complete -o bashdefault -o default -F _{0} {0}
)",
                     program.name, in_quotes(words(commands)),
                     in_quotes(words(long_and_short(program.options))), bash_values(program, values),
                     bash_subcommands(program, values));
}

std::string zsh_completion(const CommandDescription& program, const CompletionValues& values) {
  std::string commands, cases;
  for (const CommandDescription& command : program.subcommands) {
    commands += fmt::format("    {}\n", in_quotes(command.name + ":" + command.summary));
    cases +=
        fmt::format("      {})\n        _arguments{} ;;\n", command.name, zsh_arguments(command, values));
  }
  return fmt::format(R"(#compdef {0}
# Completion of {0} for zsh, written by `{0} manual`.
_{0}() {{
  local context state line
  local -a commands=(
{1}  )
  _arguments -C{2} \
    '1: :->command' '*:: :->arguments'
  case $state in
    command) _describe subcommand commands; _files ;;
    arguments)
      case $words[1] in
{3}      esac ;;
  esac
}}
_{0} "$@"
)",
                     program.name, commands,
                     zsh_arguments({program.name, "", {}, program.options, {}}, values), cases);
}

}  // namespace lockstep::cli
