#include "gui/scene/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/text/checked_form.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/pattern_options.hpp"
#include "gui/scene/field_remarks.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::gui {
namespace {

constexpr int kVersion = 1;
constexpr const char* kExample = R"({"algorithm": "reduce/divergent", "n": 64})";
constexpr const char* kVersionKey = "lockstep_scene";

// The field of the edited texts of kernels; each text has the key of its kernel.
void text_map_field(SceneFields& fields, const char* key, std::map<std::string, std::string>& texts) {
  if (!fields.reads() && texts.empty()) return;
  fields.form(key, texts,
              CheckedForm<std::map<std::string, std::string>>{
                  "an object of texts", [](const FieldsJson& entry) {
                    return entry.is_object() && std::ranges::all_of(entry, &FieldsJson::is_string);
                  }});
}

struct CellForm {
  static FieldsJson json(const std::optional<CellId>& cell) {
    FieldsJson json{{"index", cell->index}};
    if (cell->buffer != CellId::kLocalMemory) json["buffer"] = cell->buffer;
    return json;
  }
  static std::optional<CellId> value(const FieldsJson& json) {
    const bool good = json.is_object() && json.contains("index") && json.at("index").is_number_unsigned() &&
                      (!json.contains("buffer") || json.at("buffer").is_number_unsigned());
    if (!good) return std::nullopt;
    return CellId{json.value("buffer", CellId::kLocalMemory), json.at("index").get<std::uint64_t>()};
  }
  static std::string mistake(const FieldsJson& json) {
    return mistaken_value(json, "a cell such as {\"buffer\": 0, \"index\": 4}");
  }
};

// The form of a launch: as in a plan file (core/plan/launch_description.hpp), with the path of the plan file.
struct LaunchForm {
  static FieldsJson json(const std::optional<OwnLaunch>& launch) {
    FieldsJson json = parse_json<FieldsJson>(to_text(launch->description)).value_or(nullptr);
    if (!launch->plan_file.empty()) json["plan_file"] = launch->plan_file;
    return json;
  }
  static std::optional<OwnLaunch> value(const FieldsJson& json) {
    auto description = description_of(json);
    if (!description) return std::nullopt;
    const auto file = json.find("plan_file");
    return OwnLaunch{std::move(*description),
                     file != json.end() && file->is_string() ? file->get<std::string>() : ""};
  }
  static std::string mistake(const FieldsJson& json) {
    return json.is_object() ? fmt::format("is not understood ({})", description_of(json).error().message)
                            : mistaken_value(json, "an object");
  }

