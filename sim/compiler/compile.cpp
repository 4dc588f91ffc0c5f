#include "sim/compiler/compile.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "sim/compiler/emit/unit.hpp"
#include "sim/compiler/known_programs.hpp"
#include "sim/frontend/compared_reads.hpp"
#include "sim/frontend/frontend.hpp"

namespace lockstep::sim::language {
namespace {

std::string report(const TranslationUnit& tree,
                   const std::vector<std::pair<SourceRange, std::string>>& refusals) {
  std::string text;
  for (const auto& [range, message] : refusals) {
    if (!text.empty()) text += '\n';
    text += format_error(tree, range, message);
  }
  return text;
}

// Returns the files that the program includes, without built-in source texts, whose names are in
// angle brackets.
std::vector<SourceFile> included_files(const TranslationUnit& tree) {
  std::vector<SourceFile> included;
  std::copy_if(tree.files.begin() + 1, tree.files.end(), std::back_inserter(included),
               [](const SourceFile& file) { return !file.is_library && !file.path.starts_with('<'); });
  return included;
}

KnownPrograms& known_programs() {
  static KnownPrograms known;
  return known;
}

}  // namespace

Result<std::shared_ptr<const Program>> compile(const KernelSource& source, const std::string& options) {
  if (auto known = known_programs().find(source, options)) return known;
  auto tree = analyse(source, options);
  if (!tree) return tl::unexpected(std::move(tree.error()));
  CompilerUnit unit(*tree);
  unit.compile_all();
  auto program = std::make_shared<Program>();
  if (unit.refusals.empty()) unit.link_into(*program);
  if (!unit.refusals.empty()) return failure(report(*tree, unit.refusals));
  program->warnings = tree->warnings;
  program->compared_reads = compared_reads(*tree);
  known_programs().add({source, options, included_files(*tree), program});
  return program;
}

}  // namespace lockstep::sim::language
