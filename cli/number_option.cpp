#include "cli/number_option.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace lockstep::cli {
namespace {

// CLI11 adds the option's name in front of the message: "--count: give a whole number from 1 to 1,000,
// not 0".
std::string refusal(const Error& error, const std::string& text) {
  return fmt::format("{}, not {}", error.message.substr(error.message.rfind(": give ") + 2),
                     quoted_briefly(text));
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](std::string& text) -> std::string {
    const Result<std::uint64_t> value = read_whole("", text, {least, most});
    if (!value) return refusal(value.error(), text);
    text = std::to_string(*value);
    return "";
  };
  const std::string range = most == UINT64_MAX ? "" : fmt::format("in [{} - {}]", least, most);
  return {check, range, "whole number"};
}

CLI::Validator real_number(double least, double most) {
  const auto check = [least, most](std::string& text) -> std::string {
    const Result<double> value = read_real("", text, {least, most});
    return value ? "" : refusal(value.error(), text);
  };
  return {check, fmt::format("in [{} - {}]", least, most), "number"};
}

}  // namespace lockstep::cli
