#include "gui/scene_files/talk_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/documents.hpp"
#include "gui/scene/field_remarks.hpp"
#include "gui/scene_files/scenes.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr int kTalkVersion = 1;
constexpr std::uint64_t kMaxTalkBytes = std::uint64_t{32} << 20;
constexpr std::size_t kMaxPages = 10'000;
constexpr const char* kTalkExample =
    R"({"lockstep_talk": 1, "pages": [{"scene": "file.json", "title": "…", "note": "…"}]})";

template <class Fields, class Page>
void page_fields(Fields& fields, Page& page) {
  fields.text_or_none("title", page.title);
  fields.text_or_none("text", page.text);
  fields.text_or_none("answer", page.answer);
  fields.text_or_none("note", page.note);
  fields.flag_or("steps", page.steps, false);
  fields.flag_or("completes", page.completes, false);
}

// Reads fields with `read`, and adds a remark for each field that was not understood. `where` names the page
// ("Page 3") or the talk.
void read_noting(const FieldsJson& json, const std::string& where, std::vector<std::string>& remarks,
                 const std::function<void(const FieldReader&)>& read) {
  FieldRemarks of_fields(where + ": ", "it is ignored", remarks);
  const NoteMistake note = [&of_fields](const FieldMistake& mistake) { of_fields.add(mistake); };
  const FieldReader reader(json, note);
  read(reader);
  reader.finish();
  of_fields.finish();
}

Result<LoadedScene> read_scene(const FieldsJson& page, const std::string& folder, TalkPage& read) {
  const auto scene = page.find("scene");
  if (scene == page.end())
    return usage_error("\"scene\" is missing; name the file of a scene, or write the scene as an object");
  if (scene->is_object()) return parse_scene(scene->dump());
  if (!scene->is_string()) return usage_error("\"scene\" must be the name of a file or an object");
  read.scene_file = scene->get<std::string>();
  if (names_document_entry(read.scene_file)) return load_scene(read.scene_file);
  return load_scene(path_text(normal_path(system_path(folder) / system_path(read.scene_file))));
}

Result<TalkPage> read_page(const FieldsJson& page, const std::string& where, const std::string& folder,
                           std::vector<std::string>& remarks) {
  if (!page.is_object()) return usage_error(where + " must be an object such as {\"scene\": \"file.json\"}.");
  TalkPage read;
  auto scene = read_scene(page, folder, read);
  if (!scene) return usage_error(where + ": " + scene.error().message);
  read.scene = std::move(scene->state);
  for (const std::string& remark : scene->remarks) remarks.push_back(where + ": " + remark);
  std::string show = to_text(read.scene.show);
  read_noting(page, where, remarks, [&](const FieldReader& fields) {
    fields.has("scene");
    page_fields(fields, read);
    fields.text_or_none("show", show);
  });
  if (const auto shown = parse_show(show))
    read.scene.show = *shown;
  else
    remarks.push_back(where + ": " + shown.error().message);
  return read;
}

std::string folder_of_talk(const std::string& path) {
  std::error_code error;
  return path_text(absolute_path(system_path(path), error).parent_path());
}

// Returns the JSON value of a page's "scene" for a talk that is moved from the folder `from` to the folder
// `to`: the name of the scene's file, or the whole scene.
FieldsJson scene_json(const TalkPage& page, const std::string& from, const std::string& to) {
  if (page.scene_file.empty()) return parse_json<FieldsJson>(to_scene(page.scene)).value_or(nullptr);
  if (names_document_entry(page.scene_file)) return page.scene_file;
  const fs::path whole = normal_path(system_path(from) / system_path(page.scene_file));
  const fs::path relative = whole.lexically_relative(system_path(to));
  return relative.empty() ? path_text(whole) : path_text(relative);
}

}  // namespace

