#include "gui/scene/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/pattern_options.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::gui {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr const char* kExample = R"({"algorithm": "reduce/divergent", "n": 64})";
// Names are measured, drawn, cut and compared in every frame.
constexpr std::size_t kMaxNameBytes = 4096, kMaxStoryBytes = 65'536, kMaxTypedBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxEntries = 10'000, kMaxUnknown = 10;

// Reads fields one by one and remembers those that it could not use.
class Reader final : public SceneFields {
 public:
  Reader(const json& object, std::vector<std::string>& remarks) : object_(object), remarks_(remarks) {}

  void text(const char* key, std::string& value, Empty) override {
    const std::size_t most = max_bytes_of(key);
    const auto good = [most](const json& text) { return is_text_of(text, most); };
    if (const json* found = field(key, fmt::format("a text of at most {}", bytes_text(most)), good))
      value = found->get<std::string>();
  }
  void flag(const char* key, bool& value) override {
    if (const json* found = field(key, "true or false", &json::is_boolean)) value = found->get<bool>();
  }
  void count(const char* key, std::uint64_t& value) override {
    if (const json* found = field(key, "a whole number", &json::is_number_unsigned))
      value = found->get<std::uint64_t>();
  }
  void count(const char* key, std::optional<std::uint64_t>& value) override {
    if (const json* found = field(key, "a whole number", &json::is_number_unsigned))
      value = found->get<std::uint64_t>();
  }
  void counts(const char* key, std::vector<std::uint64_t>& values) override {
    if (const json* found = field(key, "a list of whole numbers", is_list_of(is_count)))
      values = found->get<std::vector<std::uint64_t>>();
  }
  void texts(const char* key, std::vector<std::string>& values) override {
    if (const json* found = field(key, "a list of names", is_list_of(is_name)))
      values = found->get<std::vector<std::string>>();
  }
  void word(const char* key, std::string& value, const IsKnown& is_known) override {
    const auto known = [&](const json& word) {
      return word.is_string() && is_known(word.get<std::string>());
    };
    if (const json* found = field(key, "one of the known words", known)) value = found->get<std::string>();
  }
  void object(const char* key, const std::function<void(SceneFields&)>& part) override {
    const json* found = field(key, "an object", &json::is_object);
    if (found == nullptr) return;
    Reader reader(*found, remarks_);
    part(reader);
    reader.finish();
  }
  // By their name as a key: what a kernel's text was edited to.
  void text_map(const char* key, std::map<std::string, std::string>& texts) {
    const auto good = [](const json& entry) {
      return entry.is_object() &&
             std::ranges::all_of(entry, [](const json& text) { return text.is_string(); });
    };
    if (const json* found = field(key, "an object of texts", good))
      texts = found->get<std::map<std::string, std::string>>();
  }
  void cell(const char* key, std::optional<CellId>& cell) {
    const auto good = [](const json& entry) {
      return entry.is_object() && entry.contains("index") && entry.at("index").is_number_unsigned() &&
             (!entry.contains("buffer") || entry.at("buffer").is_number_unsigned());
    };
    if (const json* found = field(key, "a cell such as {\"buffer\": 0, \"index\": 4}", good))
      cell = CellId{found->value("buffer", CellId::kLocalMemory), found->at("index").get<std::uint64_t>()};
  }

  // As in a plan file (core/plan/launch_description.hpp).
  void launch(const char* key, std::optional<OwnLaunch>& launch) {
    const json* found = field(key, "an object", [](const json& value) { return value.is_object(); });
    if (!found) return;
    json plan = *found;
    OwnLaunch read;
    if (const auto file = plan.find("plan_file"); file != plan.end()) {
      if (file->is_string()) read.plan_file = file->get<std::string>();
      plan.erase("plan_file");
    }
    auto description = parse_launch_description(plan.dump(), key);
    if (!description) {
      remarks_.push_back(fmt::format("The scene's {}", description.error().message));
      return;
    }
    read.description = std::move(*description);
    launch = std::move(read);
  }

