#include "cli/terms.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/json.hpp"
#include "core/plan/language.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kWordsOption = "--words";

bool holds_a_name(std::string_view key) {
  constexpr std::array<std::string_view, 8> kNames{"id",   "file",   "run",      "kernel",
                                                   "code", "source", "repaired", "printed"};
  return std::ranges::find(kNames, key) != kNames.end();
}

}  // namespace

void Terms::print(std::string_view text) const { fmt::print("{}", in_terms(text)); }

void Terms::print_error(std::string_view text) const { fmt::print(stderr, "{}", in_terms(text)); }

Json Terms::translated(Json json) const {
  if (words_ == Words::opencl) return json;
  if (json.is_string()) return in_terms(std::string_view(json.get_ref<const std::string&>()));
  if (json.is_array())
    for (Json& each : json) each = translated(std::move(each));
  if (json.is_object())
    for (auto& [key, value] : json.items())
      if (!holds_a_name(key)) value = translated(std::move(value));
  return json;
}

void WordsOption::add_to(CLI::App& app) {
  app.add_option(kWordsOption, name,
                 "Terms of opencl (work-item) or of cuda (thread); without it those of the kernel's language")
      ->check(CLI::IsMember({"opencl", "cuda"}));
}

Terms WordsOption::of(const Plan& plan) const {
  const auto chosen = parse_words(name);
  return chosen ? Terms(*chosen) : terms_of(plan);
}

Terms terms_of(const Plan& plan) {
  const bool is_cuda =
      !plan.programs.empty() && std::ranges::all_of(plan.programs, [](const PlanProgram& program) {
        return language_of(program.source.path) == Language::cuda;
      });
  return Terms(is_cuda ? Words::cuda : Words::opencl);
}

Terms terms_of(const CLI::App& app) {
  if (const CLI::Option* words = app.get_option_no_throw(kWordsOption); words != nullptr && *words)
    return Terms(parse_words(words->as<std::string>()).value_or(Words::opencl));
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) continue;
    for (const std::string& value : option->results())
      if (language_of(value) == Language::cuda) return Terms(Words::cuda);
  }
  return Terms();
}

}  // namespace lockstep::cli
