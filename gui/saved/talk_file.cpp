#include "gui/saved/talk_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/documents.hpp"
#include "gui/saved/scenes.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kTalkVersion = 1;
constexpr std::uint64_t kMaxTalkBytes = std::uint64_t{32} << 20;
constexpr std::size_t kMaxPages = 10'000, kMaxUnknownOfTalk = 10;
constexpr const char* kTalkExample =
    R"({"lockstep_talk": 1, "pages": [{"scene": "file.json", "title": "…", "note": "…"}]})";

// Of one page, or of the talk: "page 3".
class TalkReader {
 public:
  TalkReader(const json& object, std::string where, std::vector<std::string>& remarks)
      : object_(object), where_(std::move(where)), remarks_(remarks) {}

  void text(const char* key, std::string& value) {
    if (const json* found = field(key, "a text", &json::is_string)) value = found->get<std::string>();
  }
  void flag(const char* key, bool& value) {
    if (const json* found = field(key, "true or false", &json::is_boolean)) value = found->get<bool>();
  }
  void known(const char* key) { known_.emplace_back(key); }
  void remark(const std::string& sentence) { remarks_.push_back(where_ + ": " + sentence); }
  void finish() {
    std::size_t unknown = 0;
    for (const auto& [key, value] : object_.items())
      if (std::ranges::find(known_, key) == known_.end() && ++unknown <= kMaxUnknownOfTalk)
        remark(fmt::format("\"{}\" is not known and is ignored.", shortened(key)));
    if (unknown > kMaxUnknownOfTalk)
      remark(fmt::format("{} more are not known either.", plural(unknown - kMaxUnknownOfTalk, "key")));
  }

 private:
  const json* field(const char* key, const char* wanted, bool (json::*is_good)() const noexcept) {
    known_.emplace_back(key);
    if (!object_.contains(key)) return nullptr;
    const json& found = object_.at(key);
    if ((found.*is_good)()) return &found;
    remark(fmt::format("\"{}\" is {}, not {}; it is ignored.", key, quoted_json(found), wanted));
    return nullptr;
  }

  const json& object_;
  std::string where_;
  std::vector<std::string>& remarks_;
  std::vector<std::string> known_;
};

Result<LoadedScene> read_scene(const json& page, const std::string& folder, TalkPage& read) {
  const auto scene = page.find("scene");
  if (scene == page.end()) return usage_error("it has no \"scene\": name a file, or write one as an object");
  if (scene->is_object()) return parse_scene(scene->dump());
  if (!scene->is_string()) return usage_error("its \"scene\" is neither the name of a file nor an object");
  read.scene_file = scene->get<std::string>();
  if (names_document_entry(read.scene_file)) return load_scene(read.scene_file);
  return load_scene((fs::path(folder) / read.scene_file).lexically_normal().string());
}

Result<TalkPage> read_page(const json& page, const std::string& where, const std::string& folder,
                           std::vector<std::string>& remarks) {
  if (!page.is_object()) return usage_error(where + " is not an object such as {\"scene\": \"file.json\"}.");
  TalkPage read;
  auto scene = read_scene(page, folder, read);
  if (!scene) return usage_error(where + ": " + scene.error().message);
  read.scene = std::move(scene->state);
  TalkReader reader(page, where, remarks);
  for (const std::string& remark : scene->remarks) reader.remark(remark);
  reader.known("scene");
  reader.text("title", read.title);
  reader.text("text", read.text);
  reader.text("answer", read.answer);
  reader.text("note", read.note);
  reader.flag("steps", read.steps);
  std::string words = to_text(read.scene.show);
  reader.text("show", words);
  if (const auto show = parse_show(words))
    read.scene.show = *show;
  else
    reader.remark(show.error().message);
  reader.finish();
  return read;
}

std::string folder_of(const std::string& path) {
  std::error_code error;
  return fs::absolute(path, error).parent_path().string();
}