  bool has(const char* key) const override { return object_.contains(key); }
  void version() { known_.emplace_back("lockstep_scene"); }
  void finish() {
    std::size_t unknown = 0;
    for (const auto& [key, value] : object_.items())
      if (std::ranges::find(known_, key) == known_.end())
        if (++unknown <= kMaxUnknown)
          remarks_.push_back(fmt::format("The scene's \"{}\" is not known and is ignored.", shortened(key)));
    if (unknown > kMaxUnknown)
      remarks_.push_back(
          fmt::format("{} more of the scene are not known either.", plural(unknown - kMaxUnknown, "key")));
  }

 protected:
  void number_field(const char* key, double low, double high, bool, double& value) override {
    const auto good = [&](const json& number) {
      return number.is_number() && number.get<double>() >= low && number.get<double>() <= high;
    };
    if (const json* found = field(key, fmt::format("a number from {} to {}", low, high), good))
      value = found->get<double>();
  }

 private:
  using IsGood = std::function<bool(const json&)>;
  static bool is_text_of(const json& text, std::size_t most) {
    return text.is_string() && text.get_ref<const std::string&>().size() <= most;
  }
  static bool is_name(const json& text) { return is_text_of(text, kMaxNameBytes); }
  static bool is_count(const json& number) { return number.is_number_unsigned(); }
  static std::size_t max_bytes_of(std::string_view key) {
    if (key == "typed_input") return kMaxTypedBytes;
    return key == "story" || key == "command" ? kMaxStoryBytes : kMaxNameBytes;
  }
  static IsGood is_list_of(bool (*is_good)(const json&)) {
    return [is_good](const json& list) {
      return list.is_array() && list.size() <= kMaxEntries && std::ranges::all_of(list, is_good);
    };
  }
  // Null where there is none of the wanted type.
  const json* field(const char* key, const std::string& wanted, const IsGood& is_good) {
    known_.emplace_back(key);
    if (!object_.contains(key)) return nullptr;
    const json& found = object_.at(key);
    if (is_good(found)) return &found;
    remarks_.push_back(fmt::format("The scene's \"{}\" is {}, not {}; it keeps its default.", key,
                                   quoted_json(found), wanted));
    return nullptr;
  }

  const json& object_;
  std::vector<std::string>& remarks_;
  std::vector<std::string> known_;
};

class Writer final : public SceneFields {
 public:
  explicit Writer(json& object) : object_(object) {}

  void text(const char* key, std::string& value, Empty empty) override {
    if (empty == Empty::written || !value.empty()) object_[key] = value;
  }
  void flag(const char* key, bool& value) override { object_[key] = value; }
  void count(const char* key, std::uint64_t& value) override { object_[key] = value; }
  void count(const char* key, std::optional<std::uint64_t>& value) override {
    if (value) object_[key] = *value;
  }
  void counts(const char* key, std::vector<std::uint64_t>& values) override { object_[key] = values; }
  void texts(const char* key, std::vector<std::string>& values) override { object_[key] = values; }
  void word(const char* key, std::string& value, const IsKnown&) override { object_[key] = value; }
  void object(const char* key, const std::function<void(SceneFields&)>& part) override {
    Writer writer(object_[key] = json::object());
    part(writer);
  }
  void text_map(const char* key, std::map<std::string, std::string>& texts) {
    if (!texts.empty()) object_[key] = texts;
  }
  void cell(const char* key, std::optional<CellId>& cell) {
    if (!cell) return;
    json& written = object_[key] = {{"index", cell->index}};
    if (cell->buffer != CellId::kLocalMemory) written["buffer"] = cell->buffer;
  }
  void launch(const char* key, std::optional<OwnLaunch>& launch) {
    if (!launch) return;
    object_[key] = parse_json<json>(to_text(launch->description)).value_or(nullptr);
    if (!launch->plan_file.empty()) object_[key]["plan_file"] = launch->plan_file;
  }
  bool has(const char*) const override { return false; }
  void version() { object_["lockstep_scene"] = kVersion; }

 protected:
  void number_field(const char* key, double, double, bool whole, double& value) override {
    if (whole) {
      object_[key] = static_cast<std::int64_t>(value);
    } else {
      object_[key] = value;
    }
  }

