// The interface of the scenes of the Lab: their settings, and their results on the device models.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/lab/settings.hpp"
#include "sim/predicted_times/latency.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::lab {

// One access of a warp on one model, with all transactions or passes. The addresses are in object 1.
struct Access {
  std::string title;   // "tile[tx · pitch + ty]"; empty in a scene with one access
  std::string object;  // "a"
  sim::AccessDetail detail;
  std::uint64_t bytes_asked = 0;  // active lanes times the size of an element
  std::uint64_t bytes_used = 0;   // distinct bytes among the requested bytes
  // Global memory: the bytes of all transactions; local memory: equal to bytes_asked.
  std::uint64_t bytes_moved = 0;
  std::size_t steps() const { return detail.transactions.size() + detail.passes.size(); }
};

// Rows of text; the first column is left-aligned, the others are right-aligned.
struct ReportTable {
  struct Row {
    std::vector<std::string> cells;
    bool chosen = false;
  };
  std::string title;
  std::vector<std::string> columns;
  std::vector<Row> rows;
  std::string note;  // below the table; may be empty
};

// The same access on one model, for programs that read JSON.
struct ModelAccesses {
  const sim::DeviceModel* model = nullptr;
  std::vector<Access> accesses;
};

// The counts of a scene without accesses on one model, for programs that read JSON.
struct ModelValues {
  const sim::DeviceModel* model = nullptr;
  std::map<std::string, double, std::less<>> values;
  std::string problem;  // why there are no counts
};

// The warps of one multiprocessor; each waits for its loads while others issue instructions.
struct WarpTimeline {
  unsigned warps = 0, schedulers = 1;
  sim::Timeline timeline;
};

// How often the outputs of a tile use each element of the tile and its surroundings in the array or matrix.
struct ElementUses {
  std::string title;
  std::uint64_t columns = 0, first = 0;  // length of a row of the elements shown; index of the first element
  std::uint64_t halo = 0;                // elements at each edge that belong to neighbouring tiles
  std::vector<std::uint64_t> uses;
};

// The cache lines of an array that the first loads of one work-group need.
struct CacheLines {
  struct Load {
    std::string name;                     // "1  loads in[…]"
    std::vector<std::uint64_t> elements;  // requested by the lanes
    std::vector<std::uint64_t> lines;     // that contain these elements
    std::vector<std::uint64_t> loaded;    // of these lines, those that were not in the cache
  };
  std::string title;
  std::uint64_t line_elements = 1;
  std::uint64_t first = 0, count = 0;  // lines that are shown
  std::vector<Load> loads;             // in the order of execution
};

// The results of a scene for given values; `model` is the chosen model.
struct Report {
  const sim::DeviceModel* model = nullptr;
  std::string sentence;
  std::vector<Access> accesses;             // on the chosen model, shown as pictures
  std::vector<ModelAccesses> side_by_side;  // the same on all models
  std::vector<ModelValues> values_by_model;
  std::optional<WarpTimeline> timeline;
  std::optional<ElementUses> uses;
  std::optional<CacheLines> cache_lines;
  std::vector<ReportTable> tables;
  std::map<std::string, double, std::less<>> values;  // numeric results by name, such as "interior_ratio"
};

// Values with a name, such as the values of a figure in a document.
struct Preset {
  std::string name;   // "figure-1a"
  std::string title;  // "Figure 1 (a): aligned"
  Values values;
  std::string model;  // the model of the document's figure; empty: any model
};

struct Request {
  Values values;
  const sim::DeviceModel* model = nullptr;
};

struct Scene {
  std::string name;     // "coalescing"
  std::string title;    // "Coalescing"
  std::string origin;   // "GPU-computing assignment on reduction and scan, figure 1"
  std::string summary;  // one sentence
  std::vector<Setting> settings;
  std::vector<Preset> presets;
  // Computes the results for values that have been checked. Some scenes run kernels on the simulator; if a
  // stop is requested, they return an Error.
  std::function<Result<Report>(const Request&, std::stop_token)> evaluate;
};

// Returns all scenes, in the order in which they are shown.
const std::vector<Scene>& scenes();
// Finds a scene by its name. If there is no such scene, the usage error lists all scenes.
Result<const Scene*> find_scene(std::string_view name);
// Checks the values and evaluates a scene.
Result<Report> evaluate(const Scene& scene, const Request& request, std::stop_token stop = {});

// Each of these functions returns a scene and is in the file of the same name.
Scene coalescing_scene();
Scene banks_scene();
Scene padded_tile_scene();
Scene convolution_scene();
Scene constant_scene();
Scene occupancy_scene();
Scene cache_scene();
Scene latencies_scene();

}  // namespace lockstep::lab
