#include "runtime/objects/build.hpp"

#include <fmt/format.h>

#include <sstream>

#include "sim/compiler/compile.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/translation_unit_text.hpp"

namespace lockstep::runtime {
namespace {

std::string lines_of(const std::vector<std::string>& messages) {
  std::string text;
  for (const std::string& message : messages) text += message + "\n";
  return text;
}

Result<void> check_options(const std::string& options) {
  if (auto parsed = sim::language::parse_options(options); !parsed) return tl::unexpected(parsed.error());
  return {};
}

Build failed(const std::string& options, const std::string& log) {
  Build build;
  build.status = CL_BUILD_ERROR;
  build.options = options;
  build.log = log + "\n";
  return build;
}

// Builds an executable from one text.
Build executable(const KernelSource& source, const std::string& options, std::vector<ProgramPart> parts) {
  const auto code = sim::language::compile(source, options);
  if (!code) return failed(options, code.error().message);
  Build build;
  build.status = CL_BUILD_SUCCESS;
  build.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  build.options = options;
  build.log = lines_of((*code)->warnings);
  build.parts = std::move(parts);
  build.text = source.text;
  build.code = *code;
  return build;
}

// Returns the options that are still relevant after preprocessing.
std::string options_of_language(const std::string& options) {
  std::istringstream words(options);
  std::string kept;
  for (std::string word; words >> word;)
    if (word.starts_with("-cl-")) kept += (kept.empty() ? "" : " ") + word;
  return kept;
}

Build join_parts(const std::string& name, const std::vector<ProgramPart>& parts, const std::string& options) {
  std::vector<sim::language::TranslationUnitText> units;
  for (const ProgramPart& part : parts) {
    auto unit = sim::language::translate_alone({name, part.source, ""}, part.options);
    if (!unit) return failed(options, unit.error().message);
    units.push_back(std::move(*unit));
  }
  Build build = executable({name, sim::language::join(units), ""}, parts.front().options, parts);
  build.options = options;
  return build;
}

}  // namespace

Result<Build> build_program(const KernelSource& source, const std::string& options) {
  if (auto valid = check_options(options); !valid) return tl::unexpected(valid.error());
  return executable(source, options, {{source.text, options}});
}

Result<Build> compile_program(const KernelSource& source, const std::string& options) {
  if (auto valid = check_options(options); !valid) return tl::unexpected(valid.error());
  const auto unit = sim::language::translate_alone(source, options);
  if (!unit) return failed(options, unit.error().message);
  Build build;
  build.status = CL_BUILD_SUCCESS;
  build.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  build.options = options;
  build.log = lines_of(unit->warnings);
  build.parts = {{sim::language::join({*unit}), options_of_language(options)}};
  return build;
}

Result<Build> link_program(const std::string& name, const std::vector<Build>& inputs,
                           const std::string& options) {
  std::istringstream words(options);
  bool makes_library = false;
  for (std::string word; words >> word;) {
    makes_library = makes_library || word == "-create-library";
    if (!word.starts_with("-cl-") && word != "-create-library" && word != "-enable-link-options")
      return usage_error(fmt::format("'{}' is not an option of the linker", word));
  }
  std::vector<ProgramPart> parts;
  for (const Build& input : inputs) parts.insert(parts.end(), input.parts.begin(), input.parts.end());
  if (!makes_library) return join_parts(name, parts, options);
  Build build;
  build.status = CL_BUILD_SUCCESS;
  build.type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
  build.options = options;
  build.parts = std::move(parts);
  return build;
}

Build rebuild(const std::string& name, Build binary) {
  const std::vector<ProgramPart> parts = binary.parts;
  if (parts.size() == 1) {
    Build build = executable({name, parts[0].source, "."}, parts[0].options, parts);
    build.options = binary.options;
    return build;
  }
  return join_parts(name, parts, binary.options);
}

}  // namespace lockstep::runtime