 private:
  json& object_;
};

template <class T>
auto parsed_by(Result<T> (*parse)(std::string_view)) {
  return [parse](const std::string& word) {
    const Result<T> value = parse(word);
    return value ? std::optional(*value) : std::nullopt;
  };
}

void program_field(SceneFields& fields, std::optional<ProgramCommand>& program) {
  if (!program && !fields.has("program")) return;
  ProgramCommand command = program.value_or(ProgramCommand{});
  fields.object("program", [&](SceneFields& part) {
    part.text("command", command.command);
    part.text("folder", command.folder, SceneFields::Empty::left_out);
    part.text("launches", command.launches, SceneFields::Empty::left_out);
    part.number("seconds", 0, static_cast<double>(ProgramCommand::kMaxSeconds), command.seconds);
    part.text("came_with", command.came_with, SceneFields::Empty::left_out);
  });
  program = std::move(command);
}

// Only those that differ from what they are by themselves are written.
void pattern_fields(SceneFields& fields, PatternOptions& options) {
  if (options == PatternOptions{} && !fields.has("pattern_options")) return;
  fields.object("pattern_options", [&](SceneFields& part) {
    for (const PatternOption& option : pattern_options())
      part.count(option.key.data(), options.*option.value);
  });
}

// What runs.
template <class Fields>
void run_fields(Fields& fields, AppState& state) {
  fields.text("algorithm", state.algorithm, SceneFields::Empty::written);
  fields.text("kernel_file", state.kernel_file, SceneFields::Empty::left_out);
  fields.launch("launch", state.launch);
  program_field(fields, state.program);
  fields.text_map("edited_texts", state.edited_texts);
  fields.count("n", state.n);
  fields.count("group_size", state.group_size);
  fields.parsed("op", state.op, std::string(name(state.op)),
                [](const std::string& word) { return parse_operator(word); });
  fields.parsed("type", state.type, std::string(opencl_name(state.type)),
                [](const std::string& word) { return parse_element_type(word); });
  fields.one_of("input", state.pattern, kPatterns);
  fields.text("typed_input", state.typed_input, SceneFields::Empty::left_out);
  fields.number("constant", -1e15, 1e15, state.constant);
  fields.count("seed", state.seed);
  fields.parsed("model", state.model, state.model, [](const std::string& word) {
    const auto model = sim::find_device_model(word);
    return model ? std::optional((*model)->called()) : std::nullopt;
  });
  fields.parsed("schedule", state.schedule.lanes, to_string(state.schedule.lanes),
                parsed_by(sim::parse_lane_schedule));
  fields.parsed("order", state.schedule.order, to_string(state.schedule.order),
                parsed_by(sim::parse_execution_order));
  schedule_before_field(fields, state.schedule_before);
  fields.flag("exclusive", state.exclusive);
  pattern_fields(fields, state.pattern_options);
}

// Conditions have the line as their key.
template <class Fields>
void breakpoint_fields(Fields& fields, sim::BreakpointLines& breakpoints) {
  std::vector<std::uint64_t> lines;
  std::map<std::string, std::string> conditions;
  for (const auto& [line, condition] : breakpoints) {
    lines.push_back(line);
    if (!condition.empty()) conditions[std::to_string(line)] = condition;
  }
  fields.counts("breakpoints", lines);
  fields.text_map("conditions", conditions);
  breakpoints.clear();
  for (const std::uint64_t line : lines)
    breakpoints[static_cast<std::uint32_t>(line)] = conditions[std::to_string(line)];
}

template <class Fields>
void schedule_before_field(Fields& fields, std::optional<sim::Schedule>& before) {
  std::string lanes = before ? to_string(before->lanes) : "", order = before ? to_string(before->order) : "";
  fields.text("schedule_before", lanes, SceneFields::Empty::left_out);
  fields.text("order_before", order, SceneFields::Empty::left_out);
  const auto read_lanes = sim::parse_lane_schedule(lanes);
  const auto read_order = sim::parse_execution_order(order);
  before.reset();
  if (read_lanes && read_order) before = sim::Schedule{*read_lanes, *read_order};
}

