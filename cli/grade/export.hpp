#pragma once

#include <string>

#include "core/base/result.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

struct ExportArguments {
  std::string assignment, to, out, secret_file, program;
  bool is_installed = false;
};

void add_export(CLI::App& app, ExportArguments& arguments);
Result<int> run_export(const ExportArguments& arguments);

}  // namespace lockstep::cli
