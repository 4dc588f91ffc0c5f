#include "gui/lesson/reading/scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/files/inside_folder.hpp"
#include "core/base/text/json.hpp"
#include "core/catalogue/listings.hpp"
#include "gui/lesson/reading/markdown.hpp"

namespace lockstep::gui {
namespace {

using SceneJson = nlohmann::json;

// Fields that belong to a single page and are not inherited by the other pages.
constexpr std::array<const char*, 8> kOfThePage{"position", "after_row", "selected_cell", "title",
                                                "story",    "overlay",   "overlay_page",  "watched_part"};

// Returns the key of the field that a remark is about: the last key of the first quoted path.
std::string named_key(std::string_view remark) {
  const std::size_t open = remark.find('"');
  const std::size_t close = open == remark.npos ? open : remark.find('"', open + 1);
  if (close == remark.npos) return {};
  const std::string_view path = remark.substr(open + 1, close - open - 1);
  return fmt::format("\"{}\"", path.substr(path.rfind('.') + 1));
}

class Scenes {
 public:
  Scenes(const LoadedLesson& lesson, const ReadScene& read, std::vector<LessonFault>& faults)
      : lesson_(lesson), read_(read), faults_(faults) {}

  std::vector<std::optional<AppState>> all() {
    std::vector<std::optional<AppState>> states;
    for (const LessonPage& page : lesson_.lesson.pages) {
      states.push_back(page.scene ? state_of(*page.scene) : std::nullopt);
      if (states.back()) choose_cards(page, *states.back());
    }
    return states;
  }

 private:
  void fault(LessonPlace place, std::string what, std::string cure) {
    faults_.push_back({place, std::move(what), std::move(cure)});
  }

  void choose_cards(const LessonPage& page, AppState& state) {
    if (!page.show && state.show != usual_show()) return;  // the scene specifies the cards
    const auto show = parse_show(page.show ? page.show->value : kLessonShow);
    if (show) return void(state.show = *show);
    fault(page.show->place, show.error().message, "");
  }

  // Parses the JSON of the block. A fault contains the parser's message, which says what was expected, and
  // the place of the wrong byte.
  std::optional<SceneJson> written(const LessonScene& scene) {
    if (trimmed(scene.json).empty()) return SceneJson::object();
    auto json = parse_json<SceneJson>(scene.json);
    if (json && json->is_object()) return std::move(*json);
    if (json)
      fault(scene.json_place, "The scene is not a JSON object.",
            "Write {\"algorithm\": \"reduce/divergent\", \"n\": 16}.");
    else
      fault(place_in(scene.json, json.error().byte, scene.json_place),
            fmt::format("The scene is not JSON: {}.", json.error().what),
            "Check commas, quotes and brackets; fields are written as \"n\": 16.");
    return std::nullopt;
  }

  // Reads a file of the lesson's folder, a scene of the course documents, or a built-in scene.
  Result<std::string> text_of_file(const std::string& name) const {
    if (lesson_.folder.has(name)) return lesson_.folder.read(name);
    std::string scene = name.ends_with(".json") ? name.substr(0, name.size() - 5) : name;
    if (names_document_entry(name)) {
      const auto entry = find_document_entry(name);
      if (!entry) return tl::unexpected(entry.error());
      scene = (*entry)->scene;
    }
    if (const std::string_view built_in = built_in_scene(scene); !built_in.empty())
      return std::string(built_in);
    return usage_error(fmt::format("There is no scene {} in the lesson's folder or in the program.", name));
  }

  // Selects the document's own kernel for a scene of a document; this kernel is shown in CUDA terms.
  static void add_listings(const std::string& name, SceneJson& scene) {
    const auto entry = find_document_entry(name);
    if (entry && listing_of(**entry) != nullptr) scene["listings"] = (*entry)->document;
  }