void overlay_fields(SceneFields& fields, OverlayChoice& overlay, const std::vector<std::string>& names) {
  fields.word("overlay", overlay.name, [&](const std::string& word) {
    return word.empty() || std::ranges::find(names, word) != names.end();
  });
  fields.count("overlay_page", overlay.page);
}

// Where the run stands, and how it is shown.
template <class Fields>
void shown_fields(Fields& fields, AppState& state, const SceneParts& parts) {
  fields.text("title", state.title, SceneFields::Empty::left_out);
  fields.text("story", state.story, SceneFields::Empty::left_out);
  fields.text("document", state.document, SceneFields::Empty::left_out);
  fields.count("position", state.position);
  fields.count("after_row", state.after_row);
  fields.one_of("step", state.step, kSteps);
  fields.number("speed", kSlowest, kFastest, state.speed);
  fields.one_of("event", state.event, kEventKinds);
  breakpoint_fields(fields, state.breakpoints);
  fields.texts("watches", state.watches);
  fields.count("watched_part", state.watched_part);
  fields.word("tab", state.tab, [&](const std::string& word) {
    return std::ranges::any_of(parts.pages, [&](const auto& page) { return page.key == word; });
  });
  fields.one_of("heat", state.heat, kHeats);
  fields.flag("show_original", state.show_original);
  fields.one_of("source_form", state.source_form, sim::translation::kSourceForms);
  fields.cell("selected_cell", state.selected_cell);
  fields.text("lane_variable", state.lane_variable, SceneFields::Empty::left_out);
  fields.flag("presentation", state.presentation);
  fields.parsed("show", state.show, to_text(state.show), [](const std::string& words) {
    const Result<Show> show = parse_show(words);
    return show ? std::optional(*show) : std::nullopt;
  });
  fields.texts("in_front", state.in_front);
  fields.parsed("theme", state.theme, std::string(name(state.theme)),
                [](const std::string& word) { return parse_theme(word); });
  fields.parsed("words", state.words, std::string(name(state.words)),
                [](const std::string& word) { return parse_words(word); });
  fields.number("ui_scale", 0.5, 4, state.ui_scale);
}

template <class Fields>
void all_fields(Fields& fields, AppState& state, const SceneParts& parts) {
  fields.version();
  run_fields(fields, state);
  shown_fields(fields, state, parts);
  for (const SceneParts::PagePart& page : parts.pages) page.fields(fields, state);
}

}  // namespace

std::string to_scene(const AppState& state, const SceneParts& parts) {
  json object;
  Writer writer(object);
  AppState copy = state;
  all_fields(writer, copy, parts);
  if (!copy.overlay.name.empty()) {
    object["overlay"] = copy.overlay.name;
    object["overlay_page"] = copy.overlay.page;
  }
  return json_text(object) + "\n";
}

Result<LoadedScene> parse_scene(std::string_view text, const SceneParts& parts, SceneOrigin origin) {
  const auto parsed = parse_json<json>(text);
  if (!parsed || !parsed->is_object())
    return usage_error(fmt::format("This is not a scene{}: a scene is a JSON object such as {}.",
                                   parsed ? "" : fmt::format(" ({})", parsed.error().text()), kExample));
  const json& object = *parsed;
  if (const auto version = object.find("lockstep_scene"); version != object.end() && *version != kVersion)
    return usage_error(
        fmt::format("This scene has the version {}; this program reads version {}. Open it with the program "
                    "that saved it, "
                    "or correct \"lockstep_scene\".",
                    quoted_json(*version), kVersion));
  LoadedScene scene;
  Reader reader(object, scene.remarks);
  all_fields(reader, scene.state, parts);
  overlay_fields(reader, scene.state.overlay, parts.overlays);
  reader.finish();
  // Whatever it says itself.
  if (scene.state.program && origin == SceneOrigin::file) scene.state.program->came_with = "a scene";
  return scene;
}

}  // namespace lockstep::gui
