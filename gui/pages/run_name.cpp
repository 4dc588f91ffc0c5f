#include "gui/pages/run_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <vector>

#include "core/base/files/path_text.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

// Returns the global size of the first launch if the user's own kernel has its own launches;
// otherwise an empty text.
std::string launched_size(const AppState& state, std::string_view between) {
  if (!state.launch || state.launch->description.launches.empty()) return {};
  const NdRange& range = state.launch->description.launches.front().range;
  const auto& sizes = range.global_size;
  return fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + range.dimensions, between));
}

}  // namespace

std::string source_file_name(const std::string& source) {
  const fs::path path = system_path(source);
  return path.has_extension() ? path_text(path.stem()) : source;  // the ids of algorithms have no extension
}

std::string run_file_name(const AppState& state) {
  const std::string name = source_file_name(state.source_id());
  if (state.shows_recording()) return name;
  const std::string size = launched_size(state, "x");
  return size.empty() ? fmt::format("{}-n{}", name, state.n) : name + "-" + size;
}

std::string run_title(const AppState& state) {
  const std::string name =
      state.kernel_file.empty() ? state.algorithm : path_text(system_path(state.kernel_file).filename());
  if (state.shows_recording()) return name;
  const std::string size = launched_size(state, " × ");
  return size.empty() ? fmt::format("{}, n = {}", name, format_count(state.n))
                      : fmt::format("{}, {} work-items", name, size);
}

}  // namespace lockstep::gui
