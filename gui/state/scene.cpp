#include "gui/state/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/atomic_writer.hpp"
#include "core/base/directories.hpp"
#include "core/base/json.hpp"
#include "core/base/whole_file.hpp"
#include "gui/dialogs/overlays.hpp"
#include "gui/pages/compare/model.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::gui {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;

// Reads fields one by one and remembers what it could not use.
class Reader {
 public:
  Reader(const json& object, std::vector<std::string>& remarks) : object_(object), remarks_(remarks) {}

  const json* field(const char* key, bool right_type, const char* wanted) {
    known_.push_back(key);
    if (!object_.contains(key)) return nullptr;
    if (right_type) return &object_.at(key);
    remark(key, wanted);
    return nullptr;
  }
  const json* find(const char* key) const { return object_.contains(key) ? &object_.at(key) : nullptr; }

  void text(const char* key, std::string& value) {
    const json* found = find(key);
    if ((found = field(key, found && found->is_string(), "a text"))) value = found->get<std::string>();
  }
  void count(const char* key, std::uint64_t& value) {
    const json* found = find(key);
    if ((found = field(key, found && found->is_number_unsigned(), "a whole number")))
      value = found->get<std::uint64_t>();
  }
  void flag(const char* key, bool& value) {
    const json* found = find(key);
    if ((found = field(key, found && found->is_boolean(), "true or false"))) value = found->get<bool>();
  }
  void number(const char* key, double low, double high, double& value) {
    const json* found = find(key);
    const bool good =
        found && found->is_number() && found->get<double>() >= low && found->get<double>() <= high;
    if ((found = field(key, good, fmt::format("a number from {} to {}", low, high).c_str())))
      value = found->get<double>();
  }
  template <class E, class Parse>
  void word(const char* key, E& value, Parse parse) {
    const json* found = find(key);
    const auto parsed = found && found->is_string() ? parse(found->get<std::string>()) : std::nullopt;
    if (field(key, parsed.has_value(), "one of the known words")) value = *parsed;
  }
  void remark(const char* key, const char* wanted) {
    remarks_.push_back(fmt::format("The scene's \"{}\" is {}, not {}; it is left as it was.", key,
                                   object_.at(key).dump(), wanted));
  }
  void finish() {
    for (const auto& [key, value] : object_.items()) {
      if (std::ranges::find(known_, key) == known_.end()) {
        remarks_.push_back(fmt::format("The scene's \"{}\" is not known here and is ignored.", key));
      }
    }
  }
  void knows(const char* key) { known_.push_back(key); }

 private:
  const json& object_;
  std::vector<std::string>& remarks_;
  std::vector<std::string> known_;
};

template <class E, std::size_t N>
auto one_of(const E (&values)[N]) {
  return [&values](const std::string& text) { return parse_one_of(values, text); };
}

void read_sizes(Reader& reader, const char* key, std::vector<std::uint64_t>& sizes) {
  const json* found = reader.find(key);
  const bool good = found && found->is_array() &&
                    std::ranges::all_of(*found, [](const json& entry) { return entry.is_number_unsigned(); });
  if ((found = reader.field(key, good, "a list of whole numbers")))
    sizes = found->get<std::vector<std::uint64_t>>();
}

void read_breakpoints(Reader& reader, std::set<std::uint32_t>& lines) {
  std::vector<std::uint64_t> values(lines.begin(), lines.end());
  read_sizes(reader, "breakpoints", values);
  lines.clear();
  for (const std::uint64_t line : values) lines.insert(static_cast<std::uint32_t>(line));
}

void read_cell(Reader& reader, std::optional<CellId>& cell) {
  const json* found = reader.find("selected_cell");
  const bool good = found && found->is_object() && found->contains("index") &&
                    found->at("index").is_number_unsigned() &&
                    (!found->contains("buffer") || found->at("buffer").is_number_unsigned());
  if (!(found = reader.field("selected_cell", good, "a cell such as {\"buffer\": 0, \"index\": 4}"))) return;
  cell = CellId{found->value("buffer", CellId::kLocalMemory), found->at("index").get<std::uint64_t>()};
}

void read_words(Reader& reader, const char* key, std::vector<std::string>& words) {
  const json* found = reader.find(key);
  const bool good = found && found->is_array() &&
                    std::ranges::all_of(*found, [](const json& word) { return word.is_string(); });
  if ((found = reader.field(key, good, "a list of names"))) words = found->get<std::vector<std::string>>();
}