json page_object(const TalkPage& page, const std::string& from, const std::string& to) {
  json object = json::object();
  if (page.scene_file.empty()) {
    object["scene"] = parse_json<json>(to_scene(page.scene)).value_or(nullptr);
  } else if (names_document_entry(page.scene_file)) {
    object["scene"] = page.scene_file;
  } else {
    const fs::path whole = (fs::path(from) / page.scene_file).lexically_normal();
    const fs::path relative = whole.lexically_relative(to);
    object["scene"] = relative.empty() ? whole.generic_string() : relative.generic_string();
  }
  if (!page.scene_file.empty()) {
    if (page.scene.show != usual_show()) object["show"] = to_text(page.scene.show);
  }
  if (!page.title.empty()) object["title"] = page.title;
  if (!page.text.empty()) object["text"] = page.text;
  if (!page.answer.empty()) object["answer"] = page.answer;
  if (!page.note.empty()) object["note"] = page.note;
  if (page.steps) object["steps"] = true;
  return object;
}

}  // namespace

Result<LoadedTalk> parse_talk(std::string_view text, const std::string& folder) {
  const auto parsed = parse_json<json>(text);
  if (!parsed || !parsed->is_object())
    return usage_error(fmt::format("This is not a talk{}: a talk is a JSON object such as {}.",
                                   parsed ? "" : fmt::format(" ({})", parsed.error().text()), kTalkExample));
  const json& object = *parsed;
  if (const auto version = object.find("lockstep_talk"); version == object.end() || *version != kTalkVersion)
    return usage_error(
        fmt::format("This talk has {}; this program reads \"lockstep_talk\": {}.",
                    version == object.end() ? "no \"lockstep_talk\"" : "the version " + quoted_json(*version),
                    kTalkVersion));
  const auto pages = object.find("pages");
  if (pages == object.end() || !pages->is_array())
    return usage_error(fmt::format("This talk has no list of \"pages\", as in {}.", kTalkExample));
  if (pages->size() > kMaxPages)
    return usage_error(fmt::format("This talk has {}; at most {} are read.", plural(pages->size(), "page"),
                                   count_text(kMaxPages)));
  LoadedTalk loaded;
  TalkReader reader(object, "The talk", loaded.remarks);
  reader.text("title", loaded.talk.title);
  reader.known("lockstep_talk");
  reader.known("pages");
  reader.finish();
  for (const json& page : *pages) {
    const std::string where = fmt::format("Page {}", loaded.talk.pages.size() + 1);
    auto read = read_page(page, where, folder, loaded.remarks);
    if (!read) return tl::unexpected(read.error());
    loaded.talk.pages.push_back(std::move(*read));
  }
  return loaded;
}

Result<LoadedTalk> load_talk(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return usage_error(fmt::format("Cannot read the talk {}: check the path.", path));
  const auto text = read_text_file(path, kMaxTalkBytes);
  if (!text) return usage_error(text.error().message);
  auto loaded = parse_talk(*text, folder_of(path));
  if (!loaded) return usage_error(fmt::format("{}: {}", path, loaded.error().message));
  loaded->talk.file = path;
  return loaded;
}

std::string to_talk_file(const Talk& talk, const std::string& path) {
  json object = {{"lockstep_talk", kTalkVersion}};
  if (!talk.title.empty()) object["title"] = talk.title;
  json& pages = object["pages"] = json::array();
  const std::string to = folder_of(path), from = talk.file.empty() ? to : folder_of(talk.file);
  for (const TalkPage& page : talk.pages) pages.push_back(page_object(page, from, to));
  return json_text(object) + "\n";
}

Result<void> save_talk(Talk& talk, const std::string& path) {
  const std::string text = to_talk_file(talk, path);
  if (const auto written = write_atomically(path, text); !written) return written;
  const std::string to = folder_of(path), from = talk.file.empty() ? to : folder_of(talk.file);
  for (TalkPage& page : talk.pages) {
    if (page.scene_file.empty() || names_document_entry(page.scene_file) || to == from) continue;
    const fs::path whole = (fs::path(from) / page.scene_file).lexically_normal();
    page.scene_file = whole.lexically_relative(to).generic_string();
  }
  talk.file = path;
  return {};
}

}  // namespace lockstep::gui
