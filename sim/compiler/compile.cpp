#include "sim/compiler/compile.hpp"

#include <string>

#include "sim/compiler/emit/unit.hpp"
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

}  // namespace

Result<std::shared_ptr<const Program>> compile(const KernelSource& source, const std::string& options) {
  auto tree = analyse(source, options);
  if (!tree) return tl::unexpected(std::move(tree.error()));
  CompilerUnit unit(*tree);
  unit.compile_all();
  auto program = std::make_shared<Program>();
  if (unit.refusals.empty()) unit.link_into(*program);
  if (!unit.refusals.empty()) return failure(report(*tree, unit.refusals));
  program->warnings = tree->warnings;
  program->compared_reads = compared_reads(*tree);
  return program;
}

}  // namespace lockstep::sim::language
