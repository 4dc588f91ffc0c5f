#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

struct ExportArguments {
  std::string assignment, to, out, secret_file, program, student;
  bool is_installed = false;
};

struct SourcesArguments {
  std::string assignment, out, attempts = "latest";
  std::vector<std::string> submissions;
  bool is_one = false, are_many = false;
};

void add_sources(CLI::App& app, SourcesArguments& arguments);
Result<int> run_sources(const SourcesArguments& arguments);

void add_export(CLI::App& app, ExportArguments& arguments);
Result<int> run_export(const ExportArguments& arguments);

}  // namespace lockstep::cli
