#include "cli/manual/man_page.hpp"

#include <fmt/format.h>

namespace lockstep::cli {
namespace {

// Escapes text, so that hyphens are kept and no line is read as a request of roff.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  if (safe.starts_with('.') || safe.starts_with('\'')) safe.insert(0, "\\&");
  return safe;
}

std::string title(const std::string& name, const std::string& release) {
  std::string upper;
  for (const char c : name) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n", roff(upper), roff(release));
}

std::string option_entry(const OptionDescription& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += (names.empty() ? "" : ", ") + fmt::format("\\fB{}\\fR", roff(name));
  if (!option.value.empty() && option.names.front().starts_with('-'))
    names += fmt::format(" \\fI{}\\fR", roff(option.value));
  std::string text = roff(option.text);
  if (!option.initial.empty()) text += fmt::format(" (default: {})", roff(option.initial));
  return fmt::format(".TP\n{}\n{}\n", names, text.empty() ? "\\&" : text);
}

std::string synopsis(const std::string& command, const CommandDescription& described) {
  std::string line = fmt::format("\\fB{}\\fR [\\fIOPTIONS\\fR]", roff(command));
  for (const OptionDescription& positional : described.positionals) {
    const std::string name =
        fmt::format("\\fI{}\\fR{}", roff(positional.names.front()), positional.repeated ? "..." : "");
    line += positional.required ? " " + name : " [" + name + "]";
  }
  return line;
}

std::string options(const CommandDescription& described) {
  std::string text;
  if (!described.positionals.empty()) text += ".SH ARGUMENTS\n";
  for (const OptionDescription& positional : described.positionals) text += option_entry(positional);
  if (!described.options.empty()) text += ".SH OPTIONS\n";
  for (const OptionDescription& option : described.options) text += option_entry(option);
  return text;
}

constexpr const char* kExitStatus =
    ".SH EXIT STATUS\n0: done; 1: the kernel, the check, the device or the output failed; 2: the request "
    "makes no "
    "sense.\n";

std::string page_name(const CommandDescription& program, const CommandDescription& subcommand) {
  return program.name + "-" + subcommand.name;
}

std::string see_also(const CommandDescription& program, const std::string& self) {
  std::string pages = self == program.name ? "" : fmt::format("\\fB{}\\fR(1)", roff(program.name));
  for (const CommandDescription& subcommand : program.subcommands) {
    const std::string name = page_name(program, subcommand);
    if (name != self) pages += (pages.empty() ? "" : ", ") + fmt::format("\\fB{}\\fR(1)", roff(name));
  }
  return fmt::format(".SH SEE ALSO\n{}\n", pages);
}

std::string name_section(const std::string& name, std::string summary) {
  while (summary.ends_with('.')) summary.pop_back();
  return fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(summary));
}

}  // namespace

std::string program_page(const CommandDescription& program, const std::string& release) {
  const auto end = program.summary.find(". ");
  std::string page =
      title(program.name, release) + name_section(program.name, program.summary.substr(0, end));
  page += fmt::format(".SH SYNOPSIS\n{}\n.br\n\\fB{}\\fR \\fISUBCOMMAND\\fR ...\n",
                      synopsis(program.name, program), roff(program.name));
  page += fmt::format(".SH DESCRIPTION\n{}\n", roff(program.summary));
  page += options(program) + ".SH SUBCOMMANDS\n";
  for (const CommandDescription& subcommand : program.subcommands)
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(subcommand.name), roff(subcommand.summary));
  return page + kExitStatus + see_also(program, program.name);
}

std::string subcommand_page(const CommandDescription& program, const CommandDescription& subcommand,
                            const std::string& release) {
  const std::string name = page_name(program, subcommand);
  const std::string command = program.name + " " + subcommand.name;
  return title(name, release) + name_section(name, subcommand.summary) +
         fmt::format(".SH SYNOPSIS\n{}\n", synopsis(command, subcommand)) +
         fmt::format(".SH DESCRIPTION\n{}.\n", roff(subcommand.summary)) + options(subcommand) + kExitStatus +
         see_also(program, name);
}

}  // namespace lockstep::cli