  std::optional<SceneJson> file(const LessonScene& scene) {
    const auto text = text_of_file(scene.file);
    if (!text) {
      fault(scene.place, text.error().message,
            "Save a scene in the folder (Ctrl+S in the window), or name an entry of a document, such "
            "as document:001/figure-4.");
      return std::nullopt;
    }
    auto json = parse_json<SceneJson>(*text);
    if (json && json->is_object()) {
      if (names_document_entry(scene.file)) add_listings(scene.file, *json);
      return std::move(*json);
    }
    fault(scene.place,
          json ? fmt::format("{} is not a scene.", scene.file) : json.error().text_of(scene.file),
          "Save it again with Ctrl+S in the window.");
    return std::nullopt;
  }

  // Returns whether the kernel and the plan of a scene are files in the lesson's folder, as required.
  // Replaces their names by their paths.
  bool stays_inside(SceneJson& whole, LessonPlace place) {
    if (lesson_.folder.is_built_in()) return true;
    const auto check = [&](SceneJson& object, const char* key) {
      if (!object.is_object()) return true;
      const auto name = object.find(key);
      if (name == object.end() || !name->is_string() || name->get_ref<const std::string&>().empty())
        return true;
      const auto file = path_inside(lesson_.folder.path, name->get<std::string>());
      if (!file)
        fault(place, file.error().message, "");
      else
        *name = *file;
      return file.has_value();
    };
    const bool kernel = check(whole, "kernel_file");
    const auto launch = whole.find("launch");
    return (launch == whole.end() || check(*launch, "plan_file")) && kernel;
  }

  std::optional<AppState> state_of(const LessonScene& scene) {
    auto own = written(scene);
    if (!own) return std::nullopt;
    SceneJson whole = first_;
    if (!scene.file.empty()) {
      auto base = file(scene);
      if (!base) return std::nullopt;
      whole = std::move(*base);
    }
    check_fields(scene, *own);
    whole.merge_patch(*own);
    if (first_.empty() && &scene == &first_scene()) {
      first_ = whole;
      for (const char* key : kOfThePage) first_.erase(key);
    }
    if (!stays_inside(whole, scene.place)) return std::nullopt;
    std::vector<std::string> ignored;
    auto state = read_(json_text(whole), ignored);
    if (!state) {
      fault(scene.place, state.error().message, "");
      return std::nullopt;
    }
    leave_out_listing(*state);
    return std::move(*state);
  }

  // Deselects the document's own kernel on pages that cannot use it, for example because of several blocks or
  // a different operator.
  static void leave_out_listing(AppState& state) {
    const DocumentListing* const listing = find_listing(state.listings, state.algorithm);
    if (listing == nullptr) return;
    PlanRequest request;
    request.n = state.n;
    request.group_size = state.group_size;
    request.op = state.op;
    request.type = listing->type;
    request.pattern = state.pattern_options;
    if (!make_listing_plan(*listing, request, {})) state.listings.clear();
  }

  const LessonScene& first_scene() const {
    const auto& pages = lesson_.lesson.pages;
    return *std::ranges::find_if(pages, [](const LessonPage& page) { return page.scene.has_value(); })->scene;
  }

  // Reports unknown fields and invalid values at their lines.
  void check_fields(const LessonScene& scene, const SceneJson& own) {
    SceneJson without_nulls = own;
    for (auto field = without_nulls.begin(); field != without_nulls.end();)
      field = field->is_null() ? without_nulls.erase(field) : std::next(field);
    std::vector<std::string> remarks;
    if (!read_(json_text(without_nulls), remarks)) return;  // reported for the whole scene
    for (const std::string& remark : remarks) {
      const std::size_t at = scene.json.find(named_key(remark));
      fault(at == std::string::npos ? scene.json_place : place_in(scene.json, at, scene.json_place), remark,
            "Correct the field; Ctrl+S in the window writes all fields of a scene.");
    }
  }

  const LoadedLesson& lesson_;
  const ReadScene& read_;
  std::vector<LessonFault>& faults_;
  SceneJson first_ = SceneJson::object();
};

}  // namespace

std::vector<std::optional<AppState>> lesson_scenes(const LoadedLesson& lesson, const ReadScene& read,
                                                   std::vector<LessonFault>& faults) {
  return Scenes(lesson, read, faults).all();
}

}  // namespace lockstep::gui