void read_benchmark(const json& object, BenchmarkChoice& choice, std::vector<std::string>& remarks) {
  Reader reader(object, remarks);
  reader.text("device", choice.device);
  read_words(reader, "shared_by", choice.shared_by);
  reader.flag("by_speed", choice.by_speed);
  reader.flag("each_alone", choice.each_alone);
  read_sizes(reader, "sizes", choice.sizes);
  reader.count("group_size", choice.group_size);
  std::uint64_t repetitions = choice.repetitions;
  reader.count("repetitions", repetitions);
  choice.repetitions = static_cast<unsigned>(std::clamp<std::uint64_t>(repetitions, 1, 10'000));
  std::uint64_t warm_ups = choice.warm_ups;
  reader.count("warm_ups", warm_ups);
  choice.warm_ups = static_cast<unsigned>(std::clamp<std::uint64_t>(warm_ups, 1, 10'000));
  read_words(reader, "algorithms", choice.algorithms);
  reader.word("view", choice.view, one_of(kResultDisplays));
  reader.word("columns", choice.columns, one_of(kResultColumns));
  reader.word("lines", choice.lines, one_of(kLineMeasures));
  reader.flag("linear", choice.linear);
  reader.count("bars_n", choice.bars_n);
  reader.finish();
}

void read_optional_count(Reader& reader, const char* key, std::optional<std::uint64_t>& value) {
  std::uint64_t count = 0;
  reader.count(key, count);
  const json* found = reader.find(key);
  if (found && found->is_number_unsigned()) value = count;
}

void read_compare(const json& object, CompareChoice& choice, std::vector<std::string>& remarks) {
  Reader reader(object, remarks);
  reader.word("column", choice.column, [](const std::string& key) {
    return find_compare_column(key) ? std::optional(key) : std::nullopt;
  });
  reader.flag("descending", choice.descending);
  reader.flag("reductions", choice.reductions);
  reader.flag("scans", choice.scans);
  reader.text("row", choice.row);
  read_words(reader, "pair", choice.pair);
  if (choice.pair.size() > 2) choice.pair.resize(2);
  reader.flag("stepping", choice.stepping);
  read_optional_count(reader, "step", choice.step);
  reader.finish();
}

void read_theory(const json& object, TheoryChoice& choice, std::vector<std::string>& remarks) {
  Reader reader(object, remarks);
  double n = choice.log2_n, p = choice.log2_p;
  reader.number("log2_n", TheoryChoice::kLeastN, TheoryChoice::kMostN, n);
  reader.number("log2_p", 0, TheoryChoice::kMostP, p);
  choice.log2_n = static_cast<unsigned>(n);
  choice.log2_p = static_cast<unsigned>(p);
  reader.finish();
}

std::optional<std::string> known_model(const std::string& name) {
  const auto model = sim::find_device_model(name);
  return model ? std::optional((*model)->name) : std::nullopt;
}

template <class T>
auto parsed_by(Result<T> (*parse)(std::string_view)) {
  return [parse](const std::string& word) {
    const Result<T> value = parse(word);
    return value ? std::optional(*value) : std::nullopt;
  };
}

void read_overlay(Reader& reader, OverlayChoice& overlay) {
  reader.word("overlay", overlay.name, [](const std::string& word) {
    const auto& names = overlay_names();
    return word.empty() || std::ranges::find(names, word) != names.end() ? std::optional(word) : std::nullopt;
  });
  reader.count("overlay_page", overlay.page);
}

void read_run(Reader& reader, AppState& state) {
  reader.text("algorithm", state.algorithm);
  reader.text("kernel_file", state.kernel_file);
  const json* texts = reader.find("edited_texts");
  const bool good = texts && texts->is_object() &&
                    std::ranges::all_of(*texts, [](const json& text) { return text.is_string(); });
  if ((texts = reader.field("edited_texts", good, "an object of texts"))) {
    state.edited_texts = texts->get<std::map<std::string, std::string>>();
  }
  reader.count("n", state.n);
  reader.count("group_size", state.group_size);
  reader.word("op", state.op, [](const std::string& word) { return parse_operator(word); });
  reader.word("type", state.type, [](const std::string& word) { return parse_element_type(word); });
  reader.word("input", state.pattern, one_of(kPatterns));
  reader.number("constant", -1e15, 1e15, state.constant);
  reader.count("seed", state.seed);
  reader.word("model", state.model, known_model);
  reader.word("schedule", state.schedule.lanes, parsed_by(sim::parse_lane_schedule));
  reader.word("order", state.schedule.order, parsed_by(sim::parse_execution_order));
  reader.flag("exclusive", state.exclusive);
}

void read_view(Reader& reader, AppState& state) {
  read_optional_count(reader, "position", state.position);
  reader.word("step", state.step, one_of(kSteps));
  double speed = state.speed, scale = static_cast<double>(state.ui_scale);
  reader.number("speed", kSlowest, kFastest, speed);
  state.speed = static_cast<int>(speed);
  reader.word("event", state.event, one_of(kEventKinds));
  read_breakpoints(reader, state.breakpoints);
  reader.word("tab", state.tab, one_of(kTabs));
  reader.word("heat", state.heat, one_of(kHeats));
  reader.flag("show_original", state.show_original);
  read_cell(reader, state.selected_cell);
  reader.text("lane_variable", state.lane_variable);
  reader.flag("presentation", state.presentation);
  reader.word("theme", state.theme, [](const std::string& word) { return parse_theme(word); });
  reader.word("words", state.words, [](const std::string& word) { return parse_words(word); });
  reader.number("ui_scale", 0.5, 4, scale);
  state.ui_scale = static_cast<float>(scale);
  read_overlay(reader, state.overlay);
}

}  // namespace

std::string to_scene(const AppState& state) {
  json object{{"lockstep_scene", kVersion},
              {"algorithm", state.algorithm},
              {"n", state.n},
              {"group_size", state.group_size},
              {"op", name(state.op)},
              {"type", opencl_name(state.type)},
              {"input", name(state.pattern)},
              {"constant", state.constant},
              {"seed", state.seed},
              {"model", state.model},
              {"schedule", to_string(state.schedule.lanes)},
              {"order", to_string(state.schedule.order)},
              {"exclusive", state.exclusive},
              {"step", name(state.step)},
              {"speed", state.speed},
              {"event", name(state.event)},
              {"breakpoints", state.breakpoints},
              {"tab", name(state.tab)},
              {"heat", name(state.heat)},
              {"show_original", state.show_original},
              {"presentation", state.presentation},
              {"theme", name(state.theme)},
              {"words", name(state.words)},
              {"ui_scale", state.ui_scale}};
  if (!state.kernel_file.empty()) object["kernel_file"] = state.kernel_file;
  if (!state.edited_texts.empty()) object["edited_texts"] = state.edited_texts;
  if (state.position) object["position"] = *state.position;
  if (!state.lane_variable.empty()) object["lane_variable"] = state.lane_variable;
  if (state.selected_cell) {
    json& cell = object["selected_cell"];
    cell["index"] = state.selected_cell->index;
    if (state.selected_cell->buffer != CellId::kLocalMemory) cell["buffer"] = state.selected_cell->buffer;
  }
  if (!state.overlay.name.empty()) {
    object["overlay"] = state.overlay.name;
    object["overlay_page"] = state.overlay.page;
  }
  object["benchmark"] = {
      {"device", state.benchmark.device},         {"shared_by", state.benchmark.shared_by},
      {"by_speed", state.benchmark.by_speed},     {"each_alone", state.benchmark.each_alone},
      {"algorithms", state.benchmark.algorithms}, {"sizes", state.benchmark.sizes},
      {"group_size", state.benchmark.group_size}, {"repetitions", state.benchmark.repetitions},
      {"warm_ups", state.benchmark.warm_ups},     {"view", name(state.benchmark.view)},
      {"columns", name(state.benchmark.columns)}, {"lines", name(state.benchmark.lines)},
      {"linear", state.benchmark.linear},         {"bars_n", state.benchmark.bars_n}};
  object["compare"] = {{"column", state.compare.column},
                       {"descending", state.compare.descending},
                       {"reductions", state.compare.reductions},
                       {"scans", state.compare.scans},
                       {"row", state.compare.row},
                       {"pair", state.compare.pair},
                       {"stepping", state.compare.stepping}};
  if (state.compare.step) object["compare"]["step"] = *state.compare.step;
  object["theory"] = {{"log2_n", state.theory.log2_n}, {"log2_p", state.theory.log2_p}};
  return json_text(object) + "\n";
}

Result<LoadedScene> parse_scene(std::string_view text) {
  const json object = json::parse(text, nullptr, false);
  if (object.is_discarded() || !object.is_object()) {
    return usage_error(
        "This is not a scene: a scene is a JSON object such as {\"algorithm\": \"reduce/divergent\", \"n\": "
        "64}.");
  }
  LoadedScene scene;
  Reader reader(object, scene.remarks);
  read_run(reader, scene.state);
  read_view(reader, scene.state);
  const auto part = [&](const char* key, auto read, auto& choice) {
    const json* found = reader.find(key);
    if (reader.field(key, found && found->is_object(), "an object")) read(*found, choice, scene.remarks);
  };
  part("benchmark", read_benchmark, scene.state.benchmark);
  part("compare", read_compare, scene.state.compare);
  part("theory", read_theory, scene.state.theory);
  reader.knows("lockstep_scene");
  reader.finish();
  return scene;
}

Result<LoadedScene> load_scene(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return usage_error(fmt::format("Cannot read the scene {}: check the path.", path));
  auto scene = parse_scene(*text);
  if (!scene) return usage_error(fmt::format("{}: {}", path, scene.error().message));
  return scene;
}

std::string last_scene_path() {
  const std::string folder = state_directory();
  return folder.empty() ? "" : folder + "/scene.json";
}

Result<void> save_scene(const AppState& state, const std::string& path) {
  return write_atomically(path, to_scene(state));
}

}  // namespace lockstep::gui
