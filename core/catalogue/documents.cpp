#include "core/catalogue/documents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
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

std::optional<EntryKind> entry_kind(std::string_view word) {
  for (const EntryKind kind : kEntryKinds)
    if (name(kind) == word) return kind;
  return std::nullopt;
}

void read_entry(const FieldReader& fields, DocumentEntry& entry) {
  fields.text("id", entry.id);
  fields.word(
      "kind", entry.kind, [](EntryKind kind) { return name(kind); }, entry_kind);
  fields.text("title", entry.title);
  fields.text("where", entry.where);
  fields.text("scene", entry.scene);
  fields.text_or_none("story", entry.story);
  if (fields.has("lines")) fields.texts("lines", entry.lines);
  if (fields.has("cuda_position")) fields.number("cuda_position", entry.cuda_position.emplace());
  if (fields.has("cuda_shows")) fields.texts("cuda_shows", entry.cuda_shows);
  if (fields.has("cuda_lines")) fields.texts("cuda_lines", entry.cuda_lines);
  if (fields.has("shows")) fields.texts("shows", entry.shows);
}

// A JSON object of numbers.
struct PositionsForm {
  static std::optional<std::map<std::string, std::uint64_t>> value(const FieldsJson& json) {
    if (!json.is_object()) return std::nullopt;
    std::map<std::string, std::uint64_t> positions;
    for (const auto& [name, position] : json.items()) {
      if (!position.is_number_unsigned()) return std::nullopt;
      positions[name] = position.get<std::uint64_t>();
    }
    return positions;
  }
  static std::string mistake(const FieldsJson&) { return "is not an object of positions"; }
};

void read_listing(const FieldReader& fields, DocumentListing& listing) {
  fields.text("id", listing.id);
  fields.text("algorithm", listing.algorithm);
  fields.text("kernel", listing.kernel);
  fields.numbers_or_none("arguments", listing.arguments);
  fields.word(
      "type", listing.type, [](ElementType type) { return opencl_name(type); }, parse_element_type);
  if (fields.has("variables")) fields.form("variables", listing.variables, PositionsForm{});
  fields.text_or_none("options", listing.options);
  fields.number_or("shared_elements", listing.shared_elements, 0);
  fields.flag_or("in_place", listing.in_place, false);
  if (fields.has("remarks")) fields.texts("remarks", listing.remarks);
}

void read_document(const FieldReader& fields, CourseDocument& document) {
  fields.text("name", document.name);
  fields.text("title", document.title);
  fields.text("summary", document.summary);
  fields.list("entries", document.entries, read_entry);
  if (fields.has("listings")) fields.list("listings", document.listings, read_listing);
}

// Checks conditions that involve several fields. Returns an error message, or "" if there is no error.
std::string fault_of(const CourseDocument& document) {
  if (document.name.empty() || document.title.empty() || document.summary.empty())
    return "name, title and summary must not be empty";
  std::set<std::string_view> ids;
  for (const DocumentEntry& entry : document.entries) {
    if (entry.id.empty() || entry.title.empty() || entry.where.empty() || entry.scene.empty())
      return fmt::format("entry {}: id, title, where and scene must not be empty", ids.size() + 1);
    if (!ids.insert(entry.id).second)
      return fmt::format("entry {} has the id of an earlier entry: {}", ids.size() + 1, entry.id);
  }
  for (const DocumentListing& listing : document.listings)
    if (!ids.contains(listing.id)) return fmt::format("listing {} is not the id of an entry", listing.id);
  return {};
}

// Tests read these files from the sources, so the built-in files have no errors.
std::vector<CourseDocument> read_course_documents() {
  std::vector<CourseDocument> documents;
  for (const EmbeddedFile& file : embedded_documents()) {
    auto document = parse_course_document(file.path, file.text);
    if (document) documents.push_back(std::move(*document));
  }
  std::ranges::sort(documents, {}, &CourseDocument::name);
  return documents;
}

tl::unexpected<Error> no_listing(const CourseDocument& document, const DocumentEntry& entry) {
  std::vector<std::string> names;
  for (const DocumentListing& listing : document.listings) names.push_back(listing.path());
  return usage_error(
      fmt::format("Document {} contains no kernel in CUDA for {}{}.", document.name, entry.name(),
                  names.empty() ? "" : fmt::format("; its kernels in CUDA are {}", fmt::join(names, ", "))));
}

// Returns the algorithm that the scene steps through; empty if the scene shows another kind of page, or a
// text that is not the algorithm's.
std::string algorithm_of_scene(const std::string& name) {
  const auto scene = parse_json<nlohmann::json>(built_in_scene(name));
  if (!scene || scene->value("tab", "") != "step" || scene->contains("source_form")) return {};
  std::string algorithm = scene->value("algorithm", "");
  return built_in_scene_text(name, algorithm) ? std::string() : algorithm;
}

}  // namespace

Result<CourseDocument> parse_course_document(std::string_view path, std::string_view text) {
  const auto json = parse_json<FieldsJson>(text);
  if (!json) return failure(json.error().text_of(path));
  auto document = read_fields<CourseDocument>(*json, "a course document", read_document);
  if (!document) return failure(fmt::format("{}: {}", path, document.error().message));
  if (const std::string fault = fault_of(*document); !fault.empty())
    return failure(fmt::format("{}: {}.", path, fault));
  for (DocumentEntry& entry : document->entries) entry.document = document->name;
  for (DocumentListing& listing : document->listings) listing.document = document->name;
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
  std::string_view id = slash == std::string_view::npos ? "" : name.substr(slash + 1);
  const bool wants_listing = names_listing(id);
  if (wants_listing) id.remove_suffix(kListingEnding.size());
  std::vector<std::string> ids;
  for (const DocumentEntry& entry : (*document)->entries) {
    if (entry.id == id && wants_listing && listing_of(entry) == nullptr) return no_listing(**document, entry);
    if (entry.id == id) return &entry;
    ids.push_back(entry.id);
  }
  const std::vector<std::string> near = nearest_names(id, std::move(ids), 3);
  const std::string hint = near.empty() ? "" : fmt::format(" Did you mean {}?", fmt::join(near, " or "));
  return usage_error(
      fmt::format("Document {} has no entry \"{}\".{} `lockstep documents {}` lists its entries.",
                  (*document)->name, id, hint, (*document)->name));
}

const DocumentListing* find_listing(std::string_view document, std::string_view algorithm) {
  const auto in = std::ranges::find(course_documents(), document, &CourseDocument::name);
  if (in == course_documents().end()) return nullptr;
  const auto found = std::ranges::find(in->listings, algorithm, &DocumentListing::algorithm);
  return found == in->listings.end() ? nullptr : &*found;
}

const DocumentListing* listing_of(const DocumentEntry& entry) {
  return find_listing(entry.document, algorithm_of_scene(entry.scene));
}

std::string_view built_in_scene(std::string_view name) {
  for (const EmbeddedFile& file : embedded_scenes())
    if (file.path.size() == name.size() + 5 && file.path.starts_with(name) && file.path.ends_with(".json"))
      return file.text;
  return {};
}

std::optional<std::string> built_in_scene_text(std::string_view name, const std::string& algorithm) {
  const auto scene = parse_json<nlohmann::json>(built_in_scene(name));
  if (!scene || !scene->is_object()) return std::nullopt;
  const auto texts = scene->find("edited_texts");
  if (texts == scene->end() || !texts->is_object()) return std::nullopt;
  const auto text = texts->find(algorithm);
  return text != texts->end() && text->is_string() ? std::optional(text->get<std::string>()) : std::nullopt;
}

}  // namespace lockstep
