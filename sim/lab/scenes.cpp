// The list of scenes. To add a scene, add a file and a line in this list.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/lab/scene.hpp"

namespace lockstep::lab {

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all{coalescing_scene(), banks_scene(),     padded_tile_scene(),
                                      constant_scene(),   occupancy_scene(), convolution_scene(),
                                      cache_scene(),      latencies_scene()};
  return all;
}

Result<const Scene*> find_scene(std::string_view name) {
  const auto found = std::ranges::find(scenes(), name, &Scene::name);
  if (found != scenes().end()) return &*found;
  std::vector<std::string_view> names;
  for (const Scene& scene : scenes()) names.push_back(scene.name);
  return usage_error(
      fmt::format("There is no scene \"{}\"; the scenes of the Lab are {}", name, fmt::join(names, ", ")));
}

Result<Report> evaluate(const Scene& scene, const Request& request, std::stop_token stop) {
  if (const Result<void> checked = check_values(scene.name, scene.settings, request.values); !checked)
    return tl::unexpected(checked.error());
  Result<Report> report = scene.evaluate(request, std::move(stop));
  if (report) report->model = request.model;
  return report;
}

}  // namespace lockstep::lab
