#include "core/catalogue/documents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/embedded.hpp"

namespace lockstep {

std::string_view name(EntryKind kind) {
  switch (kind) {
    case EntryKind::figure:
      return "figure";
    case EntryKind::table:
      return "table";
    case EntryKind::formula:
      return "formula";
    case EntryKind::listing:
      return "listing";
    case EntryKind::example:
      return "example";
    case EntryKind::exercise:
      break;
  }
  return "exercise";
}

namespace {

using DocumentJson = nlohmann::json;

std::optional<EntryKind> entry_kind(std::string_view word) {
  for (const EntryKind kind : kEntryKinds)
    if (name(kind) == word) return kind;
  return std::nullopt;
}

bool has_text_fields(const DocumentJson& json, std::initializer_list<const char*> keys) {
  return json.is_object() && std::ranges::all_of(keys, [&](const char* key) {
           const auto found = json.find(key);
           return found != json.end() && found->is_string() && !found->get<std::string>().empty();
         });
}

// Why this entry is invalid; empty: it is valid.
std::string fault_of(const DocumentJson& json, const CourseDocument& before) {
  if (!has_text_fields(json, {"id", "kind", "title", "where", "scene"}))
    return "lacks one of the texts id, kind, title, where, scene";
  if (!entry_kind(json["kind"].get<std::string>())) return "has an unknown kind";
  if (json.contains("story") && !json["story"].is_string()) return "has a story that is not text";
  for (const DocumentEntry& entry : before.entries)
    if (entry.id == json["id"].get<std::string>()) return "has the id of an earlier entry";
  return {};
}

DocumentEntry entry_of(const DocumentJson& json, const std::string& document) {
  return {document,
          json["id"].get<std::string>(),
          *entry_kind(json["kind"].get<std::string>()),
          json["title"].get<std::string>(),
          json["where"].get<std::string>(),
          json["scene"].get<std::string>(),
          json.value("story", "")};
}

// Tests read these files of the sources, so that those built in have no errors.
std::vector<CourseDocument> read_course_documents() {
  std::vector<CourseDocument> documents;
  for (const EmbeddedFile& file : embedded_documents()) {
    auto document = parse_course_document(file.path, file.text);
    if (document) documents.push_back(std::move(*document));
  }
  std::ranges::sort(documents, {}, &CourseDocument::name);
  return documents;
}

}  // namespace

Result<CourseDocument> parse_course_document(std::string_view path, std::string_view text) {
  const auto parsed = parse_json<DocumentJson>(text);
  if (!parsed) return failure(parsed.error().text_of(path));
  const DocumentJson& file = *parsed;
  if (!has_text_fields(file, {"name", "title", "summary"}) || !file.contains("entries") ||
      !file["entries"].is_array())
    return failure(fmt::format("{} needs the texts name, title and summary, and a list \"entries\".", path));
  CourseDocument document{file["name"].get<std::string>(),
                          file["title"].get<std::string>(),
                          file["summary"].get<std::string>(),
                          {}};
  for (const DocumentJson& json : file["entries"]) {
    if (const std::string fault = fault_of(json, document); !fault.empty())
      return failure(
          fmt::format("{}: entry {} {}: {}", path, document.entries.size() + 1, fault, quoted_json(json)));
    document.entries.push_back(entry_of(json, document.name));
  }
  return document;
}

const std::vector<CourseDocument>& course_documents() {
  static const std::vector<CourseDocument> all = read_course_documents();
  return all;
}

Result<const CourseDocument*> find_course_document(std::string_view name) {
  const auto found = std::ranges::find(course_documents(), name, &CourseDocument::name);
  if (found != course_documents().end()) return &*found;
  std::vector<std::string_view> names;
  for (const CourseDocument& document : course_documents()) names.push_back(document.name);
  return usage_error(
      fmt::format("There is no document \"{}\"; the documents are {}.", name, fmt::join(names, ", ")));
}

Result<const DocumentEntry*> find_document_entry(std::string_view name) {
  if (names_document_entry(name)) name.remove_prefix(kDocumentPrefix.size());
  const std::size_t slash = name.find('/');
  const auto document = find_course_document(name.substr(0, slash));
  if (!document) return tl::unexpected(document.error());
  const std::string_view id = slash == std::string_view::npos ? "" : name.substr(slash + 1);
  std::vector<std::string> ids;
  for (const DocumentEntry& entry : (*document)->entries) {
    if (entry.id == id) return &entry;
    ids.push_back(entry.id);
  }
  const std::vector<std::string> near = nearest_names(id, std::move(ids), 3);
  const std::string hint = near.empty() ? "" : fmt::format(" Did you mean {}?", fmt::join(near, " or "));
  return usage_error(
      fmt::format("Document {} has no entry \"{}\".{} `lockstep documents {}` lists its entries.",
                  (*document)->name, id, hint, (*document)->name));
}

std::string_view built_in_scene(std::string_view name) {
  for (const EmbeddedFile& file : embedded_scenes())
    if (file.path.size() == name.size() + 5 && file.path.starts_with(name) && file.path.ends_with(".json"))
      return file.text;
  return {};
}

}  // namespace lockstep