Result<LoadedTalk> parse_talk(std::string_view text, const std::string& folder) {
  const auto parsed = parse_json<FieldsJson>(text);
  if (!parsed || !parsed->is_object())
    return usage_error(fmt::format("This is not a talk{}: a talk is a JSON object such as {}.",
                                   parsed ? "" : fmt::format(" ({})", parsed.error().text()), kTalkExample));
  const FieldsJson& object = *parsed;
  if (const auto version = object.find("lockstep_talk"); version == object.end() || *version != kTalkVersion)
    return usage_error(
        fmt::format("This talk has {}; this program reads \"lockstep_talk\": {}.",
                    version == object.end() ? "no \"lockstep_talk\"" : "the version " + quoted_json(*version),
                    kTalkVersion));
  const auto pages = object.find("pages");
  if (pages == object.end() || !pages->is_array())
    return usage_error(fmt::format("This talk has no list of \"pages\", as in {}.", kTalkExample));
  if (pages->size() > kMaxPages)
    return usage_error(fmt::format("This talk has {}; at most {} are allowed.", plural(pages->size(), "page"),
                                   count_text(kMaxPages)));
  LoadedTalk loaded;
  read_noting(object, "The talk", loaded.remarks, [&](const FieldReader& fields) {
    fields.text_or_none("title", loaded.talk.title);
    for (const char* key : {"lockstep_talk", "pages"}) fields.has(key);
  });
  for (const FieldsJson& page : *pages) {
    const std::string where = fmt::format("Page {}", loaded.talk.pages.size() + 1);
    auto read = read_page(page, where, folder, loaded.remarks);
    if (!read) return tl::unexpected(read.error());
    loaded.talk.pages.push_back(std::move(*read));
  }
  return loaded;
}

Result<LoadedTalk> load_talk(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(system_path(path), ignored))
    return usage_error(fmt::format("Cannot read the talk {}: check the path.", path));
  const auto text = read_text_file(path, kMaxTalkBytes);
  if (!text) return usage_error(text.error().message);
  auto loaded = parse_talk(*text, folder_of_talk(path));
  if (!loaded) return usage_error(fmt::format("{}: {}", path, loaded.error().message));
  loaded->talk.file = path;
  return loaded;
}

std::string to_talk_file(const Talk& talk, const std::string& path) {
  const std::string to = folder_of_talk(path), from = talk.file.empty() ? to : folder_of_talk(talk.file);
  const nlohmann::json sorted = written_fields([&](FieldWriter& fields) {
    fields.number("lockstep_talk", kTalkVersion);
    fields.text_or_none("title", talk.title);
    fields.list("pages", talk.pages, [&](FieldWriter& of_page, const TalkPage& page) {
      page_fields(of_page, page);
      of_page.json("scene", scene_json(page, from, to));
      if (!page.scene_file.empty() && page.scene.show != usual_show())
        of_page.text("show", to_text(page.scene.show));
    });
  });
  return json_text(sorted) + "\n";
}

Result<void> save_talk(Talk& talk, const std::string& path) {
  const std::string text = to_talk_file(talk, path);
  if (const auto written = write_atomically(path, text); !written) return written;
  const std::string to = folder_of_talk(path), from = talk.file.empty() ? to : folder_of_talk(talk.file);
  for (TalkPage& page : talk.pages) {
    if (page.scene_file.empty() || names_document_entry(page.scene_file) || to == from) continue;
    const fs::path whole = normal_path(system_path(from) / system_path(page.scene_file));
    page.scene_file = path_text(whole.lexically_relative(system_path(to)));
  }
  talk.file = path;
  return {};
}

Result<std::string> keep_earlier_talk(const Talk& talk) {
  std::error_code ignored;
  if (talk.file.empty() || !fs::exists(system_path(talk.file), ignored)) return std::string();
  const auto earlier = read_text_file(talk.file, kMaxTalkBytes);
  if (!earlier) return tl::unexpected(earlier.error());
  if (*earlier == to_talk_file(talk, talk.file)) return std::string();
  const std::size_t ending = is_talk_file(talk.file) ? kTalkEnding.size() : 0;
  const std::string copy =
      talk.file.substr(0, talk.file.size() - ending) + "-before" + std::string(kTalkEnding);
  if (const auto written = write_atomically(copy, *earlier); !written) return tl::unexpected(written.error());
  return copy;
}

}  // namespace lockstep::gui