 private:
  static Result<LaunchDescription> description_of(FieldsJson json) {
    if (json.is_object()) json.erase("plan_file");
    return parse_launch_description(json.dump(), "launch");
  }
};

template <class T>
void optional_field(SceneFields& fields, const char* key, std::optional<T>& value, const auto& form) {
  if (fields.reads() || value) fields.form(key, value, form);
}

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

// The options of patterns. They are written only if one of them differs from its default.
void pattern_fields(SceneFields& fields, PatternOptions& options) {
  if (options == PatternOptions{} && !fields.has("pattern_options")) return;
  fields.object("pattern_options", [&](SceneFields& part) {
    for (const PatternOption& option : pattern_options())
      part.count(option.key.data(), options.*option.value);
  });
}

void schedule_before_field(SceneFields& fields, std::optional<sim::Schedule>& before) {
  std::string lanes = before ? to_string(before->lanes) : "", order = before ? to_string(before->order) : "";
  fields.text("schedule_before", lanes, SceneFields::Empty::left_out);
  fields.text("order_before", order, SceneFields::Empty::left_out);
  const auto read_lanes = sim::parse_lane_schedule(lanes);
  const auto read_order = sim::parse_execution_order(order);
  before.reset();
  if (read_lanes && read_order) before = sim::Schedule{*read_lanes, *read_order};
}

// The fields that define the run.
void run_fields(SceneFields& fields, AppState& state) {
  fields.text("algorithm", state.algorithm, SceneFields::Empty::written);
  fields.text("kernel_file", state.kernel_file, SceneFields::Empty::left_out);
  optional_field(fields, "launch", state.launch, LaunchForm{});
  program_field(fields, state.program);
  fields.text("exercise", state.exercise, SceneFields::Empty::left_out);
  fields.text("listings", state.listings, SceneFields::Empty::left_out);
  text_map_field(fields, "edited_texts", state.edited_texts);
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

// Conditions of breakpoints, with the line as the key.
void breakpoint_fields(SceneFields& fields, sim::BreakpointLines& breakpoints) {
  std::vector<std::uint64_t> lines;
  std::map<std::string, std::string> conditions;
  for (const auto& [line, condition] : breakpoints) {
    lines.push_back(line);
    if (!condition.empty()) conditions[std::to_string(line)] = condition;
  }
  fields.counts("breakpoints", lines);
  text_map_field(fields, "conditions", conditions);
  breakpoints.clear();
  for (const std::uint64_t line : lines)
    breakpoints[static_cast<std::uint32_t>(line)] = conditions[std::to_string(line)];
}

void overlay_fields(SceneFields& fields, OverlayChoice& overlay, const std::vector<std::string>& names) {
  if (!fields.reads() && overlay.name.empty()) return;
  fields.word("overlay", overlay.name, [&](const std::string& word) {
    return word.empty() || std::ranges::find(names, word) != names.end();
  });
  fields.count("overlay_page", overlay.page);
}

// The page to which title and story refer; omitted if there is neither a title nor a story.
void words_tab_field(SceneFields& fields, AppState& state, const SceneParts& parts) {
  const bool has_words = !state.title.empty() || !state.story.empty();
  if (!fields.reads() && (!has_words || state.words_tab.empty())) return;
  fields.word("words_tab", state.words_tab, [&](const std::string& word) {
    return std::ranges::any_of(parts.pages, [&](const auto& page) { return page.key == word; });
  });
}

// The fields of the position in the run and of the view.
void shown_fields(SceneFields& fields, AppState& state, const SceneParts& parts) {
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
  words_tab_field(fields, state, parts);
  fields.one_of("heat", state.heat, kHeats);
  fields.flag("show_original", state.show_original);
  fields.one_of("source_form", state.source_form, sim::translation::kSourceForms);
  optional_field(fields, "selected_cell", state.selected_cell, CellForm{});
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

void all_fields(SceneFields& fields, AppState& state, const SceneParts& parts) {
  std::uint64_t version = kVersion;
  fields.count(kVersionKey, version);
  run_fields(fields, state);
  shown_fields(fields, state, parts);
  for (const SceneParts::PagePart& page : parts.pages)
    if (page.fields) page.fields(fields, state);  // a page may have no fields
  overlay_fields(fields, state.overlay, parts.overlays);
}

}  // namespace

std::string to_scene(const AppState& state, const SceneParts& parts) {
  AppState copy = state;
  // Keys are written in alphabetical order, as in all earlier versions.
  const nlohmann::json sorted = written_fields([&](FieldWriter& writer) {
    SceneFields fields(writer);
    all_fields(fields, copy, parts);
  });
  return json_text(sorted) + "\n";
}

Result<LoadedScene> parse_scene(std::string_view text, const SceneParts& parts, SceneOrigin origin) {
  const auto parsed = parse_json<FieldsJson>(text);
  if (!parsed || !parsed->is_object())
    return usage_error(fmt::format("This is not a scene{}: a scene is a JSON object such as {}.",
                                   parsed ? "" : fmt::format(" ({})", parsed.error().text()), kExample));
  const FieldsJson& object = *parsed;
  if (const auto version = object.find(kVersionKey); version != object.end() && *version != kVersion)
    return usage_error(
        fmt::format("This scene has the version {}; this program reads version {}. Open it with the program "
                    "that saved it, "
                    "or correct \"lockstep_scene\".",
                    quoted_json(*version), kVersion));
  LoadedScene scene;
  FieldRemarks remarks("The scene's ", "it keeps its default", scene.remarks);
  const NoteMistake note = [&remarks](const FieldMistake& mistake) { remarks.add(mistake); };
  const FieldReader reader(object, note);
  SceneFields fields(reader);
  all_fields(fields, scene.state, parts);
  reader.finish();
  remarks.finish();
  follow_typed_input(scene.state);
  // This is set regardless of the value in the file, so that a file cannot pretend that the user has agreed.
  if (scene.state.program && origin == SceneOrigin::file) scene.state.program->came_with = "a scene";
  return scene;
}

}  // namespace lockstep::gui
